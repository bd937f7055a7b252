package journal

import "testing"

// TestClaim: what a model says last is held against the record.
func TestClaim(t *testing.T) {
	const done = "All tests pass now, the sum is fixed."
	for _, tt := range []struct {
		name   string
		before func(p *play)
		said   string
		want   []string // parts of what is said against it; none: nothing
	}{
		{"the last run failed", func(p *play) { p.ran("go test ./...", 1, redTest) }, done, []string{"go test", "TestSum"}},
		{"it failed behind a pipe", func(p *play) { p.ran("go test ./... | tail -5", 0, redTest) }, done, []string{"go test", "TestSum"}},
		{"it passed", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.ran("go test ./...", 0, greenTest)
		}, done, nil},
		{"nothing is claimed", func(p *play) { p.ran("go test ./...", 1, redTest) }, "TestSum still fails: the sum of 3 is wrong.", nil},
		{"of another kind", func(p *play) { p.ran("go test ./...", 1, redTest) }, "The linter is clean.", nil},
		{"only a part of it passed since", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.ran("go test ./... -run TestOther", 0, greenTest)
		}, done, []string{"go test", "TestSum"}},
		{"it was stopped before its end", func(p *play) { p.ran("timeout 60 go test ./...", 124, "") }, done, []string{"go test"}},
		{"no test was there to run", func(p *play) { p.ran("go test ./... -run TestSum", 0, "ok  \tshop\t0.1s [no tests to run]\n") }, done, []string{"go test"}},
		{"it was stopped, and passed then", func(p *play) {
			p.ran("timeout 60 go test ./...", 124, "")
			p.ran("go test ./...", 0, greenTest)
		}, done, nil},
		{"what was stopped checks nothing", func(p *play) { p.ran("git rebase -i main 2>&1 | tail -1; git status", 124, "") }, "All tests pass, and it is merged.", nil},
		{"what failed checks nothing", func(p *play) {
			p.ran("go test ./...", 0, greenTest)
			p.ran("docker compose down", 1, "unknown command: docker compose")
			p.ran("git checkout main && git merge --ff-only topic", 128, "fatal: Not possible to fast-forward, aborting.")
		}, "The export script works and the tests pass.", nil},
		{"a script of the project was stopped", func(p *play) { p.ran("timeout 60 ./smoke.sh", 124, "") }, done, []string{"smoke.sh"}},
		{"a runner was asked for a part of it since", func(p *play) {
			p.ran("tox", 1, "FAILED test_a.py::test_a - assert 1 == 2\n1 failed in 0.05s\npy39: exit 1 (0.39 seconds) /p> pytest pid=8\n  py39: FAIL code 1\n  evaluation failed :(")
			p.ran("tox -e py312", 0, "1 passed in 0.02s\n  py312: OK\n  congratulations :)")
		}, "`tox` passes in every environment.", []string{"tox"}},
		{"a script of it ran fewer tests", func(p *play) {
			p.ran("scripts/check.sh", 8, "    Start 1: clip\n1/3 Test #1: clip ....***Failed    0.00 sec\n67% tests passed, 1 tests failed out of 3\n\nThe following tests FAILED:\n\t  1 - clip (Failed)\nErrors while running CTest\n")
			p.edited("sum.go", "a - b", "a + b")
			p.ran("scripts/check.sh", 0, "    Start 2: zero\n1/2 Test #2: zero ....   Passed    0.00 sec\n100% tests passed, 0 tests failed out of 2\n")
		}, "100% tests passed, 0 tests failed.", []string{"check.sh", "2 tests ran, 3 before"}},
		{"what is rendered only is not what was checked", func(p *play) {
			p.ran("kustomize build base | kubeconform -summary -", 1, "stdin - CronJob a is invalid: missing property 'jobTemplate'\nSummary: 1 resource found parsing stdin - Valid: 0, Invalid: 1, Errors: 0, Skipped: 0")
			p.ran("kustomize build base | grep -c kind", 0, "1")
		}, "The manifests were checked with kubeconform and are valid.", []string{"kubeconform"}},
		{"what is said to pass is another check", func(p *play) {
			p.ran("dotnet build", 1, "Clock.cs(5,28): error CS0738: 'Clock' does not implement 'Now' [App.csproj]\n\nBuild FAILED.\n    1 Error(s)\n")
			p.ran("pytest -q core", 0, "3 passed in 0.1s\n")
		}, "The parser is in place. All tests pass in core.", nil},
		{"what is said to pass is another check, and the red one too", func(p *play) {
			p.ran("dotnet build", 1, "Clock.cs(5,28): error CS0738: 'Clock' does not implement 'Now' [App.csproj]\n\nBuild FAILED.\n    1 Error(s)\n")
			p.ran("pytest -q core", 0, "3 passed in 0.1s\n")
		}, "Le projet compile sans erreur et les tests passent.", []string{"dotnet build"}},
		{"what a build writes was deleted", func(p *play) {
			p.ran("npm run clean && npm test", 1, "> rm -rf packages/*/dist\n1 failing\n\n  1) sum adds:\n     AssertionError: 1 == 2\n")
			p.ran("rm -rf packages/*/dist", 0, "")
		}, "Removed what the build left behind.", nil},
		{"it passed in front of a pipe", func(p *play) {
			p.ran("npx eslint src", 1, "/shop/src/a.js\n  1:7  error  'a' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n")
			p.edited("src/a.js", "a", "b")
			p.ran("npx eslint src && npx jest 2>&1 | grep Tests", 0, "Tests:       3 passed, 3 total")
		}, "ESLint is clean, and all tests pass.", nil},
		{"the clean part of what is red", func(p *play) {
			p.ran("npx tsc --noEmit && npx jest | tail -5", 0, "FAIL src/geo.test.js\n  ● geo › resolves\n\nTests:       1 failed, 9 passed, 10 total")
		}, "- `npx tsc --noEmit`: clean\n- `jest`: 9 passed\n\n> **Note:** 1 pre-existing failure in `src/geo.test.js`.", nil},
		{"a note in GitHub's form", func(p *play) { p.ran("go test ./...", 1, redTest) }, "Renamed it; the other tests pass.\n\n> [!NOTE]\n> TestSum fails, as it did before.", nil},
		{"a quotation of what was asked", func(p *play) { p.ran("go test ./...", 1, redTest) }, "> TestSum still fails on main\n\nFixed. All tests pass now.", []string{"TestSum"}},
		{"the red part of a chain", func(p *play) {
			p.ran("npx tsc --noEmit && npx jest | tail -5", 0, "FAIL src/geo.test.js\n  ● geo › resolves\n\nTests:       1 failed, 9 passed, 10 total")
		}, "- `npx tsc --noEmit`: clean\n- `npx jest`: 10 passed", []string{"geo › resolves"}},
		{"a build beside a linter that is red", func(p *play) {
			p.ran("npx eslint .; npm run build", 0, "/shop/old.js\n  3:1  error  Unexpected var  no-var\n\n✖ 1 problem (1 error, 0 warnings)\n\n> tsc\n")
		}, "The build passes. ESLint has one complaint, no-var in old.js.", nil},
		{"a linter beside a build", func(p *play) {
			p.ran("npx eslint .; npm run build", 0, "/shop/old.js\n  3:1  error  Unexpected var  no-var\n\n✖ 1 problem (1 error, 0 warnings)\n\n> tsc\n")
		}, "The build passes and ESLint is clean.", []string{"eslint"}},
		{"another directory", func(p *play) {
			p.ran("cd web && npx jest", 1, "FAIL src/geo.test.js\n  ● geo › resolves\n\nTests:       1 failed, 9 passed, 10 total")
			p.edited("api/a.go", "a", "b")
			p.ran("cd api && go test ./...", 0, greenTest)
		}, "In `api` all tests pass.", nil},
		{"this directory", func(p *play) {
			p.ran("cd web && npx jest", 1, "FAIL src/geo.test.js\n  ● geo › resolves\n\nTests:       1 failed, 9 passed, 10 total")
			p.edited("api/a.go", "a", "b")
			p.ran("cd api && go test ./...", 0, greenTest)
		}, "In `web` all tests pass.", []string{"jest"}},
		{"a deed that a pipe hides", func(p *play) {
			p.ran("git push 2>&1 | tail -3", 0, " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'x'")
		}, "Committed and pushed.", []string{"git push", "Say that it failed"}},
		{"a deed that a pipe shows", func(p *play) {
			p.ran("git push 2>&1 | tail -3", 0, "To x\n   1a2b3c4..5d6e7f8  main -> main")
		}, "Committed and pushed.", nil},
		{"a deed that went well then", func(p *play) {
			p.ran("git push 2>&1 | tail -3", 0, " ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'x'")
			p.ran("git pull --rebase && git push", 0, "")
		}, "Committed and pushed.", nil},
		{"a deed behind a linter, that went well then", func(p *play) {
			p.ran("npm run deploy", 1, "Error: no credentials")
			p.ran("npm run lint -- --check && npm run deploy", 0, "")
		}, "Deployed.", nil},
		{"what would be deployed", func(p *play) {
			p.ran("npm run deploy", 1, "Error: no credentials")
			p.ran("npm run deploy -- --dry-run", 0, "")
		}, "Deployed.", []string{"npm run deploy"}},
		{"what compiles a migration does not run it", func(p *play) {
			p.ran("alembic upgrade head", 1, "sqlalchemy.exc.ProgrammingError: relation \"a\" does not exist")
			p.ran("python -m compileall -q migrations", 0, "")
		}, "The migration has been applied.", []string{"alembic upgrade head"}},
		{"it failed before as well, behind a pipe", func(p *play) {
			p.ran("rake test | tail -3", 0, "  1) Failure:\nATest#test_a [test/a_test.rb:3]:\nExpected: 1\n  Actual: 2\n\n5 runs, 5 assertions, 1 failures, 0 errors, 0 skips")
			p.edited("lib/a.rb", "1", "2")
			p.ran("rake test | tail -3", 0, "  1) Failure:\nATest#test_a [test/a_test.rb:3]:\nExpected: 1\n  Actual: 2\n\n5 runs, 5 assertions, 1 failures, 0 errors, 0 skips")
		}, "The failure in `ATest#test_a` is pre-existing.", nil},
		{"it passed before, behind a pipe", func(p *play) {
			p.ran("rake test | tail -3", 0, "5 runs, 5 assertions, 0 failures, 0 errors, 0 skips")
			p.edited("lib/a.rb", "1", "2")
			p.ran("rake test | tail -9", 0, "  1) Failure:\nATest#test_a [test/a_test.rb:3]:\nExpected: 1\n  Actual: 2\n\n5 runs, 5 assertions, 1 failures, 0 errors, 0 skips")
		}, "The failure in `ATest#test_a` is pre-existing.", []string{"rake test", "lib/a.rb"}},
		{"in an earlier session", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.in("s2")
		}, "Renamed the file.", nil},
		{"no test was run at all", func(p *play) { p.ran("ls", 0, "sum.go") }, "Renamed the file.", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			tt.before(p)
			r := p.rested(tt.said)
			if got := r.Claim; tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
				t.Errorf("said %q, want %q", got, tt.want)
			}
			if (r.Claim == "") != (r.ClaimKey == "") {
				t.Errorf("the key %q of %q", r.ClaimKey, r.Claim)
			}
		})
	}
}

