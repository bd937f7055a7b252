package safety_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/e2e/shapes"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// mostSteps is what a text may cost: with what is kept for looking through the rest
// of it, for what is offered in its place, and with the last step, which may be a
// large one.
const mostSteps = 2 * shell.Steps

// What a script costs grows with its length: twice the text takes twice the work
// and memory, or as much as there may be of it. Both are the same in every run,
// unlike time.
func TestGrowth(t *testing.T) {
	const (
		small  = 8 << 10
		growth = 2.4
		atRest = 1 << 20 // bytes that a short text may ask for
	)
	e := engine()
	for _, s := range shapes.All {
		t.Run(s.Name, func(t *testing.T) {
			judged(e, s.Text(1)) // models are unpacked once
			one, oneBytes := judged(e, s.Text(small))
			two, twoBytes := judged(e, s.Text(2*small))
			before, after := one.Script.Work.Done(), two.Script.Work.Done()
			if after > mostSteps {
				t.Errorf("%d steps, want at most %d", after, mostSteps)
			}
			if s.Bounded || slices.ContainsFunc(two.Script.Problems, func(p shell.Problem) bool { return p.Kind == shell.TooLarge }) {
				return
			}
			if float64(after) > growth*float64(before) {
				t.Errorf("%d steps for %d bytes, %d for twice as many", before, small, after)
			}
			if twoBytes > atRest && float64(twoBytes) > 1.2*growth*float64(oneBytes) {
				t.Errorf("%d bytes asked for at %d, %d at twice as many", oneBytes, small, twoBytes)
			}
		})
	}
}
