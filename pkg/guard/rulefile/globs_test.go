package rulefile

import (
	"slices"
	"testing"
)

func TestAlternatives(t *testing.T) {
	for _, tt := range []struct {
		glob string
		want []string
	}{
		{"*/x", []string{"*/x"}},
		{"*/{a,b}", []string{"*/a", "*/b"}},
		{"{a,b}/{c,d}", []string{"a/c", "b/c", "a/d", "b/d"}},
		{"x{,?}y", []string{"xy", "x?y"}},
		{"*git(){*", []string{"*git(){*"}},
		{"*{git,ssh}(){*", []string{"*git(){*", "*ssh(){*"}},
		{"{x}{a,b}", []string{"{x}a", "{x}b"}},
		{"{a,b", []string{"{a,b"}},
		{"", []string{""}},
	} {
		if got := alternatives(tt.glob); !slices.Equal(got, tt.want) {
			t.Errorf("%q stands for %q, want %q", tt.glob, got, tt.want)
		}
	}
}
