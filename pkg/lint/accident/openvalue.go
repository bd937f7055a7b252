package accident

import (
	"strings"
)

// openVariable reports whether nothing says that a variable has a value: a parameter that
// a user may leave out, the output of a command that may print nothing, a key that a map
// may not have, or a typing mistake. What the environment should hold is somebody's to
// set.
func (j *judge) openVariable(name string, at int) bool {
	if j.slip(name, at) {
		return true
	}
	if _, ok := j.File.Empty[name]; ok {
		return !j.guarded(name, at)
	}
	if isParameter(name) {
		return j.mayBeEmpty(name, at) && !j.readsAny(at)
	}
	value, ok := j.assigned(name, at)
	if !ok && (j.asked(name, at) || j.undocumented(name, at)) {
		return true
	}
	if !ok || j.testedInLoop(name, at) {
		return false
	}
	value = strings.Trim(strings.TrimSpace(value), `"`)
	if cut := strings.LastIndex(value, "/$"); cut > 0 && value[0] != '$' && !j.guarded(name, at) && !strings.ContainsAny(value[:cut], "$(`") { // a directory, and what lies in it
		switch rest := value[cut+1:]; {
		case strings.HasPrefix(rest, "$(") && strings.HasSuffix(rest, ")"):
			return j.printsNothing(rest, at)
		case rest == "$"+strings.Join(variables(rest), "") || rest == "${"+strings.Join(variables(rest), "")+"}":
			return j.openVariable(strings.Join(variables(rest), ""), at)
		}
		return false
	}
	from := variables(value)
	switch {
	case strings.HasPrefix(value, "$("), strings.HasPrefix(value, "`"), strings.Contains(value, "["):
		return j.mayBeEmpty(name, at)
	case len(from) == 0:
		return false
	case isParameter(from[0]):
		return !j.inFunction(at) && !j.readsAny(at) && j.mayBeEmpty(name, at)
	}
	return j.mayBeEmpty(name, at) && j.openVariable(from[0], at)
}

// testedInLoop reports whether a name is also that of a loop: for x in ..; it is not empty.
func (j *judge) testedInLoop(name string, at int) bool {
	return strings.Contains(j.before(at), "for "+name+" in ")
}

// asked reports whether a user was asked for the value of a variable, and may have given
// none.
func (s source) asked(name string, at int) bool {
	if s.guarded(name, at) || s.tested(name, at) {
		return false
	}
	for line := range strings.Lines(s.before(at)) {
		body := strings.TrimSpace(line)
		if rest, ok := strings.CutPrefix(body, "while read "); ok && s.fromFile(at) {
			rest, _, _ = strings.Cut(rest, ";")
			if words := strings.Fields(rest); len(words) > 0 && words[len(words)-1] == name && (len(words) == 1 || len(words) == 2 && words[0] == "-r") {
				return true
			}
		}
		if rest, ok := strings.CutPrefix(body, "read "); ok && !strings.Contains(body, "<") && !strings.Contains(body, "|") && strings.Contains(" "+strings.TrimRight(rest, ";")+" ", " "+name+" ") {
			return true
		}
	}
	return false
}

// fromFile reports whether the loop in which an offset lies reads lines of a file, which
// may be blank.
func (s source) fromFile(at int) bool {
	_, after, ok := strings.Cut(s.text[min(at, len(s.text)):], "done")
	after = strings.TrimSpace(headLine(after))
	rest, ok2 := strings.CutPrefix(after, "<")
	return ok && ok2 && !strings.HasPrefix(rest, "<") && !strings.HasPrefix(strings.TrimSpace(rest), "<(")
}

// undocumented reports whether a variable is one that the environment would have to hold,
// and no other word of the text speaks of it.
func (j *judge) undocumented(name string, at int) bool {
	if j.Surface != "script" || strings.ToUpper(name) != name || len(name) < 3 || !j.mayBeEmpty(name, at) || j.readsLibrary(len(j.text)) || strings.Contains(j.text, "eval ") {
		return false
	}
	for line := range strings.Lines(j.text) {
		if body := strings.TrimSpace(line); strings.HasPrefix(body, "#") && strings.Contains(body, name) {
			return false
		}
	}
	return true
}
