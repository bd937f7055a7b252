package rule_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// TestVerbsOf states that rows of some names of a model count for these alone, also
// where they are decoded later.
func TestVerbsOf(t *testing.T) {
	m := &rule.Command{Names: []string{"a", "b"}, Type: "System", Depth: 1, Verbs: []rule.Verb{
		{Effects: []rule.Effect{{Do: rule.Kill}}},
		{Program: []string{"b"}, Effects: []rule.Effect{{Do: rule.Delete}}},
		{Program: []string{"a"}, Sub: []string{"rm"}, Effects: []rule.Effect{{Do: rule.Destroy}}},
	}}
	decoded := new(rule.Command)
	if !rule.Decode(rule.Encode(m), decoded) {
		t.Fatal("not decoded")
	}
	for _, tt := range []struct {
		program, sub string
		want         int
	}{
		{"a", "rm", 2}, {"b", "rm", 2}, {"a", "ls", 1}, {"b", "ls", 2}, {"", "rm", 3}, {"c", "rm", 1},
	} {
		if got := len(decoded.VerbsOf(tt.program, tt.sub)); got != tt.want {
			t.Errorf("%s %s: %d rows, want %d", tt.program, tt.sub, got, tt.want)
		}
	}
}
