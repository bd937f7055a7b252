package lang

import "strings"

// evalDatabase opens a database. One in memory or in a temporary file holds
// nothing that was there before, so that what its methods drop is no loss. What one in a file of
// SQLite is asked, its client is asked.
func evalDatabase(e *evaluator, c *Call) Value {
	target := c.first()
	if v, ok := c.Option("database"); ok {
		target = v
	}
	a := e.Arg(target)
	scratch := isTemp(a) || len(c.Args) == 0 && strings.HasPrefix(c.Name, "duckdb.")
	if !scratch && len(a.Holes) == 0 {
		file, _, _ := strings.Cut(a.Text, "?")
		if scheme, rest, ok := strings.Cut(file, "://"); ok {
			if !strings.HasPrefix(scheme, "sqlite") && !strings.HasPrefix(scheme, "duckdb") {
				return e.Result(c, "")
			}
			file = strings.TrimPrefix(rest, "/")
			scratch = file == ""
		}
		scratch = scratch || file == ":memory:" || strings.HasPrefix(file, "/tmp/") && !strings.Contains(file, "..")
	}
	if !scratch && strings.HasSuffix(c.Name, "sqlite3.connect") && len(a.Holes) == 0 && a.Text != "" && !strings.Contains(a.Text, ":") {
		return e.object("file-database", target)
	}
	if !scratch {
		return e.Result(c, "")
	}
	return e.object("scratch-database", target)
}
