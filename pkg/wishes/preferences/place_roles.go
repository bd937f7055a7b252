package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Places returns the rules about places that a sentence states, whatever the order of its
// words and whatever stands around them: "fix util.ts, but leave NOTES.md alone". Deduce does
// the same for commands.
func Places(before, sentence string, names Names) (list []memory.PreferenceRule) {
	if names.Paths == nil || quotes(sentence) {
		return nil
	}
	add := func(r memory.PlaceRule) { list = append(list, memory.PreferenceRule{Form: memory.FormPlace, Place: r}) }
	there := names.solePaths(tokens(withoutMarkdown(before)))
	for _, s := range sentences(withoutMarkdown(sentence)) {
		if len(s) < 2 || len(s) > 60 || !speaksOfPlaces(s) || isLimitedTo(s) {
			continue
		}
		alone, orders := false, false
		it, here := there, false // what a pronoun means: not what is to be changed; whether this sentence names it
		var held []item          // of a clause that names no path, for the next
		for i, words := range placeParts(s) {
			c, ok := names.placeClause(words)
			if ok && slices.ContainsFunc(words, func(t token) bool { return t.is("yet|was|were|did|didn't|earlier|yesterday|noch|encore") }) {
				return nil
			}
			if ok && c.has(roleDone) && !c.has(roleTouch) && !slices.ContainsFunc(words, func(t token) bool {
				return t.is("is|are|be|been|being|get|gets|doesn't|se|werden|wird|sein|est|être|sont|ser|es|sea")
			}) {
				continue // "we never edited old migrations"
			}
			if ok && len(c.paths) > 0 && len(c.items) == 1 && held != nil { // "must not change: vendor/x.go"
				c.items = append(c.items, held...)
			}
			held = nil
			if ok && len(c.paths) == 0 && !c.has(roleThere) && !c.has(roleRest) && len(c.items) < 4 {
				held = c.items
			}
			if ok && alone && len(c.paths) == 0 && !c.has(roleThere) && (c.against() == 1 && c.has(roleTouch) || c.has(roleOff) && len(c.items) < 3) {
				c.items = append(c.items, item{roles: []role{roleThere}}) // "*.pb.go: not by hand"
			}
			alone = ok && len(c.items) == 1 && len(c.paths) > 0
			if !ok {
				if i == 0 && slices.ContainsFunc(words, isOther) {
					return nil
				}
				if paths := names.solePaths(words); paths != nil {
					if there = paths; !orderedToTouch(words) {
						it, here = paths, true
					}
				} else if !here {
					it = nil // "pbxproj comes out of xcodegen, so don't edit that file"
				}
				orders = isOrder(words)
				continue
			}
			if ofOther(words) {
				continue
			}
			if c.has(roleStill) && !c.has(roleKeep) && anyOf(words, "is|are") && anyOf(words, "unchanged|unmodified|unedited|untouched|intact|same") && !anyOf(words, "to|should|must") {
				continue // "schema.sql is unchanged"
			}
			only := slices.ContainsFunc(list, func(r memory.PreferenceRule) bool { return r.Place.Only })
			named := it
			if c.has(roleRest) {
				named = there
			}
			if r, ok := c.rule(named); ok && !(only && len(c.paths) == 0) {
				add(r)
			} else if orders && len(c.paths) == 0 && c.has(roleRest) && len(there) > 0 && (c.against() > 0 || c.has(roleOff) || c.has(roleStill) || len(c.items) == 1) && len(list) == 0 {
				add(memory.PlaceRule{Paths: strings.Join(there, memory.Or), Only: true}) // "fix src/util.ts, and nothing else"
			}
			if len(c.paths) > 0 {
				if there, orders = c.paths, isOrder(words); !orderedToTouch(words) {
					it, here = c.paths, true
				}
			}
		}
	}
	return list
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
