package accident

import "strings"

// variable is a use of a variable in a line of PowerShell or of cmd.exe.
type variable struct {
	name  string // in small letters, without signs; env:name of the environment in PowerShell
	shown string // as written
	root  bool   // nothing stands before it, and behind it only a separator or a pattern for everything
}

// variables returns the variables that a text uses.
func (w *windows) variables(text string) []variable {
	var out []variable
	for i := 0; i < len(text); i++ {
		n := w.nameAt(text[i:])
		if n == 0 {
			continue
		}
		shown := text[i : i+n]
		v := variable{shown: shown, name: strings.ToLower(strings.Trim(shown, "$%!{}()~"))}
		alone := i == 0 || strings.IndexByte(" \t\"'(=,", text[i-1]) >= 0
		rest := strings.TrimLeft(text[i+n:], `"'`)
		if rest != "" && (rest[0] == '\\' || rest[0] == '/') {
			rest = strings.TrimLeft(rest, `\/`)
			rest = strings.TrimPrefix(strings.TrimPrefix(rest, "*.*"), "*")
			v.root = alone && (rest == "" || strings.IndexByte(" \t\"')", rest[0]) >= 0)
		}
		out = append(out, v)
		i += n - 1
	}
	return out
}

// nameAt returns how long a variable at the start of a text is, with its signs; 0 where
// there is none.
func (w *windows) nameAt(s string) int {
	if !w.batch {
		if len(s) < 2 || s[0] != '$' {
			return 0
		}
		n := 1
		if strings.HasPrefix(s, "$($") {
			return fieldIn(s)
		}
		if s[1] == '{' {
			return strings.IndexByte(s, '}') + 1
		}
		for n < len(s) && (isName(s[n]) || s[n] == ':' && n > 1 && n+1 < len(s) && isName(s[n+1])) {
			n++
		}
		if n == 1 {
			return 0
		}
		return n
	}
	switch {
	case len(s) > 2 && s[0] == '%' && s[1] == '%' && isName(s[2]):
		return 3
	case len(s) > 2 && s[0] == '%' && s[1] == '~':
		n := 2
		for n < len(s) && isName(s[n]) {
			n++
			if s[n-1] >= '0' && s[n-1] <= '9' {
				return n
			}
		}
	case len(s) > 1 && s[0] == '%' && s[1] >= '1' && s[1] <= '9':
		return 2
	case len(s) > 2 && (s[0] == '%' || s[0] == '!') && isName(s[1]):
		n := 1
		for n < len(s) && (isName(s[n]) || s[n] == '-') {
			n++
		}
		if n < len(s) && s[n] == s[0] {
			return n + 1
		}
	}
	return 0
}

// fieldIn returns how long $($row.Name) is at the start of a text, or 0 where that is more
// than a variable and its field.
func fieldIn(s string) int {
	n := len("$($")
	for n < len(s) && (isName(s[n]) || s[n] == '.' || s[n] == ':') {
		n++
	}
	if n == len("$($") || n == len(s) || s[n] != ')' {
		return 0
	}
	return n + 1
}

// known reports whether a variable is surely not empty before an offset.
func (w *windows) known(name string, at int) bool { return w.may(name, w.statementAt(at)) == sure }

// isChecked reports whether a variable of a text is known.
func (w *windows) isChecked(text string, at int) bool {
	for _, v := range w.variables(text) {
		if v.name != "false" && v.name != "true" && v.name != "_" && w.known(v.name, at) {
			return true
		}
	}
	return false
}

func (w *windows) uses(line, name string) bool {
	for _, v := range w.variables(line) {
		if v.name == name {
			return true
		}
	}
	return false
}
