package safety_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/e2e/shapes"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func engine() *safety.Engine {
	return &safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
}

var place = safety.Dirs{Home: "/home/ann"}

// seed adds the examples of every rule, hits and misses alike.
func seed(f *testing.F) {
	for _, r := range rules.Safety() {
		for _, c := range r.Examples.Hit {
			f.Add(c)
		}
		for _, c := range r.Examples.Miss {
			f.Add(c)
		}
	}
}

// FuzzJudge: no text breaks the judgement, and every span lies in the text.
func FuzzJudge(f *testing.F) {
	seed(f)
	e := engine()
	f.Fuzz(func(t *testing.T, text string) {
		v := e.Judge(text, place, nil)
		for _, x := range v.Findings {
			if x.Span.From < 0 || x.Span.From > x.Span.To || x.Span.To > len(text) {
				t.Errorf("%s: span %v of a text of %d bytes", x.Rule, x.Span, len(text))
			}
			if strings.ContainsAny(x.Message, "\n\x00") {
				t.Errorf("%s: message %q is not one line", x.Rule, x.Message)
			}
		}
	})
}

// FuzzAppend: text after a command never makes the verdict milder, and a
// deletion of the home directory after any text is found.
func FuzzAppend(f *testing.F) {
	seed(f)
	e := engine()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		alone := e.Judge(text, place, nil)
		if !clean(alone) || unfinished(text) {
			return // the text swallows what follows it
		}
		if more := e.Judge(text+"\nls", place, nil); more.Risk < alone.Risk {
			t.Errorf("%q is %s, with ls behind it %s", text, alone.Risk, more.Risk)
		}
		// By its path: ~ is another directory once the text sets HOME.
		if v := e.Judge(text+"\nrm -rf "+place.Home, place, nil); v.Action != policy.Block {
			t.Errorf("rm -rf %s behind %q: %s", place.Home, text, v.Action)
		}
	})
}

// FuzzWrap: a wrapper that only passes on never makes the verdict milder.
func FuzzWrap(f *testing.F) {
	seed(f)
	e := engine()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2048 {
			return
		}
		alone := e.Judge(text, place, nil)
		if !clean(alone) || unfinished(text) || positional(text) {
			return
		}
		for _, wrapped := range []string{
			"bash -c " + shell.Quote(text),
			"{ " + text + "\n}",
			"(" + text + "\n)",
			"eval " + shell.Quote(text),
			"true && { " + text + "\n}",
			"bash <<'CTXHOOK_END'\n" + text + "\nCTXHOOK_END\n",
		} {
			if v := e.Judge(wrapped, place, nil); v.Risk < alone.Risk {
				t.Errorf("%q is %s, as %q %s", text, alone.Risk, wrapped, v.Risk)
			}
		}
	})
}

// FuzzQuote: text that is only printed harms nothing.
func FuzzQuote(f *testing.F) {
	seed(f)
	e := engine()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 900 || strings.ContainsAny(text, "\x00\x1b\b") || strings.ContainsFunc(text, shell.OverridesDirection) {
			return
		}
		quoted := "echo " + shell.Quote(text)
		if v := e.Judge(quoted, place, nil); v.Risk > policy.Safe {
			t.Errorf("%q is %s: %s", quoted, v.Risk, v.Findings[0].Rule)
		}
	})
}

// FuzzWork: what a text costs is counted. Twice the text takes at most three times
// the steps, and no step asks for much memory.
func FuzzWork(f *testing.F) {
	seed(f)
	for _, s := range shapes.All {
		f.Add(s.Text(300))
	}
	e := engine()
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2048 {
			return
		}
		v, bytes := judged(e, text)
		n := v.Script.Work.Done()
		if n > mostSteps {
			t.Errorf("%d steps, want at most %d", n, mostSteps)
		}
		if bytes > 4<<20+uint64(n)*4096 {
			t.Errorf("%d bytes asked for in %d steps", bytes, n)
		}
		if n > shell.Steps/4 {
			return // it multiplies, and comes to an end
		}
		if twice := e.Judge(text+"\n"+text, place, nil).Script.Work; twice.Done() > 3*n+4000 && twice.Done() > shell.Steps/2 {
			t.Errorf("%d steps, %d for the text twice", n, twice.Done())
		}
	})
}

// clean reports whether the whole of a text could be read.
func clean(v safety.Verdict) bool { return len(v.Script.Problems) == 0 }

// unfinished reports whether a text means something else with text around it:
// an open here-document, which is closed as bash does, or a last backslash.
func unfinished(text string) bool {
	return strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") || // an option of the wrapper
		strings.Contains(text, "<<") || strings.HasSuffix(strings.TrimRight(text, " \t\r"), "\\") || strings.Contains(text, "${")
}

// positional reports whether a text speaks of its parameters: alone it may
// have any, in bash -c it has none.
func positional(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '$' && strings.IndexByte("0123456789@*#", text[i+1]) >= 0 {
			return true
		}
	}
	return false
}
