package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// elsewhere says on which host or in which container a call runs, "" where that is here or is
// not known.
func (c *checker) elsewhere(i int) string {
	calls := c.script.Calls
	where, k := calls[i].Where, i
	if where == "" {
		return ""
	}
	for calls[k].Where != "" {
		if k = calls[k].Via; k < 0 {
			return ""
		}
	}
	starts := &calls[k]
	words := starts.Args.Operands
	exec := starts.Args.Is([]string{"exec"})
	if len(words) > 1 && words[0].Is("exec") { // docker compose exec
		words, exec = words[1:], true
	}
	if len(words) == 0 {
		return ""
	}
	name := shown(placeholders{script: c.script, call: starts}.written(words[0]))
	switch {
	case where == "remote" && starts.Program == "ssh":
		name = ", on " + name
		if dir, ok := calls[i].Cwd.Path.Literal(); ok && strings.HasPrefix(dir, "/") {
			name += " in " + shown(dir)
		}
		return name
	case where == "container" && exec:
		return ", in " + name + namespaceOf(starts)
	case where == "chroot" && starts.Program == "chroot":
		return ", below " + name
	}
	return ""
}

// namespaceOf says in which namespace of a cluster a call works, where it is told.
func namespaceOf(c *shell.Call) string {
	if f := c.Args.Flag("--namespace"); f != nil && f.Value != nil {
		return " of " + shown(f.Value.String())
	}
	return ""
}
