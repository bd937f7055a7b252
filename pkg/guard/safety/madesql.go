package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// madeInDatabase reports whether the session made what a statement of SQL takes away: the
// table, the schema or the database, or the database that it lies in.
func (w *weighing) madeInDatabase() bool {
	client := w.clientOf(w.script, w.i)
	if client < 0 || w.e == nil || w.e.Target == nil {
		return false
	}
	if madeInFileWord(w.script.Calls[client].Program) && w.madeFile(client) {
		return true
	}
	name, known := w.e.Target.Literal()
	kind, cascade := dropped(w.e.What)
	if w.script.Calls[client].Program == "dropdb" {
		kind = "DATABASE"
	}
	at, ok := connectionOf(w.script, client)
	if !known || !ok || cascade || strings.Contains(w.script.Text, "search_path") {
		return false
	}
	return kind != "" && w.madeObject(client, at, kind, name) || kind != "DATABASE" && at.database != "" && w.madeObject(client, at, "DATABASE", at.database)
}

// dropped returns what kind of thing a statement takes away or empties, and whether it reaches
// others that depend on it.
func dropped(what string) (kind string, cascade bool) {
	what, _, _ = strings.Cut(what, ",")
	words := strings.Fields(what)
	switch {
	case len(words) == 2 && words[0] == "DROP":
		kind = words[1]
	case len(words) > 0 && (words[0] == "TRUNCATE" || words[0] == "DELETE" || words[0] == "UPDATE"):
		kind, cascade = "TABLE", strings.Contains(what, "CASCADE")
	}
	return kind, cascade
}

// clientOf returns the client that is given the statement of call k, -1 if none is.
func (c *checker) clientOf(s *shell.Script, k int) int {
	for s.Calls[k].Effect != "" {
		if k = s.Calls[k].Via; k < 0 {
			return -1
		}
	}
	if s.Calls[k].Program == "" || s.Calls[k].Model == nil {
		return -1
	}
	return k
}

// madeFile reports whether the session made the file in which a database lies, and nobody else
// wrote to it; or there is none before the command runs.
func (w *weighing) madeFile(client int) bool {
	call := &w.script.Calls[client]
	if len(call.Args.Operands) == 0 || call.Where != "" || call.Cwd.Else != nil || !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	file, ok := effect.Literal(call.Args.Operands[0], call.Cwd, w.at)
	if !ok || w.broughtTo(w.i, file) || !w.opensOne(call.Via) {
		return false // another file may lie there by then
	}
	if p := w.facts.Path(file); p.Known && !p.Exists {
		return true
	}
	a := w.facts.Authors(rule.LossQuery{Path: file})
	return a.Is(rule.TheirsNone)
}

// opensOne reports whether what is asked falls on the database that is named: none is attached to
// it, and a program that asks, as call via, opens one and stays in its directory.
func (w *weighing) opensOne(via int) bool {
	text, program := strings.ToLower(w.script.Text), ""
	for _, f := range w.script.Files {
		text += strings.ToLower(f.Text)
		if f.Call == via {
			program += f.Text
		}
	}
	if strings.Contains(text, "attach") {
		return false
	}
	if via < 0 || !slices.ContainsFunc(w.script.Calls[via].Runs, func(r shell.Run) bool { return r.Lang == "python" }) {
		return true
	}
	for _, r := range w.script.Calls[via].Runs {
		program += r.Text.String()
	}
	return strings.Count(program, "connect(") == 1 && !strings.Contains(program, "chdir")
}

// connection is the database that a client of SQL speaks to.
type connection struct {
	client   string // the family of the client
	server   string // what says where the server is
	database string // "": the client's own
}

// family returns the kind of server that a client speaks to.
func family(program string) string {
	switch {
	case madePostgresWord(program):
		return "postgres"
	case madeMysqlWord(program):
		return "mysql"
	}
	return program
}

// connectionOf returns what a client connects to. ok is false where that is not known.
func connectionOf(s *shell.Script, k int) (at connection, ok bool) {
	c := &s.Calls[k]
	server := append(placesOf(s, k), c.Where+launcherOf(s, k))
	for i := range c.Args.Flags {
		f := &c.Args.Flags[i]
		value, known := "", f.Value == nil
		if f.Value != nil {
			value, known = f.Value.Literal()
		}
		switch f.Name {
		case "-h", "--host", "-p", "-P", "--port", "-S", "--socket", "--defaults-file", "--login-path":
			if !known {
				return at, false
			}
			server = append(server, f.Name+value)
		case "-d", "--dbname", "-D", "--database":
			if at.database = value; !known {
				return at, false
			}
		}
	}
	at.client = family(c.Program)
	if madeInFileWord(c.Program) {
		if len(c.Args.Operands) == 0 || c.Cwd.Else != nil {
			return at, false
		}
		if at.database, ok = c.Args.Operands[0].Literal(); ok && !path.IsAbs(at.database) {
			dir, known := c.Cwd.Path.Literal()
			at.database, ok = path.Join(dir, at.database), known
		}
		at.server = strings.Join(server, "\n")
		return at, ok
	}
	if len(c.Args.Operands) > 0 && at.database == "" && at.client != c.Program && !strings.HasPrefix(c.Program, "create") && !strings.HasPrefix(c.Program, "drop") {
		if at.database, ok = c.Args.Operands[0].Literal(); !ok {
			return at, false
		}
	}
	if strings.ContainsAny(at.database, ":=") { // an address: one of its own for each database
		server, at.database = append(server, at.database), ""
	}
	at.server = strings.Join(server, "\n")
	return at, true
}

