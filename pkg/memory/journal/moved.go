package journal

import (
	"os"
	"path"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// moved returns what a call moves, "" for what is not known, and whether it moves something.
func (n *namer) moved(effects []effect.Effect, c *shell.Call) (from []string, moves bool) {
	for _, e := range effects {
		if e.Kind != rule.Move {
			continue
		}
		name := ""
		if moves = true; e.Target != nil {
			name, _ = n.literal(*e.Target, c)
		}
		from = append(from, name)
	}
	return from, moves
}

// moveTo names what a call moves to a place. In a directory that is there each keeps its name.
func (n *namer) moveTo(place string, moved []string) {
	info, err := os.Stat(filepath.FromSlash(place))
	into := len(moved) > 1 || err == nil && info.IsDir()
	for _, from := range moved {
		switch {
		case from == "":
			n.name(ledger.NameMoved, place, "")
		case into:
			n.name(ledger.NameMoved, path.Join(place, path.Base(from)), from)
		default:
			n.name(ledger.NameMoved, place, from)
		}
	}
}
