package rescue

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// scan is what was seen of a tree, before anything is kept.
type scan struct {
	Moment             // what is known of the tree as a whole
	prefix  string     // of the root below that of the repository, with a slash at its end
	git     bool       // the tree is in a repository
	tree    *look.Tree // where no repository is read
	repo    *git.Repo  // which was read; nil: git was asked, or there is none
	found   []found    // what no commit holds
	ignored []string   // directories that git ignores
	dirs    []Entry    // empty ones, and those with a mode of their own
	modes   []Entry    // files with a mode of their own
	files   int        // that were counted
	part    bool       // what there is no time for may be left out
	allMode bool       // git does not heed the modes of files: each counts

	removing *Moment // of a command that may take linked worktrees away
}

// found is a path that may have to be kept.
type found struct {
	path    string
	ignored bool
	tracked bool // a commit, or the index, has it
	clean   bool // a commit has it, but perhaps in other bytes: it may be left out
	named   bool // by a command that loses it
	alone   bool // by itself, and not only with a directory that it is in
	size    int64
}

// manyModes is how many files are looked at one by one for their modes. Where
// there are more, a file that a commit holds comes back with the usual mode.
const manyModes = 5000

// itsOwn is why a repository in the tree is not kept.
const itsOwn = "a repository of its own"

// noTimeToLook is why a part of a tree is not kept that was not looked at.
const noTimeToLook = "there was no time to look at it"

