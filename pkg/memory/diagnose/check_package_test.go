package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestMissingPackageOfTests: tests that cannot be loaded because a package is missing did not
// pass. Where the runner itself is missing, nothing was tested.
func TestMissingPackageOfTests(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct {
		name, command, output string
		files                 []string // nil: nothing was tested
	}{
		{"jest", "npx jest", "FAIL src/a.test.js\n  ● Test suite failed to run\n\n    Cannot find module 'left-pad' from 'src/a.test.js'\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\n", []string{"src/a.test.js", "failed"}},
		{"beside tests that pass", "npx jest", "PASS src/b.test.js\nFAIL src/a.test.js\n  ● Test suite failed to run\n\n    Cannot find module 'left-pad' from 'src/a.test.js'\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       4 passed, 4 total\n", []string{"src/a.test.js", "failed"}},
		{"vitest", "npx vitest run", " FAIL  test/a.test.ts [ test/a.test.ts ]\nError: Cannot find package 'zod' imported from /w/test/a.test.ts\n\n Test Files  1 failed (1)\n", []string{"test/a.test.ts", "failed"}},
		{"mocha", "npx mocha", " Exception during run: Error: Cannot find module 'chai'\nRequire stack:\n- /w/test/cart.js\n", []string{"/w/test/cart.js", "failed"}},
		{"mocha with modules", "npx mocha", "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'chai' imported from /w/test/cart.mjs\n    at packageResolve (node:internal/modules/esm/resolve:854:9)\n", []string{"/w/test/cart.mjs", "failed"}},
		{"pytest", "pytest", "=== ERRORS ===\n___ ERROR collecting tests/test_a.py ___\nImportError while importing test module '/w/tests/test_a.py'.\nTraceback:\ntests/test_a.py:1: in <module>\n    import requests\nE   ModuleNotFoundError: No module named 'requests'\n=== short test summary info ===\nERROR tests/test_a.py\n!!! Interrupted: 1 error during collection !!!\n=== 1 error in 0.10s ===\n", []string{"tests/test_a.py", "failed"}},
		{"a conftest", "pytest", "ImportError while loading conftest '/w/tests/conftest.py'.\ntests/conftest.py:1: in <module>\n    import django\nE   ModuleNotFoundError: No module named 'django'\n", []string{"tests/conftest.py", "failed"}},
		{"unittest", "python -m unittest", "E\n======\nERROR: test_a (unittest.loader._FailedTest.test_a)\n------\nImportError: Failed to import test module: test_a\nTraceback (most recent call last):\n  File \"/w/test_a.py\", line 1, in <module>\n    import requests\nModuleNotFoundError: No module named 'requests'\n\nRan 1 test in 0.000s\n\nFAILED (errors=1)\n", []string{"/w/test_a.py", "failed"}},
		{"Go", "go test ./...", "# shop\na_test.go:4:2: no required module provides package github.com/stretchr/testify/assert; to add it:\n\tgo get github.com/stretchr/testify/assert\nFAIL\tshop [setup failed]\nFAIL\n", []string{"a_test.go", "failed"}},
		{"rspec", "bundle exec rspec", "\nAn error occurred while loading ./spec/cart_spec.rb.\nFailure/Error: require 'nokogiri'\n\nLoadError:\n  cannot load such file -- nokogiri\n# ./spec/cart_spec.rb:1:in `<top (required)>'\n\n0 examples, 0 failures, 1 error occurred outside of examples\n", []string{"./spec/cart_spec.rb", "failed"}},
		{"node", "node --test", "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /w/test/a.test.js\n✖ test/a.test.js (50.1ms)\nℹ tests 1\nℹ pass 0\nℹ fail 1\n", []string{"/w/test/a.test.js", "failed"}},
		{"of npm test", "npm test", "> app@1.0.0 test\n> jest\n\nFAIL src/a.test.js\n  ● Test suite failed to run\n\n    Cannot find module 'left-pad' from 'src/a.test.js'\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\n", []string{"src/a.test.js", "failed"}},
		{"no browser", "npx playwright test", "  1) tests/login.spec.ts:4:5 › logs in ────────────\n\n    Error: browserType.launch: Executable doesn't exist at /root/.cache/ms-playwright/chrome\n\n  1 failed\n", nil},

		{"no jest", "npx jest", "sh: 1: jest: not found\n", nil},
		{"no pytest", "python -m pytest", "/usr/bin/python3: No module named pytest\n", nil},
		{"no mocha", "node node_modules/.bin/mocha", "node:internal/modules/cjs/loader:1080\n  throw err;\nError: Cannot find module '/w/node_modules/.bin/mocha'\nRequire stack:\n- internal/preload\n", nil},
		{"no vitest in npm test", "npm test", "> app@1.0.0 test\n> vitest run\n\nsh: 1: vitest: not found\n", nil},
		{"no plugin", "pytest --cov", "ERROR: usage: pytest [options] [file_or_dir]\npytest: error: unrecognized arguments: --cov\n", nil},
		{"a package of the settings", "npx vitest run", "failed to load config from /w/vitest.config.ts\n\n⎯⎯⎯⎯⎯⎯⎯ Startup Error ⎯⎯⎯⎯⎯⎯⎯⎯\nError: Cannot find package '@vitejs/plugin-react' imported from /w/vitest.config.ts\n", nil},
		{"an interface", "npx mocha --require ts-node/register", "Error: Cannot find module 'ts-node/register'\nRequire stack:\n- /w/node_modules/mocha/lib/cli/run.js\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := r.Check(tally(tt.command, tt.output, 1))
			var files []string
			if c != nil && c.Failed {
				files = append(texts(c.Files), "failed")
			}
			if diff := cmp.Diff(tt.files, files); diff != "" {
				t.Errorf("files of the failed check (-want +got):\n%s", diff)
			}
		})
	}
}
