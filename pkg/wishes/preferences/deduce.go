package preferences

import (
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
	var heard spoken
	for _, s := range sentences(withoutMarkdown(before)) {
		heard = p.heard(s, heard)
	}
	for _, s := range sentences(withoutMarkdown(sentence)) {
		p.runs = slices.ContainsFunc(s, func(t token) bool { return t.is("run|running|use|using|execute|executing|call|calling") })
		for _, r := range p.deduce(s, heard) {
			if r.Form != "" && len(Triggers(known, &r)) > 0 && !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
		heard = p.heard(s, heard)
	}
	return list
}

// spoken is what the sentences before one leave open.
type spoken struct {
	last   *mention // the one command that was named last
	topic  *mention // what alone the sentence before names: "commits?"
	denied bool     // the sentence before only says no: "nope."
}

// heard returns what is open behind a sentence.
func (p *parser) heard(s []token, before spoken) spoken {
	if len(s) == 0 {
		return before
	}
	now := spoken{last: p.soleName(s)}
	parts := clausesOf(s)
	if len(parts) == 0 {
		return before // of a sign alone
	}
	c, ok := p.clause(parts[len(parts)-1])
	switch {
	case !ok || len(parts) > 2:
	case len(c.items) == 1 && c.items[0].is(roleNamed):
		now.topic = &c.items[0].named
	case c.count(roleNamed) == 0 && c.against()+c.count(roleDeny) > 0 && c.only(roleNever, roleDeny):
		now.denied, now.topic, now.last = true, before.topic, before.last
	}
	return now
}

// quotes reports whether a sentence begins or breaks off within what is quoted: the rest is
// another's.
func quotes(sentence string) bool {
	if strings.Count(sentence, `"`)%2 == 1 {
		return true
	}
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
func (p *parser) deduce(s []token, before spoken) []memory.PreferenceRule {
	s, waits := untilAsked(withoutElision(withoutElse(withoutConsent(s))))
	if len(s) == 0 || len(s) == 1 && before.topic == nil && !before.denied || len(s) > 60 || isLimitedTo(s) || slices.ContainsFunc(s, func(t token) bool { return t.is("except|excepto|sauf|salvo|außer") || t.text == "|" }) {
		return nil
	}
	if p.asRoot(s) || onElsewhere(s) {
		return nil
	}
	d := deduction{parser: p, waits: waits, last: before.last, topic: before.topic, denied: before.denied}
	parts := clausesOf(s)
	if len(parts) == 0 || isWritten(parts[0]) {
		return nil
	}
	for i := 0; i < len(parts); i++ {
		words := parts[i]
		if i+1 < len(parts) && (words[0].is(opens) || parts[i+1][0].is("then|dann|danach|ensuite|puis|luego|después|second")) { // "when you stash, always with -m"
			joined := slices.Concat(words, parts[i+1])
			if _, ok := p.clauses(joined); ok {
				words = joined
				i++
			}
		}
		if ofOther(words) || ofUser(words) || ofPast(words) || describes(words) {
			continue
		}
		if a, b, ok := p.twice(words); ok {
			return append(p.deduce(a, before), p.deduce(b, before)...)
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
		if alone && i == 0 && before.topic != nil && d.answers(&list[0].items[0].named) { // "python? it's poetry run python"
			d.topic = nil
			continue
		}
		if alone && !d.denied && len(d.not) == 0 { // what the next clause is about
			d.topic = &list[0].items[0].named
			d.last = d.topic
			if i == 0 {
				d.head = d.topic
			}
			continue
		}
		for k := range list {
			d.take(&list[k])
		}
		d.topic = nil
		if name := p.soleName(words); name != nil {
			d.last = name
			if !ok && anyOf(words, "fine|ok|okay|allowed|still") {
				return nil // "git is fine for looking at things" limits what was said
			}
			if !ok {
				d.beside = append(d.beside, *name)
			}
		}
	}
	return d.rules()
}

// withoutElision returns a sentence with its French words apart: n'utilise. Behind "ne" and "n'",
// "plus" means never; elsewhere it is the English word.
func withoutElision(s []token) []token {
	negated := false
	for i, t := range s {
		negated = negated || t.low == "ne" || strings.HasPrefix(t.low, "n'")
		if negated && t.low == "plus" && !(i+1 < len(s) && s[i+1].low == "jamais") {
			s = slices.Clone(s)
			s[i].low, s[i].text = "jamais", "jamais"
		}
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

// withoutElse returns a sentence without an end that says there is no other way: "run nextflow
// with -resume or you don't run it".
func withoutElse(s []token) []token {
	for i := len(s) - 2; i > 1; i-- {
		if s[i].is("or|oder|ou|o|sinon") && !slices.ContainsFunc(s[i+1:], func(t token) bool {
			return t.code || !t.is("you|we|don't|dont|do|not|never|run|use|call|start|it|them|at|all|nothing|gar|nicht|rien|pas|nada|du|tout")
		}) {
			return s[:i]
		}
	}
	return s
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
		if s[i].is(",|because|since|cause|cos|bc|weil|denn|car|parce|porque|otherwise|so|aber|but|pero") && !(i > 0 && s[i].is("so") && s[i-1].is("say|says|said")) {
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

// describes reports whether words tell what people do, and ask for nothing: "nobody here uses husky".
func describes(s []token) bool {
	return anyOf(s, "nobody|noone|no-one") && anyOf(s, "uses|needs|runs|knows")
}

// isMark reports whether a token has no letter and no digit: a smiley ends what is said.
func isMark(t token) bool {
	return !t.code && !t.is("→|⇒|➡") && len(t.low) > 1 && t.low[0] >= utf8.RuneSelf && !strings.ContainsFunc(t.low, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
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
	if second < 0 || len(c.items[second].named.branches) > 0 && c.items[second-1].is(roleTo) { // pushe nie auf main
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
