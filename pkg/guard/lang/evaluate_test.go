package lang_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// TestValuesAreEvaluated expects a case for every value that a row may name.
func TestValuesAreEvaluated(t *testing.T) {
	src, err := os.ReadFile("result.go")
	if err != nil {
		t.Fatal(err)
	}
	var cases []string
	for _, m := range regexp.MustCompile(`case "([\w-]+)":\n\t\treturn`).FindAllSubmatch(src, -1) {
		cases = append(cases, string(m[1]))
	}
	if !slices.Equal(cases, rule.Values[:]) {
		t.Errorf("evaluate has %q, and rule.Values %q", cases, rule.Values)
	}
}
