package accident

import (
	"strings"
)

// readsAny reports whether a text reads in another file before an offset.
func (s source) readsAny(at int) bool {
	for line := range strings.Lines(s.before(at)) {
		if _, ok := readsIn(line); ok {
			return true
		}
	}
	return false
}

// nounset reports whether the shell stops at a variable that is not set.
func (s source) nounset(at int) bool {
	var found *firstLine
	kept := &found
	if s.known != nil {
		kept = &s.known.nounset
	}
	return s.holdsBefore(at, setsNounset, kept)
}

func setsNounset(line string) bool {
	words := strings.Fields(line)
	return len(words) > 1 && (words[0] == "set" && (isFlag(words[1], 'u') || words[1] == "-o" && len(words) > 2 && words[2] == "nounset") || strings.HasPrefix(words[0], "#!") && isFlag(words[len(words)-1], 'u'))
}

// asksMounts reports whether a text asks anywhere what is mounted.
func (s source) asksMounts() bool {
	if s.known == nil {
		return contains(s.text, partMountedWords[:])
	}
	if s.known.mounted == nil {
		asks := contains(s.text, partMountedWords[:])
		s.known.mounted = &asks
	}
	return *s.known.mounted
}

// inFunction reports whether an offset lies in a function that is written over several
// lines: its parameters are what its callers pass.
func (s source) inFunction(at int) bool {
	before := s.before(at)
	open := max(strings.LastIndex(before, "() {"), strings.LastIndex(before, "(){"), strings.LastIndex(before, "()\n{"))
	if open < 0 || strings.Contains(before[open:], "\n}") {
		return false
	}
	head, _, _ := strings.Cut(before[open:], "\n")
	return !strings.HasSuffix(strings.TrimSpace(head), "}") || !strings.Contains(before[open:], "\n")
}

// matchedBefore reports whether a variable of a command was compared with a pattern that an empty
// value does not match, in a block that the command stands in: if [[ $dir = *tmp ]].
func (s source) matchedBefore(text string, at int) bool {
	from := 0
	for line := range strings.Lines(s.before(at)) {
		start := from
		from += len(line)
		_, test, ok := strings.Cut(line, "[[ ")
		words := strings.Fields(test)
		if !ok || len(words) < 3 || words[1] != "=" && words[1] != "==" || strings.Trim(words[2], `*"'$`) == "" || strings.Contains(words[2], "$") {
			continue
		}
		for _, name := range variables(text) {
			if strings.Trim(words[0], `"${}`) == name && s.leaves(start, line, at) {
				return true
			}
		}
	}
	return false
}

// guarded reports whether a line before an offset tests a variable in a way that counts,
// and leaves if the test says so; or the offset lies where the test holds.
func (s source) guarded(name string, at int) bool {
	from := 0
	for line := range strings.Lines(s.before(at)) {
		start := from
		from += len(line)
		if !mentions(line, name) || !isTest(line) || hollow(line, name) {
			continue
		}
		if strings.Contains(line, ":?") || strings.HasPrefix(strings.TrimSpace(line), "case ") || s.leaves(start, line, at) {
			return true
		}
	}
	return false
}

// mentions reports whether a line expands a variable, or for "#" the number of parameters.
func mentions(line, name string) bool {
	if name == "#" {
		return strings.Contains(line, "$#")
	}
	return expands(line, name)
}

// hollow reports whether all that a line tests of a variable is true where it is empty:
// [ -n $x ] and [ -d $x ] without quotes, or [ $x=y ] without blanks.
func hollow(line, name string) bool {
	if strings.Contains(line, "[[") || strings.Contains(line, `"$`+name) || strings.Contains(line, `"${`+name) {
		return false
	}
	for _, flag := range [...]string{"-n", "-d", "-e", "-f", "-r", "-w", "-s", "-x"} {
		for _, test := range [...]string{"[ ", "test "} {
			if strings.Contains(line, test+flag+" $"+name) || strings.Contains(line, test+flag+" ${"+name+"}") {
				return true
			}
		}
	}
	return strings.Contains(line, "[ $"+name+"=")
}

