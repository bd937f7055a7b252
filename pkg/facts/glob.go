package facts

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// globQuestion is a question about a pattern.
type globQuestion struct {
	pattern string
	deep    bool
}

// glob counts the files with changes, and those that git does not track, which
// a pattern matches. It never shows that all of them are clean.
func (s *Source) glob(ctx context.Context, pattern string, deep bool) rule.PathState {
	dir := filepath.Dir(pattern[:max(strings.IndexAny(pattern, "*?["), 0)] + "x")
	r, err := s.find(dir)
	if err != nil || r == nil || s.ready(ctx, r) != nil {
		return rule.PathState{}
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return rule.PathState{}
	}
	rel, err := filepath.Rel(r.root, filepath.Join(real, strings.TrimPrefix(pattern, dir)))
	if err != nil || strings.HasPrefix(rel, "..") {
		return rule.PathState{}
	}
	rel = filepath.ToSlash(rel)
	specs := []string{":(glob)" + rel}
	if deep {
		specs = append(specs, ":(glob)"+path.Join(path.Dir(rel), "**", path.Base(rel)), ":(glob)"+rel+"/**")
	}
	p := rule.PathState{Known: true, Exists: true, Repo: true, More: true}
	if base := path.Base(rel); deep && (base == "*" || base == "**") && real == r.root {
		p.Repos = 1 // a search finds .git as well, which no pattern of the shell matches
	}
	entries := 0
	err = s.status(ctx, r, func(kind byte, _ []byte) bool {
		if kind == '?' {
			p.Untracked++
		} else {
			p.Modified++
		}
		entries++
		return entries < s.entries
	}, append([]string{"--untracked-files=all", "--ignored=no", "--"}, specs...)...)
	if err != nil && !errors.Is(err, errStopped) {
		return rule.PathState{}
	}
	return p
}
