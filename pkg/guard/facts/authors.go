package facts

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxAuthored bounds how many files are looked at for their author.
const maxAuthored = 500

// lost says whose work is lost.
func (s *Source) lost(ctx context.Context, q rule.LossQuery) rule.AuthorState {
	at := []string{q.Path}
	switch {
	case q.Live && !s.author.Live():
		return rule.AuthorState{Known: true}
	case q.Deep:
		var ok bool
		if at, ok = s.search(ctx, q.Path); !ok {
			return rule.AuthorState{}
		}
	case q.Pattern:
		found, err := filepath.Glob(q.Path) // as the shell has it, but for names that begin with a dot
		if err != nil || len(found) > maxAuthored {
			return rule.AuthorState{}
		}
		at = slices.DeleteFunc(found, func(p string) bool {
			return strings.HasPrefix(filepath.Base(p), ".") && !strings.HasPrefix(filepath.Base(q.Path), ".")
		})
	case q.Names != nil:
		at = make([]string, len(q.Names))
		for i, name := range q.Names {
			at[i] = filepath.Join(q.Path, name)
		}
	}
	l := loss{source: s, tracked: q.Tracked, kept: q.Kept, outside: q.Outside, tests: q.Tests, state: rule.AuthorState{Known: true}, trees: make(map[string]rule.Author)}
	for _, path := range at {
		if l.at(ctx, path); !l.state.Known || ctx.Err() != nil {
			return rule.AuthorState{}
		}
	}
	l.state.Tree = l.state.Tree && q.Names == nil
	l.state.Known = l.state.Known && l.looked > 0 // else there is nothing to be lost, and nothing to be said of it
	return l.state
}

// search lists what lies below a directory under a name that matches the last element of
// a pattern, as a search finds it: nothing below a directory that matches, and no history.
func (s *Source) search(ctx context.Context, pattern string) (found []string, ok bool) {
	dir, name := filepath.Split(pattern)
	if strings.ContainsAny(dir, "*?[") {
		return nil, false
	}
	left := s.entries
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if left--; err != nil || left < 0 || len(found) > maxAuthored || ctx.Err() != nil {
			return errStopped
		}
		switch {
		case path == dir:
			return nil // by whatever name
		case isGit(d.Name()):
			return filepath.SkipDir
		}
		matches, err := filepath.Match(name, d.Name())
		if err != nil || !matches {
			return err
		}
		if found = append(found, path); d.IsDir() {
			return filepath.SkipDir
		}
		return nil
	})
	return found, err == nil && len(found) <= maxAuthored
}