// scan looks at the tree. With part it names what it had no time for, and fails only
// where it has seen nothing; without, it fails unless it has seen all.
func (s *Store) scan(ctx context.Context, part bool) (*scan, error) {
	l := &scan{part: part, tree: look.New(s.Root)}
	l.tree.StopWhen(func() bool { return ctx.Err() != nil })
	l.Tracked = true
	info, err := os.Lstat(s.Root)
	if err != nil {
		return nil, err
	}
	l.DirMode = unixMode(info.Mode())
	if err := s.changes(ctx, l); err != nil {
		return nil, err
	}
	if err := s.walk(ctx, l, ".", false); err != nil {
		return nil, err
	}
	for _, dir := range l.ignored {
		if s.Generated != nil && s.Generated(dir) {
			continue
		}
		if err := s.walk(ctx, l, dir, true); err != nil {
			return nil, err
		}
	}
	if l.repo != nil {
		err := l.repo.Permissions(strings.TrimSuffix(l.prefix, "/"), func(path string, mode uint32) {
			if path, ok := l.below(path); ok {
				l.mode(path, mode)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	if l.files > manyModes {
		l.modes = nil
	}
	l.Whole = true
	return l, nil
}

// walk visits a directory: for directories that are to be kept, for files with
// modes of their own, and for files that no repository knows. Links are not
// followed.
func (s *Store) walk(ctx context.Context, l *scan, dir string, ignored bool) error {
	list, mode, err := s.list(l, dir)
	if l.part && errors.Is(err, ErrLate) {
		l.unkept(found{path: dir, ignored: ignored, tracked: !ignored}, noTimeToLook)
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		l.unkept(found{path: dir, ignored: ignored}, "cannot be read")
	}
	for _, e := range list {
		if dir != "." && e.Name() == ".git" {
			if !e.IsDir() && s.linkedTree(ctx, l, dir) {
				return nil
			}
			l.unkept(found{path: dir, ignored: true}, itsOwn)
			return nil
		}
	}
	made := func(e look.Entry) bool {
		return e.IsDir() && s.Generated != nil && s.Generated(path.Join(dir, e.Name()))
	}
	hollow := !slices.ContainsFunc(list, func(e look.Entry) bool { return !made(e) }) // nothing below it tells that it is there
	if dir != "." && err == nil && (hollow || mode != l.DirMode) {
		l.dirs = append(l.dirs, Entry{Path: dir, Kind: Dir, Ignored: ignored, Mode: mode})
	}
	for _, e := range list {
		if l.repo != nil && !ignored && !e.IsDir() {
			continue // the repository has told of it
		}
		name := e.Name()
		if dir != "." {
			name = dir + "/" + name
		}
		switch {
		case !validName(e.Name()) || e.IsDir() && s.ours(name):
		case e.IsDir():
			if made(e) {
				continue
			}
			if err := s.walk(ctx, l, name, ignored); err != nil {
				return err
			}
		case !l.git || ignored:
			l.found = append(l.found, found{path: name, ignored: ignored})
		case e.Type().IsRegular() && l.files <= manyModes:
			if info, err := os.Lstat(filepath.Join(s.Root, name)); err == nil {
				l.mode(name, unixMode(info.Mode()))
			}
		}
	}
	return nil
}

// list lists a directory and returns its mode.
func (s *Store) list(l *scan, dir string) ([]look.Entry, uint32, error) {
	rel := dir
	if rel == "." {
		rel = ""
	}
	if l.repo != nil {
		return l.repo.Entries(strings.TrimSuffix(l.prefix+rel, "/"))
	}
	info, err := os.Lstat(filepath.Join(s.Root, dir))
	if err != nil {
		return nil, 0, err
	}
	list, open, err := l.tree.List(rel, manyFound)
	look.Close(open)
	return list, unixMode(info.Mode()), err
}

// mode remembers the mode of a file, where it is one of its own.
func (l *scan) mode(path string, mode uint32) {
	if l.files++; l.files <= manyModes && (l.allMode || mode != usual(l.DirMode, false) && mode != usual(l.DirMode, true)) {
		l.modes = append(l.modes, Entry{Path: path, Kind: Mode, Mode: mode})
	}
}

// usual returns the mode that a file of a commit has in a tree.
func usual(dir uint32, executable bool) uint32 {
	if executable {
		return dir & 0o777
	}
	return dir & 0o666
}

// changes finds out what no commit holds: by reading the repository, and where
// that is not enough by asking git. Outside a repository it finds nothing.
func (s *Store) changes(ctx context.Context, l *scan) error {
	repo, err := s.Facts.HandOver(s.Root)
	if s.asks {
		return s.ask(ctx, l)
	}
	if err == nil {
		l.at(s.Root, repo.Root())
		l.allMode = !repo.Modes()
		if err = s.read(ctx, l, repo); err == nil {
			l.repo = repo
			return l.filtered(repo)
		}
	}
	switch {
	case errors.Is(err, git.ErrNone):
		return nil
	case ctx.Err() != nil:
		return ErrLate
	case !errors.Is(err, git.ErrUnsupported) && !errors.Is(err, git.ErrBound):
		return fmt.Errorf("%w: %w", ErrRepository, err)
	}
	if err := s.ask(ctx, l); err != nil {
		if ctx.Err() != nil {
			return ErrLate
		}
		return fmt.Errorf("%w: %w", ErrRepository, err)
	}
	return l.filtered(repo)
}

// filtered adds the files that a filter or an encoding makes of what a commit has.
func (l *scan) filtered(repo *git.Repo) error {
	if repo == nil {
		return nil
	}
	known := make(map[string]bool, len(l.found))
	for _, f := range l.found {
		known[f.path] = true
	}
	err := repo.Filtered(strings.TrimSuffix(l.prefix, "/"), func(path string) {
		if path, ok := l.below(path); ok && !known[path] && len(l.found) < manyFound {
			l.found = append(l.found, found{path: path, tracked: true, clean: true})
		}
	})
	if errors.Is(err, git.ErrUnsupported) || errors.Is(err, git.ErrBound) {
		return nil // undo leaves to git what it cannot tell
	}
	return err
}

// at says where the root lies in a repository.
func (l *scan) at(root, top string) {
	l.git = true
	if rel, err := filepath.Rel(top, root); err == nil && rel != "." {
		l.prefix = filepath.ToSlash(rel) + "/"
	}
}

// read reads the repository.
func (s *Store) read(ctx context.Context, l *scan, repo *git.Repo) error {
	head, err := repo.Head()
	if err != nil {
		return err
	}
	stashes, err := repo.Stashes()
	if err != nil {
		return err
	}
	repo.StopWhen(func() bool { return ctx.Err() != nil })
	all := scan{prefix: l.prefix}
	all.Tracked = true
	q := git.Query{Path: strings.TrimSuffix(l.prefix, "/"), Untracked: git.Each, Ignored: true, Unreached: func(path string) {
		if path, ok := l.below(path); ok || l.part {
			all.unkept(found{path: cmp.Or(path, "."), tracked: true}, noTimeToLook)
		}
	}}
	err = repo.Status(q, func(c git.Change) bool {
		if c.Staged != 0 {
			all.Staged++
		}
		if dir, ok := strings.CutSuffix(c.Path, "/"); ok && c.Work == git.Ignored {
			all.ignore(dir)
		} else {
			all.add(found{path: c.Path, ignored: c.Work == git.Ignored, tracked: c.Work != git.Ignored && c.Work != git.Untracked})
		}
		return true
	})
	if err != nil && !(l.part && errors.Is(err, ErrLate) && !all.mayMiss(".")) {
		return err
	}
	l.Unkept = append(l.Unkept, all.Unkept...)
	l.Head, l.Staged, l.found, l.ignored, l.More = head.Commit, all.Staged, all.found, all.ignored, all.More
	l.Tracked = all.Tracked
	for _, st := range stashes[:min(len(stashes), maxStashes)] {
		l.Stashes = append(l.Stashes, Stash{st.Commit, st.Message})
	}
	return nil
}

// ask asks git.
func (s *Store) ask(ctx context.Context, l *scan) error {
	if !l.git {
		root, err := s.Facts.Root(s.Root)
		if err != nil || root == "" {
			return err
		}
		l.at(s.Root, root)
	}
	// Where there is no stash, this fails.
	_ = s.Facts.Run(ctx, s.Root, nil, func(out io.Reader) error {
		return eachRecord(out, func(record string) {
			if commit, message, ok := strings.Cut(record, " "); ok && len(l.Stashes) < maxStashes {
				l.Stashes = append(l.Stashes, Stash{commit, message})
			}
		})
	}, "log", "-z", "--walk-reflogs", "--format=%H %gs", "refs/stash", "--")
	if err := s.askHidden(ctx, l); err != nil {
		return err
	}
	return s.Facts.Run(ctx, s.Root, nil, func(out io.Reader) error {
		return eachRecord(out, l.record)
	}, "status", "--porcelain=v2", "-z", "--no-renames", "--no-ahead-behind", "--ignore-submodules=all",
		"--branch", "--untracked-files=all", "--ignored=matching")
}

// askHidden asks git for the files that are there and that it was told not to look at:
// they may differ from the commit.
func (s *Store) askHidden(ctx context.Context, l *scan) error {
	return s.Facts.Run(ctx, s.Root, nil, func(out io.Reader) error {
		return eachRecord(out, func(record string) {
			tag, path, ok := strings.Cut(record, " ")
			if !ok || tag != "S" && strings.ToUpper(tag) == tag || len(l.found) >= manyFound {
				return
			}
			if _, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(path))); err == nil {
				l.found = append(l.found, found{path: path, tracked: true})
			}
		})
	}, "ls-files", "-v", "-z")
}

// manyFound bounds how many paths are looked at.
const manyFound = 10 * manyEntries

// record reads a record of git status.
func (l *scan) record(record string) {
	if len(record) < 2 {
		return
	}
	rest := record[2:]
	switch record[0] {
	case '#':
		if head, ok := strings.CutPrefix(rest, "branch.oid "); ok && head != "(initial)" {
			l.Head = head
		}
	case '1', 'u':
		if rest[0] != '.' {
			l.Staged++
		}
		if f := strings.SplitN(rest, " ", map[byte]int{'1': 8, 'u': 10}[record[0]]); len(f) > 2 {
			l.add(found{path: f[len(f)-1], tracked: true})
		}
	case '?':
		l.add(found{path: rest})
	case '!':
		if dir, ok := strings.CutSuffix(rest, "/"); ok {
			l.ignore(dir)
			return
		}
		l.add(found{path: rest, ignored: true})
	}
}

// ignore adds a directory that git ignores.
func (l *scan) ignore(dir string) {
	if dir, ok := l.below(dir); ok {
		l.ignored = append(l.ignored, dir)
	}
}

// add adds a path as git names it.
func (l *scan) add(f found) {
	if strings.HasSuffix(f.path, "/") {
		return // a repository of its own: the walk sees it
	}
	path, ok := l.below(f.path)
	switch {
	case !ok:
	case len(l.found) < manyFound:
		f.path = path
		l.found = append(l.found, f)
	default: // it is not known which
		l.More++
		l.Tracked = false
	}
}

// below returns a path of the repository as one below the root.
func (l *scan) below(path string) (string, bool) { return strings.CutPrefix(path, l.prefix) }
