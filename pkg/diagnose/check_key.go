package diagnose

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// reportOptions change how a check reports, and not what it checks.
var reportOptions = []string{
	"-v", "-vv", "-vvv", "-q", "-qq", "-s", "--verbose", "--quiet", "--color", "--colors", "--no-color", "--colour", "--tb", "-count", "--no-header", "--reporter", "--format", "-json", "--json", "--nocapture", "--silent", "--noEmit", "-rA", "-ra", "--no-cov", "--pretty", "-short", "-x", "--bail", "-i", "--ci", "--no-coverage", "--coverage", "-n", "--color=always", "--no-interaction", "--progress", "--no-progress", "--durations", "-B", "--batch-mode", "-ntp", "--no-daemon", "--stacktrace", "--info", "--offline", "-o", "-timeout", "--timeout", "--", "--no-cache", "--show-error-codes", "--message-format",
}

// reportOptionsWithValue are the report options that take the next word as
// their value.
var reportOptionsWithValue = []string{"-o", "-timeout", "--timeout", "--tb", "-count", "--color", "--reporter", "--format", "--output-format", "--message-format", "--durations", "-n"}

// checkKey names what a call checks: the tool, the directory, and its words
// without report options. all reports whether it checks everything there.
func checkKey(tool string, c *shell.Call, dir string) (key string, all bool) {
	words := []string{tool}
	all = true
	known := strings.Fields(tool)
	argv := c.Argv[min(1, len(c.Argv)):]
	for i := 0; i < len(argv); i++ {
		w := argv[i].String()
		name, _, attached := strings.Cut(w, "=")
		switch {
		case !attached && slices.Contains(reportOptionsWithValue, w):
			i++
			continue
		case w == "" || slices.Contains(known, w) || slices.Contains(reportOptions, w) || attached && slices.Contains(reportOptions, name):
			continue
		case coversAll(w):
		default:
			all = false
		}
		words = append(words, path.Clean(w))
	}
	if dir := enteredDir(dir, c.Cwd.Path.String()); dir != "" {
		words = append([]string{dir + ":"}, words...)
	}
	return strings.Join(words, " "), all
}

// goalKey names what a runner of goals or scripts was asked for: each of them is a
// check of its own, whatever it is called.
func goalKey(tool string, c *shell.Call, dir string) string {
	key, _ := checkKey(tool, c, dir)
	head, goals, _ := strings.Cut(key, tool)
	words := strings.Fields(goals)
	if len(words) > 0 && (words[0] == "run" || words[0] == "run-script") {
		words = words[1:] // npm run test is npm test
	}
	return strings.Join(append([]string{head + tool}, words...), " ")
}

// enteredDir returns the directory that a call runs in, given the client's
// directory and what the command changes to. Clients report the directory in
// which the command ended, so it may already include the change.
func enteredDir(dir, to string) string {
	switch {
	case to == "" || to == "." || to == dir || !path.IsAbs(to) && strings.HasSuffix(dir, "/"+to):
		return dir
	case path.IsAbs(to):
		return path.Clean(to)
	}
	return path.Join(dir, to)
}

// coversAll reports whether a word stands for everything below the directory,
// or does not restrict what is checked.
func coversAll(w string) bool {
	switch w {
	case ".", "./", "./...", "...", "//...", "--all", "--workspace", "--all-targets", "--all-features", "-r", "--recursive", "run", "test", "check", "build", "clean", "verify", "--check", "-l", "-d", "-race", "-cover", "-w", "install", "package", "compile":
		return true
	}
	return false
}
