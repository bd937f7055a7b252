package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// holds answers whether the place that an effect falls on holds the last copy of what is not
// the session's work: an earlier call of the session, or of the text itself, put it there.
func (w *weighing) holds(fact string, softens bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	if softens || w.e == nil || w.e.Target == nil || call.Cwd.Else != nil || effect.Elsewhere(call.Program, *w.e.Target) {
		return false, nil
	}
	q := rule.LossQuery{Holds: true}
	name, ok := w.e.Path(call, w.at)
	if pattern, deep, is := w.patternOf(); is {
		name, ok, q.Pattern, q.Deep = pattern, true, true, deep
	}
	if q.Path = name; !ok {
		return false, nil
	}
	only := w.e.Kind == rule.Overwrite // what lies in a directory stays
	if only {
		q.Names = []string{"."}
	}
	a := w.facts.Authors(q)
	if len(a.Theirs) > 0 && w.carriedOn(name) {
		a.Theirs = nil
	}
	at := name
	if q.Pattern {
		at = path.Dir(name)
	}
	a.Known = true
	if !only || !landsInWord(call.Program) { // that may be put into a directory, beside what lies there
		a.Theirs = append(slices.Clone(a.Theirs), w.carriedTo(at, w.i, only)...)
	}
	if len(a.Theirs) == 0 || !w.script.Work.Spend(stepsOfSearch) || !w.outside(name) && w.facts.Authors(rule.LossQuery{Path: name, Pattern: q.Pattern}).Is(rule.TheirsSome) {
		return false, nil // or it is asked about as it lies there
	}
	w.theirWork = a.Theirs
	return a.Is(fact), a.Value
}

// carried lists what the calls of the text carry.
func (c *checker) carried() []Carry {
	if c.carries == nil {
		list := Carried(c.script, c.at)
		c.carries = &list
	}
	return *c.carries
}

// carriedOn reports whether an earlier call surely takes what lies at a place to another one.
func (w *weighing) carriedOn(place string) bool {
	return slices.ContainsFunc(w.carried(), func(c Carry) bool {
		return c.Call < w.i && c.Place != "" && c.Whole && w.script.Follows(w.i, c.Call) && !within(place, c.Place) && slices.ContainsFunc(c.From, func(f CarryFrom) bool {
			return f.Path == place || within(f.Path, place)
		})
	})
}

// carriedTo lists the work of others that calls of the text before another one put at or below
// a place, or only at it, and of which they leave no other copy.
func (w *weighing) carriedTo(at string, before int, only bool) (list []rule.Authored) {
	carries := w.carried()
	for n := range carries {
		c := &carries[n]
		if c.Call >= before || c.Place == "" || !within(at, c.Place) && !within(c.Place, at) || !w.before(c.Call, w.i) {
			continue
		}
		if k, ok := w.movedAway(before, c.Place); ok && k > c.Call {
			continue
		}
		for k := range c.From {
			from := &c.From[k]
			if from.Path != "" {
				list = append(list, w.carriedTo(from.Path, c.Call, false)...) // moved on, or copied
			}
			for _, f := range w.othersIn(from) {
				name := w.absolute(f.Name)
				if slices.ContainsFunc(c.Places(from, name), func(place string) bool { return place == at || !only && within(at, place) }) && (c.Moves || w.losesBetween(name, c.Call, w.i)) {
					list = append(list, f)
				}
			}
		}
	}
	return list
}

// othersIn lists the work of others among what is carried. It asks once.
func (c *checker) othersIn(from *CarryFrom) []rule.Authored {
	if from.asked || !c.script.Work.Spend(stepsOfSearch) {
		return from.others
	}
	from.asked = true
	for _, f := range c.facts.Authors(from.Query).Theirs {
		if f.Author.Kind == rule.AuthorUser || f.Author.Kind == rule.AuthorOther {
			from.others = append(from.others, f)
		}
	}
	return from.others
}

// absolute returns the path of a file as a fact names it.
func (c *checker) absolute(name string) string {
	if strings.HasPrefix(name, "/") {
		return name
	}
	return path.Join(c.at.Cwd, name)
}

// losesBetween reports whether a call between two others takes away or replaces a file, or the
// changes in it.
func (w *weighing) losesBetween(name string, after, before int) bool {
	for m := after + 1; m < before && w.script.Work.Spend(1); m++ {
		call := &w.script.Calls[m]
		if slices.ContainsFunc(w.reader.Of(m), func(e effect.Effect) bool {
			switch e.Kind {
			case rule.Discard:
				if e.Target == nil || len(e.Target.Parts) == 0 || e.All {
					return true
				}
			case rule.Delete, rule.Move, rule.Overwrite:
			default:
				return false
			}
			if e.Target == nil {
				return false
			}
			if pattern, is := effect.Pattern(*e.Target, call.Cwd, w.at); is {
				matches, _ := path.Match(pattern, name)
				return matches
			}
			at, ok := e.Path(call, w.at)
			return ok && (at == name || e.Kind != rule.Overwrite && strings.HasPrefix(name, strings.TrimSuffix(at, "/")+"/"))
		}) {
			return true
		}
	}
	return false
}

// carriedIntoGit lists the work of others that earlier calls of the text put on the stash, or
// into commits of a branch.
func (w *weighing) carriedIntoGit(stash bool, branch string) (list []rule.Authored) {
	carries := w.carried()
	for n := range carries {
		c := &carries[n]
		if c.Call >= w.i || c.Place != "" || c.Stash != stash || !w.before(c.Call, w.i) {
			continue
		}
		if !stash {
			dir, _ := w.dir()
			if on, ok := w.checkedOut(c.Call, dir); !ok || w.branchOr(on) != w.branchOr(branch) {
				continue
			}
		}
		for k := range c.From {
			list = append(list, w.othersIn(&c.From[k])...)
		}
	}
	return list
}

// branchOr returns a branch by its name, or the one that is checked out now.
func (w *weighing) branchOr(name string) string {
	if name == "" {
		if dir, ok := w.dir(); ok {
			return w.facts.Tree(dir).Branch
		}
	}
	return name
}

// branchLast answers whether what a branch is moved off, or is deleted with, holds the last
// copy of work of others.
func (w *weighing) branchLast(b rule.BranchState, name string) (bool, func(string) rule.Told) {
	for _, f := range w.carriedIntoGit(false, name) {
		if b.Known, b.Exists, b.Ahead = true, true, max(b.Ahead, 1); !slices.Contains(b.Holds, f) {
			b.Holds = append(slices.Clone(b.Holds), f)
		}
	}
	if !b.Is(rule.BranchLast) {
		return false, nil
	}
	w.theirWork = b.Holds
	return true, b.Value
}
