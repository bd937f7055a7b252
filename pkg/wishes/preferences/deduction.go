package preferences

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// deduction gathers what the clauses of a sentence say.
type deduction struct {
	*parser
	found   []memory.PreferenceRule
	wanted  []mention
	topic   *mention  // what alone the clause before names
	head    *mention  // what alone the first clause names
	paired  []mention // what is not wanted if something else is: "with your own tool, not with sed"
	sure    bool      // that what is wanted is wanted for good
	not     []mention
	beside  []mention // what the clauses name that say something else
	last    *mention  // what "that" speaks of
	denied  bool      // a "no" stood alone
	passing bool      // a reason is given that may soon be over
	waits   bool      // it waits for the user, whatever the reason
	unsure  bool      // a clause names something, and is no rule
	swaps   bool      // one is said to be in the place of the other
}

// take adds what a clause says.
func (d *deduction) take(c *clause) {
	n := c.count(roleNamed)
	d.denied = d.denied || n > 0 && c.items[0].is(roleDeny)
	switch {
	case n == 0 && c.against() == 1 && c.has(roleUse) && c.has(roleIt) && d.last != nil && c.only(roleNever, roleUse, roleIt, roleAsks, roleThen):
		d.not = append(d.not, *d.last)
		return
	case n == 0 && d.topic != nil && len(c.items) <= 3 && (c.against() == 1 || c.has(roleMine) || c.has(roleBans) || c.has(roleAsk) || c.has(roleAsks) || c.has(roleDeny)) && c.only(roleNever, roleMine, roleBans, roleAsk, roleAsks, roleDeny, roleIt, roleFirst, roleBefore, roleUse):
		d.not = append(d.not, *d.topic) // "deploys: ask me first"
		d.denied = d.denied || c.has(roleDeny)
		return
	case n == 0:
		d.denied = d.denied || !slices.ContainsFunc(c.items, func(i item) bool { return !i.is(roleNever) && !i.is(roleDeny) }) // no no
		return
	case n == 1:
		d.one(c)
		return
	case c.isList():
		for i := range c.items {
			if c.items[i].is(roleNamed) {
				one := clause{items: slices.DeleteFunc(slices.Clone(c.items), func(it item) bool { return it.is(roleNamed) })}
				one.items = append(one.items, c.items[i])
				d.one(&one)
			}
		}
		return
	}
	for _, read := range [...]func(*deduction, *clause) (memory.PreferenceRule, bool){(*deduction).into, (*deduction).branch, (*deduction).order, (*deduction).through, (*deduction).taking} {
		if r, ok := read(d, c); ok {
			d.found = append(d.found, r)
			return
		}
	}
	d.unsure = true
}

// answers takes what is named behind a topic as what is wanted in its place: "tests?
// ./test.sh".
func (d *deduction) answers(what *mention) bool {
	r, ok := d.replaces(d.topic, what)
	if ok {
		d.found = append(d.found, r)
	}
	return ok
}

// replaces returns the rule that wants one thing in the place of another that does the same,
// or for a kind of check.
func (d *deduction) replaces(old, by *mention) (r memory.PreferenceRule, ok bool) {
	if len(by.commands) != 1 || by.option != "" {
		return r, false
	}
	r = memory.PreferenceRule{Form: memory.FormUse, Prefer: by.commands[0]}
	switch {
	case old.check != "" && strings.Contains(r.Prefer, old.check): // ./test.sh
		r.Class = old.check
	case old.check != "" || len(old.commands) == 0 || slices.ContainsFunc(old.commands, func(command string) bool { return command == r.Prefer || !d.sameFamily(command, r.Prefer) }):
		return r, false
	default:
		r.Avoid = strings.Join(old.commands, memory.Or)
	}
	return r, true
}

// isList reports whether a clause names several things of which it says the same: "commit and
// push are my job".
func (c *clause) isList() bool {
	last := -1
	for i := range c.items {
		if !c.items[i].is(roleNamed) {
			continue
		}
		if c.items[i].named.option != "" || len(c.items[i].named.branches) > 0 || last >= 0 && !(i == last+2 && c.items[i-1].is(roleAnd)) {
			return false
		}
		last = i
	}
	return c.against() == 1 || c.has(roleMine) || c.has(roleBans) || c.has(roleAsks)
}

