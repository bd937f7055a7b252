package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/rules"
)

// What is known of output is what the files say, all of it and in their order.
func TestOutputIsWhatIsWritten(t *testing.T) {
	t.Parallel()
	known := rules.Knowledge()
	var checks []*rule.Check
	for place := range known.Checks() {
		checks = append(checks, known.Check(place))
	}
	var fixes []*rule.Fix
	for place := range known.Fixes() {
		fixes = append(fixes, known.Fix(place))
	}
	compareWritten(t, "checks", rulefile.ParseChecks, checks)
	compareWritten(t, "fixes", rulefile.ParseFixes, fixes)

	for place := range known.Checks() {
		c := known.Check(place)
		if got := known.CheckNamed(c.ID); got != place {
			t.Errorf("%s is at %d, want %d", c.ID, got, place)
		}
		for _, want := range c.Commands {
			program, _, _ := strings.Cut(want, " ")
			found := false
			for id, way := range known.WaysOf(program) {
				found = found || id == c.ID && way == want
			}
			if !found {
				t.Errorf("%s: %q is no way to start it", c.ID, want)
			}
		}
	}
}

func compareWritten[T any](t *testing.T, kind string, parse func(name, path string, data []byte) ([]T, error), got []*T) {
	t.Helper()
	var want []*T
	for _, path := range filesOf(t, kind) {
		list, err := parse(strings.TrimSuffix(filepath.Base(path), ".yaml"), path, read(t, path))
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			want = append(want, &list[i])
		}
	}
	// The examples prove and are not encoded; literals are the generator's.
	ignored := cmp.Options{
		cmpopts.IgnoreFields(rule.Check{}, "Examples"), cmpopts.IgnoreFields(rule.Fix{}, "Examples"),
		cmpopts.IgnoreFields(rule.Pattern{}, "Literals"), cmpopts.EquateEmpty(),
	}
	if diff := cmp.Diff(want, got, ignored); diff != "" {
		t.Errorf("%s (-written +encoded):\n%s", kind, diff)
	}
}

// filesOf lists the files of a kind.
func filesOf(t *testing.T, kind string) []string {
	t.Helper()
	paths, err := filepath.Glob(kind + "/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no %s (%v)", kind, err)
	}
	return paths
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
