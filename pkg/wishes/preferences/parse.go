package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Parse returns the rule that a user's words state: "use uv, not pip", "never
// commit", "OSD=sdl make", "run tests before you commit". Each sentence is one of the
// forms of Canonical with a program that is known, or is read by the roles of its words,
// as Deduce does. It is precise: what it does not understand whole has no form, and can
// only be told; nor has a rule that no command can break. isProgram reports whether a word
// is the name of a program.
func Parse(known rule.Knowledge, words string, isProgram func(name string) bool) memory.PreferenceRule {
	var found memory.PreferenceRule
	for _, s := range sentences(withoutMarkdown(words)) {
		p := newParser(known, isProgram, s)
		r := p.canonical(s, Names{Program: isProgram})
		if r.Form == "" && !quotes(words) {
			if list := p.deduce(s, spoken{}); len(list) == 1 {
				r = list[0]
			}
		}
		switch {
		case r.Form == "":
		case found.Form == "" || found == r:
			found = r
		default:
			return memory.PreferenceRule{} // two rules
		}
	}
	if len(Triggers(known, &found)) == 0 {
		return memory.PreferenceRule{}
	}
	return found
}

// States reports whether words are a rule, whole, that leaves no doubt that it is one:
// "use uv" may be about what is done now.
func States(known rule.Knowledge, words string, isProgram func(name string) bool) bool {
	r := Parse(known, words, isProgram)
	return r.Form != "" && (r.Form != memory.FormUse || r.Avoid != "")
}

// Stated returns the rule that a sentence is, in one of the forms of Canonical.
func Stated(known rule.Knowledge, sentence string, names Names) memory.PreferenceRule {
	s := tokens(strings.TrimRight(withoutMarkdown(sentence), ".!"))
	return newParser(known, names.Program, s).canonical(s, names)
}

// Heard returns the rules that a sentence of a prompt states, about commands and about places.
// before is what was said before it, which "that" may speak of. A rule about several places is
// one for each: one may end before the others.
func Heard(known rule.Knowledge, before, sentence string, names Names) (list []memory.PreferenceRule) {
	switch r := Stated(known, sentence, names); r.Form {
	case memory.FormPlace:
		return Each(r)
	case "":
		for _, r := range Places(before, sentence, names) {
			list = append(list, Each(r)...)
		}
	}
	return append(list, Deduce(known, before, sentence, names)...)
}

// parser reads one sentence.
type parser struct {
	known     rule.Knowledge
	isProgram func(name string) bool
	said      map[string]string // classes of commands by what users call them
	runs      bool              // the sentence speaks of running something: a name in backquotes is a command
}

func newParser(known rule.Knowledge, isProgram func(name string) bool, s []token) *parser {
	return &parser{known: known, isProgram: isProgram, runs: slices.ContainsFunc(s, func(t token) bool {
		return t.is("run|running|execute|executing")
	})}
}

// canonical returns the rule of a sentence that is one of the forms of Canonical, and nothing
// else: with a program that is known, or that stands in backquotes.
func (p *parser) canonical(s []token, names Names) (none memory.PreferenceRule) {
	s = withoutOpening(s)
	c := canonical{parser: *p, names: names, strict: true, quoted: make(map[string]bool)}
	var words []token
	for i, t := range s {
		switch {
		case t.also:
			return none
		case t.is(",") && !(i+1 < len(s) && (s[i+1].is("not|never|or|when|for|except|besides|but") || s[i+1].code || p.isProgram(s[i+1].low) || s[0].is("before") && s[i+1].is("run|do|always|please") || s[0].is(nots) && i+2 < len(s) && s[i+1].is("use") && isByItsPath(s[i+2]))), t.is("directly"):
			return none
		case !t.code:
			words = append(words, t)
			continue
		}
		c.quoted[programOf(t.text)] = true
		for w := range strings.FieldsSeq(t.text) {
			words = append(words, token{text: w, low: strings.ToLower(w)})
		}
	}
	r := c.read(words)
	if r.Form != memory.FormAfter && r.Except == "" && !r.Place.Old && !strings.Contains(r.Place.Paths, memory.Except) && (isNarrowed(withoutAsks(s)) || isLimitedTo(s)) {
		return none
	}
	return r
}

// inSubject reports whether a wrapper is for a program.
func inSubject(known rule.Knowledge, wrapper, program string) bool {
	return slices.Contains(Triggers(known, &memory.PreferenceRule{Form: memory.FormAlways, With: wrapper}), program)
}

// alternatives parts words at "or".
func alternatives(words []token) (list [][]token) {
	from := 0
	for i := range words {
		if words[i].is("or|nor|and|,") {
			list, from = append(list, withoutNo(words[from:i])), i+1
		}
	}
	return append(list, withoutNo(words[from:]))
}

// withoutNo returns one of several commands without what repeats that it is not wanted:
// "no sed and no awk".
func withoutNo(words []token) []token {
	for len(words) > 1 && words[0].is("no|never|not|also") {
		words = words[1:]
	}
	return words
}

// familyOf returns the family of the first of some commands, "" where it is of
// none.
func (p *parser) familyOf(list []string) string {
	if len(list) > 0 {
		if f, _ := family(p.known, list[0]); f != nil {
			return f.ID
		}
	}
	return ""
}