// says reports whether a clause says no by one of some words.
func (c *clause) says(words ...string) bool {
	return slices.ContainsFunc(c.items, func(i item) bool { return i.is(roleNever) && len(i.words) == 1 && slices.Contains(words, i.words[0]) })
}

// only reports whether a clause has no roles but some.
func (c *clause) only(allowed ...role) bool {
	for i := range c.items {
		if !slices.ContainsFunc(append(allowed, roleNamed, roleFill, roleAlways, roleAnd, roleBut), c.items[i].is) {
			return false
		}
	}
	return true
}

// reading is what became of a clause that is read in one way.
type reading uint8

const (
	another reading = iota // it says something else
	taken
	unclear // it is of this kind, and what it wants is not known
)

// one takes a clause that names one thing.
func (d *deduction) one(c *clause) {
	what := c.items[c.index(roleNamed, 0)].named
	against := c.against() + c.count(roleInstead)
	for _, read := range [...]func(*deduction, *clause, *mention, int) reading{
		(*deduction).onBranch, (*deduction).withoutOption, (*deduction).withOption, (*deduction).aroundAll, (*deduction).forAll,
		(*deduction).unwanted, (*deduction).banned, (*deduction).wantedTool,
	} {
		switch read(d, c, &what, against) {
		case taken:
			return
		case unclear:
			d.unsure = true
			return
		}
	}
	d.unsure = true
}

// onBranch reads that a branch is not left.
func (d *deduction) onBranch(c *clause, what *mention, against int) reading {
	if !c.has(roleStayOn) || len(what.branches) != 1 || against > 0 || !c.only(roleStayOn) {
		return another
	}
	d.not = append(d.not, mention{class: "switch-branches"})
	return taken
}

// withoutOption reads an option that the topic never takes: "pytest: never -x".
func (d *deduction) withoutOption(c *clause, what *mention, against int) reading {
	if what.option == "" || against != 1 || d.topic == nil || !strings.HasPrefix(what.option, "-") || !c.only(roleNever, roleUse, roleWith, rolePass, roleEach) {
		return another
	}
	return d.add(d.neverWith(d.topic, what.option))
}

// withOption reads an option that what was named last always takes.
func (d *deduction) withOption(c *clause, what *mention, against int) reading {
	always := c.has(roleEach) || d.topic != nil && (c.has(roleAlways) || c.has(roleWith) || c.has(rolePass))
	if what.option == "" || against > 0 || d.last == nil || !always || !c.only(roleEach, roleIt, rolePass, roleUse, roleWith, roleTo, roleFirst) {
		return another
	}
	return d.add(d.takes(d.last, what.option))
}

// add takes a rule that was found; ok is false where there is none.
func (d *deduction) add(r memory.PreferenceRule, ok bool) reading {
	if !ok {
		return unclear
	}
	d.found = append(d.found, r)
	return taken
}

// aroundAll reads a command that runs all others of a domain.
func (d *deduction) aroundAll(c *clause, what *mention, against int) reading {
	if !what.isCommand() || against > 0 || !c.has(roleDomain) || !c.has(roleEach) || !d.wraps(what) || !c.only(roleDomain, roleEach, roleUse, roleWith, rolePass, roleFor, roleBefore) {
		return another
	}
	return d.add(memory.PreferenceRule{Form: memory.FormAlways, With: what.commands[0]}, true)
}

// forAll reads the tool for all of a domain.
func (d *deduction) forAll(c *clause, what *mention, against int) reading {
	if !c.has(roleFor) && !c.has(roleThrough) || !c.has(roleDomain) || against > 0 || !what.isCommand() || len(what.commands) != 1 ||
		!c.only(roleFor, roleThrough, roleDomain, roleUse, roleWant, roleEach) {
		return another
	}
	if len(others(d.known, what.commands[0])) == 0 {
		return unclear
	}
	d.wanted, d.sure = append(d.wanted, *what), true
	return taken
}

