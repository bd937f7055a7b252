package journal

import (
	"math/rand/v2"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// sampled: of calls that tell the model nothing one in so many is recorded,
// and stands for all of them. The others pay nothing for it.
const sampled = 16

// Sample records for stats how long a hook took, and how many tokens it told
// the model. The time is that of the hook's own work, without the start of the
// process.
func (j *Journal) Sample(hook string, took time.Duration, tokens int) {
	path := j.Judge.Places.Timings()
	if path == "" {
		return
	}
	s := store.Sample{Hook: hook, Took: took, Tokens: tokens, Stands: 1}
	if s.Tokens == 0 {
		if rand.IntN(sampled) != 0 {
			return
		}
		s.Stands = sampled
	}
	store.AppendSample(path, s)
}