// leaves reports whether the text leaves where the test in a line fails, or the line opens
// a block in which an offset lies.
func (s source) leaves(start int, line string, at int) bool {
	body := strings.TrimSpace(line)
	rest := s.text[min(start+len(line), len(s.text)):]
	if first, _, _ := strings.Cut(body, " "); first != "if" && first != "elif" && first != "while" {
		tail := body
		if strings.HasSuffix(body, "{") || strings.HasSuffix(body, "||") || strings.HasSuffix(body, "&&") || strings.HasSuffix(body, "\\") {
			end := strings.Index(rest, "\n}")
			if end < 0 || end > 600 {
				end = min(len(rest), 200)
			}
			tail += "\n" + rest[:end]
		}
		if first := strings.Fields(body); len(first) > 0 && (first[0] == "[" || first[0] == "[[" || first[0] == "test") && !strings.ContainsAny(body, "|&;") && (s.given != "" || s.errexit(at)) {
			return true
		}
		return s.quits(tail) || strings.Contains(tail, "&&") && at <= start+len(line)
	}
	depth, end := 1, 0
	for l := range strings.Lines(rest) {
		words := strings.Fields(l)
		if len(words) > 0 {
			switch strings.TrimRight(words[0], ";") {
			case "if":
				if !strings.Contains(l, "; fi") {
					depth++
				}
			case "fi", "done":
				depth--
			case "while", "for", "until":
				depth++
			}
		}
		if depth <= 0 {
			break
		}
		end += len(l)
	}
	if strings.Contains(body, "; fi") {
		return s.quits(body)
	}
	return at < start+len(line)+end || s.quits(rest[:end])
}

// quits reports whether a piece of text leaves the script, the function or the loop, or
// gives something else. A subshell leaves only itself.
func (s source) quits(text string) bool {
	if _, sub, ok := strings.Cut(text, "|| ("); ok && strings.Contains(sub, "exit") && !s.errexit(len(s.text)) {
		return false
	}
	for line := range strings.Lines(text) {
		for _, w := range strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\n;{}()&|", c) }) {
			switch w {
			case "exit", "return", "continue", "break", "exec", "kill":
				return true
			}
			if name, _, ok := strings.Cut(w, "="); ok && name != "" && isName(name[0]) && !strings.ContainsAny(name, "[$!\"'") {
				return true // another value
			}
			if len(w) > 1 && isName(w[0]) && s.functionQuits(w) {
				return true
			}
		}
	}
	return false
}

// functionQuits reports whether a name is that of a function that leaves, or of one that
// the text does not define and that sounds as if it did.
func (s source) functionQuits(name string) bool {
	at := strings.Index(s.text, name+"()")
	if at < 0 {
		at = strings.Index(s.text, "function "+name)
	}
	if at < 0 {
		return contains(name, wordLeavesWords[:])
	}
	body := s.text[at:]
	if end := strings.Index(body, "\n}"); end >= 0 {
		body = body[:end]
	}
	return strings.Contains(body, "exit") || strings.Contains(body, "return") || contains(body[len(name):], wordLeavesWords[:])
}

// statement returns the lines of the command around an offset: a pipeline, and lines that
// end in a backslash.
func (s source) statement(at int) string {
	at = min(at, len(s.text))
	from := strings.LastIndexByte(s.text[:at], '\n') + 1
	for from > 0 {
		above := strings.TrimRight(s.text[:from-1], " \t")
		if !strings.HasSuffix(above, "\\") && !strings.HasSuffix(above, "|") && !strings.HasPrefix(strings.TrimSpace(s.text[from:]), "|") {
			break
		}
		from = strings.LastIndexByte(s.text[:from-1], '\n') + 1
	}
	to := at
	for {
		n := strings.IndexByte(s.text[to:], '\n')
		if n < 0 {
			return s.text[from:]
		}
		line := strings.TrimRight(s.text[from:to+n], " \t")
		to += n + 1
		if !strings.HasSuffix(line, "\\") && !strings.HasSuffix(line, "|") && !strings.HasPrefix(strings.TrimLeft(s.text[to:], " \t"), "|") {
			return s.text[from : to-1]
		}
	}
}
