// Package facts looks at repositories and the file system of this machine, and
// reads the files that a command runs, to answer the questions of rule.Facts: only when asked, once each, read-only and
// within a bound of time and entries. It judges nothing, writes nothing and
// reaches no network. It runs tar and unzip, and git for what package git leaves
// to it, but no command that a repository names; what it cannot learn that way
// is unknown.
package facts

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/stack"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

const (
	// DefaultWall is the time all questions of one source may take together, unless its
	// options say another. While the processor is busy with others it lasts longer, so
	// that answers do not depend on what else the machine does.
	DefaultWall = 150 * time.Millisecond
	// busyFactor is how much longer it lasts at most.
	busyFactor = 4
	// DefaultEntries is how many directory entries, and how many lines of
	// git, are counted for one question.
	DefaultEntries = 5000

	// grace lets a killed git be reaped before the answer is given up, so
	// that it does not outlive a hook which exits right after.
	grace = 20 * time.Millisecond
)

// Options say where a source looks, and how far. The zero value looks from the
// directory of this process, with the defaults.
type Options struct {
	Cwd     string        // relative paths are taken from here; "" the directory of this process
	Wall    time.Duration // for all questions together, from the first on; 0 the default
	Entries int           // for one question; 0 the default
	Environ []string      // what git inherits; nil the environment of this process
	Authors Authors       // who wrote files and made stashes; nil: not known of any
	Project string        // files in it are read; "" the work tree that holds Cwd, or Cwd
	Looks   string        // directory with what earlier looks have listed; "" none
	Home    string        // scripts below it are read apart; "" none are
}

// Authors tells whose work something is, as the session that asks sees it.
type Authors interface {
	// File is asked about a file, or a directory that a session may have made.
	File(f File) rule.Author
	// Tree is asked about a linked worktree, whose record was made then: who made
	// it owns what has no known author in it.
	Tree(root string, made time.Time) rule.Author
	// Head returns the commit that was checked out when the session began; "": not known.
	Head() string
	// Live reports whether another session goes on in the project.
	Live() bool
	// Earlier lists the commands of the session that went well and speak of a word.
	Earlier(word string) []rule.Past
	// Refused returns when the last command of this session began that pushes a branch and
	// failed, wherever in it; zero: none did.
	Refused(branch string) time.Time
	// Stash is asked about a stash that was made then, or, if that is not exact, within a
	// second of it.
	Stash(made time.Time, exact bool) rule.Author
	// Held lists where the session put work of others.
	Held() []Held
	// Sum returns by what content is known again, as Held has it.
	Sum(content []byte) int64
	// Commit is asked whether the session made a commit, and put nobody else's work into it.
	Commit(c Made) bool
}

// File is a file whose author is asked for.
type File struct {
	Path    string    // absolute, its directory without symbolic links
	Written time.Time // when its content was written last
	Changed time.Time // when it was written, moved or changed in any way last
	Born    time.Time // when it was made; zero: not known
	Tracked bool      // by git
	Unseen  bool      // git ignores it, or does not keep what is around it: no look at a work tree sees it
}

// Made is a commit as the log of a work tree tells of it.
type Made struct {
	Root  string    // of the work tree
	At    time.Time // when it was made
	Verb  string    // of git: commit, merge
	Said  string    // what the command must have said: its subject; "": nothing
	Files []string  // that it changes, by their paths below Root
}

// Source looks at this machine. It is cheap to make: nothing is looked at
// before the first question.
type Source struct {
	cwd     string
	wall    time.Duration
	longest time.Duration // of wall, while others have the processor
	entries int
	environ []string
	author  Authors
	project string
	kept    string // directory with what earlier looks have listed
	home    string // scripts below it are read apart

	start sync.Once
	ctx   context.Context // ends when the time for all questions is over
	looks chan func()     // what the goroutine that looks is to do
	late  bool            // the time was over before a question was answered
	stuck bool            // and the goroutine is still at work on it

	gitOnce sync.Once
	gitPath string
	gitEnv  []string

	mu       sync.Mutex // one question at a time
	trees    map[string]rule.TreeState
	paths    map[string]rule.PathState
	branches map[[3]string]rule.BranchState
	lefts    map[string]rule.LeftState
	globs    map[globQuestion]rule.PathState
	cleans   map[string]rule.CleanState
	stashes  map[string]rule.StashState
	landings map[string]rule.LandingState
	leaving  map[string]rule.LeavingState
	earlier  map[string][]rule.Past
	pushes   map[string]rule.PushState
	authors  map[string]rule.AuthorState
	queries  map[rule.ProcessQuery]rule.ProcessState
	settings map[string]rule.RegistrationState

	processes processTable

	files   map[string]rule.FileState
	names   map[string][]string
	hooks   map[string]hooksOf
	settled map[string]bool
	roots   []string // below which files are read; nil before the first one was
	bytes   int      // of files that were read
	longs   int      // bytes of files that are too long to be read

	dirsMu sync.Mutex
	dirs   paths.Links
	real   int // how many paths Real was asked about

	reposMu sync.Mutex
	repos   map[string]*repo
}

