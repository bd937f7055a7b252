package accident

import (
	"slices"
	"strings"
)

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

// otherDrive reports whether a line of cmd.exe changes to a directory of another drive, which
// cd does not do without /d.
func (w *windows) otherDrive(line, dir string, at int) bool {
	if !w.batch || !strings.HasPrefix(strings.TrimLeft(line, " \t@"), "cd ") || strings.Contains(line, "/d") {
		return false
	}
	dir = strings.Trim(w.spread(strings.Trim(dir, `" `), w.statementAt(at)), `"`)
	return len(dir) > 2 && dir[1] == ':' && dir[2] == '\\' && !strings.HasPrefix(strings.ToLower(dir), "c:")
}
