package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Places returns the rules about places that a sentence states, whatever the order of its
// words and whatever stands around them: "fix util.ts, but leave NOTES.md alone". Deduce does
// the same for commands.
func Places(before, sentence string, names Names) []memory.PreferenceRule {
	if names.Paths == nil || quotes(sentence) {
		return nil
	}
	r := placeReader{names: names, there: names.solePaths(tokens(withoutMarkdown(before)))}
	for _, s := range sentences(withoutMarkdown(sentence)) {
		if said, waits := untilAsked(s); waits {
			s = withoutAsks(said)
		}
		if len(s) < 2 || len(s) > 60 || !speaksOfPlaces(s) || isLimitedTo(s) || slices.ContainsFunc(s, func(t token) bool { return t.is("except|excepto|sauf|salvo|außer") }) {
			continue
		}
		if !r.sentence(s) {
			return nil
		}
	}
	return r.list
}

// placeReader reads what sentences say of places, clause by clause.
type placeReader struct {
	names  Names
	list   []memory.PreferenceRule
	there  []string // the paths that were named last
	it     []string // what a pronoun means: not what is to be changed
	here   bool     // this sentence names it
	held   []item   // of a clause that names no path, for the next
	alone  bool     // the last clause is nothing but paths
	orders bool     // the last clause orders something
}

// sentence reads a sentence. It is false for one of what was, or is said of others: then the
// whole text states no rule.
func (r *placeReader) sentence(s []token) bool {
	r.it, r.here, r.held, r.alone, r.orders = r.there, false, nil, false, false
	before, old := len(r.list), ofExisting(s)
	for i, words := range placeParts(s) {
		c, ok := r.names.placeClause(words)
		switch {
		case !ok:
			r.held, r.alone = nil, false
			if i == 0 && slices.ContainsFunc(words, isOther) {
				return false
			}
			r.passes(words)
		case slices.ContainsFunc(words, func(t token) bool { return t.is("yet|was|were|did|didn't|earlier|yesterday|noch|encore") }):
			return false
		case c.has(roleDone) && !c.has(roleTouch) && !slices.ContainsFunc(words, isToBe):
			// "we never edited old migrations"
		default:
			r.complete(&c)
			if !ofOther(words) && !saysUnchanged(&c, words) {
				r.clause(&c, words)
			}
		}
	}
	for i := range r.list[before:] {
		if p := &r.list[before+i].Place; p.Paths != "" && !p.Only {
			p.Old = old
		}
	}
	return true
}

// ofExisting reports whether a sentence is about files that are there already: new ones may be
// made beside them.
func ofExisting(s []token) bool {
	for i, t := range s {
		if t.is("existing|bestehende|bestehenden|vorhandene|vorhandenen|existants|existantes|existentes") ||
			t.is("already") && i+1 < len(s) && s[i+1].is("exist|exists|there|applied|committed|merged|shipped|released|deployed") {
			return true
		}
	}
	return false
}

// passes goes over a clause that cannot be read, for what it names.
func (r *placeReader) passes(words []token) {
	if paths := r.names.solePaths(words); paths != nil {
		if r.there = paths; !orderedToTouch(words) {
			r.it, r.here = paths, true
		}
	} else if !r.here {
		r.it = nil // "pbxproj comes out of xcodegen, so don't edit that file"
	}
	r.orders = isOrder(words)
}

// complete adds to a clause what the clause before it left for it.
func (r *placeReader) complete(c *placeClause) {
	if len(c.paths) > 0 && len(c.items) == 1 && r.held != nil { // "must not change: vendor/x.go"
		c.items = append(c.items, r.held...)
	}
	r.held = nil
	if len(c.paths) == 0 && !c.has(roleThere) && !c.has(roleRest) && len(c.items) < 4 {
		r.held = c.items
	}
	if r.alone && len(c.paths) == 0 && !c.has(roleThere) && (c.against() == 1 && c.has(roleTouch) || c.has(roleOff) && len(c.items) < 3) {
		c.items = append(c.items, item{roles: []role{roleThere}}) // "*.pb.go: not by hand"
	}
	r.alone = len(c.items) == 1 && len(c.paths) > 0
}

