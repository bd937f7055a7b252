package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
)

// Labels of parts are left out, and nothing that only looks like one.
func TestWithoutLabels(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"turbo", "• Running lint\nweb:lint: \nweb:lint: > lint\napi:lint: ok\nweb:lint: a.js:3:1: bad\n\n Failed: web#lint\n",
			"\n> lint\na.js:3:1: bad\n• Running lint\napi:lint: ok\n\n Failed: web#lint\n"},
		{"concurrently, interleaved", "[lint] \n[types] \n[lint] /w/a.js\n[types] a.ts(1,2): error\n[lint]   1:2  error  x\n[types] done\n",
			"\n/w/a.js\n  1:2  error  x\n\na.ts(1,2): error\ndone\n"},
		{"compose", "api-1  | \napi-1  | FAILED a.py::test_a\napi-1  | 1 failed\n", "\nFAILED a.py::test_a\n1 failed\n"},
		{"pnpm", "packages/web test: \npackages/web test: > node\npackages/web test: # fail 1\n", "\n> node\n# fail 1\n"},
		{"maven", "[ERROR] \n[ERROR] COMPILATION ERROR\n[ERROR] a\n", "[ERROR] \n[ERROR] COMPILATION ERROR\n[ERROR] a\n"},
		{"places", "src/a.c:3: error\nsrc/a.c:4: error\nsrc/a.c:5: error\n", "src/a.c:3: error\nsrc/a.c:4: error\nsrc/a.c:5: error\n"},
		{"headings", "Expected:\nExpected: 1\nExpected: 2\na::b:\na::b: 1\na::b: 2\n", "Expected:\nExpected: 1\nExpected: 2\na::b:\na::b: 1\na::b: 2\n"},
		{"excerpts", "3 | let x\n3 |\n3 | y\n", "3 | let x\n3 |\n3 | y\n"},
		{"odd lines", "]\n[\n[]\n:\n::\n|\n | x\n", "]\n[\n[]\n:\n::\n|\n | x\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, diagnose.WithoutLabels(tt.text)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
