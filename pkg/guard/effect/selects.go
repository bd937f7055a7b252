package effect

import "github.com/ctxhook/ctxhook/pkg/guard/shell"

// Selects reports whether a call selects where those of its program behind it act: kubectl
// config use-context prod, kubectx prod.
func Selects(c *shell.Call) bool {
	const deepest = 2 // subcommands
	name := c.Program
	for k := 1; k < len(c.Argv) && k <= deepest; k++ {
		word := c.Argv[k].String()
		switch {
		case word == "" || word[0] == '-':
			return false
		case k == 1 && programSelectsWord(name):
			return true
		}
		if name += "/" + word; programSelectsWord(name) {
			return true
		}
	}
	return false
}
