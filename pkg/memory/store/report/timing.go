package report

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Timing sums up the calls of a hook.
type Timing struct {
	Hook          string
	Calls         int
	P50, P95, P99 time.Duration
	Answers       int // calls that put something into the context of a model
	Tokens        int // all together
}

// Timings sums up the calls of hooks, in the order of the given names, with
// the samples that were not added up yet.
func Timings(t *store.Tx, path string, hooks []string) ([]Timing, error) {
	sums, err := store.SumSamples(t, path)
	if err != nil {
		return nil, err
	}
	var list []Timing
	for _, hook := range hooks {
		if h := sums[hook]; h != nil && h.Calls > 0 {
			list = append(list, Timing{hook, h.Calls, h.Within(0.50), h.Within(0.95), h.Within(0.99), h.Answers, h.Tokens})
		}
	}
	return list, nil
}
