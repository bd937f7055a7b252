package diagnose_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// A command weakens a test as an edit does: by what it replaces, deletes or writes there.
func TestWeakensInCommand(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct{ name, command, file, what string }{
		{"sed, another value", "sed -i 's/assert f() == 4/assert f() == 3/' tests/test_a.py", "tests/test_a.py", "expects now 3 instead of 4"},
		{"sed, another delimiter", "sed -i 's|rel=1e-3|rel=0.5|' tests/test_a.py", "tests/test_a.py", "widens a tolerance"},
		{"sed, a tolerance", "sed -i 's/approx(4, rel=1e-3)/approx(4, rel=0.5)/' tests/test_a.py", "tests/test_a.py", "widens a tolerance"},
		{"perl", "perl -pi -e 's/assert f\\(\\) == 4/assert f() == 3/' tests/test_a.py", "", ""},
		{"sed, deletes what is asked", "sed -i '/assert f() == 4/d' tests/test_a.py", "tests/test_a.py", "removes an assertion"},
		{"sed, of code", "sed -i 's/return 4/return 3/' a.py", "", ""},
		{"written with a skip", "cat > tests/test_a.py <<'EOF'\n@pytest.mark.skip\ndef test_a():\n    assert f() == 4\nEOF", "tests/test_a.py", "skips a test"},
		{"written without one", "cat > tests/test_a.py <<'EOF'\ndef test_a():\n    assert f() == 4\nEOF", "", ""},
		{"by a program", "python3 - <<'EOF'\np = 'tests/test_a.py'\nopen(p, 'a').write('@pytest.mark.skip\\n')\nEOF", "tests/test_a.py", "skips a test"},
		{"a look", "grep -n skip tests/test_a.py", "", ""},
		{"nothing", "ls", "", ""},
	} {
		s := follow.Parse(tt.command, shell.Options{Models: rules.Command, Functions: rules.Function})
		if file, what := r.WeakensIn(s, tt.command); file != tt.file || what != tt.what {
			t.Errorf("%s: %q, %q, want %q, %q", tt.name, file, what, tt.file, tt.what)
		}
	}
}

// What is expected of a check is taken from what is there: by its option or by another
// command, or by writing the file.
func TestTakesForExpected(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct {
		command, file string
		updates       bool
	}{
		{"npx jest -u", "", true},
		{"npx jest --updateSnapshot a.test.ts", "", true},
		{"npx jest", "", false},
		{"go test ./... -update", "", true},
		{"UPDATE_SNAPSHOTS=1 cargo test", "", true},
		{"cargo insta accept", "", true},
		{"cargo insta acceptance", "", false},
		{"sort -u a", "", false},
		{"./app > testdata/a.golden", "testdata/a.golden", false},
		{"./app < testdata/a.golden", "", false},
		{"cp out.txt testdata/a.golden", "testdata/a.golden", false},
		{"cp testdata/a.golden out.txt", "", false},
		{"cat testdata/a.golden", "", false},
	} {
		s := follow.Parse(tt.command, shell.Options{Models: rules.Command, Functions: rules.Function})
		if updates := r.UpdatesSnapshots(s); updates != tt.updates {
			t.Errorf("%s: it updates: %v", tt.command, updates)
		}
		if file := r.ExpectedIn(s); file != tt.file {
			t.Errorf("%s: it writes %q, want %q", tt.command, file, tt.file)
		}
	}
}

func TestAcceptsFindings(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for text, want := range map[string]bool{
		"vendor/bin/phpstan analyse --generate-baseline":        true,
		"vendor/bin/phpstan analyse --generate-baseline=b.neon": true,
		"npx eslint src --suppress-all":                         true,
		"ruff check --add-noqa .":                               true,
		"bundle exec rubocop --auto-gen-config":                 true,
		"vendor/bin/phpstan analyse":                            false,
		"echo phpstan --generate-baseline":                      false,
		"npx eslint src --fix":                                  false,
	} {
		if got := r.AcceptsFindings(follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function})); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
