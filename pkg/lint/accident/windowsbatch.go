package accident

import (
	"slices"
	"strings"
)

// namesBatch finds deletions of cmd.exe by a name that has no value yet, or that a blank cuts.
func (w *windows) namesBatch(s int) bool {
	st := &w.all[s]
	if !w.batch {
		return false
	}
	from := w.deletion(st.low)
	if from < 0 {
		from = strings.Index(st.low, "reg delete ")
	}
	if from < 0 {
		return false
	}
	line := st.text[from:]
	for _, v := range w.variables(line) {
		i := strings.Index(line, v.shown)
		head, tail := line[:i], line[i+len(v.shown):]
		last := strings.HasSuffix(head, `\`) && (tail == "" || strings.HasPrefix(tail, `"`) || tail[0] == ' ' || strings.HasPrefix(tail, `\*`))
		switch {
		case w.expandedEarly(v, s):
			w.add(&windowsRule, w.spanOf(s, from), "uses "+v.shown+" as it was before the block: cmd.exe expands a block when it reads it, and there it is empty")
			return true
		case last && strings.HasPrefix(st.low[from:], "reg delete ") && w.may(v.name, s) == left:
			w.add(&windowsRule, w.spanOf(s, from), "deletes all that lies beside it if "+v.shown+" is empty")
			return true
		case strings.Count(head, `"`)%2 == 0 && v.shown[0] == '%' && w.hasBlank(v, s):
			w.add(&windowsRule, w.spanOf(s, from), "deletes other names: "+v.shown+" has a blank in it, and no quotes around it")
			return true
		}
	}
	return false
}

// expandedEarly reports whether a variable is written %so% in a block that sets it, and was not
// set before the block.
func (w *windows) expandedEarly(v variable, s int) bool {
	if v.shown[0] != '%' || strings.HasPrefix(v.shown, "%%") || strings.HasPrefix(v.shown, "%~") || w.all[s].in < 0 {
		return false
	}
	outer := w.all[s].in
	for w.all[outer].in >= 0 {
		outer = w.all[outer].in
	}
	inside := false
	for _, set := range w.sets[v.name] {
		if set.s < outer {
			return false
		}
		inside = inside || set.s < s && w.within(set.s, outer)
	}
	return inside
}

// askedTooLate finds a user asked in a block of cmd.exe, whose answer the block does not see:
// what is to be stopped by it is not.
func (w *windows) askedTooLate(s int) bool {
	st := &w.all[s]
	if !w.batch || !strings.HasPrefix(st.low, "if ") || st.in < 0 || !contains(st.low, []string{"exit", "goto"}) {
		return false
	}
	for _, v := range w.variables(st.text) {
		asks := slices.ContainsFunc(w.all[:s], func(o statement) bool {
			return o.in == st.in && strings.Contains(o.low, "set /p "+v.name+"=") || o.in == st.in && strings.Contains(o.low, `set /p "`+v.name+"=")
		})
		if !asks || !w.expandedEarly(v, s) {
			continue
		}
		for k := s + 1; k < len(w.all) && w.within(k, st.in); k++ {
			if low := w.all[k].low; w.deletion(low) >= 0 || contains(low, []string{"drop database", "drop table", "format ", "diskpart", "del ", "rd ", "rmdir ", "destroy", "truncate", "delete"}) {
				w.add(&tooMuchRule, w.spanOf(k, 0), "runs whatever the user answers: cmd.exe expands "+v.shown+" when it reads the block, before it asks")
				return true
			}
		}
	}
	return false
}

// hasBlank reports whether the value of a variable has a blank in it.
func (w *windows) hasBlank(v variable, s int) bool {
	switch v.name {
	case "programfiles", "commonprogramfiles":
		return true
	}
	value, ok := w.given(v.name, s)
	return ok && strings.Contains(strings.TrimSpace(strings.Trim(value, `"`)), " ") && strings.Contains(value, `:\`) && !strings.Contains(value, "(") && !strings.HasPrefix(value, `"`)
}

// otherDrive reports whether a line of cmd.exe changes to a directory of another drive, which
// cd does not do without /d.
func (w *windows) otherDrive(line, dir string, at int) bool {
	if !w.batch || !strings.HasPrefix(strings.TrimLeft(line, " \t@"), "cd ") || strings.Contains(line, "/d") {
		return false
	}
	dir = strings.Trim(w.spread(strings.Trim(dir, `" `), w.statementAt(at)), `"`)
	return len(dir) > 2 && dir[1] == ':' && dir[2] == '\\' && !strings.HasPrefix(strings.ToLower(dir), "c:")
}
