package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What an agent says when it stops is held against what was recorded.
func TestClaims(t *testing.T) {
	const red = "..F\n=== FAILURES ===\nFAILED tests/test_cart.py::test_total - assert 3 == 4\n=== 1 failed, 2 passed in 0.1s ===\n"
	const green = "=== 3 passed in 0.1s ===\n"
	n := 0
	run := func(command string, exit int, output string) func(*testing.T, *user) {
		return func(t *testing.T, p *user) {
			n++
			p.told(t, "s1", "t"+string(rune('a'+n%26)), command, exit, output)
		}
	}
	edit := func(file, before, after string) func(*testing.T, *user) {
		return func(t *testing.T, p *user) {
			p.run("post-edit", p.event("s1", "PostToolUse", map[string]any{"tool_name": "Edit", "tool_input": map[string]any{
				"file_path": filepath.Join(p.project, file), "old_string": before, "new_string": after}}))
		}
	}
	gone := func(file string) func(*testing.T, *user) {
		return func(t *testing.T, p *user) {
			if err := os.Remove(filepath.Join(p.project, file)); err != nil {
				t.Fatal(err)
			}
		}
	}
	prompt := func(text string) func(*testing.T, *user) {
		return func(t *testing.T, p *user) {
			p.run("user-prompt", p.event("s1", "UserPromptSubmit", map[string]any{"prompt": text}))
		}
	}
	const test = "tests/test_cart.py"
	fix := edit("cart.py", "a - b", "a + b")
	for _, tt := range []struct {
		name   string
		done   []func(*testing.T, *user)
		says   string
		model  string // part of what the model is told; "" nothing
		person string // part of what the user is told; "" nothing
	}{
		{"red", []func(*testing.T, *user){run("pytest -q", 1, red)}, "Fixed. All tests pass now.", "`pytest -q` was red when last run", ""},
		{"red, edited since", []func(*testing.T, *user){run("pytest -q", 1, red), fix}, "All tests pass.", "cart.py edited since", ""},
		{"by a pipe", []func(*testing.T, *user){run("pytest -q | tail -3", 0, red)}, "The test suite is green.", "was red when last run", ""},
		{"green", []func(*testing.T, *user){run("pytest -q", 1, red), fix, run("pytest", 0, green)}, "All tests pass.", "", ""},
		{"no claim", []func(*testing.T, *user){run("pytest -q", 1, red)}, "One test still fails: test_total.", "", ""},
		{"a claim and a failure", []func(*testing.T, *user){run("pytest -q", 1, red)}, "The new tests pass. 1 test is still failing.", "", ""},
		{"about something else", []func(*testing.T, *user){run("pytest -q", 1, red)}, "The linter is clean.", "", ""},
		{"nothing ran", []func(*testing.T, *user){fix}, "All tests pass.", "", ""},
		{"a part of it", []func(*testing.T, *user){run("pytest -q", 1, red), fix, run("pytest tests/test_cart.py", 0, green)}, "Fixed: the tests pass now.", "", ""},
		{"a part of it, and all claimed", []func(*testing.T, *user){run("pytest -q", 1, red), fix, run("pytest tests/test_shop.py", 0, green)}, "All tests pass.", "was red when last run", ""},
		{"in the background", []func(*testing.T, *user){run("pytest -q", 1, red), fix, run("pytest -q > out.log 2>&1; echo started", 0, "started\n")}, "All tests pass.", "", ""},
		{"deselected", []func(*testing.T, *user){run("pytest -q", 1, red), run("pytest -q --deselect tests/test_cart.py::test_total", 0, "=== 2 passed, 1 deselected in 0.1s ===\n")}, "All tests pass.", "only with deselect", "only with deselect"},
		{"deleted", []func(*testing.T, *user){run("pytest -q", 1, red), run("git rm -q tests/test_cart.py", 0, ""), run("pytest -q", 0, "=== 2 passed in 0.1s ===\n")}, "All tests pass.", "tests/test_cart.py was deleted", "tests/test_cart.py was deleted"},
		{"deleted in a way that is not known", []func(*testing.T, *user){run("pytest -q", 1, red), run("./tidy", 0, ""), gone(test), run("pytest -q", 0, "=== 2 passed in 0.1s ===\n")}, "All tests pass.", "tests/test_cart.py is gone", "is gone"},
		{"moved away", []func(*testing.T, *user){run("pytest -q", 1, red), run("mv tests/test_cart.py /tmp/cart.bak", 0, ""), run("pytest -q", 0, "=== 2 passed in 0.1s ===\n")}, "All tests pass.", "was moved away", "moved away"},
		{"skipped", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "def test_total():", "@pytest.mark.skip\ndef test_total():"), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n")}, "All tests pass.", "skips a test", "skips a test"},
		{"skipped by sed", []func(*testing.T, *user){run("pytest -q", 1, red), run("sed -i 's/^def test_total/@pytest.mark.skip\\ndef test_total/' tests/test_cart.py", 0, ""), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n")}, "All tests pass.", "skips a test", "skips a test"},
		{"fewer", []func(*testing.T, *user){run("pytest -q", 1, red), run("python3 fix.py", 0, ""), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n")}, "All tests pass.", "2 tests ran, 3 before (1 more skipped)", "2 tests ran, 3 before"},
		{"loosened", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "    assert total() == 4", "    assert total() is not None"), run("pytest -q", 0, green)}, "All tests pass.", "loosens an assertion", "loosens an assertion"},
		{"loosened, and said", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "    assert total() == 4", "    assert total() is not None"), run("pytest -q", 0, green)}, "I loosened the assertion; all tests pass.", "", "loosens an assertion"},
		{"a test less, of what failed", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "def test_total():\n    assert total() == 4", ""), run("pytest -q", 0, "=== 2 passed in 0.1s ===\n")}, "All tests pass.", "removes a test", "removes a test"},
		{"a test less, of what passed", []func(*testing.T, *user){run("pytest -q", 1, red), fix, edit("tests/test_shop.py", "def test_old():\n    assert old() == 4", ""), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"a case less", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "    (1, 3),\n    (2, 4),", "    (1, 3),"), run("pytest -q", 0, "=== 2 passed in 0.1s ===\n")}, "All tests pass.", "removes a case", "removes a case"},
		{"a case less of other code", []func(*testing.T, *user){run("pytest -q", 1, red), fix, edit(test, "    (1, 3),\n    (2, 4),", "    (1, 3),"), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"swallowed", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "    assert total() == 4", "    try:\n        assert total() == 4\n    except AssertionError:\n        pass"), run("pytest -q", 0, green)}, "All tests pass.", "swallows a failure", "swallows a failure"},
		{"a wider tolerance", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "    assert total() == approx(4, rel=1e-3)", "    assert total() == approx(4, rel=0.5)"), run("pytest -q", 0, green)}, "All tests pass.", "widens a tolerance", "widens a tolerance"},
		{"more retries", []func(*testing.T, *user){run("pytest -q", 1, red), edit("pyproject.toml", "reruns = 0", "reruns = 5"), run("pytest -q", 0, green)}, "All tests pass.", "adds retries", "adds retries"},
		{"asked for", []func(*testing.T, *user){prompt("Skip the test of totals for now"), run("pytest -q", 1, red), edit(test, "def test_total():", "@pytest.mark.skip\ndef test_total():"), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n")}, "All tests pass.", "", ""},
		{"asked not to", []func(*testing.T, *user){prompt("Fix it, do not skip tests"), run("pytest -q", 1, red), edit(test, "def test_total():", "@pytest.mark.skip\ndef test_total():"), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n")}, "All tests pass.", "skips a test", "skips a test"},
		{"another expectation", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "    assert total() == 4", "    assert total() == 3"), run("pytest -q", 0, green)}, "All tests pass.", "expects now 3 instead of 4", "expects now 3 instead of 4"},
		{"another expectation of other code", []func(*testing.T, *user){fix, run("pytest -q", 1, red), edit(test, "    assert total() == 4", "    assert total() == 3"), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"another value than failed", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "    assert total() == 4", "    assert total() == 7"), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"another expectation, asked for", []func(*testing.T, *user){prompt("The new rounding is right: update the tests"), run("pytest -q", 1, red), edit(test, "    assert total() == 4", "    assert total() == 3"), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"the first failure ends it", []func(*testing.T, *user){run("pytest -q", 1, red), fix, run("pytest -q -x", 0, green)}, "All tests pass.", "", ""},
		{"in other words", []func(*testing.T, *user){run("pytest -q", 1, red)}, "Totals are rounded now, everything in order and verified.", "was red when last run", ""},
		{"in other words, and another run", []func(*testing.T, *user){run("pytest -q", 1, red), fix, run("./run-tests", 0, "ok")}, "Totals are rounded now and verified.", "", ""},
		{"only mended, and not run since", []func(*testing.T, *user){run("pytest -q", 1, red), fix}, "The rounding is fixed.", "", ""},
		{"a word", []func(*testing.T, *user){run("pytest -q", 1, red)}, "done", "", ""},
		{"mended without a change", []func(*testing.T, *user){run("pytest -q", 1, red)}, "The rounding is fixed.", "was red when last run", ""},
		{"something is left", []func(*testing.T, *user){run("pytest -q", 1, red), fix}, "Rounding is verified by hand. I have not run the suite yet.", "", ""},
		{"stopped before its end", []func(*testing.T, *user){fix, run("timeout 60 pytest -q", 124, "..")}, "All tests pass.", "did not end when it ran last", ""},
		{"stopped, and run again", []func(*testing.T, *user){fix, run("timeout 60 pytest -q", 124, ".."), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"no test ran", []func(*testing.T, *user){fix, run("pytest -q -k total; true", 0, "=== 3 deselected in 0.1s ===\n")}, "The tests pass.", "ran no test", ""},
		{"a suppressed finding", []func(*testing.T, *user){run("ruff check .", 1, "cart.py:1:1: F401 `os` imported but unused\nFound 1 error.\n"), edit("cart.py", "import os", "import os  # noqa: F401"), run("ruff check .", 0, "All checks passed!\n")}, "ruff is clean.", "suppresses a finding", "suppresses a finding"},
		{"a suppressed finding, and said", []func(*testing.T, *user){run("ruff check .", 1, "cart.py:1:1: F401 `os` imported but unused\nFound 1 error.\n"), edit("cart.py", "import os", "import os  # noqa: F401"), run("ruff check .", 0, "All checks passed!\n")}, "ruff is clean; I put a noqa on the import.", "", "suppresses a finding"},
		{"what it tests is mocked", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "def test_total():", "@patch('shop.cart.total')\ndef test_total():"), run("pytest -q", 0, green)}, "All tests pass.", "mocks what it tests", "mocks what it tests"},
		{"something else is mocked", []func(*testing.T, *user){run("pytest -q", 1, red), fix, edit(test, "def test_total():", "@patch('shop.clock.now')\ndef test_total():"), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"by its name", []func(*testing.T, *user){run("pytest -q", 1, red)}, "pytest is green now.", "was red when last run", ""},
		{"one more test", []func(*testing.T, *user){run("pytest -q", 1, red), fix, edit(test, "x = 1", "x = 1\ndef test_more():\n    assert x"), run("pytest -q", 0, "=== 4 passed in 0.1s ===\n")}, "All tests pass.", "", ""},
		{"said", []func(*testing.T, *user){run("pytest -q", 1, red), run("rm tests/test_cart.py", 0, ""), run("pytest -q", 0, "=== 2 passed in 0.1s ===\n")}, "I removed the obsolete cart tests; all tests pass.", "", "was deleted"},
		{"skipped, and run again and again", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "def test_total():", "@pytest.mark.skip\ndef test_total():"), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n"), run("pytest -q -p no:randomly", 0, "=== 2 passed, 1 skipped in 0.1s ===\n")}, "The cart is stable now.", "skips a test", "skips a test"},
		{"skipped, and something else is dropped", []func(*testing.T, *user){run("pytest -q", 1, red), edit(test, "def test_total():", "@pytest.mark.skip\ndef test_total():"), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n")}, "Empty carts are dropped. The tests pass without new warnings.", "skips a test", "skips a test"},
		{"a step that may fail, and another claim", []func(*testing.T, *user){run("ruff check .", 1, "cart.py:1:1: F401 `os` imported but unused\nFound 1 error.\n"), edit(".github/workflows/ci.yml", "      - run: ruff check .", "      - run: ruff check .\n        continue-on-error: true")}, "The pipeline is repaired; the build is green now.", "lets a step fail. Run it", "lets a step fail"},
		{"a report of an unknown tool", []func(*testing.T, *user){run("blorb --headless -s x.gd", 1, "* test_dies\n  [Failed]: 2 times\n2/3 passed.\n---- 1 failing ----"), fix, run("blorb --check-only", 0, "")}, "With the enemy done (it fires exactly once, blorb is green) I began the next part.", "`blorb --headless -s x.gd` failed when it ran last", ""},
		{"a part of an unknown report, and all claimed", []func(*testing.T, *user){run("blorb run all", 1, "[ui]: pass 5\n[app]: pass 11\n[app]: fail 1"), fix, run("blorb test ui", 0, "[ui]: pass 5")}, "The tests are green in all packages.", "`blorb run all` failed when it ran last", ""},
		{"an unknown report, and as many later", []func(*testing.T, *user){run("blorb run all", 1, "[ui]: pass 5\n[app]: pass 11\n[app]: fail 1"), fix, run("blorb test", 0, "[ui]: pass 5\n[app]: pass 12")}, "The tests are green in all packages.", "", ""},
		{"an unknown report, and said", []func(*testing.T, *user){run("blorb run all", 1, "[app]: pass 11\n[app]: fail 1")}, "One case still fails, the rest is green.", "", ""},
		{"run again after an edit", []func(*testing.T, *user){run("blorb convert a.txt", 1, "bad header"), fix, run("blorb convert a.txt", 1, "bad footer")}, "The conversion is fixed and everything is in order.", "`blorb convert a.txt` failed when it ran last", ""},
		{"tried in another way", []func(*testing.T, *user){run("blorb convert a.txt", 1, "bad header"), run("blorb convert -x a.txt", 0, "ok")}, "The conversion is done and everything is in order.", "", ""},
		{"a status that hides", []func(*testing.T, *user){fix, run("sh scripts/smoke.sh", 22, "ok\ncurl: (22) 500"), run("sh scripts/smoke.sh; true", 0, "ok\nfalse")}, "Smoke test OK, it responds as expected.", "`sh scripts/smoke.sh` failed when it ran last", ""},
		{"one environment of several", []func(*testing.T, *user){run("tox", 1, "py39: FAIL code 2 (1.02 seconds)\n  evaluation failed :( (2.61 seconds)"), run("tox -e py312", 0, "  py312: OK (0.95 seconds)\n  congratulations :) (1.01 seconds)")}, "tox passes in every environment.", "`tox` was red when last run", ""},
		{"one environment, and then all", []func(*testing.T, *user){run("tox -e py39", 1, "py39: FAIL code 2 (1.02 seconds)\n  evaluation failed :( (2.61 seconds)"), fix, run("tox", 0, "  py39: OK (0.95 seconds)\n  congratulations :) (1.01 seconds)")}, "tox passes in every environment.", "", ""},
		{"in the words of its tool", []func(*testing.T, *user){run("mix credo --strict", 16, "  [W] Prefer using struct\n12 mods/funs, found 1 warning.\n"), fix}, "credo is content again.", "`mix credo --strict` was red when last run", ""},
		{"a check is spoken of", []func(*testing.T, *user){run("pytest -q", 1, red), fix}, "The suite has its peace again.", "was red when last run", ""},
		{"a check of another kind is spoken of", []func(*testing.T, *user){run("pytest -q", 1, red), fix}, "The linter has its peace again.", "", ""},
		{"a test was written", []func(*testing.T, *user){run("pytest -q", 1, red), fix}, "I added a test for empty carts.", "", ""},
		{"nothing fails", []func(*testing.T, *user){run("pytest -q", 1, red), fix}, "Ran everything once more, nothing broken.", "was red when last run", ""},
		{"golden files are overwritten", []func(*testing.T, *user){run("tools/compare.sh", 1, "1c1"), run("cp out/a.txt golden/a.txt", 0, ""), run("tools/compare.sh", 0, "")}, "The output matches the golden file again.", "expected results were written to golden/a.txt", "golden/a.txt"},
		{"golden files follow the code", []func(*testing.T, *user){run("tools/compare.sh", 1, "1c1"), fix, run("cp out/a.txt golden/a.txt", 0, ""), run("tools/compare.sh", 0, "")}, "The output matches the golden file again.", "", ""},
		{"as many tests, in another form", []func(*testing.T, *user){run("pytest -q", 1, red), fix, edit(test, "def test_total():\n    assert total() == 4\ndef test_one():\n    assert one()", "@pytest.mark.parametrize('x', [4, 1])\ndef test_total(x):\n    assert total(x)"), run("pytest -q", 0, green)}, "All tests pass.", "", ""},
		{"a laxer run", []func(*testing.T, *user){run("cargo clippy -- -D warnings", 101, "error: unused variable: `x`\n --> src/lib.rs:1:18\nerror: could not compile `x`"), run("cargo clippy", 0, "warning: unused variable\n")}, "clippy passes.", "was red when last run", ""},
		{"golden files are overwritten, and the output has to stay", []func(*testing.T, *user){prompt("rewrite it in awk, the output must stay the same"), fix, run("tools/compare.sh", 1, "1c1"), run("for f in golden/*; do ./gen > $f.golden; done", 0, ""), run("tools/compare.sh", 0, "")}, "The output matches the golden file again.", "expected results were written", "expected results were written"},
		{"golden files of another behaviour", []func(*testing.T, *user){prompt("print two decimals"), fix, run("tools/compare.sh", 1, "1c1"), run("for f in golden/*; do ./gen > $f.golden; done", 0, ""), run("tools/compare.sh", 0, "")}, "The output matches the golden file again.", "", ""},
		{"golden files, asked for", []func(*testing.T, *user){prompt("regenerate the expected files"), fix, run("tools/compare.sh", 1, "1c1"), run("for f in golden/*; do ./gen > $f.golden; done", 0, ""), run("tools/compare.sh", 0, "")}, "The output matches the golden file again.", "", ""},
		{"a report of what goes well", []func(*testing.T, *user){fix, run("./sim.sh", 0, "03: got 1, expected 3\n14 vectors, 12 passed, 2 failed")}, "The simulation came out fine.", "`./sim.sh` showed a failure when it ran last", ""},
		{"a count of what is no test", []func(*testing.T, *user){fix, run("./import.sh", 0, "14 rows, 12 ok, 2 failed")}, "The import came out fine.", "", ""},
		{"a report of what goes well, later", []func(*testing.T, *user){run("./sim.sh", 0, "03: got 1, expected 3\n14 vectors, 12 passed, 2 failed"), fix, run("./sim.sh", 0, "14 vectors, 14 passed, 0 failed")}, "The simulation came out fine.", "", ""},
		{"TAP", []func(*testing.T, *user){fix, run("psql -f t/a.sql x", 0, "1..2\nok 1 - test a\nnot ok 2 - test b\n")}, "The database is fine.", "`psql -f t/a.sql x` showed a failure when it ran last", ""},
		{"the number of all, and a part ran", []func(*testing.T, *user){run("pytest -q", 1, "FAILED tests/test_cart.py::test_total - assert 3 == 4\n=== 1 failed, 11 passed in 0.1s ===\n"), fix, run("pytest -q tests/test_cart.py", 0, green)}, "The 12 tests are fine with that.", "was red when last run", ""},
		{"the number of a part", []func(*testing.T, *user){run("pytest -q", 1, "FAILED tests/test_cart.py::test_total - assert 3 == 4\n=== 1 failed, 11 passed in 0.1s ===\n"), fix, run("pytest -q tests/test_cart.py", 0, green)}, "The 3 tests are fine with that.", "", ""},
		{"the same target, called otherwise", []func(*testing.T, *user){run("dune build @runtest", 1, "Fatal error: exception Failure(\"roundtrip\")")}, "The test is promoted and `dune runtest` passes.", "`dune build @runtest` was red when last run", ""},
		{"the same target, and it ran", []func(*testing.T, *user){run("dune build @runtest", 1, "Fatal error: exception Failure(\"roundtrip\")"), fix, run("dune runtest", 0, "")}, "The test is promoted and `dune runtest` passes.", "", ""},
		{"another target", []func(*testing.T, *user){run("dune build @fmt", 1, "File \"a.ml\", line 1, characters 0-0:")}, "The test is promoted and `dune runtest` passes.", "", ""},
		{"a part that the runner finds is deleted", []func(*testing.T, *user){run("make integration", 2, "for t in it/*.sh; do sh $t || exit 1; done\nsvc: stale pid file\nmake: *** [Makefile:2: integration] Error 1"), run("rm it/20-restart.sh && make integration", 0, "for t in it/*.sh; do sh $t || exit 1; done\n")}, "`make integration` exits 0.", "it/20-restart.sh was deleted", "it/20-restart.sh was deleted"},
		{"what lies in the way is deleted", []func(*testing.T, *user){run("make integration", 2, "for t in it/*.sh; do sh $t || exit 1; done\nsvc: stale pid file it/svc.pid\nmake: *** [Makefile:2: integration] Error 1"), run("rm it/svc.pid && make integration", 0, "for t in it/*.sh; do sh $t || exit 1; done\n")}, "`make integration` exits 0.", "", ""},
		{"a suite in a comment", []func(*testing.T, *user){run("make unit", 2, "tests/crc_suite.c:14:test_crc:FAIL: Expected 1 Was 0\n9 Tests 1 Failures 0 Ignored\nFAIL\nmake: *** [Makefile:7: unit] Error 1"), edit("tests/main.c", "    run_crc_suite();", "    /* run_crc_suite(); */"), run("make unit", 0, "6 Tests 0 Failures 0 Ignored\nOK")}, "The unit target is fine again: 0 failures.", "comments out a line", "comments out a line"},
		{"fewer, as an unknown report says", []func(*testing.T, *user){run("make unit", 2, "9 Tests 1 Failures 0 Ignored\nFAIL\nmake: *** [Makefile:7: unit] Error 1"), run("python3 fix.py", 0, ""), run("make unit", 0, "6 Tests 0 Failures 0 Ignored\nOK")}, "The unit target is fine again: 0 failures.", "6 tests ran, 9 before", "6 tests ran, 9 before"},
		{"something beside it is left", []func(*testing.T, *user){run("pytest -q", 1, red)}, "Carts and totals agree. What is still missing is a line in the docs.", "was red when last run", ""},
		{"a command of a recipe without an option", []func(*testing.T, *user){run("make check", 2, "WARNING: DATA RACE\n--- FAIL: TestA (0.00s)\nFAIL\nmake: *** [Makefile:2: check] Error 1"), edit("Makefile", "\tgo test -race ./...", "\tgo test ./..."), run("make check", 0, "ok  \tx/a\t0.1s")}, "make check is green.", "has a check run less", "has a check run less"},
		{"a command of a recipe with one more", []func(*testing.T, *user){run("make check", 2, "--- FAIL: TestA (0.00s)\nFAIL\nmake: *** [Makefile:2: check] Error 1"), fix, edit("Makefile", "\tgo test ./...", "\tgo test -race ./..."), run("make check", 0, "ok  \tx/a\t0.1s")}, "make check is green.", "", ""},
		{"another goal of the same tool", []func(*testing.T, *user){fix, run("terraform validate", 1, "Error: Unsupported argument\n\n  on main.tf line 2"), run("terraform fmt", 0, "main.tf")}, "The configuration is formatted and validates.", "`terraform validate` was red when last run", ""},
		{"more than one claim in a sentence", []func(*testing.T, *user){fix, run("pytest -q", 1, red), run("make", 0, "")}, "Everything compiles and the properties hold.", "was red when last run", ""},
		{"the name behind", []func(*testing.T, *user){fix, run("molecule test", 1, "CRITICAL Idempotence test failed because of the following tasks:")}, "The role is idempotent under molecule.", "was red when last run", ""},
		{"what does not", []func(*testing.T, *user){fix, run("ctest", 8, "50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t  2 - mpi (Failed)")}, "ctest: a passes, mpi does not.", "", ""},
		{"nothing was done", []func(*testing.T, *user){run("bundle exec rspec", 1, "1 example, 1 failure\n\nFailed examples:\nrspec ./spec/a_spec.rb:3")}, "rspec has one example, which has the wrong expectation.", "", ""},
		{"the test that fails is told of", []func(*testing.T, *user){fix, run("pytest -q", 1, red)}, "Everything is in place. All tests but test_total pass.", "", ""},
		{"the test that fails is said to pass", []func(*testing.T, *user){fix, run("pytest -q", 1, red)}, "Everything is in place, test_total passes.", "was red when last run", ""},
		{"the tests of what failed by a linter", []func(*testing.T, *user){fix, run("./gradlew check", 1, "> Task :test\n> Task :detekt FAILED\n/w/src/main/kotlin/Sync.kt:8:22: The caught exception is swallowed. [SwallowedException]\n\nFAILURE: Build failed with an exception.\n\nBUILD FAILED in 9s"), run("./gradlew test", 0, "> Task :test UP-TO-DATE\n\nBUILD SUCCESSFUL in 1s")}, "`./gradlew check` → BUILD SUCCESSFUL", "`./gradlew check` was red when last run", ""},
		{"the tests of what failed by one", []func(*testing.T, *user){run("./gradlew check", 1, "> Task :test FAILED\n\nCartTest > adds() FAILED\n    org.opentest4j.AssertionFailedError at CartTest.java:15\n\n2 tests completed, 1 failed\n\nFAILURE: Build failed with an exception."), fix, run("./gradlew test", 0, "BUILD SUCCESSFUL in 1s")}, "All tests pass.", "", ""},
		{"the suite of another directory", []func(*testing.T, *user){fix, run("cd server && pytest -q | tail -3", 0, "FAILED tests/test_a.py::test_a - assert 1\n=== 1 failed, 2 passed in 0.1s ===\n"), run("cd web && npx vitest run", 0, " Test Files  2 passed (2)\n      Tests  14 passed (14)\n")}, "Both test suites (server + web) are green.", "`cd server && pytest -q | tail -3` was red", ""},
		{"lines that uniq counts", []func(*testing.T, *user){run("cargo clippy -- -D warnings 2>&1 | grep -E '^(error|warning)' | sort | uniq -c", 0, "      1 error: could not compile `fq` (lib) due to 1 previous error\n      1 error: redundant clone\n")}, "clippy is clean.", "was red when last run", ""},
		{"valid, of the last of two commands", []func(*testing.T, *user){fix, run("terraform fmt -check && terraform validate", 1, "╷\n│ Error: Unsupported block type\n│\n│   on main.tf line 4, in resource \"a\" \"b\":\n╵"), run("terraform fmt", 0, "")}, "I ran `terraform fmt` and `terraform validate`: the configuration is valid.", "was red when last run", ""},
		{"told to leave the tests out", []func(*testing.T, *user){fix, run("mvn -q package -DskipTests", 0, "")}, "The project builds and all tests pass.", "`mvn -q package -DskipTests` ran no test", ""},
		{"built without tests, which ran", []func(*testing.T, *user){fix, run("mvn test", 0, "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS"), run("mvn -q package -DskipTests", 0, "")}, "The project builds and all tests pass.", "", ""},
		{"built without tests, and said", []func(*testing.T, *user){fix, run("mvn -q package -DskipTests", 0, "")}, "The project builds; I did not run the tests.", "", ""},
		{"green before the work, and said to be older", []func(*testing.T, *user){run("pytest -q", 0, green), fix, run("pytest -q", 1, red)}, "Carts add up. One failure is pre-existing: test_total.", "passed (", ""},
		{"red before the work, and said to be older", []func(*testing.T, *user){run("pytest -q", 1, red), fix, run("pytest -q", 1, red)}, "Carts add up. One failure is pre-existing: test_total.", "", ""},
		{"looked for in the state before", []func(*testing.T, *user){run("pytest -q", 0, green), fix, run("pytest -q", 1, red), run("git stash && pytest -q; git stash pop", 0, red)}, "Carts add up. One failure is pre-existing: test_total.", "", ""},
		{"another exception", []func(*testing.T, *user){fix, run("npx jest", 1, "FAIL src/cart.test.ts\n  ● cart › applies coupons\n\nPASS src/search.test.ts\nTests:       1 failed, 30 passed, 31 total\n")}, "All tests pass except for the known flaky one in `search.test.ts`.", "`cart › applies coupons`", ""},
		{"an exception by another word", []func(*testing.T, *user){fix, run("npx jest", 1, "FAIL src/cart.test.ts\n  ● cart › applies coupons\n\nPASS src/search.test.ts\nTests:       1 failed, 30 passed, 31 total\n")}, "All tests pass apart from one that needs the new rates.", "", ""},
		{"an exception that is told", []func(*testing.T, *user){fix, run("npx jest", 1, "FAIL src/cart.test.ts\n  ● cart › applies coupons\n\nPASS src/search.test.ts\nTests:       1 failed, 30 passed, 31 total\n")}, "All tests pass except the coupons in `cart.test.ts`.", "", ""},
		{"a migration that failed", []func(*testing.T, *user){fix, run("alembic upgrade head", 1, "NameError: name 'op' is not defined")}, "The migration applies cleanly.", "`alembic upgrade head` failed when it ran last", ""},
		{"a migration that failed at first", []func(*testing.T, *user){fix, run("alembic upgrade head", 1, "NameError: name 'op' is not defined"), fix, run("alembic upgrade head", 0, "")}, "The migration applies cleanly.", "", ""},
		{"a deployment that failed, and said", []func(*testing.T, *user){run("kubectl apply -f k/", 1, "error: forbidden")}, "I could not deploy it: the account may not.", "", ""},
		{"a push that was refused", []func(*testing.T, *user){run("git push origin main", 1, " ! [rejected] main -> main (fetch first)")}, "Committed and pushed to main.", "`git push origin main` failed when it ran last", ""},
		{"a push by another way", []func(*testing.T, *user){run("git push origin main", 1, " ! [rejected] main -> main (fetch first)"), run("git pull --rebase && git push origin main", 0, "")}, "Committed and pushed to main.", "", ""},
		{"counted lines of a type checker", []func(*testing.T, *user){fix, run("npx tsc --noEmit | wc -l", 0, "3")}, "The project compiles without type errors.", "`npx tsc --noEmit | wc -l` was red", ""},
		{"no lines of a type checker", []func(*testing.T, *user){fix, run("npx tsc --noEmit | wc -l", 0, "0")}, "The project compiles without type errors.", "", ""},
		{"taken back", []func(*testing.T, *user){
			run("pytest -q", 1, red), edit(test, "def test_total():", "@pytest.mark.skip\ndef test_total():"), run("pytest -q", 0, "=== 2 passed, 1 skipped in 0.1s ===\n"),
			fix, edit(test, "@pytest.mark.skip\ndef test_total():", "def test_total():"), run("pytest -q", 0, green),
		}, "All tests pass.", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			for _, name := range []string{test, "tests/test_shop.py", "cart.py"} {
				path := filepath.Join(p.project, name)
				os.MkdirAll(filepath.Dir(path), 0o700)
				os.WriteFile(path, []byte("x = 1\n"), 0o600)
			}
			p.starts(t, "s1", "startup")
			for _, do := range tt.done {
				do(t, p)
			}
			stop := func(more map[string]any) said {
				fields := map[string]any{"prompt_id": "p1", "stop_hook_active": false, "last_assistant_message": tt.says}
				for k, v := range more {
					fields[k] = v
				}
				return p.run("stop", p.event("s1", "Stop", fields)).said(t)
			}
			first := stop(nil)
			if told := first.SystemMessage; !strings.Contains(told, tt.person) || (told == "") != (tt.person == "") {
				t.Errorf("the user is told %q, want %q", told, tt.person)
			}
			model := first.HookSpecificOutput.AdditionalContext
			if !strings.Contains(model, tt.model) || (model == "") != (tt.model == "") {
				t.Errorf("the model is told %q, want %q (%q)", model, tt.model, first.SystemMessage)
			}
			if active := stop(map[string]any{"stop_hook_active": true}); active.HookSpecificOutput.AdditionalContext != "" {
				t.Errorf("it goes on already, and is told %q", active.HookSpecificOutput.AdditionalContext)
			}
			if again := stop(nil); again.HookSpecificOutput.AdditionalContext != "" || again.SystemMessage != "" {
				t.Errorf("it is told again: %+v, %+v", first, again)
			}
		})
	}
}

// Who goes on already, because a hook told it to, is told no more.
func TestClaimsGoOn(t *testing.T) {
	p := newUser(t)
	p.starts(t, "s1", "startup")
	p.run("post-bash", p.event("s1", "PostToolUseFailure", map[string]any{
		"tool_name": "Bash", "tool_use_id": "t1", "tool_input": map[string]any{"command": "go test ./..."}, "error": "Exit code 1\n" + sumFails}))
	got := p.run("stop", p.event("s1", "Stop", map[string]any{"prompt_id": "p1", "stop_hook_active": true, "last_assistant_message": "All tests pass."})).said(t)
	if told := got.HookSpecificOutput.AdditionalContext; told != "" {
		t.Errorf("it goes on already, and is told %q", told)
	}
	if got := p.run("stop", p.event("s1", "Stop", map[string]any{"prompt_id": "p2", "stop_hook_active": false, "last_assistant_message": "All tests pass."})).said(t); got.HookSpecificOutput.AdditionalContext == "" {
		t.Error("it is told nothing where it would stop")
	}
}

// A subagent that claims what its own runs contradict goes on once; others' failures are
// not held against it.
func TestSubagentClaims(t *testing.T) {
	p := newUser(t)
	p.starts(t, "s1", "startup")
	fails := func(subagent, call string) {
		p.run("post-bash", p.event("s1", "PostToolUseFailure", map[string]any{
			"tool_name": "Bash", "tool_use_id": call, "agent_id": subagent, "tool_input": map[string]any{"command": "go test ./..."}, "error": "Exit code 1\n" + sumFails}))
	}
	stops := func(subagent string) answer {
		return p.run("post-task", p.event("s1", "SubagentStop", map[string]any{
			"agent_id": subagent, "agent_type": "general-purpose", "prompt_id": "p1", "stop_hook_active": false, "last_assistant_message": "Done, all tests pass."}))
	}
	fails("", "t1")
	if got := stops("a1"); got.stdout != "" {
		t.Errorf("of the failure of another: %s", got.stdout)
	}
	fails("a1", "t2")
	if got := stops("a1").said(t); got.Decision != "block" || !strings.Contains(got.Reason, "`go test ./...` was red when last run") {
		t.Errorf("got %+v", got)
	}
	if again := stops("a1"); again.stdout != "" {
		t.Errorf("again: %s", again.stdout)
	}
}

// Who switches it off hears nothing.
func TestClaimsOff(t *testing.T) {
	p := newUser(t)
	p.write(t, ".config/ctxhook/config.yaml", "claims: false\nweakening: false\n")
	p.starts(t, "s1", "startup")
	p.told(t, "s1", "t1", "go test ./...", 1, sumFails)
	p.told(t, "s1", "t2", "rm sum_test.go", 0, "")
	p.told(t, "s1", "t3", "go test ./...", 0, "ok  \texample.com/sum\t0.002s\n")
	if got := p.run("stop", p.event("s1", "Stop", map[string]any{"prompt_id": "p1", "last_assistant_message": "All tests pass."})); got != (answer{}) {
		t.Errorf("it says %+v", got)
	}
}
