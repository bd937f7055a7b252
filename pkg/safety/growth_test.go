package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/e2e/shapes"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// What a script costs grows with its length: twice the text takes twice the work
// and memory, or as much as there may be of it. Both are the same in every run,
// unlike time.
func TestGrowth(t *testing.T) {
	const (
		small    = 8 << 10
		growth   = 4.4
		atRest   = 1 << 20             // bytes that a short text may ask for
		allSteps = shell.Steps * 5 / 4 // with what is kept for the rest of a text, and for what is offered
	)
	e := engine()
	for _, s := range shapes.All {
		t.Run(s.Name, func(t *testing.T) {
			judged(e, s.Text(1)) // models are unpacked once
			one, oneBytes := judged(e, s.Text(small))
			two, twoBytes := judged(e, s.Text(2*small))
			before, after := one.Script.Work.Done(), two.Script.Work.Done()
			if after > 2*allSteps {
				t.Errorf("%d steps, want at most %d", after, allSteps)
			}
			if over := two.Script.Work.Over(); !over && float64(after) > growth*float64(before) {
				t.Errorf("%d steps for %d bytes, %d for twice as many", before, small, after)
			}
			if twoBytes > atRest && float64(twoBytes) > 1.2*growth*float64(oneBytes) {
				t.Errorf("%d bytes asked for at %d, %d at twice as many", oneBytes, small, twoBytes)
			}
		})
	}
}
