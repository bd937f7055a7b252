package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// change is a change of a file, and what is said of it.
type change struct{ name, file, before, after, want string }

func testChanges(t *testing.T, says func(r *diagnose.Reader, file, before, after string) string, list []change) {
	t.Helper()
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range list {
		t.Run(tt.name, func(t *testing.T) {
			if got := says(r, tt.file, tt.before, tt.after); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestWeakens(t *testing.T) {
	testChanges(t, (*diagnose.Reader).Weakens, []change{
		{"a tolerance", "tests/test_a.py", "    assert x == approx(4, rel=1e-3)", "    assert x == approx(4, rel=0.25)", "widens a tolerance"},
		{"a narrower one", "tests/test_a.py", "    assert x == approx(4, rel=0.25)", "    assert x == approx(4, rel=1e-3)", ""},
		{"in Go", "a_test.go", "\tassert.InDelta(t, 4, x, 0.001)", "\tassert.InDelta(t, 4, x, 0.5)", "widens a tolerance"},
		{"fewer places", "a.test.ts", "  expect(x).toBeCloseTo(4.1, 5)", "  expect(x).toBeCloseTo(4.1, 1)", "widens a tolerance"},
		{"a failure that is caught", "tests/test_a.py", "    assert f()", "    try:\n        assert f()\n    except AssertionError:\n        pass", "swallows a failure"},
		{"a failure that is asked for", "tests/test_a.py", "    f()", "    try:\n        f()\n    except ValueError as e:\n        assert 'bad' in str(e)", ""},
		{"caught in code", "a.py", "    assert f()", "    try:\n        assert f()\n    except AssertionError:\n        pass", ""},
		{"retries", "playwright.config.ts", "  retries: 0,", "  retries: 8,", "adds retries"},
		{"fewer retries", "playwright.config.ts", "  retries: 8,", "  retries: 2,", ""},
		{"a limit", "jest.config.js", "  testTimeout: 5_000,", "  testTimeout: 60_000,", "raises a limit"},
		{"a limit of a test, a little", "a.test.ts", "}, { timeout: 5000 })", "}, { timeout: 8000 })", "expects now 8000 instead of 5000"},
		{"a limit of a test", "a.test.ts", "}, { timeout: 5000 })", "}, { timeout: 90000 })", "raises a limit"},
		{"another value", "tests/test_a.py", "    assert f() == 4", "    assert f() == 3", "expects now 3 instead of 4"},
		{"two others", "tests/test_a.py", "    assert f(1) == 4", "    assert f(2) == 3", ""},
		{"a test beside the code", "src/heap.zig", "fn f() void {}\n\ntest \"a\" {\n}\n", "fn f() void {}\n\n// test \"a\" {\n// }\n", "removes a test"},
		{"a disabled one", "tests/CMakeLists.txt", "add_test(NAME a)", "add_test(NAME a)\nset_tests_properties(a PROPERTIES DISABLED TRUE)", "skips a test"},
		{"a step named like a test", ".github/workflows/test.yml", "      - run: make test", "      - run: make test\n        continue-on-error: true", "lets a step fail"},
		{"another test", "tests/test_a.py", "    assert f() == 4", "    assert g() == 3", ""},
	})
}

func TestNarrows(t *testing.T) {
	testChanges(t, (*diagnose.Reader).Narrows, []change{
		{"json", "tsconfig.json", `{"exclude": ["dist"]}`, `{"exclude": ["dist", "src/legacy"]}`, "leaves tests or files out"},
		{"json, on lines", "package.json", "{\"jest\": {\"testPathIgnorePatterns\": [\n\"/dist/\"\n]}}", "{\"jest\": {\"testPathIgnorePatterns\": [\n\"/dist/\",\n\"/tiles/\"\n]}}", "leaves tests or files out"},
		{"toml", "pyproject.toml", "[tool.ruff]\nselect = [\"E\"]\n", "[tool.ruff]\nselect = [\"E\"]\nextend-ignore = [\"E5\"]\n", "leaves tests or files out"},
		{"ini", "tox.ini", "[flake8]\nexclude =\n    build\n", "[flake8]\nexclude =\n    build\n    src\n", "leaves tests or files out"},
		{"yaml", ".golangci.yml", "linters:\n  enable:\n    - errcheck\n    - gosec\n", "linters:\n  enable:\n    - errcheck\n", "checks no longer gosec"},
		{"a call", "build.gradle.kts", "tasks.test {\n}\n", "tasks.test {\n  filter { excludeTestsMatching(\"*.odd\") }\n}\n", "leaves tests or files out"},
		{"groovy", "build.gradle", "test { }\n", "test { exclude '**/Odd*' }\n", "leaves tests or files out"},
		{"xml", "pom.xml", "<a></a>\n", "<a><excludes><exclude>Odd</exclude></excludes></a>\n", "leaves tests or files out"},
		{"fewer are left out", "tsconfig.json", `{"exclude": ["dist", "src"]}`, `{"exclude": ["dist"]}`, ""},
		{"other ones are", "tsconfig.json", `{"exclude": ["dist"]}`, `{"exclude": ["build"]}`, ""},
		{"in another order", ".golangci.yml", "enable: [errcheck, gosec]\n", "enable: [gosec, errcheck, revive]\n", ""},
		{"switched off", "a.config.js", "ignored: 1", "ignored: 1, skipLibCheck: false", ""},
		{"in a comment", "ruff.toml", "select = 1\n", "select = 1\n# exclude = [\"a\"]\n", ""},
		{"no settings", "src/a.ts", "a", "const exclude = ['a']", ""},
	})
}

func TestAdmits(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for sentence, want := range map[string]bool{
		"The suite was not run":                        true,
		"Please run make test on your side":            true,
		"One case is still open":                       true,
		"Shall I go on with it":                        true,
		"Die Suite ist nicht gelaufen":                 true,
		"テストは失敗しています":                                  true,
		"The tests hold up":                            false,
		"Rounding no longer loses a cent":              false,
		"Everything is in order":                       false,
		"The parser does not need the second pass now": false,
	} {
		if got := r.Admits(sentence); got != want {
			t.Errorf("%s: %v", sentence, got)
		}
	}
}

func TestServers(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	if !r.ShowsRuns("gh run view 12 --log-failed | tail") || r.ShowsRuns("gh repo view") {
		t.Error("which commands show what a server checked is not known")
	}
	if !r.SaysFailed("build\tmake: *** [asan] Error 1\nx") || r.SaysFailed("✓ main ci\n✓ build in 41s") {
		t.Error("what a server says of failures is not known")
	}
}

func TestAskedFor(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for prompt, want := range map[string][]string{
		"Rename the class to pill and update the snapshot accordingly": {"expected"},
		"Bitte die Snapshots aktualisieren":                            {"expected"},
		"Skip the flaky tests for now":                                 {"tests"},
		"delete `test_portrait`, it is obsolete":                       {"tests"},
		"raise the timeout to 60 s":                                    {"settings"},
		"Fix the parser, but don't update the snapshots":               nil,
		"make the tests pass without skipping tests":                   nil,
		"Switch it off in the ruff config":                             {"settings"},
		"remove the dead code and run the tests":                       nil,
		"fix the failing tests":                                        nil,
		"the snapshot test fails":                                      nil,
	} {
		if diff := cmp.Diff(want, r.AskedFor(prompt)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", prompt, diff)
		}
	}
}
