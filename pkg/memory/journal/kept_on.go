package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// GuardChange is a file that keeps the guard on, and what became of it.
type GuardChange struct {
	Path string
	How  Became

	is paths.SupportKind
}

// Became is what became of a file that keeps the guard on.
type Became uint8

// What may become of it.
const (
	Changed Became = iota
	Gone
	Mute  // it is there, and no longer calls ctxhook
	First // the name ctxhook leads there now
)

func (b Became) String() string {
	return [...]string{"changed", "is gone", "no longer calls ctxhook", "is now the first ctxhook on PATH"}[b]
}

// Surroundings is what else the process of an event knows of where the guard is kept on.
type Surroundings struct {
	Start  string   // the directory in which the agent was started; "" unknown
	Path   string   // where programs are looked for, as in $PATH
	Others []string // settings by which agents call us: those that do are kept in mind
}

// GuardChanged lists the files that keep the guard on and have changed since the event
// before, for a process of several to tell. What users change themselves, such as ctxhook's
// own settings, counts if it changed during the call that ended now. Where a session
// begins, ChangedStart tells of the settings of the project.
func (j *Journal) GuardChanged(s Surroundings) []GuardChange {
	changed, key, err := takeGuard(j.Judge, &s, nil)
	j.note("guard", err)
	begins := j.Call.Event == protocol.SessionStart && !goesOn(j.Call)
	changed = slices.DeleteFunc(changed, func(c GuardChange) bool {
		switch c.is {
		case paths.Registers:
			return begins && filepath.Dir(filepath.Dir(c.Path)) == j.Judge.Project
		case paths.Keeps:
			return false
		case paths.Settles:
			return c.How != Gone && !j.writtenMeanwhile(c.Path)
		}
		return !j.writtenMeanwhile(c.Path)
	})
	if len(changed) == 0 {
		return nil
	}
	for i := range changed {
		j.Log.Line(redact.Clean("guard: " + changed[i].Path + " " + changed[i].How.String()))
	}
	if before, _ := j.ToldUserBefore("guard " + key); before {
		return nil
	}
	return changed
}

// writtenMeanwhile reports whether a file may have been written, put into its place or taken
// away during the call that ended now. No program can set that time back.
func (j *Journal) writtenMeanwhile(path string) bool {
	if j.Call.Event != protocol.After {
		return false
	}
	const late = 5 * time.Second // the hook, behind the end of the call
	began := j.Now.Add(-late)
	if j.Call.Result != nil {
		began = began.Add(-j.Call.Result.Duration)
	}
	for _, look := range [...]func(string) (os.FileInfo, error){os.Lstat, os.Stat} {
		if info, err := look(path); err == nil && paths.ChangeTime(info).After(began) {
			return true
		}
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	for dir := filepath.Dir(path); dir != path; path, dir = dir, filepath.Dir(dir) { // what it was taken out of
		if info, err := os.Lstat(dir); err == nil {
			return paths.ChangeTime(info).After(began)
		}
	}
	return false
}

// OwnChange is for a command by which the user changes these files, which is no news: call
// what it returns when the command has ended.
func OwnChange(j *judge.Judge, s Surroundings) (ended func() error) {
	before := make(map[string]string)
	for _, g := range groupsOf(j, &s) {
		for _, f := range g.files {
			before[f.Path] = stampOf(f)
		}
	}
	return func() error {
		_, _, err := takeGuard(j, &s, before)
		return err
	}
}

// group is files of which there is a note of their own.
type group struct {
	notes [3]string
	files []paths.Support
	root  string // the project; "" the user's own

	always int // how many of the files are noted in any case, the others if they call us
}

// groupsOf lists all that keeps the guard on: a stat each.
func groupsOf(j *judge.Judge, s *Surroundings) []group {
	user, _ := j.Places.Supports("")
	if self, err := os.Executable(); err == nil {
		user = append(user, paths.Support{Path: self, Is: paths.Program})
		if first := firstOnPath(s.Path); first != "" && first != self {
			user = append(user, paths.Support{Path: first, Is: paths.Program})
		}
	}
	database := j.Config.Store.Path
	if database == "" {
		database = j.Places.Database()
	}
	user = append(user, paths.Support{Path: database, Is: paths.Keeps})
	groups := []group{{notes: j.Places.KeptOn("user"), files: user, always: len(user)}}
	for _, root := range [...]string{j.Project, s.Start} {
		if root != "" && filepath.IsAbs(root) && !slices.ContainsFunc(groups, func(g group) bool { return g.root == root }) {
			_, project := j.Places.Supports(root)
			groups = append(groups, group{j.Places.KeptOn(ledger.Key(root)), project, root, len(project)})
		}
	}
	for _, path := range s.Others {
		of := 0
		for i := range groups[1:] {
			if strings.HasPrefix(path, groups[i+1].root+string(filepath.Separator)) {
				of = i + 1
			}
		}
		groups[of].files = append(groups[of].files, paths.Support{Path: path, Is: paths.Registers})
	}
	return groups
}

// firstOnPath returns the program to which the name ctxhook leads, "" if there is none.
func firstOnPath(path string) string {
	name := "ctxhook"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return file
		}
	}
	return ""
}

// takeGuard takes the files that keep the guard on as they are now, and lists those that
// have changed since they were seen last, whoever did it: it costs a stat each and one
// small file for the user and for a project. What the client writes into its settings for
// other reasons is no change. A file that was never seen is taken as it is. key is another
// one for each state of them. own, unless nil, are the stamps before a command of the user's
// own: only what that changed is taken.
func takeGuard(j *judge.Judge, s *Surroundings, own map[string]string) (changed []GuardChange, key string, err error) {
	for _, g := range groupsOf(j, s) {
		list, part, failed := g.take(own)
		changed, key, err = append(changed, list...), key+part, errors.Join(err, failed)
	}
	return changed, key, err
}
