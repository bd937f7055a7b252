package diagnose_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

func TestAskedForInManyWords(t *testing.T) {
	data, err := os.ReadFile("testdata/asked.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, rows := diagnose.NewReader(rules.Knowledge()), 0
	for line := range strings.Lines(string(data)) {
		want, prompt, ok := strings.Cut(strings.TrimSpace(line), "|")
		if !ok {
			continue
		}
		rows++
		got := slices.DeleteFunc(r.AskedFor(prompt), func(what string) bool { return what == "same" })
		if want == "-" && len(got) > 0 || want != "-" && !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
	if rows == 0 {
		t.Error("no rows")
	}
}
