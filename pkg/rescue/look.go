package rescue

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/git"
	"github.com/ctxhook/ctxhook/pkg/paths"
)

// look is what was seen of a tree, before anything is kept.
type look struct {
	Moment            // what is known of the tree as a whole
	prefix  string    // of the root below that of the repository, with a slash at its end
	git     bool      // the tree is in a repository
	repo    *git.Repo // which was read; nil: git was asked, or there is none
	found   []found   // what no commit holds
	ignored []string  // directories that git ignores
	dirs    []Entry   // empty ones, and those with a mode of their own
	modes   []Entry   // files with a mode of their own
	files   int       // that were counted
}

// found is a path that may have to be kept.
type found struct {
	path    string
	ignored bool
	tracked bool // a commit, or the index, has it
}

// manyModes is how many files are looked at one by one for their modes. Where
// there are more, a file that a commit holds comes back with the usual mode.
const manyModes = 5000

// look looks at the tree.
func (s *Store) look(ctx context.Context) (*look, error) {
	l := &look{}
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
func (s *Store) walk(ctx context.Context, l *look, dir string, ignored bool) error {
	if ctx.Err() != nil {
		return ErrLate
	}
	list, mode, err := s.list(l, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		l.unkept(found{path: dir, ignored: ignored}, "cannot be read")
	}
	for _, e := range list {
		if dir != "." && e.Name() == ".git" {
			l.unkept(found{path: dir, ignored: true}, "a repository of its own")
			return nil
		}
	}
	if dir != "." && err == nil && (len(list) == 0 || mode != l.DirMode) {
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
			if s.Generated != nil && s.Generated(name) {
				continue
			}
			if err := s.walk(ctx, l, name, ignored); err != nil {
				return err
			}
		case !l.git || ignored:
			l.found = append(l.found, found{path: name, ignored: ignored})
		case e.Type().IsRegular() && l.files <= manyModes:
			if info, err := e.Info(); err == nil {
				l.mode(name, unixMode(info.Mode()))
			}
		}
	}
	return nil
}

// list lists a directory and returns its mode.
func (s *Store) list(l *look, dir string) ([]fs.DirEntry, uint32, error) {
	if l.repo != nil && dir == "." {
		return l.repo.Entries(strings.TrimSuffix(l.prefix, "/"))
	} else if l.repo != nil {
		return l.repo.Entries(l.prefix + dir)
	}
	full := filepath.Join(s.Root, dir)
	info, err := os.Lstat(full)
	if err != nil {
		return nil, 0, err
	}
	f, err := paths.OpenDir(full)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	list, err := f.ReadDir(-1)
	return list, unixMode(info.Mode()), err
}

// mode remembers the mode of a file, where it is one of its own.
func (l *look) mode(path string, mode uint32) {
	if l.files++; l.files <= manyModes && mode != usual(l.DirMode, false) && mode != usual(l.DirMode, true) {
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
func (s *Store) changes(ctx context.Context, l *look) error {
	repo, err := s.Facts.HandOver(s.Root)
	if s.asks {
		return s.ask(ctx, l)
	}
	if err == nil {
		l.at(s.Root, repo.Root())
		if err = s.read(ctx, l, repo); err == nil {
			l.repo = repo
			return nil
		}
	}
	switch {
	case errors.Is(err, git.ErrNone):
		return nil
	case ctx.Err() != nil:
		return ErrLate
	case !errors.Is(err, git.ErrUnsupported) && !errors.Is(err, git.ErrBound):
		return err
	}
	return s.ask(ctx, l)
}

// at says where the root lies in a repository.
func (l *look) at(root, top string) {
	l.git = true
	if rel, err := filepath.Rel(top, root); err == nil && rel != "." {
		l.prefix = filepath.ToSlash(rel) + "/"
	}
}

// read reads the repository.
func (s *Store) read(ctx context.Context, l *look, repo *git.Repo) error {
	head, err := repo.Head()
	if err != nil {
		return err
	}
	stashes, err := repo.Stashes()
	if err != nil {
		return err
	}
	all := look{prefix: l.prefix}
	all.Tracked = true
	q := git.Query{Path: strings.TrimSuffix(l.prefix, "/"), Untracked: git.Each, Ignored: true}
	if err := repo.Status(q, func(c git.Change) bool {
		if c.Staged != 0 {
			all.Staged++
		}
		if dir, ok := strings.CutSuffix(c.Path, "/"); ok && c.Work == git.Ignored {
			all.ignore(dir)
		} else {
			all.add(found{path: c.Path, ignored: c.Work == git.Ignored, tracked: c.Work != git.Ignored && c.Work != git.Untracked})
		}
		return ctx.Err() == nil
	}); err != nil {
		return err
	}
	l.Head, l.Staged, l.found, l.ignored, l.More = head.Commit, all.Staged, all.found, all.ignored, all.More
	l.Tracked = all.Tracked
	for _, st := range stashes[:min(len(stashes), maxStashes)] {
		l.Stashes = append(l.Stashes, Stash{st.Commit, st.Message})
	}
	return ctx.Err()
}

// ask asks git.
func (s *Store) ask(ctx context.Context, l *look) error {
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
	return s.Facts.Run(ctx, s.Root, nil, func(out io.Reader) error {
		return eachRecord(out, l.record)
	}, "status", "--porcelain=v2", "-z", "--no-renames", "--no-ahead-behind", "--ignore-submodules=all",
		"--branch", "--untracked-files=all", "--ignored=matching")
}

// manyFound bounds how many paths are looked at.
const manyFound = 10 * manyEntries

// record reads a record of git status.
func (l *look) record(record string) {
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
func (l *look) ignore(dir string) {
	if dir, ok := l.below(dir); ok {
		l.ignored = append(l.ignored, dir)
	}
}

// add adds a path as git names it.
func (l *look) add(f found) {
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
func (l *look) below(path string) (string, bool) { return strings.CutPrefix(path, l.prefix) }
