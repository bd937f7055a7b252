package learn

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// ask is a check that a command runs.
type ask struct {
	check int // index in book.Checks
	call  int // index in Script.Calls
}

// asked lists the checks that a script runs, in its order.
func (r *Reader) asked(s *shell.Script) []ask {
	var list []ask
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Program == "" || c.Effect != "" {
			continue
		}
		n := r.checkOf(c)
		if n < 0 || slices.ContainsFunc(list, func(a ask) bool {
			return a.check == n && s.Calls[a.call].Span == c.Span
		}) {
			continue
		}
		list = append(list, ask{n, i})
	}
	return slices.DeleteFunc(list, func(a ask) bool {
		return slices.ContainsFunc(list, func(b ask) bool { return nests(s, a.call, b.call) })
	})
}

// nests tells whether a call only runs another: python -m pytest is pytest.
func nests(s *shell.Script, outer, inner int) bool {
	a, b := &s.Calls[outer], &s.Calls[inner]
	return a.Via < 0 && b.Via >= 0 && a.Span == b.Span
}

// checkOf returns the check that a call is, or -1. Of several that fit, the
// one that names most of the call's words knows it best.
func (r *Reader) checkOf(c *shell.Call) int {
	best, size := -1, 0
	words := spoken(c)
	for i := range r.book.Checks {
		check := &r.book.Checks[i]
		for _, way := range check.Commands {
			if n := startsWith(c, words, way); n > size && hasNeeds(c, check) {
				best, size = i, n
			}
		}
	}
	if best < 0 && c.Model == nil {
		best = r.checkIn(c.Program)
	}
	if best >= 0 && idle(c, &r.book.Checks[best]) {
		return -1
	}
	return best
}

// checkIn returns the check that a program of the project's own is named
// after, run-eslint.sh, or -1.
func (r *Reader) checkIn(program string) int {
	parts := strings.FieldsFunc(program, isJoint)
	for n := len(parts) - 1; n >= 0 && len(parts) > 1; n-- {
		for i := range r.book.Checks {
			c := &r.book.Checks[i]
			if !c.Runner && c.Kind != "run" && len(c.Needs) == 0 && slices.Contains(c.Commands, parts[n]) {
				return i
			}
		}
	}
	return -1
}

func isJoint(c rune) bool { return strings.ContainsRune("-_.:+", c) }

// spoken are the words of a call without its options, the program first, as
// its model tells them apart.
func spoken(c *shell.Call) []string {
	words := []string{c.Program}
	if c.Model != nil {
		words = append(words, c.Args.Sub...)
		for _, w := range c.Args.Operands {
			words = append(words, w.String())
		}
	} else {
		for _, w := range c.Argv[min(1, len(c.Argv)):] {
			if s := w.String(); s != "" && s[0] != '-' {
				words = append(words, s)
			}
		}
	}
	if len(words) > 1 && strings.HasPrefix(words[1], "+") { // cargo +nightly test
		words = slices.Delete(words, 1, 2)
	}
	return words
}

// startsWith returns how many words a way to start a check has, if the call
// starts so; else 0. A way with an option is held against the words as they
// were written.
func startsWith(c *shell.Call, words []string, way string) int {
	first, rest, more := strings.Cut(way, " ")
	if !isProgram(words[0], first) {
		return 0
	}
	if !more {
		return 1
	}
	parts := strings.Fields(rest)
	if strings.Contains(way, " -") {
		argv := make([]string, 0, len(c.Argv))
		for _, w := range c.Argv[min(1, len(c.Argv)):] {
			argv = append(argv, w.String())
		}
		for i := 0; i+len(parts) <= len(argv); i++ {
			if slices.Equal(argv[i:i+len(parts)], parts) {
				return 1 + len(parts)
			}
		}
		return 0
	}
	if len(words) <= len(parts) {
		return 0
	}
	for i, p := range parts {
		if words[i+1] != p && !(strings.Contains(p, "*") && shell.MatchGlob(p, words[i+1])) {
			return 0
		}
	}
	return 1 + len(parts)
}

// isProgram holds a program against a name: with its version, or with the
// ending that Windows and wrappers in a project give it.
func isProgram(program, name string) bool {
	if program == name {
		return true
	}
	rest, ok := strings.CutPrefix(program, name)
	if !ok {
		return false
	}
	switch rest {
	case ".exe", ".cmd", ".bat", ".phar", ".sh", ".py", ".js", ".rb", ".pl":
		return true
	}
	rest = strings.TrimPrefix(rest, "-")
	return rest != "" && strings.Trim(rest, "0123456789.") == "" && rest[0] != '.'
}

