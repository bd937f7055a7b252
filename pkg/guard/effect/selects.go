package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Selects reports whether a call selects where those of its program behind it act: kubectl
// config use-context prod, kubectx prod.
func Selects(c *shell.Call) bool {
	const deepest = 2 // subcommands
	name := c.Program
	seen := 0
	for k := 1; k < len(c.Argv) && seen < deepest; k++ {
		word := c.Argv[k].String()
		switch {
		case seen == 0 && len(word) > 1 && word[0] == '-' && strings.Contains(word, "="):
			continue // of the program, before what it is to do: -chdir=infra
		case word == "" || word[0] == '-':
			return false
		case seen == 0 && programSelectsWord(name):
			return true
		}
		seen++
		if name += "/" + word; programSelectsWord(name) {
			return true
		}
	}
	return false
}
