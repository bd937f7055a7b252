package safety_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/e2e/shapes"
	"github.com/ctxhook/ctxhook/pkg/safety"
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

// Behind what is too much to follow, each command that may do harm is judged on its
// own, also one of a program that only some subcommands of do any.
func TestUnreadRest(t *testing.T) {
	const slow = "for i in a b c d; do for j in a b c d; do for k in a b c d; do rm -f $i/$j/$k; done; done; done\n"
	e := engine()
	for text, want := range map[string]string{
		"rm -rf ~/":                       "filesystem/delete-critical",
		"git push --force origin main":    "git/force-push-protected",
		"aws s3 rm s3://logs --recursive": "cloud/destroy",
	} {
		v := e.Judge(strings.Repeat(slow, 600)+text, place, nil)
		if !slices.ContainsFunc(v.Findings, func(f safety.Finding) bool { return f.Rule == want }) {
			t.Errorf("%s: %v, want %s among them", text, v.Findings, want)
		}
	}
}
