package preferences

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Deduce returns the rules about commands that a sentence states in whatever order and with
// whatever words around: "python deps go through uv in this repo, pip isn't even on the CI
// image". It parts the sentence at commas and words such as "but"; each part is such a rule
// by the roles of all its words, or says nothing. What limits a part to some cases or to a
// time takes back all.
//
// before is what was said before it, which "that" may speak of.
func Deduce(known rule.Knowledge, before, sentence string, names Names) (list []memory.PreferenceRule) {
	if quotes(sentence) {
		return nil
	}
	p := parser{known: known, isProgram: names.Program}
	last := p.soleName(tokens(withoutMarkdown(before)))
	for _, s := range sentences(withoutMarkdown(sentence)) {
		p.runs = slices.ContainsFunc(s, func(t token) bool { return t.is("run|running|use|using|execute|executing|call|calling") })
		for _, r := range p.deduce(s, last) {
			if r.Form != "" && len(Triggers(known, &r)) > 0 && !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}

// quotes reports whether a sentence breaks off within what it quotes: the rest is another's.
func quotes(sentence string) bool {
	for i, c := range sentence {
		if c != '\'' && c != '"' || i > 0 && !strings.ContainsRune(" (:", rune(sentence[i-1])) {
			continue
		}
		rest := sentence[i+1:]
		end := strings.IndexRune(rest, c)
		for end > 0 && end+1 < len(rest) && rest[end+1] >= 'a' && rest[end+1] <= 'z' { // don't
			next := strings.IndexRune(rest[end+1:], c)
			if next < 0 {
				end = -1
				break
			}
			end += 1 + next
		}
		return end < 0
	}
	return false
}

// deduce returns the rules of one sentence.
func (p *parser) deduce(s []token, last *mention) []memory.PreferenceRule {
	s = withoutElision(withoutConsent(s))
	if len(s) < 2 || len(s) > 60 || isLimitedTo(s) || slices.ContainsFunc(s, func(t token) bool { return t.is("except|excepto|sauf|salvo|außer") }) {
		return nil
	}
	d := deduction{parser: p, last: last}
	parts := clausesOf(s)
	for i := 0; i < len(parts); i++ {
		words := parts[i]
		if i+1 < len(parts) && (words[0].is(opens) || parts[i+1][0].is("then|dann|danach|ensuite|puis|luego|después|second")) { // "when you stash, always with -m"
			joined := slices.Concat(words, parts[i+1])
			if _, ok := p.clauses(joined); ok {
				words = joined
				i++
			}
		}
		if ofOther(words) {
			continue
		}
		if a, b, ok := p.twice(words); ok {
			return append(p.deduce(a, last), p.deduce(b, last)...)
		}
		list, ok := p.clauses(words)
		if ok && isNarrowed(withoutAsks(words)) {
			return nil
		}
		if i > 0 && isTag(words) {
			return nil
		}
		d.passing = d.passing || (!ok || len(list) == 1 && !list[0].has(roleNamed) && !list[0].has(roleAsk)) && slices.ContainsFunc(words, token.passes)
		if !ok && i == 0 && slices.ContainsFunc(words, isOther) && !(len(parts) > 1 && parts[1][0].is("so|because|since")) {
			return nil
		}
		alone := len(list) == 1 && len(list[0].items) == 1 && list[0].items[0].is(roleNamed)
		if alone && !d.denied && len(d.not) == 0 { // what the next clause is about
			d.topic = &list[0].items[0].named
			d.last = d.topic
			continue
		}
		for k := range list {
			d.take(&list[k])
		}
		d.topic = nil
		if name := p.soleName(words); name != nil {
			d.last = name
			if !ok {
				d.beside = append(d.beside, *name)
			}
		}
	}
	return d.rules()
}

// withoutElision returns a sentence with its French words apart: n'utilise.
func withoutElision(s []token) []token {
	for i, t := range s {
		if at := strings.IndexByte(t.low, '\''); at == 1 && !t.code && strings.ContainsRune("ndljsmt", rune(t.low[0])) && len(t.low) > 3 && len(t.text) == len(t.low) {
			s = slices.Clone(s)
			s[i].low, s[i].text = t.low[2:], t.text[2:]
		}
	}
	return s
}

// withoutConsent returns a sentence without an end that offers to ask: "no sudo, if something
// needs root tell me".
func withoutConsent(s []token) []token {
	for i := 2; i < len(s); i++ {
		if !s[i].is("if|when|wenn|si") || !s[i-1].is(",|and|but|und|et|y") {
			continue
		}
		for k := i + 1; k+1 < len(s); k++ {
			if s[k].is("tell|ask|ping|let|call|shout") && s[k+1].is("me|us|first") || s[k].is("sag|frag|frage") && s[k+1].is("mir|mich|bescheid") || s[k].is("demande-moi|dis-le-moi|dime|avísame|pregúntame") {
				return s[:i-1]
			}
		}
	}
	return s
}

// passes reports whether a word says that what stands beside it may soon be over, or holds
// for some cases: "don't push, the tests fail now".
func (t token) passes() bool {
	return t.is("now|fail|fails|failing|failed|broken|red|wrong|only|first|erst|jetzt|kaputt|maintenant|ahora")
}

// isTag reports whether words ask for consent: "isn't it".
func isTag(s []token) bool {
	return len(s) < 4 && s[0].is("isn't|is|aren't|are|don't|do|doesn't|does|right|no") && s[len(s)-1].is("it|they|we|you|right|no|that")
}

// twice parts words at an "and" between two whole rules: "just test instead of pytest and
// just lint instead of ruff".
func (p *parser) twice(s []token) (a, b []token, ok bool) {
	for i := 2; i+2 < len(s); i++ {
		if !s[i].is("and|und|et|y") {
			continue
		}
		whole := func(s []token) bool {
			c, ok := p.clause(s)
			return ok && c.count(roleNamed) > 1 && (c.has(roleInstead) || c.has(roleNever))
		}
		if whole(s[:i]) && whole(s[i+1:]) {
			return s[:i], s[i+1:], true
		}
	}
	return nil, nil, false
}

// opens are words that begin a clause which says nothing without the next.
const opens = "when|whenever|before|after|once|every|each|for|instead|statt|anstatt|bevor|quand|avant|cuando|antes|à|au|pour|para|für|beim|vor"

// soleName returns the one command, or class of them, that words name; nil: none, several,
// or what they name fails.
func (p *parser) soleName(s []token) (sole *mention) {
	if slices.ContainsFunc(s, func(t token) bool {
		return t.is("broken|fails|failed|failing|crashes|crashed|error|errors|bug|bugs|kaputt")
	}) {
		return nil
	}
	for i := 0; i < len(s); i++ {
		n, what, ok := p.name(s[i:])
		if !ok || !what.isCommand() && what.class == "" {
			continue
		}
		if sole != nil {
			return nil
		}
		sole = &what
		i += n - 1
	}
	return sole
}

// clausesOf parts a sentence at commas and before reasons.
func clausesOf(s []token) (list [][]token) {
	from := 0
	for i := range s {
		if s[i].is(",|because|since|cause|cos|bc|weil|denn|car|parce|porque|otherwise|so|aber|but|pero") {
			if from < i {
				list = append(list, s[from:i])
			}
			from = i
			if s[i].is(",") {
				from++
			}
		} else if isMark(s[i]) {
			if from < i {
				list = append(list, s[from:i])
			}
			from = i + 1
		}
	}
	if from < len(s) {
		list = append(list, s[from:])
	}
	return list
}

// isMark reports whether a token has no letter and no digit: a smiley ends what is said.
func isMark(t token) bool {
	return !t.code && len(t.low) > 1 && t.low[0] >= utf8.RuneSelf && !strings.ContainsFunc(t.low, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// clauses reads words as one clause, or as several with "and" between them.
func (p *parser) clauses(s []token) ([]clause, bool) {
	if c, ok := p.clause(s); ok {
		return c.apart(), true
	}
	for i := 1; i+1 < len(s); i++ {
		if s[i].is("it|it's|they|they're|there's|es|ça") { // "don't start it in watch mode it eats my ram"
			if a, ok := p.clause(s[:i]); ok && a.against() == 1 && a.has(roleNamed) {
				return a.apart(), true
			}
		}
		if !s[i].is("and|und|et|y|then") {
			continue
		}
		// One of the two may be a task.
		a, okA := p.clause(s[:i])
		b, okB := p.clause(s[i+1:])
		switch {
		case okA && okB:
			return append(a.apart(), b.apart()...), true
		case okB && b.against() == 1 && b.has(roleNamed) && !slices.ContainsFunc(s[:i], isOther):
			return b.apart(), true
		case okA && (a.against() == 1 || a.count(roleNamed) > 1) && a.has(roleNamed):
			return a.apart(), true
		}
	}
	return nil, false
}

// apart parts a clause that names two things before what contrasts them: "use uv, not pip".
func (c clause) apart() []clause {
	first := c.index(roleNamed, 0)
	if first < 0 {
		return []clause{c}
	}
	second := c.index(roleNamed, first+1)
	if second < 0 {
		return []clause{c}
	}
	for i := first + 1; i < second; i++ {
		it := &c.items[i]
		again := it.is(roleUse) && (c.items[0].is(roleNever) || c.items[0].is(roleInstead)) // "instead of grep use rg"
		if again || it.is(roleNever) || it.is(roleInstead) || it.is(roleBut) {
			return append([]clause{{items: c.items[:i:i]}}, clause{items: c.items[i:]}.apart()...)
		}
	}
	return []clause{c}
}

// deduction gathers what the clauses of a sentence say.
type deduction struct {
	*parser
	found   []memory.PreferenceRule
	wanted  []mention
	topic   *mention  // what alone the clause before names
	paired  []mention // what is not wanted if something else is: "with your own tool, not with sed"
	sure    bool      // that what is wanted is wanted for good
	not     []mention
	beside  []mention // what the clauses name that say something else
	last    *mention  // what "that" speaks of
	denied  bool      // a "no" stood alone
	passing bool      // a reason is given that may soon be over
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
	case n == 0 && d.topic != nil && len(c.items) <= 3 && (c.against() == 1 || c.has(roleMine) || c.has(roleBans) || c.has(roleAsk) || c.has(roleAsks)) && c.only(roleNever, roleMine, roleBans, roleAsk, roleAsks, roleIt, roleFirst, roleBefore):
		d.not = append(d.not, *d.topic) // "deploys: ask me first"
		return
	case n == 0:
		d.denied = d.denied || len(c.items) == 1 && (c.has(roleNever) || c.has(roleDeny))
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
	for _, read := range [...]func(*deduction, *clause) (memory.PreferenceRule, bool){(*deduction).branch, (*deduction).order, (*deduction).through, (*deduction).taking} {
		if r, ok := read(d, c); ok {
			d.found = append(d.found, r)
			return
		}
	}
	d.unsure = true
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

// one takes a clause that names one thing.
func (d *deduction) one(c *clause) {
	what := c.items[c.index(roleNamed, 0)].named
	against := c.against() + c.count(roleInstead)
	switch {
	case c.has(roleStayOn) && len(what.branches) == 1 && against == 0 && c.only(roleStayOn):
		d.not = append(d.not, mention{class: "switch-branches"})
		return
	case what.option != "" && against == 0 && c.has(roleEach) && d.last != nil && c.only(roleEach, roleIt, rolePass, roleUse, roleWith, roleTo, roleFirst):
		if r, ok := d.takes(d.last, what.option); ok {
			d.found = append(d.found, r)
			return
		}
	case what.isCommand() && against == 0 && c.has(roleDomain) && c.has(roleEach) && d.wraps(&what) && c.only(roleDomain, roleEach, roleUse, roleWith, rolePass, roleFor, roleBefore):
		d.found = append(d.found, memory.PreferenceRule{Form: memory.FormAlways, With: what.commands[0]})
		return
	case (c.has(roleFor) || c.has(roleThrough)) && c.has(roleDomain) && against == 0 && what.isCommand() && len(what.commands) == 1 && c.only(roleFor, roleThrough, roleDomain, roleUse, roleWant, roleEach):
		if len(others(d.known, what.commands[0])) > 0 {
			d.wanted, d.sure = append(d.wanted, what), true
			return
		}
	case against == 1 && c.only(roleNever, roleInstead, roleUse, roleEach, roleAsks, roleSwap, rolePass, roleWant, roleWith, roleThrough, roleDirect):
		if c.says("stop", "quit", "cease") && !c.has(roleUse) && !what.ing {
			break // "stop the server"
		}
		if c.has(roleWith) || c.has(roleThrough) || !c.has(roleUse) && !c.has(roleInstead) && (c.says("not", "nicht", "pas", "nor", "kein", "keine") || !d.isSure(c, &what)) {
			d.paired = append(d.paired, what)
			return
		}
		if c.has(roleDirect) && what.isCommand() && len(d.wanted) == 0 {
			break // "never run pytest directly" leaves open by what
		}
		d.not = append(d.not, what)
		d.swaps = d.swaps || c.has(roleInstead)
		return
	case against == 0 && (c.has(roleBans) || c.has(roleMine) || c.has(roleAsks)) && c.only(roleBans, roleMine, roleAsks, roleUse, roleEach):
		d.not = append(d.not, what)
		return
	case against == 0 && c.has(roleAsk) && c.has(roleBefore) && c.only(roleAsk, roleBefore, roleFirst, roleUse, roleEach):
		d.not = append(d.not, what)
		return
	case against == 0 && what.isCommand() && c.only(roleUse, roleWant, roleSwap, roleBut):
		d.wanted = append(d.wanted, what)
		d.sure = d.sure || c.has(roleAlways) || c.has(roleWant) && !c.has(roleUse)
		d.swaps = d.swaps || c.has(roleSwap) || c.has(roleBut)
		return
	}
	d.unsure = true
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
	if d.swaps && len(d.wanted) == 0 || d.passing {
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
		if r, ok := d.never(&d.not[i]); ok && !d.wants(r.Class) {
			list = append(list, r)
		}
	}
	return list
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
		return d.swaps || programOf(command) == first || d.sameFamily(command, prefer)
	}
	if slices.ContainsFunc(avoid, func(command string) bool {
		return !alike(command) || d.familyOf([]string{command}) != d.familyOf(avoid)
	}) {
		return r, false
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
	k := Class(d.known, class)
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

// never returns the rule that does not want what is named.
func (d *deduction) never(what *mention) (r memory.PreferenceRule, ok bool) {
	r.Form = memory.FormNever
	switch {
	case what.class != "":
		r.Class = what.class
		return r, true
	case what.isCommand() && len(what.commands) < 5:
		r.Avoid = strings.Join(what.commands, memory.Or)
		return r, true
	}
	return r, false
}

// branch reads what must not go to a branch: "nothing gets pushed to main".
func (d *deduction) branch(c *clause) (r memory.PreferenceRule, ok bool) {
	a := c.index(roleNamed, 0)
	b := c.index(roleNamed, a+1)
	what, to := c.items[a].named, c.items[b].named
	if len(what.branches) > 0 {
		what, to = to, what
	}
	if len(to.branches) == 0 || c.against() != 1 && !c.has(roleBans) || b == 0 || !c.items[b-1].is(roleTo) && !c.items[max(a, b)-1].is(roleTo) || c.count(roleNamed) != 2 ||
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
	case (between.has(roleFirst) || front.has(roleFirst) || between.has(roleThen)) && (c.has(roleAlways) || c.has(roleEach)): // "always first lint, then commit"
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
	lasts := c.has(roleAlways) || c.has(roleEach) || c.has(roleFor) && !c.has(roleUse) || c.has(roleBefore) && isAssignment(with.option) || c.has(rolePass) && isAssignment(with.option)
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
	return len(what.commands) == 1 && strings.Contains(what.commands[0], " ") && Class(d.known, what.commands[0]) != nil
}

// commandsOf returns the commands that options of what is named are for.
func (d *deduction) commandsOf(what *mention) []string {
	if k := Class(d.known, what.class); k != nil && !strings.Contains(k.Commands[0], "|") {
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
