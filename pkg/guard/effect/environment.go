package effect

import (
	"slices"
	"strings"
)

// What is said behind the name of a statement, of the server that it is for.
const (
	InProduction = ", in production"
	OnAnother    = ", on another server"
)

// forTests reports whether the call works on the test database, which
// frameworks fill again: RAILS_ENV=test rails db:drop.
func (r *collector) forTests() bool {
	name := r.environment()
	return (name == "test" || name == "testing") && (r.call.Args.Has("--env") || r.readsEnvironment())
}

// readsEnvironment reports whether a variable that names an environment says which database
// the call works on: rails reads one, and prisma does not.
func (r *collector) readsEnvironment() bool {
	for c := r.call; ; c = &r.script.Calls[c.Via] {
		if readsEnvironmentWord(c.Program) || slices.ContainsFunc(c.Wrappers, readsEnvironmentWord) {
			return true
		}
		if c.Via < 0 {
			return false
		}
	}
}

// environment returns the name of the environment that the call works in, as
// frameworks are told it: RAILS_ENV=production; "" where it is not said.
func (r *collector) environment() string {
	for c := r.call; c.Where == r.call.Where; c = &r.script.Calls[c.Via] { // bundle exec passes the variables on
		for _, a := range c.Assigns {
			switch a.Name {
			case "RAILS_ENV", "RACK_ENV", "MIX_ENV", "APP_ENV", "NODE_ENV", "HANAMI_ENV":
				name, _ := a.Value.Literal()
				return name
			}
		}
		if c.Via < 0 {
			break
		}
	}
	for _, v := range r.call.Args.Operands {
		if v.Is("RAILS_ENV=test") {
			return "test"
		}
		if v.Is("RAILS_ENV=production") {
			return "production"
		}
	}
	if r.call.Args.Has("--env") && r.call.Args.Flag("--env").Value != nil {
		name, _ := r.call.Args.Flag("--env").Value.Literal()
		return name
	}
	return ""
}

// server returns what the server says on which SQL drops rows or more: that it
// is in production, or another one than this.
func (r *collector) server(what string) string {
	verb, rest, _ := strings.Cut(strings.ToUpper(what), " ")
	whole := strings.HasPrefix(rest, "DATABASE") || strings.HasPrefix(rest, "SCHEMA")
	whole = whole || strings.HasPrefix(verb, "DROPDATABASE") || strings.HasPrefix(verb, "DROP_ALL") || strings.HasPrefix(verb, "DROP_DATABASE") || strings.HasPrefix(verb, "FLUSHALL")
	if r.call.Via < 0 || verb == "DROP" && !whole && !strings.HasPrefix(rest, "TABLE") {
		return ""
	}
	c := &r.script.Calls[r.call.Via]
	if c.Model == nil {
		return ""
	}
	if !databaseClientWord(c.Model.Names[0]) {
		return r.codeServer(whole)
	}
	name, host := r.all.serverOf(c)
	switch {
	case testName(name) || local(host):
		return ""
	case inUse(host):
		return InProduction
	case whole && host != "elsewhere":
		return OnAnother
	}
	return ""
}
