package facts

import (
	"context"
	"errors"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// clean lists what git clean would delete. git ls-files finds it by the same
// rules.
func (s *Source) clean(ctx context.Context, dir string, q rule.CleanQuery) rule.CleanState {
	r, err := s.find(dir)
	if err != nil || r == nil || s.ready(ctx, r) != nil {
		return rule.CleanState{}
	}
	args := append(r.overrides[:len(r.overrides):len(r.overrides)], "ls-files", "-z", "--others", "--directory", "--no-empty-directory")
	switch {
	case q.OnlyIgnored:
		args = append(args, "--ignored", "--exclude-standard")
	case !q.Ignored:
		args = append(args, "--exclude-standard")
	}
	for _, pattern := range q.Exclude {
		args = append(args, "--exclude="+pattern)
	}
	args = append(args, "--")
	args = append(args, q.Paths...)
	c := rule.CleanState{Known: true}
	err = s.git(ctx, dir, 0, func(record []byte) bool {
		name := string(record)
		if !strings.HasSuffix(name, "/") || q.Dirs || len(q.Paths) > 0 {
			c.Names = append(c.Names, name)
		}
		return len(c.Names) < maxCleaned
	}, args...)
	if errors.Is(err, errStopped) {
		c.More, err = true, nil
	}
	if err != nil {
		return rule.CleanState{}
	}
	return c
}

// maxCleaned bounds how many names are listed.
const maxCleaned = 1000
