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
		for _, id := range only {
			c, err := r.Commit(id)
			if err != nil || len(c.Parents) != 1 {
				return false, err
			}
			if parent := c.Parents[0]; !slices.Contains(only, parent) {
				base = parent
			}
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
func (s *Source) keptStash(r *repo, st *rule.StashState, top string, parents []string) (bool, error) {
	head, err := r.Head()
	if err != nil || head.Commit == "" || len(parents) != 2 || len(st.Files) == 0 || len(st.Files) >= maxStashes {
		return false, err
	}
	return heldSince(r, parents[0], top, head.Commit)
}
