package safety

import (
	"slices"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// place says where in a file a finding stands.
func (f *Finding) place(in *shell.Place) {
	if in != nil {
		f.In = in
		f.Message = shown(in.Name) + ":" + strconv.Itoa(in.Line) + ": " + f.Message
	}
}

// inFile weighs a finding about a call of a file that the script runs, and
// reports whether it counts. What is committed and unchanged is meant: it counts
// only if it destroys something outside of the project, or cannot be meant.
func (c *checker) inFile(f *Finding, call *shell.Call, hit []*effect.Effect) bool {
	if call.In == nil {
		return true
	}
	f.place(call.In)
	return f.Empty || f.Astray || f.Risk >= policy.High && slices.ContainsFunc(hit, destroysOutside) || !c.facts.Committed(call.In.Path)
}

// destroysOutside reports whether an effect destroys something that is not of the
// project.
func destroysOutside(e *effect.Effect) bool {
	const outside = effect.Root | effect.Home | effect.System | effect.BelowSystem | effect.Device | effect.Mount |
		effect.AboveProject | effect.OutsideProject | effect.Guard
	switch e.Kind {
	case rule.Delete, rule.Overwrite, rule.Move, rule.Mode, rule.Owner, rule.Discard:
		return e.Class&outside != 0
	}
	return false
}
