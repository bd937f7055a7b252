package facts

import "github.com/ctxhook/ctxhook/pkg/guard/rule"

// tags begins the full name of a tag.
const tags = "refs/tags/"

// readTag looks at what only a tag keeps: commits that no branch, no remote and no other
// tag leads to. Whether the tag was pushed cannot be told without the remote.
func readTag(r *repo, name string) rule.BranchState {
	all, err := readRefs(r)
	if err != nil {
		return rule.BranchState{}
	}
	b := rule.BranchState{Known: true}
	if all.find(name) == "" {
		return b
	}
	b.Exists = true
	tip, err := r.Resolve(name)
	if err != nil {
		return rule.BranchState{}
	}
	others := ids(name, all.heads, all.tags, all.remotes)
	if head, err := r.Resolve("HEAD"); err == nil {
		others = append(others, head)
	}
	only, err := r.Only(tip, others)
	if err != nil {
		return rule.BranchState{}
	}
	b.Ahead = min(len(only), maxAhead)
	return b
}
