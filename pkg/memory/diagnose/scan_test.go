package diagnose

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestHits(t *testing.T) {
	known := knowledge([]rule.Check{
		{Fail: []rule.Pattern{{Regex: `^--- FAIL: (\S+)`, Literals: []string{"--- FAIL: "}}}},
		{Fail: []rule.Pattern{{Regex: `^ok (\w+)`, Literals: []string{"ok "}}}},
	}, []rule.Fix{
		{Error: []rule.Pattern{{Regex: `^FAIL (\d+)\r?\nat (\S+)`, Literals: []string{"FAIL"}, More: 1}}},
	})
	for _, tt := range []struct {
		name, text string
		want       []string // begin of the pattern, line, groups
	}{
		{"empty", "", nil},
		{"none", "all is well\n", nil},
		{"order and patterns", "ok a\n--- FAIL: TestX\n", []string{"^ok ok a: a", "^-- --- FAIL: TestX: TestX", "^FA --- FAIL: TestX"}},
		{"a line once", "ok a ok b\nok c", []string{"^ok ok a ok b: a", "^ok ok c: c"}},
		{"two lines", "FAIL 1\nat x\n", []string{"^FA FAIL 1: 1 x"}},
		{"two lines of Windows", "FAIL 1\r\nat x\r\n", []string{"^FA FAIL 1: 1 x"}},
		{"one line of two", "FAIL 1", []string{"^FA FAIL 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReader(known)
			var got []string
			for _, h := range slices.Concat(r.hits(&r.fails, tt.text), r.hits(&r.errors, tt.text)) {
				if h.owner.phrase != noPhrase {
					continue
				}
				s := r.pattern(h.owner).Regex[:3] + " " + tt.text[h.from:h.to]
				if m := r.match(tt.text, h); m != nil {
					s += ":"
					for i := 2; i < len(m); i += 2 {
						s += " " + tt.text[m[i]:m[i+1]]
					}
				}
				got = append(got, s)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHitsAreBounded(t *testing.T) {
	known := knowledge(nil, []rule.Fix{{Error: []rule.Pattern{{Regex: "frob", Literals: []string{"frob"}}}}})
	r := NewReader(known)
	if n := len(r.hits(&r.errors, strings.Repeat("frob\n", 50_000))); n != maxHits {
		t.Errorf("%d hits in many lines, want %d", n, maxHits)
	}
	for _, h := range r.hits(&r.errors, strings.Repeat("x", 5_000)+strings.Repeat("frob", 10_000)) {
		if h.to-h.from > maxLine {
			t.Errorf("%d bytes of a line", h.to-h.from)
		}
	}
}

// knowledge is the text of some checks and known errors without names.
func knowledge(checks []rule.Check, fixes []rule.Fix) rule.Knowledge {
	for i := range checks {
		checks[i].ID = fmt.Sprintf("a/check-%d", i)
	}
	for i := range fixes {
		fixes[i].ID = fmt.Sprintf("a/fix-%d", i)
	}
	return rule.Sort(rule.OutputLines(checks, fixes))
}

// literalIndex indexes patterns with a literal each.
func literalIndex(literals []string) *index {
	var fixes []rule.Fix
	for _, l := range literals {
		fixes = append(fixes, rule.Fix{Error: []rule.Pattern{{Literals: []string{l}}}})
	}
	return commonIndex(knowledge(nil, fixes), (*index).addErrors, true, "")
}

// The scan finds what a search at every offset finds, in texts of any length and
// with literals at any offset.
func TestScanFindsEverything(t *testing.T) {
	literals := []string{"ok ", "FAIL", "error", "error: ", "or: ", "\xe2\x9c\x96", "cannot find it", "find it"}
	x := literalIndex(literals)
	for _, fill := range []string{"", "x", "ok", "err", "\r\n", strings.Repeat("e", 8<<10), strings.Repeat("erro\n", 8<<10)} {
		for _, part := range append(literals, "error: cannot find it", "FAILok error") {
			for shift := range 4 {
				text := strings.Repeat("\n", shift) + fill + part + fill
				var want []hit
				last := make([]int, len(literals))
				for i := range len(text) {
					for n, l := range literals {
						if strings.HasPrefix(text[i:], l) && last[n] <= i {
							from, to := line(text, i)
							last[n] = to + 1
							if to-from > maxLine {
								from, to = max(from, i-maxLine/2), min(to, i+maxLine/2)
							}
							want = append(want, hit{pattern: n, from: from, to: to})
						}
					}
				}
				if diff := cmp.Diff(want, scan(x, text, patternRange{0, len(literals)}), cmp.AllowUnexported(hit{}, owner{})); diff != "" {
					t.Fatalf("%.40q before and behind %q (-want +got):\n%s", fill, part, diff)
				}
			}
		}
	}
}

func BenchmarkScan(b *testing.B) {
	literals := []string{"error: ", "FAIL", "--- FAIL: ", "not found", "cannot ", "command not found", " failed", "ok  "}
	x := literalIndex(literals)
	for _, bb := range []struct {
		name, part string
		size       int
	}{
		{"log 1 KB", "ok  \tgithub.com/ctxhook/ctxhook/pkg/learn\t0.012s\n", 1 << 10},
		{"log 50 KB", "ok  \tgithub.com/ctxhook/ctxhook/pkg/learn\t0.012s\n", 50_000},
		{"source 50 KB", "\tif err := walk(ctx, root, visit); err != nil {\n\t\treturn err\n\t}\n", 50_000},
		{"hits 50 KB", "error: FAIL\n", 50_000},
		{"one line 50 KB", "error: FAIL ", 50_000},
	} {
		b.Run(bb.name, func(b *testing.B) {
			text := strings.Repeat(bb.part, bb.size/len(bb.part))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				scan(x, text, patternRange{0, len(literals)})
			}
		})
	}
}

func TestFailuresReadAreBounded(t *testing.T) {
	fail := rule.Pattern{Regex: `^--- FAIL: (?P<test>\S+)`, Literals: []string{"--- FAIL: "}}
	r := NewReader(knowledge([]rule.Check{{Fail: []rule.Pattern{fail}}}, nil))
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "--- FAIL: TestX%d\n", i)
	}
	e := r.examiner(&Output{Text: redact.Clean(text.String())})
	for place := range r.known.Checks() {
		if n := len(e.matches(place)); n != maxRead {
			t.Errorf("%d failures are read, want %d", n, maxRead)
		}
	}
}
