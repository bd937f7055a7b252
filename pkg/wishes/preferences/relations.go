package preferences

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// A clause that names two things relates them: something to a branch, a check to what it
// goes through, one deed to what comes before it, a command to what it takes.

// into reads an arrow from what was used to what is: "docker → podman".
func (d *deduction) into(c *clause) (r memory.PreferenceRule, ok bool) {
	a := c.index(roleNamed, 0)
	b := c.index(roleNamed, a+1)
	if c.count(roleNamed) != 2 || b != a+2 || !c.items[a+1].is(roleInto) || !c.only(roleInto, roleWant, roleUse) {
		return r, false
	}
	return d.replaces(&c.items[a].named, &c.items[b].named)
}

// branch reads what must not go to a branch: "nothing gets pushed to main".
func (d *deduction) branch(c *clause) (r memory.PreferenceRule, ok bool) {
	a := c.index(roleNamed, 0)
	b := c.index(roleNamed, a+1)
	what, to, at := c.items[a].named, c.items[b].named, b
	if len(what.branches) > 0 { // nie auf main pushen
		what, to, at = to, what, a
	}
	if len(to.branches) == 0 || c.against() != 1 && !c.has(roleBans) || at == 0 || !c.items[at-1].is(roleTo) && !c.items[b-1].is(roleTo) || c.count(roleNamed) != 2 ||
		!c.only(roleNever, roleBans, roleTo, roleUse, roleEach, roleAsks, roleDirect) {
		return r, false
	}
	if r, ok = d.never(&what); !ok || r.Class != "" && !slices.Contains([]string{"commit", "push", "force-push", "merge"}, r.Class) || r.Class == "" && !strings.HasPrefix(r.Avoid, "git ") {
		return r, false
	}
	r.Branch = strings.Join(to.branches, memory.Or)
	return r, true
}

// order reads what has to go well before something else.
func (d *deduction) order(c *clause) (r memory.PreferenceRule, ok bool) {
	if c.count(roleNamed) != 2 || !c.only(roleBefore, roleAfter, roleFirst, roleThen, roleWithout, rolePassed, roleUse, roleEach, roleNever, roleWant, roleTo) {
		return r, false
	}
	a := c.index(roleNamed, 0)
	b := c.index(roleNamed, a+1)
	early, late := c.items[a].named, c.items[b].named
	between := clause{items: c.items[a+1 : b]}
	front := clause{items: c.items[:a]}
	switch never := c.against(); {
	case never == 1 && front.has(roleNever) && between.has(roleWithout), never == 1 && front.has(roleNever) && between.has(roleBefore): // "no commit without tests", "don't push before the tests pass"
		early, late = late, early
	case never > 0:
		return r, false
	case between.has(roleBefore) && !front.has(roleBefore): // "lint before commit"
	case front.has(roleBefore) && !between.has(roleBefore): // "before you commit run the linter"
		early, late = late, early
	case between.has(roleAfter) && (c.has(rolePassed) || c.has(roleAlways)): // "commit only once the tests pass"
		early, late = late, early
	case front.has(roleAfter) && c.has(roleFirst): // "when you commit, run the linter first"
		early, late = late, early
	case (between.has(roleFirst) || front.has(roleFirst) || between.has(roleThen)) && (c.has(roleAlways) || c.has(roleEach)), front.has(roleFirst) && between.has(roleThen) && !c.has(roleUse): // "always first lint, then commit"
	default:
		return r, false
	}
	return d.afterRule(early, late)
}

// afterRule returns the rule that one thing has to go well before another.
func (d *deduction) afterRule(early, late mention) (r memory.PreferenceRule, ok bool) {
	r.Form, r.Class = memory.FormAfter, late.class
	switch {
	case late.class != "":
	case late.check != "":
		r.Class = late.check
	case len(late.commands) == 1:
		r.When = late.commands[0]
	default:
		return r, false
	}
	switch {
	case early.check != "":
		r.After = early.check
	case len(early.commands) == 1:
		r.After = early.commands[0]
	default:
		return r, false
	}
	return r, r.After != r.When && r.After != r.Class
}