// unwanted reads what is said not to be done.
func (d *deduction) unwanted(c *clause, what *mention, against int) reading {
	if against != 1 || !c.only(roleNever, roleInstead, roleUse, roleEach, roleAsks, roleSwap, rolePass, roleWant, roleWith, roleThrough, roleDirect, roleFor, roleDomain) || c.has(roleFor) && !c.has(roleInstead) {
		return another
	}
	if c.says("stop", "quit", "cease") && !c.has(roleUse) && !what.ing {
		return unclear // "stop the server"
	}
	beside := c.has(roleWith) || c.has(roleThrough)
	german := what.class != "" && c.says("nicht") // nicht pushen
	bare := !german && !c.has(roleUse) && !c.has(roleInstead) && (c.says("not", "nicht", "pas", "nor", "kein", "keine") || !d.isSure(c, what))
	switch {
	case !c.has(roleAsks) && (beside || bare):
		d.paired = append(d.paired, *what)
		return taken
	case what.check != "" && !what.ing && !c.has(roleUse):
		return unclear // "I don't want that test"
	case c.has(roleDirect) && what.isCommand() && len(d.wanted) == 0:
		d.paired, d.swaps = append(d.paired, *what), true // "never run pytest directly" leaves open by what
		return taken
	}
	d.not = append(d.not, *what)
	d.swaps = d.swaps || c.has(roleInstead)
	return taken
}

// banned reads what is forbidden, the user's own, or asked about first.
func (d *deduction) banned(c *clause, what *mention, against int) reading {
	own := (c.has(roleBans) || c.has(roleMine) || c.has(roleAsks)) && c.only(roleBans, roleMine, roleAsks, roleUse, roleEach)
	first := c.has(roleAsk) && c.has(roleBefore) && c.only(roleAsk, roleBefore, roleFirst, roleUse, roleEach)
	if against > 0 || !own && !first {
		return another
	}
	d.not = append(d.not, *what)
	return taken
}

// wantedTool reads what is wanted.
func (d *deduction) wantedTool(c *clause, what *mention, against int) reading {
	if against > 0 || !what.isCommand() || !c.only(roleUse, roleWant, roleSwap, roleBut) {
		return another
	}
	d.wanted = append(d.wanted, *what)
	d.sure = d.sure || c.has(roleAlways) || c.has(roleWant) && !c.has(roleUse)
	d.swaps = d.swaps || c.has(roleSwap) || c.has(roleBut)
	return taken
}

// isSure reports whether what a clause is against is a command: where it only says no, one
// word may be about anything: "no cap".
func (d *deduction) isSure(c *clause, what *mention) bool {
	if !what.isCommand() {
		return true
	}
	return c.items[0].is(roleNever) && !slices.ContainsFunc(what.commands, func(command string) bool {
		if words := tokens(command); len(words) > 1 {
			return !isSubcommand(words) // "no security holes"
		}
		return d.familyOf([]string{command}) == "" && !isLead(d.known, command)
	})
}

// isLead reports whether a program runs others as another user, or in another way: sudo.
func isLead(known rule.Knowledge, program string) bool {
	m := new(rule.Command)
	return find(known, rule.KindProgram, program, m) && slices.ContainsFunc(m.Nested, func(n rule.Nested) bool { return n.As == rule.AsArgv })
}

// rules returns what was found.
func (d *deduction) rules() []memory.PreferenceRule {
	if h := d.head; h != nil && len(h.commands) == 1 && len(d.wanted)+len(d.found) == 0 && len(d.not)+len(d.paired) > 0 && d.contrasts(h.commands[0]) { // "pnpm, not npm"
		d.wanted, d.sure = append(d.wanted, *h), true
	}
	if d.unsure || len(d.paired) > 0 && len(d.wanted)+len(d.found) == 0 {
		return nil
	}
	d.not = append(d.not, d.paired...)
	list := d.found
	if len(d.wanted) == 1 && len(d.wanted[0].commands) == 1 {
		prefer := d.wanted[0].commands[0]
		if r, ok := d.use(prefer); ok {
			return append(list, r)
		}
		if slices.ContainsFunc(d.not, func(m mention) bool {
			return len(m.commands) > 1 && slices.ContainsFunc(m.commands, func(command string) bool { return d.sameFamily(command, prefer) })
		}) {
			return nil // "use pnpm, not npm or make"
		}
	}
	if d.swaps && len(d.wanted) == 0 || d.passing && !d.waits {
		return list
	}
	for i := range d.not {
		if slices.ContainsFunc(d.not[i].commands, func(command string) bool {
			return slices.ContainsFunc(d.wanted, func(w mention) bool { return slices.Contains(w.commands, command) })
		}) {
			return nil // "use pnpm, never npm or pnpm"
		}
	}
	for i := range d.not {
		if r, ok := d.never(&d.not[i]); ok && !slices.Contains(list, r) && !d.wants(r.Class) && !d.calls(&d.not[i]) {
			list = append(list, r)
		}
	}
	return list
}

