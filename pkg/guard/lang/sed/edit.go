package sed

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// maxEdited bounds a text that is edited, in bytes.
const maxEdited = 128 << 10

// Edit returns a text as a script edits it. It knows the commands s and d with at
// most one address, the way most scripts are; ok is false for any other.
func Edit(script, text string, extended bool) (edited string, ok bool) {
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	for command := range strings.SplitSeq(script, "\n") {
		if lines, ok = editLines(strings.TrimSpace(command), lines, extended); !ok {
			return "", false
		}
	}
	edited = strings.Join(lines, "")
	return edited, len(edited) <= maxEdited
}

// editLines carries out one command.
func editLines(command string, lines []string, extended bool) ([]string, bool) {
	chosen := func(int, string) bool { return true }
	switch {
	case command == "" || command[0] == '#':
		return lines, true
	case command[0] == '/':
		pattern, rest, ok := cutAt(command[1:], '/')
		expression, err := compile(pattern, extended, false)
		if !ok || err != nil {
			return nil, false
		}
		command, chosen = rest, func(_ int, line string) bool { return expression.MatchString(line) }
	case command[0] == '$':
		command, chosen = command[1:], func(i int, _ string) bool { return i == len(lines)-1 }
	case command[0] >= '0' && command[0] <= '9':
		end := len(command) - len(strings.TrimLeft(command, "0123456789"))
		n, err := strconv.Atoi(command[:end])
		if err != nil {
			return nil, false
		}
		command, chosen = command[end:], func(i int, _ string) bool { return i == n-1 }
	}
	if command == "d" {
		i := -1
		return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
			i++
			return chosen(i, strings.TrimSuffix(line, "\n"))
		}), true
	}
	return substituteIn(command, lines, chosen, extended)
}

// substituteIn carries out s on the lines that are chosen.
func substituteIn(command string, lines []string, chosen func(int, string) bool, extended bool) ([]string, bool) {
	if len(command) < 4 || command[0] != 's' {
		return nil, false
	}
	mark := command[1]
	pattern, rest, ok := cutAt(command[2:], mark)
	to, flags, ok2 := cutAt(rest, mark)
	if !ok || !ok2 || strings.Trim(flags, "gI") != "" || strings.ContainsAny(to, `\&`) || pattern == "" {
		return nil, false
	}
	expression, err := compile(pattern, extended, strings.Contains(flags, "I"))
	if err != nil {
		return nil, false
	}
	out := slices.Clone(lines)
	for i, line := range out {
		bare := strings.TrimSuffix(line, "\n")
		if !chosen(i, bare) {
			continue
		}
		end := line[len(bare):]
		if strings.Contains(flags, "g") {
			bare = expression.ReplaceAllLiteralString(bare, to)
		} else if at := expression.FindStringIndex(bare); at != nil {
			bare = bare[:at[0]] + to + bare[at[1]:]
		}
		out[i] = bare + end
	}
	return out, true
}

// cutAt cuts a text at a mark that no backslash stands before.
func cutAt(s string, mark byte) (before, after string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s) && s[i+1] == mark:
			i++
			b.WriteByte(mark)
		case s[i] == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i++
		case s[i] == mark:
			return b.String(), s[i+1:], true
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", false
}

// compile returns an expression of sed as one of Go. In a basic one the brackets,
// braces and + ? | are themselves unless a backslash stands before them.
func compile(pattern string, extended, fold bool) (*regexp.Regexp, error) {
	var b strings.Builder
	if fold {
		b.WriteString("(?i)")
	}
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch {
		case c == '[': // what it lists is the same in both
			end := strings.IndexByte(pattern[min(i+2, len(pattern)):], ']')
			if end < 0 {
				return nil, strconv.ErrSyntax
			}
			b.WriteString(pattern[i : i+2+end+1])
			i += 2 + end
		case c == '\\' && i+1 < len(pattern):
			i++
			if next := pattern[i]; !extended && strings.IndexByte("(){}+?|", next) >= 0 {
				b.WriteByte(next)
			} else {
				b.WriteString(pattern[i-1 : i+1])
			}
		case !extended && strings.IndexByte("(){}+?|", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return regexp.Compile(b.String())
}
