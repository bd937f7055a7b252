package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// triedTool reports whether a tool of a server is told to show what it would do, or works
// in a place for tests: a cluster of the machine's own, a test database.
func triedTool(c *shell.Call) bool {
	if c.Model.Names[0] != "server-tool" {
		return false
	}
	for k := range c.Args.Flags {
		f := &c.Args.Flags[k]
		if f.Value == nil {
			continue
		}
		value := strings.ToLower(f.Value.String())
		switch strings.TrimLeft(f.Name, "-") {
		case "dryrun", "preview", "simulate", "planonly", "validateonly", "whatif":
			if value != "false" && value != "none" && value != "" {
				return true
			}
		case "context", "kubecontext", "cluster", "clustername", "host", "hostname", "database", "db", "databasename",
			"environment", "env", "namespace", "stage", "profile", "server", "workspace":
			if len(value) < 200 && forTrial(value) {
				return true
			}
		case "url", "uri", "connectionstring", "connection", "endpoint":
			if _, host, ok := strings.Cut(value, "://"); ok && IsNear(host[strings.IndexByte(host, '@')+1:]) {
				return true
			}
		}
	}
	return false
}