// clause adds the rule that a clause states, if it states one.
func (r *placeReader) clause(c *placeClause, words []token) {
	add := func(p memory.PlaceRule) {
		r.list = append(r.list, memory.PreferenceRule{Form: memory.FormPlace, Place: p})
	}
	named := r.it
	if c.has(roleRest) {
		named = r.there
	}
	only := slices.ContainsFunc(r.list, func(p memory.PreferenceRule) bool { return p.Place.Only })
	if p, ok := c.rule(named); ok && !(only && len(c.paths) == 0) && !(p.Only && isJustDone(words)) {
		add(p)
	} else if r.orders && len(c.paths) == 0 && c.has(roleRest) && len(r.there) > 0 && len(r.list) == 0 &&
		(c.against() > 0 || c.has(roleOff) || c.has(roleStill) || len(c.items) == 1) {
		add(memory.PlaceRule{Paths: strings.Join(r.there, memory.Or), Only: true}) // "fix src/util.ts, and nothing else"
	}
	if len(c.paths) > 0 {
		if r.there, r.orders = c.paths, isOrder(words); !orderedToTouch(words) {
			r.it, r.here = c.paths, true
		}
	}
}

// isJustDone reports whether words give a task: "just patch src/discount.clj".
func isJustDone(s []token) bool {
	return len(s) > 1 && s[0].is("just") && !s[1].is("touch|change|edit|modify")
}

// isToBe reports whether a word says that something is or becomes: what is done to a file
// rather than what was.
func isToBe(t token) bool {
	return t.is("is|are|be|been|being|get|gets|doesn't|se|werden|wird|sein|est|être|sont|ser|es|sea")
}

// saysUnchanged reports whether a clause says how a file is, and not how it has to stay:
// "schema.sql is unchanged".
func saysUnchanged(c *placeClause, words []token) bool {
	return c.has(roleStill) && !c.has(roleKeep) && anyOf(words, "is|are") && anyOf(words, "unchanged|unmodified|unedited|untouched|intact|same") && !anyOf(words, "to|should|must")
}

// orderedToTouch reports whether a clause begins with the order to change something, of which
// the next one does not say that it is left alone: "gen/ is output, change the proto, never
// patch it by hand".
func orderedToTouch(s []token) bool {
	e, ok := placeLexicon().find(s)
	return ok && slices.Contains(e.roles, roleTouch)
}

// speaksOfPlaces reports whether a word of a sentence may say that something is left alone:
// most sentences need no look at the project.
func speaksOfPlaces(s []token) bool {
	if anyOf(s, "without|sans|ohne") {
		return true
	}
	for i := range s {
		e, ok := placeLexicon().find(s[i:])
		if ok && slices.ContainsFunc(e.roles, func(r role) bool {
			return r == roleNever || r == roleOff || r == roleStill || r == roleOnly || r == roleStay || r == roleOutside || r == roleRest
		}) {
			return true
		}
	}
	return false
}

// withoutAsks returns words without those by which the user wants to be asked: "until I say
// so" limits nothing.
func withoutAsks(s []token) (rest []token) {
	for i := 0; i < len(s); {
		if e, ok := roleLexicon().find(s[i:]); ok && slices.Contains(e.roles, roleAsks) {
			i += len(e.words)
			continue
		}
		rest = append(rest, s[i])
		i++
	}
	return rest
}

// isLimitedTo reports whether a sentence says for which cases it holds, wherever.
func isLimitedTo(s []token) bool {
	s = withoutAsks(s)
	return slices.ContainsFunc(s, func(t token) bool {
		return t.is("unless|if|until|till|maybe|perhaps|might|could|would|whether|wenn|falls|bis|vielleicht|si|peut-être|hasta|quizás|mientras|while|forget")
	})
}

