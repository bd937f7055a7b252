package preferences

import (
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

var placeLexicon = sync.OnceValue(func() lexicon {
	l := make(lexicon)
	l.read(roleWords, alsoOfPlaces)
	l.read(placeRoleWords, placeRoles)
	return l
})

// The roles of words about places.
const (
	roleTouch role = 64 + iota
	roleDel
	roleDone
	roleOff
	roleStill
	roleKeep
	roleOnly
	roleStay
	roleOutside
	roleRest
	roleThere
	rolePath
	roleTarget
	roleProgram
	roleAct // something is run
	roleDeploy
	roleLogIn
	roleMay // the user lets the agent do something
)

// alsoOfPlaces are the roles of words about commands that say something of places, too.
var alsoOfPlaces = map[string]role{"fill": roleFill, "never": roleNever, "and": roleAnd, "asks": roleFill, "always": roleFill, "bans": roleOff, "use": roleAct, "to": roleFill, "direct": roleFill}

var placeRoles = map[string]role{
	"touch": roleTouch, "del": roleDel, "done": roleDone, "off": roleOff, "still": roleStill, "keep": roleKeep, "only": roleOnly, "stay": roleStay, "outside": roleOutside,
	"rest": roleRest, "there": roleThere, "named": roleFill, "fill": roleFill, "act": roleAct, "each": roleEach, "never": roleNever, "deploy": roleDeploy, "login": roleLogIn, "may": roleMay,
}

// placeClause is a clause about places.
type placeClause struct {
	clause
	paths   []string
	targets []string // environments and hosts
	by      string   // the program that is not wanted there
}

// placeClause reads words by their roles; ok is false where one has none.
func (n *Names) placeClause(s []token) (c placeClause, ok bool) {
	end := 0 // of the last path
	for i := 0; i < len(s); {
		e, known := placeLexicon().find(s[i:])
		if i > 0 && s[i-1].is("the|your|our|my") && !s[i].code && isThing(s[i].low) {
			return c, false // the config
		}
		if k, paths := n.pathAt(s[i:]); k > 0 && (!known || k > len(e.words)) {
			c.paths = append(c.paths, paths...)
			if last := len(c.items) - 1; last >= 0 && c.items[last].is(rolePath) && (end < i || s[i].is("in|inside|under|within|of|below|unter|dans|en")) {
				return c, false // "don't write tests in src/"
			}
			end = i + k
			if last := len(c.items) - 1; last < 0 || !(c.items[last].is(rolePath) || c.items[last].is(roleAnd) && last > 0 && c.items[last-1].is(rolePath)) {
				c.items = append(c.items, item{roles: []role{rolePath}})
			} else if c.items[last].is(roleAnd) {
				c.items = c.items[:last]
			}
			i += k
			continue
		}
		if k, targets := targetAt(s[i:]); k > 0 && k > len(e.words)-1 {
			c.targets = append(c.targets, targets...)
			c.items = append(c.items, item{roles: []role{roleTarget}})
			i += k
			continue
		}
		if !known && !s[i].code && n.Program != nil && n.Program(s[i].low) && !isEnglish(s[i].low) && c.by == "" {
			c.by = s[i].low
			c.items = append(c.items, item{roles: []role{roleProgram}})
			i++
			continue
		}
		if !known {
			return c, false
		}
		if len(e.roles) > 1 || e.roles[0] != roleFill {
			c.items = append(c.items, item{words: e.words, roles: e.roles})
		}
		i += len(e.words)
	}
	return c, len(c.items) > 0 && len(c.items) <= mostItems
}

// targetAt reads the environments and hosts with which some words begin, and the words around
// them that only say what they are.
func targetAt(s []token) (length int, targets []string) {
	const most = 6
	for k := min(most, len(s)); k > 0; k-- {
		if last := s[k-1]; last.is("or|and|,") || last.code {
			continue
		}
		if list, ok := targetsIn(s[:k]); ok {
			return k, list
		}
	}
	return 0, nil
}

// pathAt reads the paths with which some words begin, and the words around them that
// only say what they are: "the files in src/".
func (n *Names) pathAt(s []token) (length int, paths []string) {
	skipped := 0
	filler := func(t token) bool { return !t.code && placeFiller()[t.low] }
	from := 0
	for from < len(s) && filler(s[from]) {
		from++
	}
	if from+2 < len(s) && s[from].is(contents) && s[from+1].is("in|under|inside|within|below|unter|dans|en") {
		s, from, skipped = s[from+2:], 0, from+2 // "snapshots under tests/": what lies there is not known, so all is meant
	} else if _, known := placeLexicon().find(s[min(from, len(s)-1):]); from+3 < len(s) && !known && s[from+1].is("stuff|files|code|things|parts|bits|logic|tests|docs|sachen|dateien|fichiers|archivos") && s[from+2].is("in|under|inside|within|of|below|unter|dans|en") {
		s, from, skipped = s[from+3:], 0, from+3 // "the terraform stuff in infra/"
		for from < len(s) && filler(s[from]) {
			from++
		}
	}
	if from == len(s) || from > 4 {
		return 0, nil
	}
	if _, known := placeLexicon().find(s[from:]); known && !strings.ContainsAny(s[from].text, "/.") {
		return 0, nil
	}
	to := from + 1
	for to < len(s) && s[to].is("folder|folders|dir|directory|directories|file|files|package|packages|tree|ordner|verzeichnis|datei|dateien|dossier|fichier|carpeta|archivo") {
		to++
	}
	if from > 0 && to == from+1 && !s[from].code && isThing(s[from].low) {
		return 0, nil // the config
	}
	if name := s[from].text; to > from+1 && len(name) > 2 && name[0] == '.' && isName(name[1:]) && len(n.Paths(name, "")) == 0 {
		return skipped + to, []string{"**/*" + name} // the .snap files
	}
	if to > from+1 && isExtension(s[from].low) {
		return skipped + to, []string{"**/*." + s[from].low} // yaml files
	}
	for _, end := range [...]int{to, from + 1} {
		if list, ok := n.pathsIn(s[:end]); ok {
			return skipped + end, list
		}
	}
	return 0, nil
}

// isExtension reports whether a word names a kind of files by what their names end in.
func isExtension(word string) bool {
	return token{low: word}.is("yaml|yml|json|ts|tsx|js|jsx|py|go|rs|md|sql|css|scss|html|toml|proto|snap|tf|xml|csv|ipynb")
}

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
		it := there     // what a pronoun means: not what is to be changed
		var held []item // of a clause that names no path, for the next
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
						it = paths
					}
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
					it = c.paths
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

// solePaths returns the paths that words plainly name: with a slash or an extension.
func (n *Names) solePaths(s []token) (list []string) {
	for i, t := range s {
		_, known := placeLexicon().find(s[i:])
		if strings.ContainsAny(strings.Trim(t.text, "."), "/.") || !known && !t.code && len(t.low) > 3 && isName(t.low) && !isThing(t.low) {
			list = append(list, n.paths(t, "", true)...)
		}
	}
	return list
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
