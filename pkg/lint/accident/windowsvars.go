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
		v := variable{shown: shown, name: strings.ToLower(strings.Trim(shown, "$%!{}~"))}
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

// known reports whether a variable is surely not empty before an offset: it is always set,
// was tested, or was given a text.
func (w *windows) known(name string, at int) bool { return w.knownFrom(name, at, 3) }

func (w *windows) knownFrom(name string, at, depth int) bool {
	if variableWindowsWord(strings.TrimPrefix(name, "env:")) {
		return true
	}
	if w.Surface == "ci" && (strings.HasPrefix(name, "env:github_") || strings.HasPrefix(name, "env:runner_")) {
		return true
	}
	before := w.before(at)
	if w.tests(before, name) {
		return true
	}
	value, ok := w.given(before, name)
	if !ok || depth == 0 {
		return false
	}
	if contains(value, commandReadsWords[:]) {
		return false // what it reads may be empty
	}
	if !w.batch && (strings.Contains(value, "[$") || strings.Contains(value, ".$")) && !strings.Contains(value, "(") && !strings.Contains(value, `"`) {
		return false // a key that is not there gives nothing
	}
	used := w.variables(value)
	for _, v := range used {
		if v.name != name && !w.knownFrom(v.name, at, depth-1) && !behind(value, v.shown) {
			return false
		}
	}
	value = strings.Trim(value, " \t\"'")
	return value != "" && value != "$null" && (len(used) > 0 || !strings.ContainsAny(value, "(|"))
}

// behind reports whether more of a path stands behind a variable, so that the value is
// never the root.
func behind(value, shown string) bool {
	_, rest, _ := strings.Cut(value, shown)
	rest = strings.Trim(rest, `"' \/`)
	return rest != "" && isName(rest[0])
}

// isChecked reports whether a variable of a text is known.
func (w *windows) isChecked(text string, at int) bool {
	for _, v := range w.variables(text) {
		if v.name != "false" && v.name != "true" && w.known(v.name, at) {
			return true
		}
	}
	return false
}

// tests reports whether a line tests a variable, or a declaration says that it is given.
func (w *windows) tests(text, name string) bool {
	last := ""
	for line := range strings.Lines(strings.ToLower(text)) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if w.uses(line, name) || w.batch && strings.Contains(line, "defined "+name) {
			for _, mark := range [...]string{"if ", "if(", "while", "throw", "test-path", "isnullor", "notnullor", "defined "} {
				if strings.Contains(line, mark) {
					return true
				}
			}
			for _, declared := range [...]string{last, line} {
				if strings.Contains(declared, "mandatory") && !strings.Contains(strings.ReplaceAll(declared, " ", ""), "mandatory=$false") || strings.Contains(declared, "validate") {
					return true
				}
			}
		}
		last = line
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

// given returns what the last line that sets a variable gives it, or the list of the loop
// that it stands for.
func (w *windows) given(text, name string) (value string, ok bool) {
	for line := range strings.Lines(text) {
		low := strings.ToLower(line)
		if !w.batch {
			if i := strings.Index(low, "$"+name); i >= 0 && strings.HasPrefix(strings.TrimLeft(low[i+1+len(name):], " "), "=") {
				_, value, _ = strings.Cut(line[i:], "=")
				value, ok = strings.TrimSpace(value), true
			}
			continue
		}
		if _, rest, is := strings.Cut(low, "set "); is {
			n, v, set := strings.Cut(setName(rest), "=")
			if set && strings.TrimSpace(n) == name {
				value, ok = strings.Trim(strings.TrimSpace(v), `"`), true
				if strings.HasPrefix(strings.TrimLeft(rest, ` "`), "/p") {
					value = "" // who is asked may type nothing, and a file may be empty
				}
			}
		}
	}
	return value, ok
}

// setName returns what stands behind set without its options and quotes.
func setName(rest string) string {
	rest = strings.TrimLeft(rest, ` "`)
	for _, option := range [...]string{"/a ", "/p "} {
		rest = strings.TrimPrefix(rest, option)
	}
	return strings.TrimLeft(rest, ` "`)
}
