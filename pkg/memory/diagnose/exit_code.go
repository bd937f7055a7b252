package diagnose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// exitCode returns the exit code of a call, if the exit code of the whole
// command, or the output, tells it. A pipe, a semicolon or || hides it.
func exitCode(out *Output, call int) (code int, known bool) {
	if code, ok := echoedCode(out, call); ok {
		return code, true
	}
	if code, ok := announcedCode(out, call); ok {
		return code, true
	}
	if !out.Exited {
		return 0, false
	}
	script := out.Script
	root := rootOf(script, call)
	sure := script.Text != "" && !script.Calls[call].Loop && !script.Calls[call].Spawn && !script.Calls[call].Late
	if before := strings.TrimRight(script.Text[:min(beginOf(&script.Calls[root]), len(script.Text))], " \t({"); strings.HasSuffix(before, "!") || out.Exit == 0 && strings.HasSuffix(before, "||") {
		return 0, false // it is turned round, or may not have run
	}
	strict, pipefail := shellOptions(script)
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
		pipes := gap == "|" || gap == "|&" // lint && test | tail
		sure = sure && (gap == "&&" || strict && (gap == ";" || gap == "") || pipes && (pipefail || out.Exit == 0))
		at = c.Span.To
	}
	if at <= len(script.Text) {
		tail := strings.Trim(script.Text[at:], " \t\n(){};")
		sure = sure && (tail == "" || tail[0] == '#' || tail[0] == '>')
	}
	if !sure {
		return 0, false
	}
	if out.Exit != 0 && !onlyCallThatMayFail(script, root, pipefail) {
		return 0, false
	}
	return out.Exit, true
}

// beginOf returns where the words of a call begin in the text.
func beginOf(c *shell.Call) int {
	if len(c.Argv) == 0 {
		return c.Span.From
	}
	return c.Argv[0].Span.From
}

// onlyCallThatMayFail reports whether no other call can have failed. In a
// chain of && any can. What only feeds the call by a pipe cannot, but for pipefail.
func onlyCallThatMayFail(s *shell.Script, call int, pipefail bool) bool {
	feeds := make(map[int]bool)
	for from := s.Calls[call].Stdin.From; !pipefail && len(from) > 0; {
		i := from[0]
		if from = from[1:]; !feeds[i] {
			feeds[i] = true
			from = append(from[:len(from):len(from)], s.Calls[i].Stdin.From...)
		}
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		if i == call || feeds[i] || rootOf(s, i) == call || len(c.Stdin.From) > 0 && c.Span.From > s.Calls[call].Span.To {
			continue
		}
		if !command.Is(c, rule.Auxiliary|rule.Filter) && c.Program != "" && c.Program != "mkdir" && c.Program != "rm" {
			return false
		}
	}
	return true
}

// rootOf returns the outermost call around a call: the one that stands in the
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

// shellOptions reports whether a script sets -e and -o pipefail.
func shellOptions(s *shell.Script) (errexit, pipefail bool) {
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

// echoedCode returns the exit code of a call if the command prints it, as in
// go vet ./...; echo "exit: $?".
func echoedCode(out *Output, call int) (int, bool) {
	script := out.Script
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
		text := echoed(c)
		for _, name := range []string{"$?", "$PIPESTATUS", "${PIPESTATUS[0]}"} {
			before, after, ok := strings.Cut(text, name)
			switch {
			case !ok || strings.Contains(before, "$") || piped == (name == "$?"):
			case before != "":
				return numberAfter(out.Text.String(), before, i == len(script.Calls)-1)
			case after == "" && i == len(script.Calls)-1:
				return lastNumber(out.Text.String())
			}
		}
		return 0, false
	}
	return 0, false
}

