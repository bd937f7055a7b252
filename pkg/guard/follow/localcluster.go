package follow

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// LocalCluster reports whether a name is that of a cluster on this machine, or of a
// program that makes such clusters.
func LocalCluster(name string) bool {
	for i := range name {
		if name[i] == '-' && localClusterWord(name[:i]) {
			return true
		}
	}
	return localClusterWord(name)
}

// Context returns the context that a call of a client of clusters names, "" where it names
// none.
func Context(c *shell.Call) string {
	for _, option := range [...]string{"--context", "--kube-context"} {
		if f := c.Args.Flag(option); f != nil && f.Value != nil {
			return f.Value.Prefix()
		}
	}
	return ""
}

// LocalContext reports whether a call names a cluster of this machine, which is made again
// as easily.
func LocalContext(c *shell.Call) bool {
	name := Context(c)
	return strings.TrimRight(name, "-") != "" && LocalCluster(name)
}