var _ rule.Facts = (*Source)(nil)

// New returns a source, which looks at nothing before the first question.
func New(o Options) *Source {
	s := &Source{cwd: o.Cwd, wall: o.Wall, entries: o.Entries, environ: o.Environ, author: o.Authors, project: o.Project, kept: o.Looks, home: o.Home}
	if s.wall == 0 {
		s.wall, s.longest = DefaultWall, busyFactor*DefaultWall
	}
	if s.entries == 0 {
		s.entries = DefaultEntries
	}
	return s
}

// Late reports whether the time was over before a question was answered.
func (s *Source) Late() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.late
}

// Tree implements rule.Facts.
func (s *Source) Tree(dir string) rule.TreeState {
	dir, ok := s.abs(dir)
	if !ok {
		return rule.TreeState{}
	}
	t := ask(s, &s.trees, dir, func(ctx context.Context) rule.TreeState {
		return s.tree(ctx, dir)
	})
	t.Root = paths.Slashed(t.Root, runtime.GOOS)
	return t
}

// Path implements rule.Facts.
func (s *Source) Path(path string) rule.PathState {
	path, ok := s.abs(path)
	if !ok {
		return rule.PathState{}
	}
	if s.nowhere(path) {
		return rule.PathState{Known: true}
	}
	return ask(s, &s.paths, path, func(ctx context.Context) rule.PathState {
		return s.path(ctx, path)
	})
}

// Branch implements rule.Facts.
func (s *Source) Branch(dir, name, to string) rule.BranchState {
	dir, ok := s.abs(dir)
	if !ok || name != "" && !branchName(name) || to != "" && !commitName(to) {
		return rule.BranchState{}
	}
	return ask(s, &s.branches, [3]string{dir, name, to}, func(ctx context.Context) rule.BranchState {
		return s.branch(ctx, dir, name, to)
	})
}

// Left implements rule.Facts.
func (s *Source) Left(q rule.LeftQuery) rule.LeftState {
	var ok bool
	if q.Dir, ok = s.abs(q.Dir); !ok {
		return rule.LeftState{}
	}
	return ask(s, &s.lefts, fmt.Sprintf("%+q", []any{q.Dir, q.Tips, q.Without, q.With}), func(context.Context) rule.LeftState {
		return s.left(&q)
	})
}

// Glob implements rule.Facts.
func (s *Source) Glob(pattern string, deep bool) rule.PathState {
	pattern, ok := s.abs(pattern)
	if !ok {
		return rule.PathState{}
	}
	return ask(s, &s.globs, globQuestion{pattern, deep}, func(ctx context.Context) rule.PathState {
		return s.glob(ctx, pattern, deep)
	})
}

// Clean implements rule.Facts.
func (s *Source) Clean(dir string, q rule.CleanQuery) rule.CleanState {
	dir, ok := s.abs(dir)
	if !ok {
		return rule.CleanState{}
	}
	return ask(s, &s.cleans, fmt.Sprintf("%q %+v", dir, q), func(ctx context.Context) rule.CleanState {
		return s.clean(ctx, dir, q)
	})
}

// Stash implements rule.Facts.
func (s *Source) Stash(dir string) rule.StashState {
	dir, ok := s.abs(dir)
	if !ok {
		return rule.StashState{}
	}
	return ask(s, &s.stashes, dir, func(ctx context.Context) rule.StashState {
		return s.stash(ctx, dir)
	})
}

// Push implements rule.Facts.
func (s *Source) Push(dir string, operands []string, remove bool) rule.PushState {
	dir, ok := s.abs(dir)
	if !ok {
		return rule.PushState{}
	}
	return ask(s, &s.pushes, fmt.Sprintf("%q %q %v", dir, operands, remove), func(ctx context.Context) rule.PushState {
		if remove {
			return s.unpush(ctx, dir, operands)
		}
		return s.push(ctx, dir, operands)
	})
}

// Landing implements rule.Facts.
func (s *Source) Landing(q rule.LandingQuery) rule.LandingState {
	var ok bool
	if q.Dir, ok = s.abs(q.Dir); !ok {
		return rule.LandingState{}
	}
	return ask(s, &s.landings, fmt.Sprintf("%+q", []any{q.Dir, q.From, q.Commit, q.Only, q.Exclude, q.Strip, q.Among}), func(ctx context.Context) rule.LandingState {
		return s.landing(ctx, q)
	})
}

