package safety

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxPlaces bounds the places that a message names.
const maxPlaces = 4

// place says where in a file a finding stands, and by which files the script gets
// there.
func (c *checker) place(f *Finding, in *shell.Place) {
	if in == nil {
		return
	}
	f.In = in
	places := []string{placeName(in)}
	if f.Call >= 0 {
		places = places[:0]
		for _, i := range c.script.Chain(f.Call) {
			if in := c.script.Calls[i].In; in != nil {
				places = append(places, placeName(in))
			}
		}
	}
	if n := len(places) - maxPlaces; n > 0 {
		places = append([]string{".."}, places[n:]...)
	}
	f.Message = strings.Join(places, " > ") + ": " + f.Message
}

func placeName(in *shell.Place) string { return shown(in.Name) + ":" + strconv.Itoa(in.Line) }

// inFile weighs a finding about a call of a file that the script runs, and
// reports whether it counts. What is committed and unchanged is meant: it counts
// only if it destroys something outside of the project or what nothing brings back,
// cannot be meant, or loses what whoever committed it did not know of: work of the user
// or of another session, and secrets or data that git clean takes along.
func (c *checker) inFile(f *Finding, call *shell.Call, hit []*effect.Effect) bool {
	if call.In == nil {
		return true
	}
	c.place(f, call.In)
	if call.Unread { // whether it runs is not known
		counts := f.Risk == policy.Critical && !f.Empty && !f.Astray && c.strays(f, call, hit) || f.Risk >= policy.High && slices.ContainsFunc(hit, func(e *effect.Effect) bool {
			return e.Kind == rule.Drop || e.Kind == rule.Destroy || e.Kind == rule.Format
		})
		f.Risk = policy.High
		return counts
	}
	switch {
	case call.In.Unasked && call.Where == "container":
		return f.leavesContainer(hit)
	case c.engine.Table.Decide(f.Risk) == policy.Silent, f.losesOthers(), c.strays(f, call, hit), c.lasts(f, call, hit):
		return true
	case c.cleansData(f, call, hit):
		if c.facts.Committed(call.In.Path) {
			f.Risk = policy.High // it is meant, and asked about
		}
		return true
	case call.In.Unasked && ofProject(hit):
		return false
	}
	return !c.facts.Committed(call.In.Path)
}

// losesOthers reports whether work of the user or of a session that goes on is lost.
func (f *Finding) losesOthers() bool {
	return slices.ContainsFunc(f.Theirs, func(a rule.Authored) bool {
		return a.Author.Kind == rule.AuthorUser || a.Author.Kind == rule.AuthorOther
	})
}

// cleansData reports whether git clean deletes secrets or data of the project that git ignores:
// who commits "git clean -fdX" means what a build makes, and no copy brings these back.
func (c *checker) cleansData(f *Finding, call *shell.Call, hit []*effect.Effect) bool {
	dir, known := c.dirOf(call)
	if f.Risk < policy.High || !known || call.Where != "" || !isGit(call) || !call.Args.Is([]string{"clean"}) || !slices.ContainsFunc(hit, func(e *effect.Effect) bool { return e.Kind == rule.Discard }) {
		return false
	}
	state := c.cleanAt(f.Call, dir)
	return state.Secret || slices.ContainsFunc(state.Names, effect.IsData)
}

// outside are the classes of paths that are not of the project.
const outside = effect.Root | effect.Home | effect.System | effect.BelowSystem | effect.Device | effect.Mount |
	effect.AboveProject | effect.OutsideProject | effect.Guard

// strays reports whether a finding destroys something that is not of the project, or
// cannot be meant.
func (c *checker) strays(f *Finding, call *shell.Call, hit []*effect.Effect) bool {
	return slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		switch e.Kind {
		case rule.Delete, rule.Overwrite, rule.Move, rule.Mode, rule.Owner:
			if call.Unread && (e.Target == nil || e.Target.HasUnknown()) {
				return false
			}
			return f.Empty || f.Astray || f.Risk >= policy.High && e.Class&outside != 0 && call.Where == ""
		}
		return false
	})
}
