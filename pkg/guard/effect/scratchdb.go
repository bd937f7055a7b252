package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// scratchDatabase reports whether SQL runs on a throw-away database:
// one in memory or in a temporary directory, the copy of a development tool, or
// one for tests on this machine.
func (r *collector) scratchDatabase() bool {
	if r.call.Via < 0 {
		return false
	}
	c := &r.script.Calls[r.call.Via]
	if c.Model == nil || c.Where != "" && !c.Boxed() && !r.containerHere(c) {
		return false
	}
	return r.scratchClient(c) || r.scratchTables() && r.tablesHere(c)
}

// containerHere reports whether a call runs in a container that a client of containers of this
// machine enters: docker compose exec db psql.
func (r *collector) containerHere(c *shell.Call) bool {
	for c.Where == "container" && c.Via >= 0 {
		c = &r.script.Calls[c.Via]
	}
	if c.Where != "" || c.Model == nil || c.Model.Type != "Docker" {
		return false
	}
	return !slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool { return containerElsewhereWord(f.Name) }) &&
		!strings.Contains(r.script.Text, "DOCKER_") && !strings.Contains(r.script.Text, "context use")
}

// scratchTables reports whether all tables that a statement takes away or empties have the name
// of one that is made to be thrown away: tmp_import.
func (r *collector) scratchTables() bool {
	what, _, _ := strings.Cut(r.call.Argv[0].String(), ",")
	if what != "DROP TABLE" && !strings.HasPrefix(what, "TRUNCATE") && !strings.HasPrefix(what, "DELETE") || strings.Contains(what, "CASCADE") {
		return false
	}
	for _, w := range r.call.Argv[1:] {
		name, ok := w.Literal()
		if _, last, in := strings.Cut(name, "."); in {
			name = last
		}
		if !ok || !scratchTable(strings.ToLower(strings.Trim(name, "\"`[]"))) {
			return false
		}
	}
	return len(r.call.Argv) > 1
}

func scratchTable(s string) bool {
	for _, word := range [...]string{"tmp", "temp", "scratch"} {
		if strings.HasPrefix(s, word+"_") || strings.HasSuffix(s, "_"+word) {
			return true
		}
	}
	return false
}

// tablesHere reports whether a client speaks to a database of this machine that does not say
// that it is in use.
func (r *collector) tablesHere(c *shell.Call) bool {
	switch c.Model.Names[0] {
	case "sqlite3", "duckdb":
		return len(c.Args.Operands) > 0 && ClassOf(c.Args.Operands[0], c.Cwd, r.at)&(Project|Made|Temp) != 0 && !inUse(c.Args.Operands[0].String())
	case "psql", "mysql":
		name, host := r.all.serverOf(c)
		return local(host) && !inUse(name) && !strings.Contains(r.script.Text, "HOST=") && !strings.Contains(r.script.Text, "SERVICE=")
	}
	return false
}

// scratchClient reports whether a client was given a throw-away database.
func (r *collector) scratchClient(c *shell.Call) bool {
	switch c.Model.Names[0] {
	case "sqlite3", "duckdb":
		return r.scratchFile(c)
	case "mongosh":
		name, host := r.all.serverOf(c)
		return local(host) && name != "test" && testName(name)
	case "wrangler": // d1 execute
		return c.Args.Has("--local") && !c.Args.Has("--remote")
	case "psql", "mysql":
		name, host := r.all.serverOf(c)
		return r.scratchServer(c, host) || local(host) && (testName(name) || r.dropsTests())
	}
	return false
}

// dropsTests reports whether the call drops a database that is for tests, from
// whichever it is connected to.
func (r *collector) dropsTests() bool {
	if p := r.call.Argv[0]; !p.Is("DROP DATABASE") && !p.Is("DROP SCHEMA") {
		return false
	}
	for _, w := range r.call.Argv[1:] {
		if name, ok := w.Literal(); !ok || name == "test" || !testName(name) { // many clients are in test unless they are told otherwise
			return false
		}
	}
	return len(r.call.Argv) > 1
}

// scratchFile reports whether a database that is a file is temporary or for
// tests.
func (r *collector) scratchFile(c *shell.Call) bool {
	if len(c.Args.Operands) == 0 || c.Args.Operands[0].Is(":memory:") || c.Args.Operands[0].Is("") {
		return true
	}
	file := c.Args.Operands[0]
	class := ClassOf(file, c.Cwd, r.at)
	if class&Temp != 0 {
		return true
	}
	if class&(Project|Made) == 0 {
		return false
	}
	segs := locate(file, c.Cwd, r.at).segs
	for i, s := range segs {
		if i == len(segs)-1 {
			s, _, _ = strings.Cut(s, ".")
		}
		if testName(s) {
			return true
		}
	}
	return false
}

