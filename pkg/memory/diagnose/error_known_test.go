package diagnose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestUnrelatedFailuresDiffer: what makes a failure known again is the first line that says
// what failed. By a heading or a total, another failure of the same tool would be taken for
// it, and be told what fixed the first.
func TestUnrelatedFailuresDiffer(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct{ name, command, frame, one, other string }{
		{"vite", "npx vite build", "vite v5.0.0 building for production...\nerror during build:\n%\n    at error (file:///w/node_modules/rollup/dist/es/shared/node-entry.js:349:30)\n", `src/a.ts (3:9): "x" is not exported by "src/b.ts"`, `src/c.ts (8:1): Unexpected token`},
		{"maven", "mvn test", "[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in %\n[INFO] BUILD FAILURE\n", "a.CartTest\n[ERROR] a.CartTest.adds -- Time elapsed: 0.01 s <<< FAILURE!", "a.UserTest\n[ERROR] a.UserTest.logsIn -- Time elapsed: 0.02 s <<< FAILURE!"},
		{"black", "black --check .", "would reformat %\n\nOh no! 💥 💔 💥\n1 file would be reformatted.\n", "/w/a.py", "/w/z.py"},
		{"tox", "tox", "  %: FAIL code 1 (0.42=setup[0.03]+cmd[0.39] seconds)\n  evaluation failed :( (0.60 seconds)\n", "py312", "lint"},
		{"prettier", "prettier --check .", "Checking formatting...\n[warn] %\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.\n", "src/a.ts", "lib/z.css"},
		{"xcodebuild", "xcodebuild build -scheme App", "%\n** BUILD FAILED **\n\nThe following build commands failed:\n\tCompileSwift normal arm64\n(1 failure)\n", "/w/App/A.swift:3:5: error: cannot find 'x' in scope", "/w/App/Z.swift:9:1: error: expected '}'"},
		{"dotnet", "dotnet test", "  Failed % [1 ms]\n  Error Message:\n   Assert.Equal() Failure\n  Stack Trace:\n\nFailed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3\n", "Adds", "LogsIn"},
		{"minitest", "ruby -Itest test/cart_test.rb", "Run options: --seed 1\n\nF\n\n  1) Failure:\n%\n\n1 runs, 1 assertions, 1 failures, 0 errors, 0 skips\n", "CartTest#test_adds [test/cart_test.rb:7]:\nExpected: 4\n  Actual: 3", "UserTest#test_in [test/cart_test.rb:19]:\nExpected false to be truthy."},
		{"ctest", "ctest", "1/2 Test #1: adds .............................   Passed    0.00 sec\n\nThe following tests FAILED:\n\t  2 - % (Failed)\nErrors while running CTest\n", "cart", "users"},
		{"cargo", "cargo test", "running 2 tests\ntest tests::% ... FAILED\n\nfailures:\n\nfailures:\n    tests::%\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored\n", "adds", "subs"},
		{"jest", "npx jest", "FAIL src/%.test.js\n  ● Test suite failed to run\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\n", "a", "z"},
		{"ruff", "ruff check .", "%\nFound 1 error.\n", "a.py:1:8: F401 [*] `os` imported but unused", "z.py:9:5: F841 Local variable `y` is assigned to but never used"},
		{"fab", "fab deploi", "\nWarning: Command(s) not found:\n    %\n\nAvailable commands:\n\n    deploy   Put it there.\n", "deploi", "biuld"},
		{"make", "make test", "%\nmake: *** [Makefile:4: test] Error 1\n", "checking totals\ntotal is wrong: 3", "checking users\nuser ann may not log in"},

		{"webpack", "npx webpack", "assets by status 1 KiB [cached] 1 asset\n\nERROR in %\nwebpack 5.90.0 compiled with 1 error in 300 ms\n", "./src/a.js 3:0-21\nModule not found: Error: Can't resolve './x' in '/w/src'", "./src/z.js 9:4\nModule parse failed: Unexpected token (9:4)"},
		{"esbuild", "npx esbuild src/a.ts --bundle", "✘ [ERROR] %\n\n1 error\n", "No matching export in \"src/b.ts\" for import \"x\"\n\n    src/a.ts:1:9:", "Expected \";\" but found \"y\"\n\n    src/a.ts:7:4:"},
		{"ninja", "ninja -C out", "[1/2] Building CXX object %\nninja: build stopped: subcommand failed.\n", "a.o\nFAILED: a.o\nc++ -c a.cc\n../a.cc:3:5: error: use of undeclared identifier 'x'", "z.o\nFAILED: z.o\nc++ -c z.cc\n../z.cc:7:1: error: expected '}'"},
		{"gradle", "./gradlew build", "> Task :compileJava FAILED\n%\n1 error\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':compileJava'.\n> Compilation failed; see the compiler error output for details.\n\nBUILD FAILED in 2s\n", "/w/src/A.java:3: error: ';' expected", "/w/src/Z.java:8: error: cannot find symbol"},
		{"pre-commit", "pre-commit run --all-files", "%\n- exit code: 1\n", "ruff.....................................................................Failed\n- hook id: ruff", "mypy.....................................................................Failed\n- hook id: mypy"},
		{"mix", "mix test", "\n\n  1) test % \n     ** (RuntimeError) boom\n\nFinished in 0.1 seconds\n2 tests, 1 failure\n", "adds (CartTest)\n     test/cart_test.exs:5", "logs in (UserTest)\n     test/user_test.exs:9"},
		{"phpstan", "vendor/bin/phpstan analyse", " ------ ----------------\n  Line   %\n ------ ----------------\n\n [ERROR] Found 1 error\n", "src/A.php\n ------ ----------------\n  3      Undefined variable: $x", "src/Z.php\n ------ ----------------\n  9      Method Z::go() has no return type."},
		{"rubocop", "rubocop", "Inspecting 2 files\nC.\n\nOffenses:\n\n%\n\n2 files inspected, 1 offense detected\n", "a.rb:1:1: C: Style/StringLiterals: Prefer single-quoted strings.", "z.rb:9:3: W: Lint/UselessAssignment: Useless assignment to variable - y."},
		{"nx", "npx nx run-many -t build", " NX   Running target build for 2 projects failed\n\nFailed tasks:\n\n- %\n", "web:build", "api:build"},
		{"turbo", "npx turbo run build", "%\n Tasks:    0 successful, 1 total\nCached:    0 cached, 1 total\n  Time:    1.2s\nFailed:    web#build\n\n ERROR  run failed: command  exited (1)\n", "web:build: src/a.ts(3,7): error TS2322: Type 'string' is not assignable to type 'number'.", "web:build: src/z.ts(1,1): error TS2304: Cannot find name 'x'."},
		{"next", "npx next build", "   Creating an optimized production build ...\nFailed to compile.\n\n%\n\n> Build failed because of webpack errors\n", "./app/a.tsx\nModule not found: Can't resolve './x'", "./app/z.tsx:9:4\nType error: Cannot find name 'y'."},
		{"svelte-check", "npx svelte-check", "Getting Svelte diagnostics...\n\n%\n\nsvelte-check found 1 error and 0 warnings in 1 file\n", "/w/src/A.svelte:3:5\nError: Cannot find name 'x'.", "/w/src/Z.svelte:9:1\nError: Type 'string' is not assignable to type 'number'."},
		{"bats", "bats test", "1..2\nok 1 sums\nnot ok 2 %\n# `[ \"$x\" = 1 ]' failed\n", "adds\n# (in test file test/a.bats, line 3)", "logs in\n# (in test file test/z.bats, line 8)"},
		{"clippy of a workspace", "cargo build", "   Compiling app v0.1.0\nerror: %\n\nerror: could not compile `app` (bin \"app\") due to 1 previous error\n", "expected `;`, found `}`\n --> src/main.rs:3:5", "this file contains an unclosed delimiter\n --> src/z.rs:9:1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			of := func(said string) memory.Error {
				out := tally(tt.command, strings.ReplaceAll(tt.frame, "%", said), 1)
				list := r.Errors(out, r.Check(out))
				if len(list) == 0 {
					t.Fatalf("no error: %s", said)
				}
				return list[0]
			}
			one, other := of(tt.one), of(tt.other)
			for _, key := range one.Keys() {
				if slices.Contains(other.Keys(), key) {
					t.Errorf("both are known by %q", one.Shape)
				}
			}
		})
	}
}

