package safety_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// BenchmarkJudge measures texts as agents send them, and as large as they get.
func BenchmarkJudge(b *testing.B) {
	e := engine()
	for _, bm := range []struct{ name, text string }{
		{"tiny", "git status"},
		{"pipeline", "git log --oneline | grep -v merge | head -20 && go test ./... 2>&1 | tail -5"},
		{"danger", "cd /x && sudo rm -rf ~/ || true"},
		{"nested", `bash -c "$(echo cm0gLXJmIC8K | base64 -d)"`},
		{"script", numbered("if [ -f f%[1]d ]; then cp f%[1]d g%[1]d; else A=x%[1]d; fi\n", 170)},
		{"heredoc", "cat > notes.md <<'EOF'\n" + strings.Repeat("a line of a text that is data\n", 7000) + "EOF\n"},
		{"huge", numbered("ls d%d\n", 4000) + strings.Repeat("# a comment\n", 20_000)},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			b.ReportAllocs()
			for b.Loop() {
				e.Judge(bm.text, place, nil)
			}
		})
	}
}

func numbered(format string, n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, format, i)
	}
	return out.String()
}

// What multiplies with each line or brace comes to an end, and what was meant
// to be hidden behind it is found or asked about.
func TestMultiplying(t *testing.T) {
	repeat := strings.Repeat
	e := engine()
	for _, tt := range []struct {
		name, text string
		want       policy.Action
	}{
		{"doubling assignments", "A=x\n" + repeat("A=$A$A\n", 60) + "rm -rf $A", policy.Ask},
		{"deletion behind doubling", "A=x\n" + repeat("A=$A$A\n", 60) + "rm -rf /", policy.Ask},
		{"braces", "rm -rf " + repeat("{a,b}", 60), policy.Ask},
		{"command in the last braces", "echo " + repeat("{a,b}", 60) + "{$(rm -rf /),c}", policy.Block},
		{"long list in braces", "rm -rf {" + numbered("d%d,", 2000) + "/}", policy.Block},
		{"array in a loop", "a=(" + numbered("d%d ", 2000) + ")\n" + repeat("rm -rf \"${a[@]}\"\n", 50), policy.Ask},
		{"fetched before much else", "{ curl x; " + repeat("echo 1; ", 1500) + "} | sh", policy.Ask},
		{"fetched after much else", "{ " + repeat("echo 1; ", 1500) + "curl x; } | sh", policy.Ask},
		{"fetched behind a long pipe", "curl x" + repeat(" | cat", 1500) + " | sh", policy.Ask},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const bound = 256 << 20
			v, n := judged(e, tt.text)
			if n > bound {
				t.Errorf("asks for %d bytes, want at most %d", n, bound)
			}
			if v.Action < tt.want {
				t.Errorf("%s, want %s", v.Action, tt.want)
			}
		})
	}
}

// judged returns the verdict on a text, and how much memory it asked for.
func judged(e *safety.Engine, text string) (safety.Verdict, uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v := e.Judge(text, place, nil)
	runtime.ReadMemStats(&after)
	return v, after.TotalAlloc - before.TotalAlloc
}

// The conditions on a call are looked at once, however many effects it has.
func TestConditionsOfManyEffects(t *testing.T) {
	looks := 0
	e := engine()
	e.Candidates = nil
	e.Rules = []*rule.Rule{{
		ID: "a/b", Title: "t", Risk: policy.High,
		When: rule.When{Effect: []rule.EffectKind{rule.Delete}, Not: []rule.When{{Regex: "x"}}},
	}}
	e.Match = func(string, string, bool) bool { looks++; return false }
	v := e.Judge("rm -rf"+numbered(" d%d", 1000), place, nil)
	if len(v.Findings) != 1 || looks != 1 {
		t.Errorf("%d findings after %d looks at the call, want 1 after 1", len(v.Findings), looks)
	}
}
