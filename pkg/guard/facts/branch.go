package facts

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxAhead bounds the count of commits; a larger number would not add
// anything.
const maxAhead = 1000

// branchName reports whether a word can be the short name of a branch. It
// leaves out what git would expand to another name: "-", "@{-1}", "main~2".
func branchName(name string) bool {
	if name == "" || name == "@" || name == "HEAD" || name[0] == '-' || name[0] == '/' || name[len(name)-1] == '/' ||
		strings.Contains(name, "..") || strings.Contains(name, "@{") || strings.Contains(name, "//") {
		return false
	}
	for _, c := range []byte(name) {
		if c <= ' ' || c == 0x7f || strings.IndexByte(`~^:?*[\`, c) >= 0 {
			return false
		}
	}
	return true
}

// commitName reports whether a word can name one commit, and no option or
// range of them.
func commitName(to string) bool {
	return to != "" && to[0] != '-' && to[0] != '^' && !strings.Contains(to, "..") && !strings.ContainsAny(to, " \n\x00")
}

// upstreams are the refs that a branch may have been merged into.
type upstreams struct {
	exists  bool
	current bool   // HEAD is on the branch
	own     string // its upstream
	main    []string
}

// branch looks at a local branch, or at what is checked out. Of a remote it
// knows what was last fetched: it fetches nothing.
func (s *Source) branch(ctx context.Context, dir, name, to string) rule.BranchState {
	r, err := s.find(dir)
	if err != nil || r == nil {
		return rule.BranchState{}
	}
	if strings.HasPrefix(name, tags) {
		return readTag(r, name)
	}
	b, only, err := readBranch(r, name, to)
	if left(err) {
		return s.askBranch(ctx, r, name, to)
	}
	if err != nil {
		return rule.BranchState{}
	}
	s.heldInBranch(ctx, r, name, to, only, &b.Holds)
	return b
}

// askBranch asks git.
func (s *Source) askBranch(ctx context.Context, r *repo, name, to string) rule.BranchState {
	if name == "" {
		head, err := s.lines(ctx, r, 1, "rev-parse", "--symbolic-full-name", "HEAD")
		if err != nil || len(head) == 0 {
			return rule.BranchState{}
		}
		if name = strings.TrimPrefix(head[0], "refs/heads/"); name == head[0] {
			b := rule.BranchState{Known: true, Exists: true}
			if s.ahead(ctx, r, "", to, &b.Ahead) != nil {
				return rule.BranchState{}
			}
			return b
		}
	}
	up, err := s.upstreams(ctx, r, name)
	if err != nil {
		return rule.BranchState{}
	}
	if !up.exists {
		return rule.BranchState{Known: true}
	}

	ahead := make(chan error, 1)
	merged := make(chan error, 1)
	b := rule.BranchState{Known: true, Exists: true}
	var only, inHead int
	go func() { ahead <- s.ahead(ctx, r, name, to, &only) }()
	go func() { merged <- s.count(ctx, r, &inHead, "--max-count=1", "refs/heads/"+name, "--not", "HEAD") }()
	b.Pushed, b.Merged, err = s.containing(ctx, r, name, up)
	aheadErr, mergedErr := <-ahead, <-merged
	if err := errors.Join(err, aheadErr, mergedErr); err != nil {
		return rule.BranchState{}
	}
	b.Ahead = only
	// HEAD does not show that the current branch is merged: it is on it.
	b.Merged = b.Merged || !up.current && inHead == 0
	return b
}

// upstreams reads the refs that matter for one branch.
func (s *Source) upstreams(ctx context.Context, r *repo, name string) (upstreams, error) {
	var up upstreams
	var local []string
	err := s.gitIn(ctx, r, '\n', func(record []byte) bool {
		field := strings.Split(string(record), "\t")
		if len(field) != 4 {
			return true
		}
		ref, upstream, target, head := field[0], field[1], field[2], field[3]
		if ref == "refs/heads/"+name {
			up.exists, up.current, up.own = true, head == "*", upstream
		} else if strings.HasPrefix(ref, "refs/remotes/") && target != "" {
			up.main = append(up.main, target)
		} else if ref == "refs/heads/main" || ref == "refs/heads/master" {
			local = append(local, ref)
		}
		return true
	}, "for-each-ref", "--format=%(refname)%09%(upstream)%09%(symref)%09%(HEAD)",
		"refs/heads/"+name, "refs/heads/main", "refs/heads/master", "refs/remotes/*/HEAD")
	if len(up.main) == 0 {
		up.main = local
	}
	return up, err
}

// containing reports whether the tip of a branch is on a remote, and whether
// it is in its upstream or in the default branch.
func (s *Source) containing(ctx context.Context, r *repo, name string, up upstreams) (pushed, merged bool, err error) {
	self := "refs/heads/" + name
	err = s.gitIn(ctx, r, '\n', func(record []byte) bool {
		ref := string(record)
		if ref == self {
			return true
		}
		pushed = pushed || strings.HasPrefix(ref, "refs/remotes/")
		merged = merged || ref == up.own
		for _, main := range up.main {
			merged = merged || ref == main
		}
		return true
	}, "for-each-ref", "--format=%(refname)", "--contains="+self, "refs/heads", "refs/remotes")
	return pushed, merged, err
}

// ahead counts the commits that only this branch leads to, or a detached HEAD
// where no branch is named, and that the commit it goes to does not. A tag keeps
// commits as a branch does. The reflog does not: it is deleted with the branch.
func (s *Source) ahead(ctx context.Context, r *repo, name, to string, n *int) error {
	args := []string{"--max-count=" + strconv.Itoa(maxAhead)}
	if name == "" {
		args = append(args, "HEAD", "--not", "--branches")
	} else {
		args = append(args, "refs/heads/"+name, "--not", "--exclude="+name, "--branches")
	}
	args = append(args, "--tags", "--remotes")
	if to != "" {
		args = append(args, to)
	}
	return s.count(ctx, r, n, append(args, "--")...)
}

// count runs git rev-list --count.
func (s *Source) count(ctx context.Context, r *repo, n *int, args ...string) error {
	var bad error
	err := s.gitIn(ctx, r, '\n', func(record []byte) bool {
		*n, bad = strconv.Atoi(string(record))
		return bad == nil
	}, append([]string{"rev-list", "--count"}, args...)...)
	return errors.Join(bad, err)
}
