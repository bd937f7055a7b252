package lessons

import "strings"

// MissingName tells which program a line of an output says is not there, "" when
// it says no such thing.
func MissingName(line string) string {
	line = strings.TrimSpace(line)
	if _, name, ok := strings.Cut(line, "command not found: "); ok { // zsh
		return programName(name)
	}
	for _, end := range [...]string{": command not found", ": not found", ": No such file or directory"} {
		rest, ok := strings.CutSuffix(line, end)
		if !ok {
			continue
		}
		from, name, _ := cutLast(rest, ": ")
		if end[2] == 'N' && from != "env" && from != "/usr/bin/env" { // anything may miss a file
			return ""
		}
		return programName(name)
	}
	if _, rest, ok := strings.Cut(line, "exec: "); ok { // Go, and what is written in it
		if name, ok := strings.CutSuffix(rest, ": executable file not found in $PATH"); ok {
			return programName(name)
		}
	}
	return ""
}

// cutLast cuts around the last separator; without one all of s comes after.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// programName takes the quotes off the name of a program, "" when it is none.
func programName(s string) string {
	s = strings.Trim(s, "\"'`‘’“”")
	if s == "" || len(s) > 60 || s[0] == '-' {
		return ""
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("._+-", c) >= 0) {
			return ""
		}
	}
	return s
}