// scratchServer reports whether the socket of a server lies in a temporary
// directory of its own. /tmp itself is where many servers have theirs.
func (r *collector) scratchServer(c *shell.Call, host string) bool {
	if !strings.HasPrefix(host, "/") {
		return false
	}
	l := locate(shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: host}}}, c.Cwd, r.at)
	n := tempDepth(l.segs)
	return n > 0 && len(l.segs) > n
}

// server is the database that a client is given, and the host or socket in its
// address.
type server struct{ name, host string }

// serverOf returns the server of a client, which may run many statements.
func (x *Reader) serverOf(c *shell.Call) (name, host string) {
	s, known := x.servers[c]
	if !known {
		s.name, s.host = serverOf(c)
		if x.servers == nil {
			x.servers = make(map[*shell.Call]server)
		}
		x.servers[c] = s
	}
	return s.name, s.host
}

func serverOf(c *shell.Call) (name, host string) {
	name = value(c, "-d")
	if name == "" {
		name = value(c, "-D")
	}
	if name == "" && len(c.Args.Operands) > 0 {
		name = c.Args.Operands[0].String()
	}
	if scheme, rest, ok := strings.Cut(name, "://"); ok && scheme != "" {
		rest, query, _ := strings.Cut(rest, "?")
		host, name, _ = strings.Cut(rest, "/")
		if i := strings.LastIndexByte(host, '@'); i >= 0 {
			host = host[i+1:]
		}
		host, _, _ = strings.Cut(host, ":")
		if socket, ok := strings.CutPrefix(query, "host="); ok && host == "" {
			host, _, _ = strings.Cut(socket, "&")
		}
	} else if n, h, ok := connection(name); ok {
		name, host = n, h
	} else if strings.ContainsAny(name, "=$*") {
		name, host = "", "elsewhere"
	}
	if h := value(c, "-h"); h != "" {
		host = h
	}
	return name, host
}

// connection reads what PostgreSQL calls a connection string: "host=db.example.com
// dbname=shop". A service whose name says that it is in use counts as its host.
func connection(text string) (name, host string, ok bool) {
	for f := range strings.FieldsSeq(text) {
		key, value, named := strings.Cut(f, "=")
		if !named || strings.ContainsAny(value, "$*") {
			return "", "", false
		}
		switch value = strings.Trim(value, "'"); key {
		case "host", "hostaddr":
			host, ok = value, true
		case "service":
			ok = ok || inUse(value)
			if host == "" && ok {
				host = value
			}
		case "dbname":
			name = value
		}
	}
	return name, host, ok
}

// testKey reports whether a program text that pays holds the key of a service's
// test mode: sk_test_..
func (r *collector) testKey() bool {
	if r.call.Via < 0 {
		return false
	}
	for _, x := range r.script.Calls[r.call.Via].Runs {
		if strings.Contains(x.Text.String(), "k_test_") {
			return true
		}
	}
	return false
}

// local reports whether a server is on this machine.
func local(host string) bool {
	switch host {
	case "", "localhost", "127.0.0.1", "::1":
		return true
	}
	return strings.HasPrefix(host, "/")
}

// IsHere reports whether an address begins with a host that is this machine:
// http://localhost:9200/index.
func IsHere(address string) bool {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	if v6, _, ok := strings.Cut(strings.TrimPrefix(address, "["), "]"); ok && address[0] == '[' {
		return v6 != "" && local(v6)
	}
	if i := strings.IndexAny(address, ":/"); i >= 0 {
		address = address[:i]
	}
	return address != "" && local(address)
}

// testName reports whether a name says that it is for tests.
func testName(s string) bool {
	s = strings.ToLower(s)
	switch s {
	case "test", "tests", "testing", "testdb", "fixtures":
		return true
	}
	for _, word := range [...]string{"test", "scratch", "tmp"} {
		if strings.HasPrefix(s, word+"_") || strings.HasSuffix(s, "_"+word) || strings.HasSuffix(s, "-"+word) {
			return true
		}
	}
	return false
}

// value returns the value of an option, "" where it has none.
func value(c *shell.Call, option string) string {
	if f := c.Args.Flag(option); f != nil && f.Value != nil {
		return f.Value.String()
	}
	return ""
}