// placeParts parts a sentence at commas, and before reasons.
func placeParts(s []token) (list [][]token) {
	for _, part := range clausesOf(s) {
		from := 0
		for i := range part {
			if part[i].is("without|sans|ohne") && i > from && !isNegated(mergedNot(part[from:i])) && !anyOf(part[from:i], "never|don't|dont|not|no|can't|cannot|if|works|possible|pas|jamais|nie|nicht") {
				list = append(list, part[from:i], append([]token{{text: "never", low: "never"}}, part[i+1:]...)) // "make it faster without changing schema.sql"
				from = len(part)
				break
			}
			if part[i].is("and|und|et|y") && i > from && i+1 < len(part) && (part[i+1].is("never|don't|dont|leave|keep|stay|only|not|no|nothing|nowhere|hands|lass|nicht|ne|laisse|no|deja|fix|add|make|do|update|then|also")) {
				list = append(list, part[from:i])
				from = i + 1
			}
		}
		if from < len(part) {
			list = append(list, part[from:])
		}
	}
	return list
}

// isOrder reports whether words tell what to change or where: "fix the header in src/a.ts".
func isOrder(s []token) bool {
	for i := range s {
		e, ok := placeLexicon().find(s[i:])
		if !ok || !slices.Contains(e.roles, roleFill) {
			return ok && slices.ContainsFunc(e.roles, func(r role) bool { return r == roleTouch || r == roleStay || r == roleOnly })
		}
	}
	return false
}

// revising are verbs by which an order changes a file that it names.
const revising = "add|bump|put|set|insert|append|document|implement|move|rename|delete|remove|regenerate|translate|format|clean|refactor|extend|replace|revert|restore|sync|adapt|simplify|split|tidy|reword|shorten|change|fix|edit|update|upgrade|downgrade|pin|write|rewrite|ergänze|lösche|ändere|stell|stelle|setz|setze|korrigiere|aktualisiere|ajoute|supprime|corrige|passe|mets|modifie|añade|borra|cambia|actualiza|corrige|sube|pon"

// Ordered returns the paths that a sentence plainly names, where one of its orders is to change
// something: "there's a typo in docs/a.md, fix that". names.Paths may be nil.
func Ordered(sentence string, orders []string, names Names) (list []string) {
	if names.Paths == nil || !slices.ContainsFunc(orders, func(order string) bool {
		return slices.ContainsFunc(sentences(withoutMarkdown(order)), func(s []token) bool { return len(s) > 0 && (isOrder(s) || s[0].is(revising)) })
	}) {
		return nil
	}
	for _, s := range sentences(withoutMarkdown(sentence)) {
		list = append(list, names.solePaths(s)...)
	}
	return list
}

// ofOther reports whether a clause is about something that was spoken of before: "it must
// never overwrite files in public/".
func ofOther(s []token) bool {
	return len(s) > 2 && s[0].is("it|they|he|she|this|that|which|who|es|er|sie|il|elle") && s[1].is("must|should|may|shall|can|could|needs|has|have|cannot|can't|mustn't|shouldn't|doesn't|don't|never|always|only|darf|soll|muss|doit|ne")
}

// Permits returns what a sentence lets an agent do again, as rules that it ends: "you can edit
// migrations/ now". One without paths and targets ends all.
func Permits(sentence string, names Names) (list []memory.PlaceRule) {
	if names.Paths == nil || quotes(sentence) {
		return nil
	}
	for _, s := range sentences(withoutMarkdown(sentence)) {
		if isLimitedTo(s) {
			continue
		}
		for _, words := range placeParts(s) {
			c, ok := names.placeClause(words)
			if !ok || !c.has(roleMay) || c.against() > 0 || c.has(roleOff) || c.has(roleKeep) || c.has(roleOnly) || c.has(roleOutside) {
				continue
			}
			if c.has(roleAct) && !c.has(roleTouch) && len(c.targets) == 0 || len(c.paths) == 0 && len(c.targets) == 0 && !(c.has(roleTouch) && c.has(roleRest)) {
				continue
			}
			list = append(list, memory.PlaceRule{Paths: strings.Join(c.paths, memory.Or), Target: strings.Join(c.targets, memory.Or)})
		}
	}
	return list
}
