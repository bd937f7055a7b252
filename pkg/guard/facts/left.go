package facts

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// left counts the commits that nothing leads to any more. What cannot be read from the files
// of the repository is not known.
func (s *Source) left(q *rule.LeftQuery) rule.LeftState {
	r, err := s.find(q.Dir)
	if err != nil || r == nil {
		return rule.LeftState{}
	}
	all, err := readRefs(r)
	if err != nil {
		return rule.LeftState{}
	}
	var stays []string
	for _, list := range [...][]string{q.With, {"HEAD"}} {
		for _, name := range list {
			if name == "HEAD" && len(q.Without) > 0 {
				if head, err := r.Head(); err != nil || head.Ref != "" && slices.Contains(q.Without, head.Ref) {
					continue
				}
			}
			id, err := r.Resolve(name)
			if err != nil {
				continue // it keeps nothing that is known
			}
			stays = append(stays, id)
		}
	}
	for _, ref := range slices.Concat(all.heads, all.tags, all.remotes) {
		if !slices.Contains(q.Without, ref.Name) && !slices.Contains(q.Tips, ref.Name) {
			stays = append(stays, ref.ID)
		}
	}
	var gone []string
	for _, tip := range q.Tips {
		id, err := r.Resolve(tip)
		if err != nil {
			return rule.LeftState{}
		}
		only, err := r.Only(id, stays)
		if err != nil {
			return rule.LeftState{}
		}
		for _, one := range only[:min(len(only), maxAhead)] {
			if !slices.Contains(gone, one) {
				gone = append(gone, one)
			}
		}
	}
	state := rule.LeftState{Known: true, Commits: len(gone)}
	if len(gone) > 0 {
		made := s.madeHere(r)
		other := slices.IndexFunc(gone, func(id string) bool { return !made(id) })
		state.Own = other < 0
		if other >= 0 {
			newest, _ := r.Commit(gone[other])
			state.Newest = newest.Subject
		}
	}
	return state
}
