package preferences

import (
	"slices"
	"strings"
	"sync"
)

// role is what a word says about a command.
type role byte

// The roles. Those of roleWords have the same names there.
const (
	roleFill role = iota
	roleNever
	roleBans
	roleMine
	roleAsks // the command is one that the user wants to be asked about
	roleAsk
	roleUse
	roleWant
	roleAlways
	roleThrough
	roleWith
	roleInstead
	roleBut
	roleSwap
	roleFor
	roleEach
	rolePass
	roleBefore
	roleAfter
	roleFirst
	roleThen
	roleWithout
	rolePassed
	roleTo
	roleAnd
	roleStayOn
	roleDirect
	roleDeny   // "nope"
	roleInto   // an arrow
	roleIt     // what was named before
	roleNamed  // a command, or what stands for some
	roleDomain // what commands are for
)

var roleNames = map[string]role{
	"fill": roleFill, "never": roleNever, "bans": roleBans, "mine": roleMine, "asks": roleAsks, "ask": roleAsk, "use": roleUse, "want": roleWant, "always": roleAlways,
	"through": roleThrough, "with": roleWith, "instead": roleInstead, "but": roleBut, "swap": roleSwap, "for": roleFor, "each": roleEach, "pass": rolePass,
	"before": roleBefore, "after": roleAfter, "first": roleFirst, "then": roleThen, "without": roleWithout, "passed": rolePassed, "to": roleTo, "and": roleAnd, "it": roleIt, "stay": roleStayOn, "direct": roleDirect, "deny": roleDeny, "into": roleInto,
}

// lexicon has the phrases of some lists by their first words, the longest first.
type lexicon map[string][]entry

type entry struct {
	words []string
	roles []role // in the order of the lists
}

func (l lexicon) add(phrase string, r role) {
	words := strings.Split(phrase, "_")
	list := l[words[0]]
	for i := range list {
		if strings.Join(list[i].words, "_") == phrase {
			if !slices.Contains(list[i].roles, r) {
				list[i].roles = append(list[i].roles, r)
			}
			return
		}
	}
	at := 0
	for at < len(list) && len(list[at].words) >= len(words) {
		at++
	}
	list = append(list[:at:at], append([]entry{{words, []role{r}}}, list[at:]...)...)
	l[words[0]] = list
}

// read adds the lists of a table whose names have a role.
func (l lexicon) read(table string, roles map[string]role) {
	for line := range strings.Lines(table) {
		name, words, _ := strings.Cut(strings.TrimSpace(line), " ")
		r, ok := roles[name]
		if !ok {
			continue
		}
		for w := range strings.SplitSeq(words, "|") {
			l.add(w, r)
		}
	}
}

// find returns the longest phrase that words begin with.
func (l lexicon) find(s []token) (entry, bool) {
	if s[0].code {
		return entry{}, false
	}
	for _, e := range l[s[0].low] {
		if len(e.words) <= len(s) && isPhrase(s[:len(e.words)], e.words) {
			return e, true
		}
	}
	return entry{}, false
}

var (
	roleLexicon = sync.OnceValue(func() lexicon {
		l := make(lexicon)
		l.read(roleWords, roleNames)
		for w := range strings.SplitSeq(domainWords, "|") {
			l.add(w, roleDomain)
		}
		return l
	})
	narrowLexicon = sync.OnceValue(func() lexicon {
		l := make(lexicon)
		for w := range strings.SplitSeq(narrowWords, "|") {
			l.add(w, roleFill)
		}
		return l
	})
)

// isNarrowed reports whether words limit something to some cases, or to a time.
func isNarrowed(s []token) bool {
	for i := range s {
		if _, ok := narrowLexicon().find(s[i:]); ok {
			return true
		}
	}
	return false
}