// echoed returns what a call of echo prints, as it is written.
func echoed(c *shell.Call) string {
	var words []string
	for _, w := range c.Argv[1:] {
		if text := w.String(); len(words) > 0 || text != "-n" && text != "-e" {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// announcedCode returns whether a call failed, as 0 or 1, if the command says
// so in words of its own: make lint || echo "lint failed".
func announcedCode(out *Output, call int) (int, bool) {
	script := out.Script
	root := rootOf(script, call)
	at := script.Calls[root].Span.To
	said := "\n" + out.Text.String() + "\n"
	failed, passed := 1, 0
	if strings.HasSuffix(strings.TrimRight(script.Text[:beginOf(&script.Calls[root])], " "), "!") {
		failed, passed = 0, 1 // if ! make lint; then echo ..
	}
	asked := false
	for i := root + 1; i < len(script.Calls); i++ {
		c := &script.Calls[i]
		if c.Via >= 0 && c.Span.From < at {
			continue // part of the call
		}
		if c.Span.From < at {
			return 0, false
		}
		if zero, ok := asksForStatus(c); ok && !asked && strings.Trim(script.Text[at:c.Span.From], "if; \t\n") == "" {
			if asked = true; !zero {
				failed, passed = passed, failed
			}
			at = c.Span.To // make lint; [ $? -eq 0 ] && echo ok
			continue
		}
		if c.Via >= 0 || c.Program != "echo" || slices.Contains(c.Stdin.From, root) {
			return 0, false
		}
		gap := strings.Trim(script.Text[at:c.Span.From], " \t\n;{(")
		text := echoed(c)
		if strings.ContainsAny(text, "$*?\\") || len(text) < 2 || len(c.Redirs) > 0 {
			return 0, false
		}
		shown := strings.Contains(said, "\n"+text+"\n")
		switch gap {
		case "||", "else":
			if shown && (failed == 0 || !mayFailBefore(script, root)) {
				return failed, true
			}
		case "&&", "then":
			if shown {
				return passed, true
			}
		default:
			return 0, false
		}
		at = c.Span.To
	}
	return 0, false
}

// mayFailBefore reports whether another call decides whether a call runs at
// all: build && test || echo failed.
func mayFailBefore(s *shell.Script, call int) bool {
	for i := range call {
		c := &s.Calls[i]
		if c.Via < 0 && c.Span.To <= s.Calls[call].Span.From && strings.Trim(s.Text[c.Span.To:s.Calls[call].Span.From], " \t\n(){}") == "&&" {
			return !command.Is(c, rule.Auxiliary)
		}
	}
	return false
}

// asksForStatus reports whether a call compares the exit code of the one before
// it with zero, and whether it is true then.
func asksForStatus(c *shell.Call) (zero, ok bool) {
	if c.Program != "[" && c.Program != "test" || len(c.Argv) < 4 || c.Argv[1].String() != "$?" || !c.Argv[3].Is("0") {
		return false, false
	}
	switch c.Argv[2].String() {
	case "-eq", "=", "==":
		return true, true
	case "-ne", "!=", "-gt":
		return false, true
	}
	return false, false
}

// numberAfter returns the number after a text that starts a line, or that is
// the last one where what was printed before did not end its line.
func numberAfter(output, text string, last bool) (int, bool) {
	i := strings.LastIndex("\n"+output, "\n"+text)
	if i < 0 {
		i = strings.LastIndex(output, text)
		if !last || i < 0 || strings.Trim(output[i+len(text):], "0123456789\r\n") != "" {
			return 0, false
		}
	}
	rest := output[i+len(text):]
	n := 0
	for n < len(rest) && isDigit(rest[n]) {
		n++
	}
	code, err := strconv.Atoi(rest[:n])
	return code, err == nil
}

// lastNumber returns the number that is the last line of a text.
func lastNumber(output string) (int, bool) {
	output = strings.TrimRight(output, "\r\n")
	code, err := strconv.Atoi(output[strings.LastIndexByte(output, '\n')+1:])
	return code, err == nil && 0 <= code && code <= 255
}

// testedSilent reports whether a call printed nothing, if test -z "$(call)"
// tells by its exit code.
func testedSilent(out *Output, call int) (silent, known bool) {
	calls := out.Script.Calls
	i := slices.IndexFunc(calls, func(c shell.Call) bool {
		return (c.Program == "test" || c.Program == "[") && len(c.Argv) > 2 && c.Argv[1].Is("-z") && inside(&calls[call], &c)
	})
	if i < 0 || !out.Exited || out.Exit > 1 || slices.ContainsFunc(calls, func(c shell.Call) bool { return !inside(&c, &calls[i]) }) {
		return false, false
	}
	return out.Exit == 0, true
}

// inside reports whether a call stands inside another one, or is it.
func inside(c, outer *shell.Call) bool {
	return outer.Span.From <= c.Span.From && c.Span.To <= outer.Span.To
}

// countedFailures reports whether a pipe counted failures in the output of a
// call, and found some: grep -c the lines that speak of them, wc -l all lines
// of a check that prints nothing else.
func countedFailures(out *Output, call int, onlyFailures bool) bool {
	from := []int{rootOf(out.Script, call)}
	for i := range out.Script.Calls {
		c := &out.Script.Calls[i]
		reads := slices.ContainsFunc(from, func(n int) bool { return slices.Contains(c.Stdin.From, n) })
		if reads && (c.Program == "tee" || c.Program == "cat") {
			from = append(from, i)
			continue
		}
		counts := c.Program == "grep" || c.Program == "rg"
		switch {
		case !reads:
			continue
		case counts && command.HasArg(c, []string{"-c", "--count"}):
		case c.Program == "wc" && onlyFailures && command.HasArg(c, []string{"-l", "--lines"}):
		default:
			continue
		}
		n := strings.TrimSpace(out.Text.String())
		n = strings.TrimSpace(n[strings.LastIndexByte(n, '\n')+1:])
		if n == "" || n == "0" || strings.Trim(n, "0123456789") != "" {
			return false
		}
		return !counts || slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
			text := strings.ToLower(w.String())
			return strings.Contains(text, "fail") || strings.Contains(text, "error") || strings.Contains(text, "not ok")
		})
	}
	return false
}

// showsAll reports whether the output of a call is complete, except for what
// head or tail cut off.
func showsAll(s *shell.Script, call int) bool {
	root := rootOf(s, call)
	if slices.ContainsFunc(s.Calls[root].Redirs, func(r shell.Redir) bool { return strings.Contains(r.Op, ">") && !r.Word.Is("1") && !r.Word.Is("2") }) {
		return false
	}
	for i := range s.Calls {
		if slices.Contains(s.Calls[i].Stdin.From, root) && !passesOnWord(s.Calls[i].Program) {
			return false
		}
	}
	return true
}
