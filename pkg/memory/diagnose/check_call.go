package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// checkCall is a check that a command runs.
type checkCall struct {
	check int // place of its line
	call  int // index in the script
}

// checkCalls returns the checks that a script runs, in order.
func (r *Reader) checkCalls(s *shell.Script) []checkCall {
	var list []checkCall
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Program == "" || c.Effect != "" {
			continue
		}
		n := r.checkOf(c)
		if n < 0 {
			continue
		}
		same := slices.IndexFunc(list, func(a checkCall) bool { return a.check == n && s.Calls[a.call].Span == c.Span })
		switch {
		case same < 0:
			list = append(list, checkCall{n, i})
		case runs(s, list[same].call, i): // python -m unittest is unittest
			list[same].call = i
		}
	}
	return slices.DeleteFunc(list, func(a checkCall) bool {
		return slices.ContainsFunc(list, func(b checkCall) bool { return nests(s, a.call, b.call) })
	})
}

// nests reports whether a call only runs another one: python -m pytest is
// pytest.
func nests(s *shell.Script, outer, inner int) bool {
	a, b := &s.Calls[outer], &s.Calls[inner]
	return a.Via < 0 && b.Via >= 0 && a.Span == b.Span
}

// checkOf returns the check that a call is, or -1. If several fit, it returns
// the one that names most of the call's words.
func (r *Reader) checkOf(c *shell.Call) int {
	best, size := -1, 0
	words := command.Words(c)
	for id, prefix := range r.known.WaysOf(c.Program) {
		if n := matchedWords(c, words, prefix); n > size {
			if i := r.known.CheckNamed(id); hasNeeds(c, r.check(i)) {
				best, size = i, n
			}
		}
	}
	if best < 0 && c.Model == nil {
		best = r.checkNamedIn(c.Program)
	}
	if best < 0 {
		best = r.checkOfScript(c)
	}
	if best >= 0 && asksForHelp(c, r.check(best)) {
		return -1
	}
	return best
}

// checkNamedIn returns the check that a script of the project is named after,
// such as run-eslint.sh, or -1.
func (r *Reader) checkNamedIn(program string) int {
	parts := strings.FieldsFunc(program, isSeparator)
	for n := len(parts) - 1; n >= 0 && len(parts) > 1; n-- {
		for id, prefix := range r.known.WaysOf(parts[n]) {
			if prefix != parts[n] {
				continue
			}
			i := r.known.CheckNamed(id)
			if c := r.check(i); !c.Runner && c.Kind != memory.CheckRun && len(c.Needs) == 0 {
				return i
			}
		}
	}
	return -1
}

// checkOfScript returns the check that a script of the project is by its name,
// such as ./test.sh or bash scripts/lint, or -1.
func (r *Reader) checkOfScript(c *shell.Call) int {
	for id, way := range r.known.WaysOf(scriptStem(c)) {
		if strings.HasPrefix(way, "./") {
			return r.known.CheckNamed(id)
		}
	}
	return -1
}

// scriptStem returns the name of the script that a call runs by its path,
// without directories and extension, behind "./". A program of the system is no
// such script.
func scriptStem(c *shell.Call) string {
	if len(c.Argv) == 0 {
		return ""
	}
	file := c.Argv[0].String()
	if command.Is(c, rule.Interpreter) && len(c.Argv) > 1 {
		file = c.Argv[1].String()
	} else if !strings.Contains(file, "/") {
		return ""
	}
	if file == "" || file[0] == '/' || file[0] == '-' {
		return ""
	}
	name := base(file)
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	return "./" + name
}

func isSeparator(c rune) bool { return strings.ContainsRune("-_.:+", c) }

// matchedWords returns how many words of a call are named by prefix, the
// beginning of a check's command, or 0 if the call begins differently. A prefix
// with an option is compared with the words as written.
func matchedWords(c *shell.Call, words []string, prefix string) int {
	first, rest, more := strings.Cut(prefix, " ")
	if !isProgram(words[0], first) {
		return 0
	}
	if !more {
		return 1
	}
	parts := strings.Fields(rest)
	if strings.Contains(prefix, " -") {
		argv := make([]string, 0, len(c.Argv))
		for _, w := range c.Argv[min(1, len(c.Argv)):] {
			argv = append(argv, w.String())
		}
		for i := 0; i+len(parts) <= len(argv); i++ {
			if slices.EqualFunc(argv[i:i+len(parts)], parts, func(word, part string) bool {
				return word == part || strings.Contains(part, "*") && shell.MatchGlob(part, word)
			}) {
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

// isProgram reports whether a program is the named one, perhaps with a version
// or an extension appended.
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
	return len(check.Needs) == 0 || command.HasArg(c, check.Needs)
}

// asksForHelp reports whether a call asks for help or a version, or sets up what the tool
// needs, and so checks nothing.
func asksForHelp(c *shell.Call, check *rule.Check) bool {
	if command.HasArg(c, check.Unless) {
		return true
	}
	if len(c.Argv) > 1 {
		does := c.Argv[1].String()
		if verb, _, _ := strings.Cut(does, "-"); checkPreparesWord(verb) && !strings.Contains(does, ".") { // shellcheck install.sh
			return !slices.ContainsFunc(check.Commands, func(way string) bool { _, sub, _ := strings.Cut(way, " "); return sub == does })
		}
	}
	return command.AsksForHelp(c)
}

// Checks reports whether a command runs a tool that checks something.
func (r *Reader) Checks(s *shell.Script) bool {
	return slices.ContainsFunc(r.checkCalls(s), func(a checkCall) bool { return r.check(a.check).Kind != memory.CheckRun })
}
