package hook

import (
	"math/rand/v2"
	"time"

	"github.com/ctxhook/ctxhook/pkg/store"
)

// sampled is of how many calls that say nothing one is noted, which stands for
// all of them: a call in sixteen pays for a line in a small file, and the
// others for nothing.
const sampled = 16

// measure notes how long a hook took, and how much of it a model was told, for
// stats. Its time is that of its own work: what the system needs to start a
// program, and the program to get ready, is not in it.
func (r *run) measure(event *Event) {
	if r.timings == "" || r.call.Canary() {
		return
	}
	s := store.Sample{Hook: event.Name, Took: time.Since(r.start), Tokens: r.told, Stands: 1}
	if s.Tokens == 0 {
		if rand.IntN(sampled) != 0 {
			return
		}
		s.Stands = sampled
	}
	store.AppendSample(r.timings, s)
}

// Names returns the names of all hooks.
func Names() []string {
	names := make([]string, len(Events))
	for i := range Events {
		names[i] = Events[i].Name
	}
	return names
}
