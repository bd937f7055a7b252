package learn

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

func TestHits(t *testing.T) {
	book := rule.Book{
		Checks: []rule.Check{
			{Fail: []rule.Pattern{{Regex: `^--- FAIL: (\S+)`, Literals: []string{"--- FAIL: "}}}},
			{Fail: []rule.Pattern{{Regex: `^ok (\w+)`, Literals: []string{"ok "}}}},
		},
		Fixes: []rule.Fix{
			{Error: []rule.Pattern{{Regex: `^FAIL (\d+)\r?\nat (\S+)`, Literals: []string{"FAIL"}, More: 1}}},
		},
	}
	for _, tt := range []struct {
		name, text string
		want       []string // number of the pattern, line, groups
	}{
		{"empty", "", nil},
		{"none", "all is well\n", nil},
		{"order and numbers", "ok a\n--- FAIL: TestX\n", []string{"1 ok a: a", "0 --- FAIL: TestX: TestX", "2 --- FAIL: TestX"}},
		{"a line once", "ok a ok b\nok c", []string{"1 ok a ok b: a", "1 ok c: c"}},
		{"two lines", "FAIL 1\nat x\n", []string{"2 FAIL 1: 1 x"}},
		{"two lines of Windows", "FAIL 1\r\nat x\r\n", []string{"2 FAIL 1: 1 x"}},
		{"one line of two", "FAIL 1", []string{"2 FAIL 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReader(book)
			var got []string
			for _, h := range r.hits(tt.text) {
				s := string(rune('0'+h.pattern)) + " " + tt.text[h.from:h.to]
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
	book := rule.Book{Fixes: []rule.Fix{{Error: []rule.Pattern{{Regex: "frob", Literals: []string{"frob"}}}}}}
	if n := len(NewReader(book).hits(strings.Repeat("frob\n", 50_000))); n != maxHits {
		t.Errorf("%d hits in many lines, want %d", n, maxHits)
	}
	for _, h := range NewReader(book).hits(strings.Repeat("x", 5_000) + strings.Repeat("frob", 10_000)) {
		if h.to-h.from > maxLine {
			t.Errorf("%d bytes of a line", h.to-h.from)
		}
	}
}
