package rules

import (
	"slices"
	"sync/atomic"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// answers holds the rules for recent triggers: the calls of a script repeat a
// few programs and effects. A new answer replaces one with the same hash, so
// that programs without a model, of which there is no end, take no more room.
// It is safe for concurrent use.
type answers [512]atomic.Pointer[answer]

// answer is the rules that may fire on a trigger.
type answer struct {
	trigger rule.Trigger
	rules   []*rule.Rule
}

// rulesFor is the function rulesFor with a memory.
func (a *answers) rulesFor(t rule.Trigger) []*rule.Rule {
	slot := &a[hash(t)%uint32(len(a))]
	if known := slot.Load(); known != nil && same(known.trigger, t) {
		return known.rules
	}
	found := rulesFor(t)
	t.Effects = slices.Clone(t.Effects) // the caller may use its list again
	slot.Store(&answer{t, found})
	return found
}

func same(a, b rule.Trigger) bool {
	return a.Program == b.Program && a.Model == b.Model && a.Classes == b.Classes && a.Problem == b.Problem && slices.Equal(a.Effects, b.Effects)
}

func hash(t rule.Trigger) uint32 {
	h := hashOf(uint32(t.Classes), t.Program)
	for _, kind := range t.Effects {
		h = hashOf(h, string(kind))
	}
	return hashOf(h, t.Problem)
}

func hashOf(h uint32, s string) uint32 {
	for i := range len(s) {
		h = h*31 + uint32(s[i])
	}
	return h*31 + uint32(len(s))
}