func hasNeeds(c *shell.Call, check *rule.Check) bool {
	return len(check.Needs) == 0 || hasArg(c, check.Needs)
}

// idle tells a call that checks nothing: it asks for help or a version.
func idle(c *shell.Call, check *rule.Check) bool {
	if hasArg(c, check.Unless) {
		return true
	}
	return len(c.Argv) == 2 && slices.Contains([]string{"-h", "--help", "help", "-V", "--version", "-version", "version"}, c.Argv[1].String())
}

// hasArg tells whether a call has one of some words, or an option of theirs
// with its value attached.
func hasArg(c *shell.Call, list []string) bool {
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		s := w.String()
		for _, want := range list {
			if s == want || strings.HasPrefix(want, "--") && strings.HasPrefix(s, want+"=") {
				return true
			}
			if len(want) == 2 && want[0] == '-' && want[1] != '-' && len(s) > 2 && s[0] == '-' && s[1] != '-' && len(s) <= 4 && strings.Contains(s, want[1:]) {
				return true // bundled
			}
		}
	}
	return false
}

// status returns the exit status of a call, as far as that of the whole
// command tells it: a pipe, a semicolon or a || hides it.
func status(s *Seen, call int) (code int, known bool) {
	if code, ok := echoed(s, call); ok {
		return code, true
	}
	if !s.Exited {
		return 0, false
	}
	script := s.Script
	root := rootOf(script, call)
	sure := script.Text != "" && !script.Calls[call].Loop && !script.Calls[call].Spawn && !script.Calls[call].Late
	strict, pipefail := strictness(script)
	at := script.Calls[root].Span.To
	for i := range script.Calls {
		c := &script.Calls[i]
		if !pipefail && (slices.Contains(c.Stdin.From, root) || slices.Contains(c.Stdin.From, call)) {
			sure = false
		}
		if c.Span.From < at || c.Via >= 0 && rootOf(script, i) != i {
			continue
		}
		gap := strings.Trim(script.Text[at:c.Span.From], " \t\n(){}")
		sure = sure && (gap == "&&" || strict && (gap == ";" || gap == "") || pipefail && (gap == "|" || gap == "|&"))
		at = c.Span.To
	}
	if at <= len(script.Text) {
		tail := strings.Trim(script.Text[at:], " \t\n(){};")
		sure = sure && (tail == "" || tail[0] == '#' || tail[0] == '>')
	}
	if !sure {
		return 0, false
	}
	if s.Exit != 0 && !lastThatFails(script, root) {
		return 0, false
	}
	return s.Exit, true
}

// lastThatFails tells whether no other call could be the one that failed: in
// a chain of && any may be.
func lastThatFails(s *shell.Script, call int) bool {
	for i := range s.Calls {
		c := &s.Calls[i]
		if i == call || rootOf(s, i) == call || len(c.Stdin.From) > 0 && c.Span.From > s.Calls[call].Span.To {
			continue
		}
		if !isAside(c.Program) && !isFilter(c.Program) && c.Program != "" && c.Program != "mkdir" && c.Program != "rm" {
			return false
		}
	}
	return true
}

// rootOf returns the call that a call is nested in and that stands in the
// text itself.
func rootOf(s *shell.Script, call int) int {
	for range s.Calls {
		via := s.Calls[call].Via
		if via < 0 {
			break
		}
		call = via
	}
	return call
}

// strictness reads set -e and set -o pipefail.
func strictness(s *shell.Script) (errexit, pipefail bool) {
	for i := range s.Calls {
		if s.Calls[i].Program != "set" {
			continue
		}
		for _, w := range s.Calls[i].Argv[1:] {
			t := w.String()
			errexit = errexit || t == "errexit" || strings.HasPrefix(t, "-") && strings.Contains(t, "e")
			pipefail = pipefail || t == "pipefail"
		}
	}
	return errexit, pipefail
}

// echoed finds the status of a call where the command prints it itself:
// go vet ./...; echo "exit: $?".
func echoed(s *Seen, call int) (int, bool) {
	script := s.Script
	root := rootOf(script, call)
	end := script.Calls[root].Span.To
	piped := false
	for i := root + 1; i < len(script.Calls); i++ {
		c := &script.Calls[i]
		if c.Span.From < end || c.Via >= 0 {
			continue
		}
		if slices.Contains(c.Stdin.From, root) {
			piped = true
			end = c.Span.To
			continue
		}
		if c.Program != "echo" || strings.Trim(script.Text[end:c.Span.From], " \t\n") != ";" && strings.TrimSpace(script.Text[end:c.Span.From]) != "" {
			return 0, false
		}
		for _, w := range c.Argv[1:] {
			text := w.String()
			for _, name := range []string{"$?", "$PIPESTATUS", "${PIPESTATUS[0]}"} {
				before, _, ok := strings.Cut(text, name)
				if !ok || before == "" || strings.Contains(before, "$") || piped == (name == "$?") {
					continue
				}
				return numberAfter(s.Output.String(), before)
			}
		}
		return 0, false
	}
	return 0, false
}

