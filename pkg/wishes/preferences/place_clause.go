package preferences

import (
	"strings"
	"sync"
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
	if from+1 < len(s) && s[from+1].is("write|put|delete|patch|apply|import|restore|policy|kv|create|update|remove") && n.Program != nil && n.Program(s[from].low) {
		return 0, nil // no vault write
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
