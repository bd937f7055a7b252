package facts

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// tree looks at the work tree that holds a directory.
func (s *Source) tree(ctx context.Context, dir string) rule.TreeState {
	r, err := s.find(dir)
	if err != nil || ctx.Err() != nil {
		return rule.TreeState{}
	}
	if r == nil {
		return rule.TreeState{Known: true}
	}
	t := rule.TreeState{Known: true, Repo: true, Root: r.root, Linked: r.Linked()}
	read := t
	if err = s.readTree(r, &read); err == nil {
		return read
	}
	if left(err) {
		err = s.askTree(ctx, r, &t)
	}
	if err != nil {
		return rule.TreeState{}
	}
	return t
}

// readTree looks at the files of the repository.
func (s *Source) readTree(r *repo, t *rule.TreeState) error {
	head, err := r.Head()
	if err != nil {
		return err
	}
	t.Branch = head.Branch()
	stashes, err := r.Stashes()
	if err != nil {
		return err
	}
	t.Stashes = len(stashes)
	entries := 0
	return r.Status(git.Query{Untracked: git.Collapsed}, func(c git.Change) bool {
		switch {
		case c.Work == git.Untracked:
			t.Untracked++
		case c.Staged != 0 || c.Work != git.Hidden:
			t.Modified++
			if c.Staged != 0 {
				t.Staged++
			}
		default:
			return true
		}
		entries++
		t.More = entries == s.entries
		return !t.More
	})
}

// askTree asks git.
func (s *Source) askTree(ctx context.Context, r *repo, t *rule.TreeState) error {
	entries := 0
	err := s.status(ctx, r, func(kind byte, rest []byte) bool {
		switch kind {
		case '#':
			header(t, string(rest))
			return true
		case '?':
			t.Untracked++
		default:
			t.Modified++
			if len(rest) > 0 && rest[0] != '.' {
				t.Staged++
			}
		}
		entries++
		return entries < s.entries
	}, "--branch", "--show-stash", "--untracked-files=normal", "--ignored=no")
	if errors.Is(err, errStopped) {
		t.More, err = true, nil
	}
	return err
}

// header reads one of the lines that status --branch begins with.
func header(t *rule.TreeState, line string) {
	name, value, _ := strings.Cut(line, " ")
	switch name {
	case "branch.head":
		if value != "(detached)" {
			t.Branch = value
		}
	case "stash":
		t.Stashes, _ = strconv.Atoi(value)
	}
}

// status passes the records of git status to visit by their kind: '#' a
// header, '1' 'u' a tracked file with changes, '?' untracked, '!' ignored.
// rest is what follows the kind. Content is compared as it lies on disk, since
// filters do not run: where git cannot tell by size and time that a filtered
// file is unchanged, it counts as modified, which is the careful side.
func (s *Source) status(ctx context.Context, r *repo, visit func(kind byte, rest []byte) bool, args ...string) error {
	return s.gitIn(ctx, r, 0, func(record []byte) bool {
		if len(record) < 2 {
			return true
		}
		return visit(record[0], record[2:])
	}, append([]string{
		"status", "--porcelain=v2", "-z", "--no-renames", "--no-ahead-behind", "--ignore-submodules=all",
	}, args...)...)
}
