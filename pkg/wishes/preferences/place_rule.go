package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// rule returns the rule that a clause states. there is what was spoken of before.
func (c *placeClause) rule(there []string) (r memory.PlaceRule, ok bool) {
	if len(c.targets) > 0 {
		return c.away()
	}
	if c.by != "" {
		return r, false
	}
	paths := c.paths
	if c.has(roleThere) && len(paths) == 0 {
		paths = there
	}
	if len(paths) == 0 || len(paths) > 8 || c.count(rolePath) > 1 {
		return r, false
	}
	r.Paths = strings.Join(paths, memory.Or)
	if i := c.index(roleOutside, 0); i >= 0 && (i+1 >= len(c.items) || !c.items[i+1].is(rolePath)) {
		return r, false
	}
	acts := c.has(roleTouch) || c.has(roleDone)
	never := c.against()
	if i := c.index(roleOff, 0); i >= 0 && c.items[i].is(roleNever) {
		never-- // "hands off" says both
	}
	switch {
	case never == 1 && c.has(roleKeep): // "don't leave tests/ with your edits"
		r.Only = true
		return r, len(c.paths) > 0 && c.has(roleTouch) && !c.has(roleStill) && c.keeps("leave")
	case c.has(roleOutside):
		r.Only = true
		return r, len(c.paths) > 0 && !c.has(roleOnly) && (never == 1 && !c.has(roleOff) || never == 0 && (c.has(roleOff) || c.has(roleStill)))
	case c.has(roleRest):
		r.Only = true
		return r, len(c.paths) > 0 && (acts || c.has(roleStay) || c.has(roleOnly))
	case c.has(roleStay), c.has(roleOnly):
		r.Only = true
		return r, len(c.paths) > 0 && never == 0 && !c.has(roleOff) && !c.has(roleStill) && (c.has(roleStay) || acts) && !c.has(roleDel)
	case never == 1 && acts, never == 0 && c.has(roleOff) && !c.has(roleKeep):
		return r, !c.has(roleStill)
	case never == 1 && c.has(roleDel):
		r.Deed = memory.ToDelete
		return r, true
	case never == 0 && c.has(roleStill) && (c.has(roleKeep) || len(c.items) == 2):
		return r, !acts && !c.has(roleDel)
	}
	return r, false
}

// away returns the rule that a clause about environments or hosts states.
func (c *placeClause) away() (r memory.PlaceRule, ok bool) {
	r.Target = strings.Join(c.targets, memory.Or)
	r.By = c.by
	against := c.against() == 1
	if c.count(roleTarget) > 1 || len(c.paths) > 0 || c.has(roleRest) || c.has(roleOutside) || c.has(roleThere) || c.has(roleOnly) || c.has(roleStay) {
		return r, false
	}
	switch {
	case !against:
		return r, c.by == "" && (c.has(roleOff) || c.has(roleKeep) && c.has(roleStill))
	case c.has(roleDeploy):
		r.Deed = memory.ToDeploy
	case c.has(roleLogIn):
		r.Deed = memory.ToLogIn
	}
	return r, r.Deed != "" && c.by == "" || c.by != "" || c.has(roleAct) || c.has(roleTouch) || c.has(roleOff)
}

// keeps reports whether the clause says with this word that something is to be kept.
func (c *placeClause) keeps(word string) bool {
	return slices.ContainsFunc(c.items, func(i item) bool { return i.is(roleKeep) && len(i.words) == 1 && i.words[0] == word })
}
