package effect_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestEffects holds what real commands do to the world, by the models that are shipped.
func TestEffects(t *testing.T) {
	for _, name := range []string{"testdata/effects.txt", "testdata/branches.txt"} {
		readtest.File(t, name, func(command string) (list []string) {
			s := follow.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me", Cwd: "/home/me/app"})
			x := effect.NewReader(s, effect.Dirs{Home: "/home/me", Cwd: "/home/me/app", Project: "/home/me/app", Guard: []string{"/home/me/.claude/settings.json", "/home/me/app/.ctxhook"}})
			for i := range s.Calls {
				for _, e := range x.Of(i) {
					list = append(list, s.Calls[i].Program+": "+shown(&e))
				}
			}
			return list
		})
	}
}

// shown writes an effect: what is done to what, of which classes, how, to what in words,
// with data from where.
func shown(e *effect.Effect) string {
	words := []string{string(e.Kind)}
	if e.Target != nil {
		words = append(words, e.Target.String())
	}
	if names := e.Class.Names(); len(names) > 0 {
		words = append(words, "["+strings.Join(names, " ")+"]")
	}
	for _, how := range []struct {
		is   bool
		name string
	}{{e.Recursive, "recursive"}, {e.Force, "force"}, {e.All, "all"}, {e.Known, "known"}} {
		if how.is {
			words = append(words, how.name)
		}
	}
	if e.What != "" {
		words = append(words, "("+e.What+")")
	}
	for _, from := range rule.Provenances {
		if e.From.Has(from) {
			words = append(words, "from="+from)
		}
	}
	for _, w := range e.Source {
		words = append(words, "source="+w.String())
	}
	return strings.Join(words, " ")
}
