package rescue

import (
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// Missed names the first thing of what a command would lose that would not come back
// from a snapshot, with the reason; "" for none.
func (s *Store) Missed(state *State, losses []safety.Loss) string {
	for _, l := range losses {
		path, ok := s.Below(l.Path)
		if !ok {
			return redact.Clean(l.Path).String() + " (not in the project)"
		}
		if u := state.misses(Loss{Path: path, Deletes: l.Deletes, Stash: l.Stash}); u != nil {
			return redact.Clean(u.Path).String() + " (" + u.Why + ")"
		}
	}
	return ""
}
