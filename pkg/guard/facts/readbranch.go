package facts

import (
	"io/fs"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// allRefs are the refs that keep commits.
type allRefs struct {
	heads, remotes, tags []git.Ref
}

func readRefs(r *repo) (all allRefs, err error) {
	if all.heads, err = r.Refs("refs/heads"); err != nil {
		return all, err
	}
	if all.remotes, err = r.Refs("refs/remotes"); err != nil {
		return all, err
	}
	all.tags, err = r.Refs("refs/tags")
	return all, err
}

// ids returns the hashes of refs but for one.
func ids(but string, refs ...[]git.Ref) []string {
	var all []string
	for _, list := range refs {
		for _, ref := range list {
			if ref.Name != but {
				all = append(all, ref.ID)
			}
		}
	}
	return all
}

// main returns the names of the refs that branches are merged into: the default
// branches of remotes, else those that have their names here.
func (a *allRefs) main() []string {
	var names []string
	for _, ref := range a.remotes {
		if ref.Target != "" && strings.HasSuffix(ref.Name, "/HEAD") && strings.Count(ref.Name, "/") == 3 {
			names = append(names, ref.Target)
		}
	}
	if len(names) > 0 {
		return names
	}
	for _, ref := range a.heads {
		if ref.Name == "refs/heads/main" || ref.Name == "refs/heads/master" {
			names = append(names, ref.Name)
		}
	}
	return names
}

// find returns the hash of a ref, "" when there is none of that name.
func (a *allRefs) find(name string) string {
	for _, list := range [...][]git.Ref{a.heads, a.remotes, a.tags} {
		for _, ref := range list {
			if ref.Name == name {
				return ref.ID
			}
		}
	}
	return ""
}

// readBranch looks at the files of the repository. only are the commits that nothing else
// leads to.
func readBranch(r *repo, name, to string) (b rule.BranchState, only []string, err error) {
	b.Known = true
	head, err := r.Head()
	if err != nil {
		return b, nil, err
	}
	if head.Commit == "" && name == "" {
		return b, nil, fs.ErrNotExist
	}
	all, err := readRefs(r)
	if err != nil {
		return b, only, err
	}
	self := "refs/heads/" + name
	if name == "" {
		self = head.Ref
	}
	tip := head.Commit
	if strings.HasPrefix(self, "refs/heads/") {
		if tip = all.find(self); tip == "" {
			return b, nil, nil
		}
	}
	b.Exists = true
	others := ids(self, all.heads, all.tags, all.remotes)
	if to != "" {
		commit, err := r.Resolve(to)
		if err != nil {
			return b, only, err
		}
		others = append(others, commit)
	}
	only, err = r.Only(tip, others)
	if err != nil {
		return b, only, err
	}
	b.Ahead = min(len(only), maxAhead)
	if !strings.HasPrefix(self, "refs/heads/") {
		return b, only, nil
	}
	if b.Pushed, err = in(r, tip, ids("", all.remotes)); err != nil {
		return b, only, err
	}
	into, err := all.mergedInto(r, self)
	if err != nil {
		return b, only, err
	}
	lines := into[:len(into):len(into)] // that stay, whatever is checked out
	// HEAD does not show that the current branch is merged: it is on it.
	if head.Ref != self {
		if head.Commit == "" {
			return b, nil, fs.ErrNotExist
		}
		into = append(into, head.Commit)
	}
	if b.Merged, err = in(r, tip, into); err != nil || b.Merged || b.Pushed || b.Ahead == 0 || to != "" {
		return b, only, err
	}
	b.Squashed, err = squashed(r, tip, lines)
	return b, only, err
}

// mergedInto returns the hashes of the refs that a branch may have been merged
// into, but for HEAD.
func (a *allRefs) mergedInto(r *repo, self string) ([]string, error) {
	own, err := r.Upstream(strings.TrimPrefix(self, "refs/heads/"))
	if err != nil {
		return nil, err
	}
	var into []string
	for _, name := range append(a.main(), own) {
		if id := a.find(name); id != "" && name != self && !strings.HasPrefix(name, "refs/tags/") {
			into = append(into, id)
		}
	}
	return into, nil
}

// in reports whether one of some commits is a commit or comes after it.
func in(r *repo, tip string, others []string) (bool, error) {
	if len(others) == 0 {
		return false, nil
	}
	only, err := r.Only(tip, others)
	return len(only) == 0, err
}
