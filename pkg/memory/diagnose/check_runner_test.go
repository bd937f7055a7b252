package diagnose_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestPlaceOfTheRunner: where a runner says that a step of its own file failed, that file is
// none of the test's.
func TestPlaceOfTheRunner(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	const failed = "--- FAIL: TestSum (0.00s)\nFAIL\nFAIL\tshop\t0.1s\nFAIL\n"
	for _, tt := range []struct{ command, tail string }{
		{"make test", "make: *** [Makefile:4: test] Error 1\n"},
		{"make -C sub test", "make: Entering directory '/w/sub'\nmake: *** [Makefile:9: test] Error 1\nmake: Leaving directory '/w/sub'\n"},
		{"make all", "make[1]: *** [sub/Makefile:9: test] Error 1\nmake: *** [Makefile:2: all] Error 2\n"},
		{"make test", "Makefile:4: recipe for target 'test' failed\nmake: *** [test] Error 1\n"},
		{"gmake test", "gmake: *** [GNUmakefile:4: test] Error 1\n"},
		{"make test", "*** Error code 1\n\nStop.\nmake: stopped in /w\n"},
		{"just test", "error: Recipe `test` failed on line 12 with exit code 1\n"},
		{"rake test", "rake aborted!\nCommand failed with status (1): [go test ./...]\n/w/Rakefile:5:in `block in <top (required)>'\nTasks: TOP => test\n(See full trace by running task with --trace)\n"},
		{"cmake --build out --target check", "gmake[3]: *** [CMakeFiles/check.dir/build.make:70: CMakeFiles/check] Error 1\ngmake[2]: *** [CMakeFiles/Makefile2:83: CMakeFiles/check.dir/all] Error 2\n"},
		{"bash ci.sh", "ci.sh: line 9: exiting on failure\n"},
		{"task test", "task: Failed to run task \"test\": exit status 1\n"},
	} {
		out := tally(tt.command, failed+tt.tail, 1)
		c := r.Check(out)
		if c == nil || c.Tool != "go test" || len(c.Files) > 0 {
			t.Errorf("%s: %+v", tt.command, c)
		}
	}
}