// numberAfter reads the number that stands behind a text at the begin of a
// line.
func numberAfter(output, text string) (int, bool) {
	i := strings.LastIndex("\n"+output, "\n"+text)
	if i < 0 {
		return 0, false
	}
	rest := output[i+len(text):]
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	code, err := strconv.Atoi(rest[:n])
	return code, err == nil
}

// counted tells whether the output of a call was only counted by grep -c,
// what was counted looks like failures, and there were some.
func counted(s *Seen, call int) bool {
	root := rootOf(s.Script, call)
	for i := range s.Script.Calls {
		c := &s.Script.Calls[i]
		if !slices.Contains(c.Stdin.From, root) || c.Program != "grep" && c.Program != "rg" || !hasArg(c, []string{"-c", "--count"}) {
			continue
		}
		n := strings.TrimSpace(s.Output.String())
		if n == "" || n == "0" || strings.Trim(n, "0123456789") != "" {
			return false
		}
		return slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
			text := strings.ToLower(w.String())
			return strings.Contains(text, "fail") || strings.Contains(text, "error") || strings.Contains(text, "not ok")
		})
	}
	return false
}

// seenWhole tells whether what the call printed is all there, but for what a
// head or tail cuts off.
func seenWhole(s *shell.Script, call int) bool {
	root := rootOf(s, call)
	if slices.ContainsFunc(s.Calls[root].Redirs, func(r shell.Redir) bool { return strings.Contains(r.Op, ">") && !r.Word.Is("1") && !r.Word.Is("2") }) {
		return false
	}
	for i := range s.Calls {
		if slices.Contains(s.Calls[i].Stdin.From, root) {
			switch s.Calls[i].Program {
			case "head", "tail", "cat", "tee", "less", "more":
			default:
				return false
			}
		}
	}
	return true
}

// cosmetic are options that change how a check speaks, not what it checks.
var cosmetic = []string{
	"-v", "-vv", "-vvv", "-q", "-qq", "-s", "--verbose", "--quiet", "--color", "--colors", "--no-color", "--colour", "--tb", "-count", "--no-header", "--reporter", "--format", "-json", "--json", "--nocapture", "--silent", "--noEmit", "-rA", "-ra", "--no-cov", "--pretty", "-short", "-x", "--bail", "-i", "--ci", "--no-coverage", "--coverage", "-n", "--color=always", "--no-interaction", "--progress", "--no-progress", "--durations", "-B", "--batch-mode", "-ntp", "--no-daemon", "--stacktrace", "--info", "--offline", "-o", "-timeout", "--timeout", "--", "--no-cache", "--show-error-codes", "--message-format",
}

// cosmeticPairs are those of them that take the next word as well.
var cosmeticPairs = []string{"-o", "-timeout", "--timeout", "--tb", "-count", "--color", "--reporter", "--format", "--output-format", "--message-format", "--durations", "-n"}

// keyOf names what a call checks: the tool, the directory it changed to, and
// its words but for those that only change how it speaks.
func keyOf(tool string, c *shell.Call) (key string, all bool) {
	words := []string{tool}
	all = true
	known := strings.Fields(tool)
	argv := c.Argv[min(1, len(c.Argv)):]
	for i := 0; i < len(argv); i++ {
		w := argv[i].String()
		name, _, attached := strings.Cut(w, "=")
		switch {
		case !attached && slices.Contains(cosmeticPairs, w):
			i++
			continue
		case w == "" || slices.Contains(known, w) || slices.Contains(cosmetic, w) || attached && slices.Contains(cosmetic, name):
			continue
		case isWhole(w):
		default:
			all = false
		}
		words = append(words, path.Clean(w))
	}
	if dir := c.Cwd.Path.String(); dir != "" && dir != "." {
		words = append([]string{dir + ":"}, words...)
	}
	return strings.Join(words, " "), all
}

// isWhole tells a word that stands for everything below the directory, or
// that does not say less than everything.
func isWhole(w string) bool {
	switch w {
	case ".", "./", "./...", "...", "//...", "--all", "--workspace", "--all-targets", "--all-features", "-r", "--recursive", "run", "test", "check", "build", "clean", "verify", "--check", "-l", "-d", "-race", "-cover", "-w", "install", "package", "compile":
		return true
	}
	return false
}
