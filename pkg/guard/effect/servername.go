package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Server returns the host and the database that a client is told to work on, each "" where the
// command does not say it.
func Server(s *shell.Script, i int) (host, database string) {
	c := &s.Calls[i]
	if c.Model == nil || !databaseClientWord(c.Model.Names[0]) {
		return "", ""
	}
	database, host = serverOf(c)
	switch c.Model.Names[0] {
	case "psql", "mysql", "mongosh":
		if h := value(c, "--host"); h != "" {
			host = h
		}
	case "redis-cli":
		database = value(c, "-n")
	default: // its first operand is something else
		database = ""
	}
	for k := i; k >= 0; k = s.Calls[k].Via {
		for _, a := range s.Calls[k].Assigns {
			v, known := a.Value.Literal()
			switch {
			case !known:
			case host == "" && (a.Name == "PGHOST" || a.Name == "MYSQL_HOST"):
				host = v
			case database == "" && a.Name == "PGDATABASE":
				database = v
			}
		}
	}
	if host == "elsewhere" || !plainName(host) {
		host = ""
	}
	if !plainName(database) {
		database = ""
	}
	return host, database
}

// plainName reports whether a text is a name as it stands: of a host, a socket or a database.
func plainName(s string) bool {
	return len(s) <= 80 && !strings.ContainsAny(s, " =$*?\"'`<>(){}")
}