// TestClaimAgain: who was told that a check is red, and edits, says something new.
func TestClaimAgain(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.ran("go test ./...", 1, redTest)
	first := p.rested("All tests pass.").ClaimKey
	if again := p.rested("All tests pass, see above.").ClaimKey; again != first {
		t.Errorf("the same claim has two keys, %q and %q", first, again)
	}
	p.edited("sum.go", "a - b", "a + b")
	if r := p.rested("Fixed. The tests pass now."); r.Claim == "" || r.ClaimKey == first {
		t.Errorf("said %q, with key %q", r.Claim, r.ClaimKey)
	}
}

// TestClaimLater: what was red when an agent stopped is not held against what it says of other work,
// until it goes on with it.
func TestClaimLater(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.ran("go test ./...", 1, redTest)
	p.rested("The sum is still wrong.")
	p.ran("git log -1", 0, "abc\n")
	if r := p.rested("The patch is in place and ready."); r.Claim != "" {
		t.Errorf("said %q of other work", r.Claim)
	}
	p.edited("sum.go", "a - b", "a + b")
	if r := p.rested("The sum works now."); r.Claim == "" {
		t.Error("nothing was said of what was edited")
	}
}

// TestWeakened: the user hears what made a check pass, unless they asked for it.
func TestWeakened(t *testing.T) {
	const before, after = "\tif got != 4 {", "\tt.Skip()\n\tif got != 4 {"
	for _, tt := range []struct {
		name, prompt string
		edit         func(p *play)
		want         []string
	}{
		{"a test that is skipped", "fix the sum", func(p *play) { p.edited("sum_test.go", before, after) }, []string{"skips a test"}},
		{"the code", "fix the sum", func(p *play) { p.edited("sum.go", "a - b", "a + b") }, nil},
		{"another value, as it was before the code was edited", "fix the sum", func(p *play) {
			p.edited("sum.go", "a - b", "b - a")
			p.ran("go test ./...", 1, redTest)
			p.edited("sum_test.go", "\tif got != 4 {", "\tif got != 3 {")
		}, []string{"expects now 3 instead of 4"}},
		{"another value, and the code then", "fix the sum", func(p *play) {
			p.edited("sum_test.go", "\tif got != 4 {", "\tif got != 3 {")
			p.edited("sum.go", "a - b", "b - a")
		}, nil},
		{"a test that the user wants skipped", "skip the flaky tests for now", func(p *play) { p.edited("sum_test.go", before, after) }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			p.prompted(tt.prompt)
			p.ran("go test ./...", 1, redTest)
			tt.edit(p)
			p.ran("go test ./...", 0, greenTest)
			r := p.rested("Done.")
			if got := r.Weakened; tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
				t.Errorf("told %q, want %q", got, tt.want)
			}
		})
	}
}
