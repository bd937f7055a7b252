package rule

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every entry is found under each of its names, whatever the lengths of the
// lines around it, and nothing else is.
func TestFind(t *testing.T) {
	for _, many := range []int{0, 1, 2, 3, 10, 200} {
		var lines, want []string
		for i := range many {
			name := fmt.Sprintf("p%d", i)
			want = append(want, name)
			lines = append(lines, Lines("program ", name, strings.Repeat("x", i*i)+"."+name)...)
			lines = append(lines, AliasLine("program ", "other-"+name, name))
		}
		lines = append(lines, Lines("rule ", "a/b", "a rule")...)
		slices.Sort(lines)
		k := Knowledge(strings.Join(lines, ""))
		for _, name := range want {
			text, of, ok := k.Find("program ", name)
			if !ok || of != name || !strings.HasSuffix(text, "."+name) {
				t.Errorf("%d: %s: got %.20q of %q, %v", many, name, text, of, ok)
			}
			if _, of, ok := k.Find("program ", "other-"+name); !ok || of != name {
				t.Errorf("%d: other-%s is a name of %q, %v", many, name, of, ok)
			}
			for _, absent := range []string{name + "0x", name + "!", "o" + name} {
				if _, _, ok := k.Find("program ", absent); ok {
					t.Errorf("%d: found %s", many, absent)
				}
			}
		}
		if text, _, ok := k.Find("rule ", "a/b"); !ok || text != "a rule" {
			t.Errorf("%d: got the rule %q, %v", many, text, ok)
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, slices.Collect(k.Names("program "))); diff != "" {
			t.Errorf("%d names (-want +got):\n%s", many, diff)
		}
	}
}
