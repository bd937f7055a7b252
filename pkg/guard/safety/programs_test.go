package safety_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/e2e/programs"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

var manyPrograms = flag.Int("programs", 40, "how many programs of each language are written")

// TestPrograms: whatever a program holds, what it does behind that is found, and so
// is what stands behind the command that runs it.
func TestPrograms(t *testing.T) {
	e := engine()
	for _, l := range programs.All {
		t.Run(l.Name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, uint64(len(l.Name))))
			for range *manyPrograms {
				choices := make([]byte, 20+r.IntN(400))
				for i := range choices {
					choices[i] = byte(r.Uint32())
				}
				holds(t, e, l, choices)
			}
		})
	}
}

// FuzzPrograms is TestPrograms with choices that follow what they reach.
func FuzzPrograms(f *testing.F) {
	for i := range programs.All {
		f.Add(byte(i), []byte("0123456789"))
	}
	e := engine()
	f.Fuzz(func(t *testing.T, language byte, choices []byte) {
		if len(choices) < 2000 {
			holds(t, e, programs.All[int(language)%len(programs.All)], choices)
		}
	})
}

func holds(t *testing.T, e *safety.Engine, l programs.Language, choices []byte) {
	text := l.Text(choices)
	run := func(program string) string { return strings.ReplaceAll(l.Run, "@", shell.Quote(program)) }
	behind := e.Judge(run(text)+"\nrm -rf /home/ann", place, nil)
	inside := e.Judge(run(text+l.Call), place, nil)
	for _, p := range behind.Script.Problems {
		if strings.Contains(p.Say, "error of ctxhook") {
			t.Errorf("an error of ctxhook in\n%s", text)
		}
	}
	if behind.Action != policy.Block {
		t.Errorf("%s behind\n%s", behind.Action, text)
	}
	if inside.Action != policy.Block {
		t.Errorf("%s at the end of\n%s", inside.Action, text)
	}
	if len(inside.Script.Problems) > 0 {
		return // what cannot be parsed is looked through, and calls of its functions are not followed
	}
	way := l.Calls[len(text)%len(l.Calls)]
	if got := e.Judge(run(text+way), place, nil); got.Action < policy.Ask {
		t.Errorf("%s of\n%s\nat the end of\n%s", got.Action, way, text)
	}
}