// contrasts reports whether all that is not wanted does the same as a command.
func (d *deduction) contrasts(command string) bool {
	return !slices.ContainsFunc(slices.Concat(d.not, d.paired), func(m mention) bool {
		return !m.isCommand() || slices.ContainsFunc(m.commands, func(other string) bool { return other == command || !d.sameFamily(other, command) })
	})
}

// use returns the rule that wants one command in the place of those that are not wanted.
func (d *deduction) use(prefer string) (r memory.PreferenceRule, ok bool) {
	var avoid []string
	for i := range d.not {
		avoid = append(avoid, d.not[i].commands...)
	}
	if len(avoid) == 0 {
		ok = len(d.not) == 0 && (d.sure || d.denied) && len(others(d.known, prefer)) > 0
		return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer}, ok
	}
	if len(avoid) > 4 || slices.Contains(avoid, prefer) {
		return r, false
	}
	first := programOf(prefer)
	alike := func(command string) bool {
		return d.swaps || programOf(command) == first || d.sameFamily(command, prefer) || strings.HasSuffix(prefer, " "+command)
	}
	if slices.ContainsFunc(avoid, func(command string) bool {
		return !alike(command) || d.familyOf([]string{command}) != d.familyOf(avoid)
	}) {
		return r, false
	}
	if len(avoid) == 1 && d.wraps(&mention{commands: []string{prefer}}) && inSubject(d.known, prefer, avoid[0]) { // `uv run`, not `python`
		return memory.PreferenceRule{Form: memory.FormAlways, When: avoid[0], With: prefer}, true
	}
	if len(avoid) == 1 && strings.HasPrefix(avoid[0], prefer+" ") { // `git add FILE`, not `git add -A`
		return memory.PreferenceRule{Form: memory.FormNever, Avoid: avoid[0]}, true
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: strings.Join(avoid, memory.Or)}, true
}

// sameFamily reports whether two commands are of tools that do the same.
func (d *deduction) sameFamily(a, b string) bool {
	id := d.familyOf([]string{a})
	return id != "" && id == d.familyOf([]string{b})
}

// wants reports whether what is wanted may be of a class of commands: "no plain pulls, use
// git pull --rebase".
func (d *deduction) wants(class string) bool {
	k := classNamed(d.known, class)
	return k != nil && slices.ContainsFunc(slices.Concat(d.wanted, d.beside), func(what mention) bool {
		return slices.ContainsFunc(what.commands, func(command string) bool {
			words := strings.Fields(command)
			return slices.ContainsFunc(k.Commands, func(pattern string) bool {
				first, rest, _ := strings.Cut(pattern, " ")
				second, _, _ := strings.Cut(rest, " ")
				return slices.Contains(strings.Split(first, "|"), words[0]) && (len(words) < 2 || slices.Contains(strings.Split(second, "|"), words[1]))
			})
		})
	})
}

// calls reports whether another clause shows how to call what one is against: "flutter over
// fvm here: fvm flutter test".
func (d *deduction) calls(what *mention) bool {
	return slices.ContainsFunc(slices.Concat(d.wanted, d.beside), func(other mention) bool {
		return slices.ContainsFunc(other.commands, func(command string) bool {
			return slices.ContainsFunc(what.commands, func(not string) bool { return strings.HasPrefix(command, not+" ") })
		})
	})
}

// never returns the rule that does not want what is named.
func (d *deduction) never(what *mention) (r memory.PreferenceRule, ok bool) {
	r.Form = memory.FormNever
	switch {
	case what.class != "" || what.check != "":
		r.Class = cmp.Or(what.class, what.check)
		if what.whole && what.check == "test" {
			r.Avoid = Whole
		}
		return r, true
	case what.isCommand() && len(what.commands) < 5:
		r.Avoid, r.Class = strings.Join(what.commands, memory.Or), what.called
		return r, true
	}
	return r, false
}
