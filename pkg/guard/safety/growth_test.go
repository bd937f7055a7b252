package safety_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/e2e/shapes"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
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
			if slices.ContainsFunc(two.Script.Problems, func(p shell.Problem) bool { return p.Kind == unread.TooLarge }) {
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

// slow is a line that takes much work.
const slow = "for i in a b c d; do for j in a b c d; do for k in a b c d; do rm -f $i/$j/$k; done; done; done\n"

// Behind what is too much to follow, each command that may do harm is judged on its
// own, also one of a program that only some subcommands of do any.
func TestUnreadRest(t *testing.T) {
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

// What agents write in one go, up to 64 KB, can be checked to its end.
func TestLongOrdinaryTexts(t *testing.T) {
	e := engine()
	for name, text := range map[string]string{
		"files by Python":     "python3 <<'E'\nfrom pathlib import Path\n" + strings.Repeat("Path('out/page.html').write_text('<h1>A page of the shop, with a title</h1>')\n", 800) + "E\n",
		"files by JavaScript": "node <<'E'\nconst fs = require('fs')\n" + strings.Repeat("fs.writeFileSync('out/page.html', '<h1>A page of the shop</h1>')\n", 900) + "E\n",
		"checks of a server":  strings.Repeat("code=$(curl -s -o /dev/null -w '%{http_code}' http://localhost:3000/shop/items); [ \"$code\" = 200 ] && echo ok || echo \"FAIL: $code\"\n", 450),
	} {
		v := e.Judge(text, place, facts.New(facts.Options{Cwd: t.TempDir(), Wall: time.Minute}))
		for _, p := range v.Script.Problems {
			t.Errorf("%s: %s", name, p.Say)
		}
	}
}

// Where the user is asked, that something was left unread is said first.
func TestUnreadIsSaidFirst(t *testing.T) {
	text := "rm -rf \"$DIR\"\n" + strings.Repeat(slow, 600)
	v := engine().Judge(text, place, nil)
	if len(v.Findings) < 2 || v.Findings[0].Rule != "shell/too-large" {
		t.Errorf("%v, want shell/too-large first", v.Findings)
	}
}
