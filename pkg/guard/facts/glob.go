package facts

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// globQuestion is a question about a pattern.
type globQuestion struct {
	pattern string
	deep    bool
}

// glob counts the files with changes, and those that git does not track, which
// a pattern matches. It never shows that all of them are clean.
func (s *Source) glob(ctx context.Context, pattern string, deep bool) rule.PathState {
	dir := filepath.Dir(pattern)
	if first := strings.IndexAny(pattern, "*?["); first >= 0 {
		dir = filepath.Dir(pattern[:first] + "x")
	}
	r, err := s.find(dir)
	if err != nil || r == nil {
		return rule.PathState{}
	}
	below, err := s.place(r, dir)
	if err != nil {
		return rule.PathState{}
	}
	rel := strings.TrimPrefix(path.Join(below, filepath.ToSlash(strings.TrimPrefix(pattern, dir))), "/")
	specs := []string{rel}
	if deep {
		specs = append(specs, path.Join(path.Dir(rel), "**", path.Base(rel)), rel+"/**")
	}
	p := rule.PathState{Known: true, Exists: true, Repo: true, More: true}
	if base := path.Base(rel); deep && (base == "*" || base == "**") && below == "" {
		p.Repos = 1 // a search finds .git as well, which no pattern of the shell matches
	}
	read := p
	if err = s.readGlob(r, below, specs, &read); err == nil {
		return read
	}
	if left(err) {
		err = s.askGlob(ctx, r, specs, &p)
	}
	if err != nil {
		return rule.PathState{}
	}
	return p
}

// readGlob looks at the files of the repository.
func (s *Source) readGlob(r *repo, below string, specs []string, p *rule.PathState) error {
	var matchers []func(path string) bool
	for _, spec := range specs {
		matchers = append(matchers, git.PathMatcher(spec))
	}
	entries := 0
	return r.Status(git.Query{Path: below, Untracked: git.Each}, func(c git.Change) bool {
		if !slices.ContainsFunc(matchers, func(covers func(string) bool) bool { return covers(c.Path) }) {
			return true
		}
		switch {
		case c.Work == git.Untracked:
			p.Untracked++
		case c.Staged != 0 || c.Work != git.Hidden:
			p.Modified++
		}
		entries++
		return entries < s.entries
	})
}

// askGlob asks git.
func (s *Source) askGlob(ctx context.Context, r *repo, specs []string, p *rule.PathState) error {
	args := []string{"--untracked-files=all", "--ignored=no", "--"}
	for _, spec := range specs {
		args = append(args, ":(glob)"+spec)
	}
	entries := 0
	err := s.status(ctx, r, func(kind byte, _ []byte) bool {
		if kind == '?' {
			p.Untracked++
		} else {
			p.Modified++
		}
		entries++
		return entries < s.entries
	}, args...)
	if errors.Is(err, errStopped) {
		err = nil
	}
	return err
}