// launcherOf returns what starts a call that runs elsewhere, up to the program that it starts:
// docker exec db. What only says how it is shown does not count.
func launcherOf(s *shell.Script, k int) string {
	var out []string
	name := s.Calls[k].Program
	for k = s.Calls[k].Via; k >= 0; k = s.Calls[k].Via {
		c := &s.Calls[k]
		if c.Where == "" && !slices.ContainsFunc(c.Argv, func(a shell.Word) bool { return a.Is(name) }) {
			break
		}
		for _, a := range c.Argv {
			if a.Is(name) {
				break
			}
			if t := a.String(); t != "-i" && t != "-t" && t != "-it" && t != "-T" {
				out = append(out, t)
			}
		}
	}
	return strings.Join(out, " ")
}

// madeObject reports whether a command of the session, or one before it in the text, surely made
// an object of SQL.
func (w *weighing) madeObject(client int, at connection, kind, name string) bool {
	if !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	made := false
	w.past(name, func(p *rule.Past, s *shell.Script, k int) {
		switch {
		case renames(s.Text):
			made = false
		case !p.Found && w.createsObject(s, k, at, kind, name, false) && endsWell(s, k, len(s.Text)) && !behindOr(s, k):
			made = true
		}
	})
	for k := range w.script.Calls[:w.i] {
		end := w.script.Calls[client].Span.From
		if k == client || w.script.Calls[k].Span.From < end && endsWell(w.script, k, end) {
			made = made || w.createsObject(w.script, k, at, kind, name, k == client)
		}
	}
	return made && !renames(w.script.Text)
}

// renames reports whether a text may give another object the name of one.
func renames(text string) bool {
	upper := strings.ToUpper(text)
	return strings.Contains(upper, "RENAME") || strings.Contains(upper, "SET SCHEMA")
}

// createsObject reports whether call k creates an object, and would fail if it was there.
// before says that the same client takes it away later.
func (c *checker) createsObject(s *shell.Script, k int, at connection, kind, name string, before bool) bool {
	call := &s.Calls[k]
	if call.Late || call.Captured || call.Model == nil || family(call.Program) != at.client {
		return false
	}
	with, ok := connectionOf(s, k)
	if !ok || with.server != at.server {
		return false
	}
	if call.Program == "createdb" || call.Program == "createuser" {
		return kind == map[string]string{"createdb": "DATABASE", "createuser": "ROLE"}[call.Program] && len(call.Args.Operands) > 0 && call.Args.Operands[0].Is(name)
	}
	if kind != "DATABASE" && kind != "ROLE" && kind != "USER" && with.database != at.database {
		return false
	}
	if !stopsAtError(call, before) {
		return false
	}
	for _, r := range call.Runs {
		text, known := r.Text.Literal()
		if !known || r.Lang != "sql" {
			return false
		}
		list, ok := follow.CreatedBy(text)
		if !ok {
			return false
		}
		if slices.ContainsFunc(list, func(o follow.Created) bool { return o.Kind == kind && o.Name == name && !(before && o.Late) }) {
			return true
		}
	}
	return false
}

// stopsAtError reports whether a client ends with an error if one of its statements fails;
// with alone, none behind that one is run.
func stopsAtError(c *shell.Call, alone bool) bool {
	switch {
	case c.Args.Has("-f", "--force") && family(c.Program) == "mysql":
		return false
	case madeInFileWord(c.Program) && len(c.Args.Operands) < 2 && !c.Args.Has("-c", "-cmd", "-init"):
		return c.Args.Has("-bail", "--bail") // it goes on with the next line of its input
	case c.Program != "psql":
		return true
	}
	texts := 0
	for _, f := range c.Args.Flags {
		if f.Value != nil && strings.HasPrefix(f.Value.String(), "ON_ERROR_STOP=") && !strings.HasSuffix(f.Value.String(), "=0") && !strings.HasSuffix(f.Value.String(), "=off") {
			return true
		}
		if f.Name == "-c" || f.Name == "--command" {
			texts++
		}
	}
	return texts == 1 && len(c.Runs) == 1
}
