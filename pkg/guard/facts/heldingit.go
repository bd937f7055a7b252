package facts

import (
	"context"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxHeldCommits bounds the commits that are looked at for work of others.
const maxHeldCommits = 20

// heldInStash lists of which work of others a stash is the last copy: what it changes, and
// files that git did not track.
func (s *Source) heldInStash(ctx context.Context, r *repo, commit string, list *[]rule.Authored) {
	if s.author == nil || len(s.author.Held()) == 0 {
		return
	}
	c, err := r.Commit(commit)
	if err != nil || len(c.Parents) == 0 {
		return
	}
	if changed, err := r.Changed(c.Parents[0], commit, maxStashes); err == nil {
		s.heldInGit(ctx, r, commit, changed, "", list)
	}
	if len(c.Parents) > 2 {
		if added, err := r.Changed("", c.Parents[2], maxStashes); err == nil {
			s.heldInGit(ctx, r, c.Parents[2], added, "", list)
		}
	}
}

// heldInBranch lists of which work of others commits hold the last copy that only a branch
// leads to. What is checked out goes with them where the branch is, and goes to another one.
func (s *Source) heldInBranch(ctx context.Context, r *repo, name, to string, only []string, list *[]rule.Authored) {
	if s.author == nil || len(only) == 0 || len(s.author.Held()) == 0 {
		return
	}
	head, err := r.Head()
	if err != nil {
		return
	}
	here := name == "" || head.Ref == "refs/heads/"+name
	switch {
	case !here:
		to = "" // the work tree stays
	case to != "":
		if to, err = r.Resolve(to); err != nil {
			return
		}
	default: // it is deleted after another one is checked out
		all, err := readRefs(r)
		if err != nil {
			return
		}
		for _, main := range all.main() {
			if main != head.Ref {
				to = all.find(main)
			}
		}
		if to == "" {
			return
		}
	}
	for _, id := range only[:min(len(only), maxHeldCommits)] {
		c, err := r.Commit(id)
		if err != nil {
			return
		}
		before := ""
		if len(c.Parents) > 0 {
			before = c.Parents[0]
		}
		if files, err := r.Changed(before, id, maxHeldNames); err == nil {
			s.heldInGit(ctx, r, id, files, to, list)
		}
	}
}

// heldInGit lists which of the files of a commit hold the last copy of work of others. to is
// the commit that is checked out in its place; "": none.
func (s *Source) heldInGit(ctx context.Context, r *repo, commit string, files []string, to string, list *[]rule.Authored) {
	all := s.author.Held()
	l := loss{source: s}
	for _, name := range files[:min(len(files), maxHeldNames)] {
		path := filepath.Join(r.root, filepath.FromSlash(name))
		sum := int64(-1)
		for i := range all {
			h := &all[i]
			if h.Place != "" || h.Name != path || ctx.Err() != nil {
				continue
			}
			if sum < 0 {
				data, err := r.Content(commit, name)
				if err != nil {
					break
				}
				sum = s.author.Sum(data)
			}
			if h.Sum != 0 && h.Sum != sum || s.stays(ctx, h, to) || s.heldElsewhere(all, h, func(string) bool { return false }) {
				continue
			}
			add(list, l.name(path))
			break
		}
	}
}