// Authors implements rule.Facts.
func (s *Source) Authors(q rule.LossQuery) rule.AuthorState {
	var ok bool
	if q.Path, ok = s.abs(q.Path); !ok || s.author == nil {
		return rule.AuthorState{}
	}
	return ask(s, &s.authors, keyOfLoss(&q), func(ctx context.Context) rule.AuthorState {
		if q.Holds {
			return s.heldAt(ctx, q)
		}
		return s.lost(ctx, q)
	})
}

// Earlier implements rule.Facts.
func (s *Source) Earlier(word string) []rule.Past {
	if s.author == nil || word == "" {
		return nil
	}
	return ask(s, &s.earlier, word, func(context.Context) []rule.Past { return s.author.Earlier(word) })
}

// Registration implements rule.Facts.
func (s *Source) Registration(q rule.RegistrationQuery) rule.RegistrationState {
	var ok bool
	if q.Dir, ok = s.abs(q.Dir); !ok {
		return rule.RegistrationState{}
	}
	return ask(s, &s.settings, keyOfRegistration(&q), func(ctx context.Context) rule.RegistrationState {
		return s.registration(ctx, q)
	})
}

// Processes implements rule.Facts.
func (s *Source) Processes(q rule.ProcessQuery) rule.ProcessState {
	if q.Pid == rule.ParentPid {
		q.Pid = strconv.Itoa(os.Getppid())
	}
	return ask(s, &s.queries, q, func(ctx context.Context) rule.ProcessState {
		return s.processes.find(ctx, q)
	})
}

// abs makes a path absolute and clean, so that one question has one spelling.
func (s *Source) abs(path string) (string, bool) {
	if path == "" {
		return "", false
	}
	path = paths.Native(path, runtime.GOOS)
	if !filepath.IsAbs(path) {
		cwd := s.cwd
		if cwd == "" {
			wd, err := os.Getwd()
			if err != nil {
				return "", false
			}
			cwd = wd
		}
		path = filepath.Join(cwd, path)
	}
	if strings.Contains(path, "/.") || strings.Contains(path, "//") || strings.HasSuffix(path, "/") || filepath.Separator != '/' {
		path = filepath.Clean(path) // which reads it byte by byte
	}
	return path, filepath.IsAbs(path)
}

// begin starts the time for all questions, and the goroutine that looks until it
// is over. Looking has a goroutine of its own, because a dead network mount blocks
// a system call for ever, and the same one for all questions: its stack has grown.
func (s *Source) begin() {
	ctx, cancel := context.WithTimeout(context.Background(), max(s.wall, s.longest))
	if s.longest > s.wall {
		go s.watch(ctx, cancel)
	}
	looks := make(chan func())
	go func() {
		defer cancel()
		stack.Grow()
		for {
			select {
			case look := <-looks:
				look()
			case <-ctx.Done():
				return
			}
		}
	}()
	s.ctx, s.looks = ctx, looks
}

// watch ends the time for all questions. While something else has the processor, or the
// disk is slow, it lasts up to the longest.
func (s *Source) watch(ctx context.Context, end func()) {
	worked := workedFor()
	next := time.NewTimer(s.wall)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
			if now := workedFor(); now < 0 || now-worked >= s.wall {
				end()
				return
			}
			next.Reset(s.wall / 4)
		}
	}
}

// begun reports whether the goroutine that looks has taken on a task.
func (s *Source) begun(look func()) bool {
	select {
	case s.looks <- look:
		return true
	case <-s.ctx.Done():
		return false
	}
}

// ask answers a question from memory or by looking, or with the zero value,
// which means unknown, when the time is up.
func ask[K comparable, T any](s *Source, memo *map[K]T, key K, look func(context.Context) T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	if answer, ok := (*memo)[key]; ok {
		return answer
	}
	if *memo == nil {
		*memo = make(map[K]T)
	}
	s.start.Do(s.begin)
	var answer T
	answered := false
	seen := make(chan T, 1)
	if s.ctx.Err() == nil && s.begun(func() { seen <- look(s.ctx) }) {
		select {
		case answer = <-seen:
			answered = true
		case <-s.ctx.Done():
			select {
			case answer = <-seen:
				answered = true
			case <-time.After(grace):
			}
		}
		s.stuck = s.stuck || !answered
	}
	s.late = s.late || s.ctx.Err() != nil
	(*memo)[key] = answer
	return answer
}