// TestVagueFailureIsNotKnown: where only a heading or a total is left of an output, the next
// one may be of any other failure.
func TestVagueFailureIsNotKnown(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct{ command, output string }{
		{"mvn test | tail -1", "[INFO] BUILD FAILURE\n"},
		{"make test 2>&1 | tail -1", "make: *** [Makefile:4: test] Error 1\n"},
		{"npx jest 2>&1 | tail -2", "Test Suites: 1 failed, 3 passed, 4 total\nTests:       2 failed, 9 passed, 11 total\n"},
		{"./gradlew build | tail -1", "BUILD FAILED in 2s\n"},
		{"pytest -q | tail -1", "2 failed, 9 passed in 0.31s\n"},
		{"npm run build 2>&1 | tail -2", "npm error code 1\nnpm error command failed\n"},
		{"./deploy.sh", "Error: the build failed\n"},
	} {
		out := tally(tt.command, tt.output, 1)
		for _, e := range r.Errors(out, r.Check(out)) {
			if e.Rule == "" && (!e.Vague || len(e.Keys()) > 0) {
				t.Errorf("%s: known by %q", tt.command, e.Shape)
			}
		}
	}
	for _, tt := range []struct{ command, one, again string }{
		{"tox", "  py312: FAIL code 1 (0.42=setup[0.03]+cmd[0.39] seconds)\n  evaluation failed :( (0.60 seconds)\n", "  py312: FAIL code 1 (1.07=setup[0.11]+cmd[0.96] seconds)\n  evaluation failed :( (1.10 seconds)\n"},
		{"black --check .", "would reformat /w/a.py\n1 file would be reformatted.\n", "would reformat /w/a.py\nwould reformat /w/b.py\n2 files would be reformatted.\n"},
		{"make test", "total is wrong: 3\nmake: *** [Makefile:4: test] Error 1\n", "total is wrong: 4\nmake: *** [Makefile:7: test] Error 1\n"},
		{"mvn test", "[ERROR] a.CartTest.adds -- Time elapsed: 0.01 s <<< FAILURE!\n[INFO] BUILD FAILURE\n", "[ERROR] a.CartTest.adds -- Time elapsed: 1.2 s <<< FAILURE!\n[INFO] BUILD FAILURE\n"},
	} {
		one, again := tally(tt.command, tt.one, 1), tally(tt.command, tt.again, 1)
		if a, b := r.Errors(one, r.Check(one))[0], r.Errors(again, r.Check(again))[0]; a.Vague || a.Signature != b.Signature {
			t.Errorf("%s: %q is not known again: %q", tt.command, a.Shape, b.Shape)
		}
	}
}
