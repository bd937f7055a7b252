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
		got := slices.DeleteFunc(r.AskedFor(prompt), func(what string) bool { return what == "same" || strings.HasPrefix(what, "gone ") })
		if want == "-" && len(got) > 0 || want != "-" && !slices.Contains(got, want) {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
	if rows == 0 {
		t.Error("no rows")
	}
}

func TestAskedForToGo(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, row := range []struct {
		prompt, what string
		want         bool
	}{
		{"Remove the deprecated v1 export endpoint incl. its tests", "api/tests/test_export_v1.py was deleted", true},
		{"please drop the coupons feature", "spec/models/coupon_spec.rb is gone", true},
		{"lösche den Newsletter-Versand", "src/test/java/NewsletterVersandTest.java was deleted", true},
		{"remove v1: the export is not used", "api/tests/test_export_v1.py was deleted", false},
		{"remove the log line from cart.ts, and make the tests pass", "src/cart.test.ts was deleted", false},
		{"remove the log line and fix the cart", "src/cart.test.ts was deleted", false},
		{"drop the coupons feature", "spec/models/coupon_spec.rb was deleted, spec/models/cart_spec.rb was deleted", false},
		{"drop the coupons feature", "an edit of spec/coupon_spec.rb skips a test", false},
		{"don't remove the coupons feature", "spec/models/coupon_spec.rb was deleted", false},
		{"remove the tests' warnings", "tests/test_all.py was deleted", false},
		{"remove everything", "tests/test.py was deleted", false},
	} {
		all := diagnose.AsksGone(row.what)
		asked := r.AskedFor(row.prompt)
		if got := len(all) > 0 && !slices.ContainsFunc(all, func(word string) bool { return !slices.Contains(asked, word) }); got != row.want {
			t.Errorf("%q, %q: %v; asked %q, all %q", row.prompt, row.what, got, asked, all)
		}
	}
}
