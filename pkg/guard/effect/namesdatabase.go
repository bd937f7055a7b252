package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// NamesDatabase reports whether a call names a database that is on this machine or for
// tests, and whether it names another one: by address, by a client's options, or by the
// environment of a framework.
func NamesDatabase(c *shell.Call) (test, other bool) {
	note := func(name, host string) {
		switch {
		case testName(name) && !inUse(host) || host != "" && local(host):
			test = true
		case host != "":
			other = true
		}
	}
	address := func(text string) {
		scheme, rest, ok := strings.Cut(text, "://")
		if !ok || !databaseScheme(scheme[strings.LastIndexAny(scheme, "=\"'")+1:]) {
			return
		}
		rest, _, _ = strings.Cut(rest, "?")
		host, name, _ := strings.Cut(rest, "/")
		host, _, _ = strings.Cut(host[strings.LastIndexByte(host, '@')+1:], ":")
		if host == "" {
			host = "localhost"
		}
		note(strings.Trim(name, "\"'"), host)
	}
	for _, w := range c.Argv {
		address(w.String())
	}
	for i := range c.Assigns {
		a := &c.Assigns[i]
		address(a.Value.String())
		switch a.Name {
		case "RAILS_ENV", "RACK_ENV", "MIX_ENV", "APP_ENV", "NODE_ENV", "HANAMI_ENV":
			test = test || a.Value.Is("test") || a.Value.Is("testing")
			other = other || inUse(a.Value.String())
		}
	}
	if c.Model != nil && databaseClientWord(c.Model.Names[0]) {
		if name, host := serverOf(c); host != "elsewhere" {
			note(name, host)
		}
	}
	return test, other
}

// databaseScheme reports whether addresses of databases begin with a scheme.
func databaseScheme(s string) bool {
	for _, name := range [...]string{"postgres", "mysql", "mariadb", "mongodb", "redis", "mssql", "sqlserver", "cockroach"} {
		if strings.HasPrefix(s, name) {
			return true
		}
	}
	return false
}
