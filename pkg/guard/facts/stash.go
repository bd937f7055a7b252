package facts

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxStashes bounds how many stashes, and how many of their files, are listed.
const maxStashes = 100

// stash lists the messages of the stashes and the files of the newest.
func (s *Source) stash(ctx context.Context, dir string) rule.StashState {
	r, err := s.find(dir)
	if err != nil || r == nil {
		return rule.StashState{}
	}
	st, err := s.readStash(ctx, r)
	if left(err) {
		return s.askStash(ctx, r)
	}
	if err != nil {
		return rule.StashState{}
	}
	return st
}

// readStash looks at the files of the repository.
func (s *Source) readStash(ctx context.Context, r *repo) (rule.StashState, error) {
	st := rule.StashState{Known: true}
	stashes, err := r.Stashes()
	if err != nil || len(stashes) == 0 {
		return st, err
	}
	for _, one := range stashes[:min(len(stashes), maxStashes)] {
		s.addStash(&st, one)
		if n := len(st.Stashes); n > 0 {
			s.heldInStash(ctx, r, one.Commit, &st.Stashes[n-1].Holds)
		}
	}
	top, err := r.Ref("refs/stash")
	if err != nil {
		return st, err
	}
	c, err := r.Commit(top)
	if err != nil || len(c.Parents) == 0 {
		return st, err
	}
	if st.Files, err = r.Changed(c.Parents[0], top, maxStashes); err != nil || len(c.Parents) < 3 {
		if err == nil {
			st.Kept, err = keptStash(r, &st, top, c.Parents)
		}
		return st, err
	}
	untracked, err := r.Changed("", c.Parents[2], maxStashes)
	st.Files = append(st.Files, untracked...)
	st.Added = len(untracked)
	return st, err
}

// askStash asks git.
func (s *Source) askStash(ctx context.Context, r *repo) rule.StashState {
	st := rule.StashState{Known: true}
	n, err := s.lines(ctx, r, maxStashes, "for-each-ref", "--format=%(refname)", "refs/stash")
	if err != nil {
		return rule.StashState{}
	} else if len(n) == 0 {
		return st
	}
	entries, err := s.lines(ctx, r, maxStashes, "log", "--walk-reflogs", "--format=%H %ct %gs", "refs/stash", "--")
	if err != nil {
		return rule.StashState{}
	}
	for _, entry := range entries {
		commit, rest, _ := strings.Cut(entry, " ")
		made, message, _ := strings.Cut(rest, " ")
		one := git.Stash{Commit: commit, Message: message}
		if seconds, err := strconv.ParseInt(made, 10, 64); err == nil {
			one.Made = time.Unix(seconds, 0)
		}
		s.addStash(&st, one)
	}
	if len(st.Messages) == 0 {
		st.Messages = []string{""} // without a reflog there is still the one
	}
	// What follows only says more.
	st.Files, _ = s.lines(ctx, r, maxStashes, "diff-tree", "-r", "--name-only", "--no-ext-diff", "--no-textconv", "refs/stash^1", "refs/stash")
	untracked, _ := s.lines(ctx, r, maxStashes, "ls-tree", "-r", "--name-only", "refs/stash^3")
	st.Files = append(st.Files, untracked...)
	st.Added = len(untracked)
	return st
}

// addStash adds the next older stash.
func (s *Source) addStash(st *rule.StashState, one git.Stash) {
	st.Messages = append(st.Messages, one.Message)
	if s.author == nil {
		return
	}
	known := rule.Stash{Commit: one.Commit[:min(len(one.Commit), shownCommit)]}
	if !one.Made.IsZero() {
		known.Author = s.author.Stash(one.Made, one.Exact)
	}
	st.Stashes = append(st.Stashes, known)
}

// shownCommit is how much of a commit's hash names it.
const shownCommit = 12

// lines returns the first lines that a git command prints.
func (s *Source) lines(ctx context.Context, r *repo, most int, args ...string) ([]string, error) {
	var out []string
	err := s.gitIn(ctx, r, '\n', func(record []byte) bool {
		out = append(out, string(record))
		return len(out) < most
	}, args...)
	if errors.Is(err, errStopped) {
		err = nil
	}
	return out, err
}
