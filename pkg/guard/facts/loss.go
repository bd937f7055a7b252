package facts

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// loss collects whose work is lost.
type loss struct {
	source  *Source
	tracked bool // only changes of files that git tracks are lost
	kept    bool // what git ignores is left out
	outside bool // of the project
	tests   []rule.FileTest
	looked  int
	state   rule.AuthorState
	trees   map[string]rule.Author // of linked worktrees, by their root
}

// at adds what is lost at a path.
func (l *loss) at(ctx context.Context, path string) {
	parent, err := l.source.resolved(filepath.Dir(path))
	if err != nil {
		l.state.Known = l.state.Known && errors.Is(err, os.ErrNotExist)
		return
	}
	path = filepath.Join(parent, filepath.Base(path))
	info, err := os.Lstat(path)
	if err != nil && !(l.tracked && errors.Is(err, os.ErrNotExist)) {
		l.state.Known = l.state.Known && errors.Is(err, os.ErrNotExist)
		return
	}
	dir := err == nil && info.IsDir()
	home := parent
	if dir {
		home, l.state.Tree = path, true
	}
	r, err := l.source.find(home)
	switch {
	case isHook(path):
		l.walk(ctx, path, nil)
	case err != nil || inGitDir(path):
		l.state.Known = false
	case r == nil && l.tracked:
		l.state.Known = false
	case r == nil:
		l.walk(ctx, path, nil)
	default:
		l.changed(ctx, r, path)
	}
	if dir && l.state.More && len(l.state.Theirs) == 0 && l.source.author.File(File{Path: path}).Kind == rule.AuthorSession {
		l.state.Own, l.state.More = l.state.Own+1, false // the session made the directory
	}
}

// changed adds the files at or below a path of a work tree whose content is in
// no commit.
func (l *loss) changed(ctx context.Context, r *repo, path string) {
	rel, err := r.Rel(path)
	if err != nil {
		l.state.Known = false
		return
	}
	ignored := false
	err = l.source.changes(ctx, r, rel, l.tracked, func(name string, kind git.Kind) bool {
		if kind == git.Ignored {
			ignored = ignored || !l.kept && covers(name, rel, r.foldCase)
		} else {
			l.file(r, filepath.Join(r.root, filepath.FromSlash(name)), kind)
		}
		return !l.state.More
	})
	if ignored {
		l.walk(ctx, path, r)
	}
	l.state.Known = l.state.Known && err == nil
}

// walk adds the files at or below a path, of which git does not keep any.
func (l *loss) walk(ctx context.Context, path string, r *repo) {
	err := filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || ctx.Err() != nil || l.state.More:
			l.state.More = true
			return filepath.SkipAll
		case !d.IsDir():
			l.file(r, path, git.Ignored)
		case isGit(d.Name()):
			l.state.More = true // a history of its own
			return filepath.SkipAll
		}
		return nil
	})
	l.state.Known = l.state.Known && err == nil
}

// file adds one file, which git ignores also where there is no git.
func (l *loss) file(r *repo, path string, kind git.Kind) {
	tracked := kind != git.Untracked && kind != git.Ignored
	if l.looked++; l.looked > maxAuthored {
		l.state.More = true
		return
	}
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return // to bring a deleted file back loses nothing
	}
	if err != nil || info.IsDir() {
		l.state.More = true
		return
	}
	if info.Size() == 0 && !tracked || slices.ContainsFunc(l.tests, func(t rule.FileTest) bool { return !t.Holds(info.Size(), info.ModTime(), time.Now()) }) {
		return
	}
	if !tracked && l.looked <= manyHeld && isElsewhere(r, path, info) {
		l.state.Own++
		return
	}
	f := File{Path: path, Written: info.ModTime(), Changed: paths.ChangeTime(info), Tracked: tracked, Unseen: kind == git.Ignored}
	if !tracked {
		f.Born = look.Born(path)
	} else if f.Written.Before(f.Changed) && l.modeOnly(r, path) {
		f.Written = f.Changed // of its mode, of which nothing else tells
	}
	author := l.source.author.File(f)
	if r != nil && r.Linked() && (author.Kind == rule.AuthorUser || author.Kind == rule.AuthorUnknown) && l.tree(r).Kind == rule.AuthorSession {
		author = l.tree(r)
	}
	switch author.Kind {
	case rule.AuthorSession:
		if l.outside && !(r != nil && r.Linked() && l.tree(r).Kind == rule.AuthorSession) {
			l.state.More = true
			return
		}
		l.state.Own++
	case rule.AuthorOther, rule.AuthorUser, rule.AuthorEnded:
		l.state.Theirs = append(l.state.Theirs, rule.Authored{Name: l.name(path), Author: author})
	default:
		l.state.More = true
		l.state.Unsure = append(l.state.Unsure, l.name(path))
	}
}

// modeOnly reports whether nothing but its mode sets a file apart from the commit that is checked
// out.
func (l *loss) modeOnly(r *repo, path string) bool {
	if r == nil {
		return false
	}
	rel, err := r.Rel(path)
	return err == nil && sameAsHead(r, rel, path)
}

// maxHeld bounds a file that is compared with those that git tracks, in bytes, and manyHeld
// how many of a directory are.
const (
	maxHeld  = 1 << 20
	manyHeld = 50
)

// isElsewhere reports whether nothing is lost with a file that git does not track: a link,
// whose target stays, or content that git has under another name.
func isElsewhere(r *repo, path string, info os.FileInfo) bool {
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		return true
	case r == nil || !info.Mode().IsRegular() || info.Size() > maxHeld:
		return false
	}
	return r.Holds(info.Size(), func() ([]byte, error) { return paths.ReadFile(path, maxHeld) })
}

// name returns the path of a file as users type it in the directory of the source.
func (l *loss) name(path string) string {
	const far = "../../.." // a whole path is easier to read
	base := l.source.cwd
	if real, err := l.source.resolved(base); err == nil {
		base = real
	}
	if rel, err := filepath.Rel(base, path); err == nil && !strings.HasPrefix(filepath.ToSlash(rel), far) {
		return filepath.ToSlash(rel)
	}
	return path
}

// tree returns who made a linked worktree.
func (l *loss) tree(r *repo) rule.Author {
	author, ok := l.trees[r.root]
	if !ok {
		if made := madeAt(r); !made.IsZero() {
			author = l.source.author.Tree(r.root, made)
		}
		l.trees[r.root] = author
	}
	return author
}

// madeAt returns when a linked worktree was made: git writes the file that names
// the common directory once.
func madeAt(r *repo) (at time.Time) {
	if info, err := os.Lstat(filepath.Join(r.Dir(), "commondir")); err == nil {
		at = info.ModTime()
	}
	return at
}
