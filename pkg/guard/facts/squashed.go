package facts

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// The bounds of a search for changes under another commit.
const (
	maxSquashed    = 200  // files that were changed
	maxDiffering   = 1000 // files in which two commits differ
	maxCandidates  = 20   // commits that may hold the changes
	maxBranchLinks = 200  // commits of a branch
)

// squashed reports whether all files that a branch changed stand, as it has them, in one
// commit that a line of others leads to. A merge by squash or rebase leaves them there under
// other commits. A branch that merged others is not followed.
func squashed(r *repo, tip string, into []string) (bool, error) {
	for _, head := range into {
		only, err := r.Only(tip, []string{head})
		if err != nil || len(only) == 0 || len(only) > maxBranchLinks {
			return false, err
		}
		base := ""
		var touched []string
		for _, id := range only {
			c, err := r.Commit(id)
			if err != nil || len(c.Parents) != 1 {
				return false, err
			}
			parent := c.Parents[0]
			if !slices.Contains(only, parent) {
				base = parent
			}
			names, err := r.Changed(parent, id, maxSquashed+1)
			if err != nil {
				return false, err
			}
			touched = append(touched, names...)
		}
		// Work that the branch itself took back stands only in its commits.
		net, err := r.Changed(base, tip, maxSquashed+1)
		if err != nil || slices.ContainsFunc(touched, func(name string) bool { return !slices.Contains(net, name) }) {
			return false, err
		}
		if held, err := heldSince(r, base, tip, head); err != nil || held {
			return held, err
		}
	}
	return false, nil
}

// heldSince reports whether a commit since a base, up to a head, has each file in which a
// commit differs from the base as that commit has it.
func heldSince(r *repo, base, commit, head string) (bool, error) {
	changed, err := r.Changed(base, commit, maxSquashed+1)
	if err != nil || len(changed) == 0 || len(changed) > maxSquashed {
		return false, err
	}
	since, err := r.Only(head, []string{base})
	if err != nil {
		return false, err
	}
	if len(since) == 0 {
		since = []string{head}
	}
	for _, id := range since[:min(len(since), maxCandidates)] {
		differing, err := r.Changed(id, commit, maxDiffering)
		if err != nil {
			return false, err
		}
		if len(differing) < maxDiffering && !slices.ContainsFunc(changed, func(name string) bool { return slices.Contains(differing, name) }) {
			return true, nil
		}
	}
	return false, nil
}

// keptStash reports whether the newest stash holds nothing but what a commit has that HEAD
// leads to.
func keptStash(r *repo, st *rule.StashState, top string, parents []string) (bool, error) {
	head, err := r.Head()
	if err != nil || head.Branch() == "" || head.Commit == "" || len(parents) != 2 || len(st.Files) == 0 || len(st.Files) >= maxStashes {
		return false, err
	}
	staged, err := r.Changed(parents[0], parents[1], maxStashes)
	if err != nil {
		return false, err
	}
	other, err := r.Changed(parents[1], top, maxStashes) // what was staged otherwise is nowhere else
	if err != nil || slices.ContainsFunc(staged, func(name string) bool { return slices.Contains(other, name) }) {
		return false, err
	}
	return heldSince(r, parents[0], top, head.Commit)
}
