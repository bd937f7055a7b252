package shell

import "strings"

// Quoted returns the strings of a program, as most languages write them. A
// string without a blank is not a command with arguments.
func Quoted(program string) []string {
	var out []string
	for i := 0; i < len(program) && len(out) < maxQuoted; i++ {
		if c := program[i]; c != '"' && c != '\'' && c != '`' {
			continue
		}
		from, end := i+1, closing(program, i)
		if mark := textMark(program[i:]); mark != "" {
			from = i + len(mark)
			end = from + strings.Index(program[from:], mark)
			if end < from {
				continue
			}
		}
		if end == 0 {
			continue
		}
		if s := program[from:end]; strings.Contains(s, " ") {
			out = append(out, AnsiC(s))
		}
		i = end
	}
	return out
}

// textMark returns the mark of a string that may have several lines, where one
// opens: Python's three quotes, JavaScript's backtick.
func textMark(s string) string {
	switch {
	case s[0] == '`':
		return s[:1]
	case strings.HasPrefix(s, `"""`), strings.HasPrefix(s, "'''"):
		return s[:3]
	}
	return ""
}

// maxQuoted bounds the strings of a program that are looked at.
const maxQuoted = 8
