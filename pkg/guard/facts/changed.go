package facts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Changed is what of a work tree is not as the commit has it that is checked out, by
// paths below its root.
type Changed struct {
	Root      string
	Files     map[string]time.Time // with the time when each was changed last
	Untracked map[string]bool      // those of them that git does not track
	Gone      []string             // files that git tracks, and that are not there
	Known     bool                 // false where there are more than so many, or no time
}

// Changes lists the files of the work tree that holds a directory whose content
// is in no commit. What was listed of the tree is kept for the next source.
func (s *Source) Changes(dir string, most int) Changed {
	dir, ok := s.abs(dir)
	if !ok {
		return Changed{}
	}
	var memo map[string]Changed
	return ask(s, &memo, dir, func(ctx context.Context) Changed {
		r, err := s.find(dir)
		if err != nil || r == nil {
			return Changed{}
		}
		c := Changed{Root: r.root, Files: make(map[string]time.Time), Untracked: make(map[string]bool)}
		err = s.changes(ctx, r, "", false, func(name string, kind git.Kind) bool {
			if kind == git.Ignored {
				return true
			}
			if at, there := ChangedAt(filepath.Join(r.root, filepath.FromSlash(name))); !there {
				c.Gone = append(c.Gone, name)
			} else if c.Files[name] = at; kind == git.Untracked {
				c.Untracked[name] = true
			}
			return len(c.Files) <= most && len(c.Gone) <= most
		})
		if err == nil {
			_ = r.Keep() // only time is lost without it
		}
		c.Known = err == nil && len(c.Files) <= most && len(c.Gone) <= most
		return c
	})
}

// ChangedAt returns when a file was changed last in any way.
func ChangedAt(path string) (at time.Time, ok bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return at, false
	}
	return paths.ChangeTime(info), true
}

// changes visits the files at or below a place of a work tree whose content is in
// no commit, and what git ignores there, by their paths from the root, until
// visit returns false. With tracked it visits only what git tracks.
func (s *Source) changes(ctx context.Context, r *repo, rel string, tracked bool, visit func(name string, kind git.Kind) bool) error {
	type change struct {
		name string
		kind git.Kind
	}
	var found []change
	add := func(name string, kind git.Kind) bool {
		found = append(found, change{name, kind})
		return len(found) <= s.entries
	}
	q := git.Query{Path: rel, Untracked: git.Each, Ignored: true}
	if tracked {
		q.Untracked, q.Ignored = git.None, false
	}
	err := r.Status(q, func(c git.Change) bool {
		return c.Staged == 0 && c.Work == git.Hidden || add(c.Path, c.Work)
	})
	if left(err) {
		if rel == "" {
			rel = "."
		}
		args := []string{"--untracked-files=all", "--ignored=matching", "--", r.pathspec(rel)}
		if tracked {
			args[0], args[1] = "--untracked-files=no", "--ignored=no"
		}
		found = nil
		err = s.status(ctx, r, func(kind byte, rest []byte) bool {
			return add(statusName(kind, rest), map[byte]git.Kind{'?': git.Untracked, '!': git.Ignored}[kind])
		}, args...)
		if errors.Is(err, errStopped) {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	if len(found) > s.entries {
		return errStopped
	}
	for _, c := range found {
		if !visit(c.name, c.kind) {
			return nil
		}
	}
	return nil
}