// through reads which command a kind of checks goes through: "run the tests through make
// test".
func (d *deduction) through(c *clause) (r memory.PreferenceRule, ok bool) {
	if c.count(roleNamed) != 2 || c.has(roleNever) || !c.only(roleThrough, roleWith, roleFor, roleUse, roleWant, roleEach, rolePassed) {
		return r, false
	}
	a := c.index(roleNamed, 0)
	b := c.index(roleNamed, a+1)
	kind, by := c.items[a].named, c.items[b].named
	between := clause{items: c.items[a+1 : b]}
	if between.has(roleFor) { // "make test for the tests"
		kind, by = by, kind
	} else if front := (clause{items: c.items[:a]}); front.has(roleFor) { // "for formatting it's biome"
	} else if !between.has(roleThrough) && !between.has(roleWith) {
		return r, false
	}
	if kind.check == "" || len(by.commands) != 1 {
		return r, false
	}
	return memory.PreferenceRule{Form: memory.FormUse, Class: kind.check, Prefer: by.commands[0]}, true
}

// taking reads what a command takes: an option, a variable or a wrapper.
func (d *deduction) taking(c *clause) (r memory.PreferenceRule, ok bool) {
	if c.count(roleNamed) != 2 || !c.only(roleWith, roleEach, rolePass, roleUse, roleNever, roleTo, roleFor, roleWithout, roleBefore, roleWant, roleAfter) {
		return r, false
	}
	a := c.index(roleNamed, 0)
	target, with := c.items[a].named, c.items[c.index(roleNamed, a+1)].named
	if target.option != "" || d.wraps(&target) && !d.wraps(&with) {
		target, with = with, target
	}
	lasts := c.has(roleAlways) || c.has(roleWith) && !c.has(roleUse) && target.isCommand() && c.items[0].is(roleNamed) || c.has(roleEach) || c.has(roleFor) && !c.has(roleUse) || c.has(roleBefore) && isAssignment(with.option) || c.has(rolePass) && isAssignment(with.option)
	switch never := c.against(); {
	case never == 1 && c.has(roleWithout): // "never commit without -s"
		lasts = true
	case never == 1 && strings.HasPrefix(with.option, "-"):
		return d.neverWith(&target, with.option)
	case never > 0:
		return r, false
	}
	if d.wraps(&with) && len(target.commands) > 0 && lasts {
		wrapper := with.commands[0]
		if slices.ContainsFunc(target.commands, func(command string) bool { return !inSubject(d.known, wrapper, command) }) {
			return r, false
		}
		if len(target.commands) == 1 {
			return memory.PreferenceRule{Form: memory.FormAlways, When: target.commands[0], With: wrapper}, true
		}
		return memory.PreferenceRule{Form: memory.FormAlways, With: wrapper}, true
	}
	if with.option == "" || !lasts || !c.has(roleWith) && !c.has(roleEach) && !c.has(rolePass) && !c.has(roleWithout) && !c.has(roleFor) && !c.has(roleBefore) { // it may be for this one
		return r, false
	}
	return d.takes(&target, with.option)
}

// wraps reports whether what is named runs other commands of a class: "poetry run".
func (d *deduction) wraps(what *mention) bool {
	return len(what.commands) == 1 && strings.Contains(what.commands[0], " ") && classNamed(d.known, what.commands[0]) != nil
}

// commandsOf returns the commands that options of what is named are for.
func (d *deduction) commandsOf(what *mention) []string {
	if k := classNamed(d.known, what.class); k != nil && !strings.Contains(k.Commands[0], "|") {
		return k.Commands[:1]
	}
	return what.commands
}

// takes returns the rule that a command always takes an option or a variable.
func (d *deduction) takes(what *mention, option string) (r memory.PreferenceRule, ok bool) {
	commands := d.commandsOf(what)
	if class := cmp.Or(what.class, what.check); len(commands) == 0 && class != "" && (what.class != "" || isAssignment(option)) {
		return memory.PreferenceRule{Form: memory.FormAlways, Class: class, With: option}, true
	}
	if len(commands) != 1 {
		return r, false
	}
	return memory.PreferenceRule{Form: memory.FormAlways, When: commands[0], With: option}, true
}

// neverWith returns the rule that commands never take an option.
func (d *deduction) neverWith(what *mention, option string) (r memory.PreferenceRule, ok bool) {
	var list []string
	for _, command := range d.commandsOf(what) {
		list = append(list, command+" "+option)
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(list, memory.Or)}, len(list) > 0
}
