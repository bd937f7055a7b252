package safety

import (
	"path"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Target is a path that a command names to delete, overwrite or change.
type Target struct {
	Path    string          // absolute
	Pattern bool            // its last element is a glob
	Deep    bool            // of names at any depth
	Kind    rule.EffectKind // what becomes of it
}

// maxTargets bounds how many paths of a command are looked at for what it changes.
const maxTargets = 200

// changing are the effects after which a path is not what it was.
var changing = [...]rule.EffectKind{rule.Delete, rule.Overwrite, rule.Append, rule.Edit, rule.Move, rule.Link, rule.Discard, rule.Mode}

// Targets returns the paths of this machine that a script names to delete, overwrite or
// change, each once for what becomes of it and in its order. Paths that are not known
// before it runs, and what tools make again, are not among them.
func Targets(s *shell.Script, at Dirs) []Target {
	if s == nil {
		return nil
	}
	var list []Target
	effects := effect.NewReader(s, at)
	for i := range s.Calls {
		call := &s.Calls[i]
		if call.Where != "" && call.Box == nil {
			continue
		}
		for _, e := range effects.Of(i) {
			if !call.IsHere(e.Target) {
				continue
			}
			if t, ok := targetOf(&e, call, at); ok && !slices.Contains(list, t) {
				list = append(list, t)
			}
			if len(list) == maxTargets {
				return list
			}
		}
	}
	return list
}

func targetOf(e *effect.Effect, call *shell.Call, at Dirs) (Target, bool) {
	if !slices.Contains(changing[:], e.Kind) || e.Target == nil || len(e.Target.Parts) == 0 ||
		e.Class&(effect.Device|effect.Generated) != 0 || effect.Elsewhere(call.Program, *e.Target) {
		return Target{}, false
	}
	if pattern, is := effect.Below(*e.Target, call.Cwd, at); is {
		return Target{Path: pattern, Pattern: true, Deep: true, Kind: e.Kind}, true
	}
	if pattern, is := effect.Pattern(*e.Target, call.Cwd, at); is {
		return Target{Path: pattern, Pattern: true, Deep: call.Program == "find", Kind: e.Kind}, true
	}
	name, ok := e.Path(call, at)
	return Target{Path: path.Clean(name), Kind: e.Kind}, ok
}
