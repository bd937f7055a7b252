package accident

import (
	"strings"
)

// otherDrive reports whether a line of cmd.exe changes to a directory of another drive, which
// cd does not do without /d.
func (w *windows) otherDrive(line, dir string, at int) bool {
	if !w.batch || !strings.HasPrefix(strings.TrimLeft(line, " \t@"), "cd ") || strings.Contains(line, "/d") {
		return false
	}
	dir = strings.Trim(w.spread(strings.Trim(dir, `" `), w.statementAt(at)), `"`)
	return len(dir) > 2 && dir[1] == ':' && dir[2] == '\\' && !strings.HasPrefix(strings.ToLower(dir), "c:")
}
