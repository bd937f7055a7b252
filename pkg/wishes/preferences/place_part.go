package preferences

import (
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// part is a part of a sentence.
type part struct {
	mark  string // what stands before it
	words []token
}

// The marks before parts, beside commas and the words of sides.
const (
	colon = "§"
	paren = "¶"
)

// partsOf parts a sentence at commas, colons, parentheses and words such as "but".
func partsOf(sentence string) (list []part) {
	text := strings.NewReplacer(": ", " "+colon+" ", " (", " "+paren+" ", ") ", " "+paren+" ", "),", " "+paren+" , ", " - ", " , ").Replace(" " + sentence + " ")
	now := part{}
	for _, t := range tokens(strings.TrimSpace(text)) {
		if t.low == "," || t.low == colon || t.low == paren || !t.code && isSide(t.low) {
			list = append(list, now)
			now = part{mark: t.low}
			continue
		}
		if !t.code {
			t.text, t.low = strings.TrimRight(t.text, "!.)?:"), strings.TrimRight(t.low, "!.)?:")
		}
		if t.text != "" {
			now.words = append(now.words, t)
		}
	}
	return append(list, now)
}

var isSide = func() func(string) bool {
	set := sync.OnceValue(func() map[string]bool { return setOf(sides, "|") })
	return func(word string) bool { return set()[word] }
}()

func setOf(list, sep string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.SplitSeq(list, sep) {
		if w = strings.TrimSpace(w); w != "" {
			m[w] = true
		}
	}
	return m
}

// rule returns the rule that the parts from i to j state.
func (r *placeReader) rule(i, j int) (memory.PreferenceRule, bool) {
	var none memory.PreferenceRule
	var words []token
	for k := i; k < j; k++ {
		if k > i {
			m := r.parts[k].mark
			if _, named := r.names.pathsIn(words); m == paren || isWithout(m) || m == colon && (k > i+1 || !named) {
				return none, false
			}
			words = append(words, token{text: r.parts[k].mark, low: r.parts[k].mark})
		}
		words = append(words, r.parts[k].words...)
	}
	goesOn := r.goesOn(j, words)
	if m := r.parts[i].mark; isWithout(m) {
		if r.denies(i) {
			return none, false // "don't merge it without updating docs/"
		}
		never := map[string]string{"without": "never", "sans": "jamais"}[m]
		words = append([]token{{text: never, low: never}}, words...)
	}
	if words = trimmedWish(words); len(words) == 0 || len(words) > maxPart || goesOn || r.isOthers(i) || r.isLimited(j) {
		return none, false
	}
	for _, ph := range placePatterns() {
		if (ph.kind == permit) != r.permits {
			continue
		}
		if !ph.mayMatch(words) {
			continue
		}
		m := placeMatch{names: &r.names, kind: ph.kind, aside: r.aside(j), before: r.before(i)}
		if m.match(ph.elements, words) {
			return memory.PreferenceRule{Form: memory.FormPlace, Place: m.rule()}, true
		}
	}
	return none, false
}

func isWithout(mark string) bool { return mark == "without" || mark == "sans" }

// denies reports whether a part before i says that something is not to be done.
func (r *placeReader) denies(i int) bool {
	return slices.ContainsFunc(r.parts[:i], func(p part) bool {
		return slices.ContainsFunc(p.words, func(t token) bool {
			return t.is("never|don't|dont|not|no|can't|cannot|ne|pas|jamais|n'est|if|works|works|possible") || strings.HasSuffix(t.low, "n't")
		})
	})
}

// goesOn reports whether words break off within a list of paths.
func (r *placeReader) goesOn(j int, words []token) bool {
	if j >= len(r.parts) || len(words) == 0 || !slices.Contains([]string{"and", "und", "et", "y", ","}, r.parts[j].mark) {
		return false
	}
	next := r.parts[j].words
	for len(next) > 0 && !next[0].code && placeFiller()[next[0].low] {
		next = next[1:]
	}
	return len(next) > 0 && len(r.names.paths(words[len(words)-1], "", true)) > 0 && len(r.names.paths(next[0], "", true)) > 0
}

// before returns the paths that the part before i says something of: "the tests are fine,
// don't change them", "you may read vendor/ but never write to it". What a task is about does
// not count: it is to be changed.
func (r *placeReader) before(i int) []string {
	if i == 0 {
		return nil
	}
	words := trimmedWish(r.parts[i-1].words)
	if at := slices.IndexFunc(words, func(t token) bool { return t.is("is|are") }); at > 0 {
		list, _ := r.names.pathsIn(words[:at])
		return list
	}
	if len(words) > 3 && words[0].is("you") && words[1].is("may|can") && words[2].is("read|use|import|open|copy") {
		list, _ := r.names.pathsIn(words[3:])
		return list
	}
	return nil
}

// aside returns what stands in parentheses behind the parts up to j.
func (r *placeReader) aside(j int) (words []token) {
	if j >= len(r.parts) || r.parts[j].mark != paren {
		return nil
	}
	for k := j; k < len(r.parts) && (k == j || r.parts[k].mark != paren); k++ {
		words = append(append(words, token{text: ",", low: ","}), r.parts[k].words...)
	}
	return words[1:]
}

// isOthers reports whether the parts before i say that what follows is said by others, to
// others, or is text for something.
func (r *placeReader) isOthers(i int) bool {
	first := r.parts[i].mark
	for k := range i {
		words := r.parts[k].words
		if len(words) > 0 && words[0].is("if|unless|falls|wenn|si|imagine|suppose") {
			return true
		}
		// Behind a comma, a task may end: "add a note, and leave x.md alone".
		if k == i-1 && first != colon && first != "," && first != paren && first != "but" && first != "aber" && first != "mais" && first != "pero" && slices.ContainsFunc(words, isOther) {
			return true
		}
		if k == i-1 && first == colon && !announces(words) {
			return true
		}
	}
	return false
}

// announces reports whether words before a colon say only that an order follows.
func announces(s []token) bool {
	return len(s) > 0 && len(s) < 4 && s[len(s)-1].is("note|important|reminder|rule|rules|constraint|constraints|scope|careful|remember|thing|request|wichtig|hinweis|achtung|attention|important|ojo|importante|nota|btw|ps|nb|also") &&
		!slices.ContainsFunc(s, func(t token) bool { return t.is("add|write|put|make|create|set|a|an") })
}

func isOther(t token) bool { return !t.code && otherWords()[t.low] }

var otherWords = sync.OnceValue(func() map[string]bool { return setOf(ofOthers, "|") })

// isLimited reports whether the part behind j takes something back.
func (r *placeReader) isLimited(j int) bool {
	if j >= len(r.parts) {
		return false
	}
	if next := r.parts[j]; isWithout(next.mark) && len(next.words) > 0 && !next.words[0].is("asking|my|permission|telling|checking|approval|notice|me") {
		return true
	}
	if r.parts[j].mark == "while" && len(r.parts[j].words) > 2 && r.parts[j].words[0].is("you|we") {
		return true // "while you do step 1"
	}
	low := join(r.parts[j].words)
	if r.parts[j].mark == "but" || r.parts[j].mark == "aber" {
		low = r.parts[j].mark + " " + low
	}
	low = strings.ToLower(low) + " "
	for l := range strings.SplitSeq(limits, "|") {
		if strings.HasPrefix(low, l+" ") {
			return true
		}
	}
	return false
}

// trimmedWish returns words without those around a wish that add nothing to it.
func trimmedWish(s []token) []token {
	for cut := true; cut; {
		cut = false
		for _, o := range wishAround().openings {
			if len(o) < len(s) && isPhrase(s[:len(o)], o) && !(o[0] == "do" && !s[1].is("not")) {
				s, cut = s[len(o):], true
			}
		}
		for _, e := range wishAround().endings {
			if len(e) < len(s) && isPhrase(s[len(s)-len(e):], e) {
				s, cut = s[:len(s)-len(e)], true
			}
		}
		for _, b := range wishAround().beginnings {
			if len(b.words) < len(s) && isPhrase(s[:len(b.words)], b.words) {
				s, cut = append([]token{{text: b.says, low: b.says}}, s[len(b.words):]...), true
			}
		}
		if n := len(s); n > 4 && s[n-1].is("fix|change|refactoring|feature|ticket|bug") && s[n-3].is("for|in") { // "for the cache fix"
			s, cut = s[:n-3], true
		} else if n > 5 && s[n-1].is("fix|change|refactoring|feature|ticket|bug") && s[n-4].is("for|in") {
			s, cut = s[:n-4], true
		}
	}
	return s
}

type around struct {
	openings, endings [][]string
	beginnings        []beginning
}

// beginning is a way to begin an order, and the word that says the same.
type beginning struct {
	words []string
	says  string
}

var wishAround = sync.OnceValue(func() around {
	phrases := func(list string) (out [][]string) {
		for p := range strings.SplitSeq(list, "|") {
			out = append(out, strings.Fields(p))
		}
		return out
	}
	a := around{openings: phrases(wishOpenings), endings: phrases(wishEndings)}
	for line := range strings.Lines(strings.TrimSpace(beginnings)) {
		says, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, words := range phrases(list) {
			a.beginnings = append(a.beginnings, beginning{words, says})
		}
	}
	return a
})
