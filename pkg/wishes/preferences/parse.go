// Package preferences knows what users want of commands: it reads their words
// for a rule, finds the calls of a command that break one, and writes the command
// as it would have to be. It does no I/O, does not decide what is done about a
// command, and knows no program: its caller says what is one, and families of
// tools and classes of commands are in rules.
package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Parse returns the rule that a user's words state: "use uv, not pip", "never
// commit", "OSD=sdl make", "run tests before you commit". It is precise: what it
// does not understand whole has no form, and can only be told; nor has a rule that
// no command can break. isProgram reports whether a word is the name of a program.
func Parse(known rule.Knowledge, words string, isProgram func(name string) bool) memory.PreferenceRule {
	var found memory.PreferenceRule
	for _, s := range sentences(withoutMarkdown(words)) {
		p := parser{known: known, isProgram: isProgram}
		r := p.stated(s)
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

// parser reads one sentence.
type parser struct {
	known     rule.Knowledge
	isProgram func(name string) bool
	said      map[string]string // classes of commands by what users call them
	runs      bool              // the sentence speaks of running something: a name in backquotes is a command
	holes     map[string][]token
}

// stated returns the rule that a sentence states, with an explanation behind it
// or without.
func (p *parser) stated(s []token) memory.PreferenceRule {
	s = withoutOpening(s)
	p.runs = slices.ContainsFunc(s, func(t token) bool { return t.is("run|running|execute|executing") })
	r := p.sentence(s)
	for _, short := range [...][]token{withoutExplanation(s), withoutPackages(s)} {
		if r.Form == "" && len(short) < len(s) {
			r = p.sentence(short)
		}
	}
	if clause := firstClause(s); r.Form == "" && clause != nil {
		if r = p.sentence(clause); r.Form == memory.FormAlways || r.Form == memory.FormUse && r.Avoid == "" {
			return memory.PreferenceRule{} // it may be about what is done now
		}
	}
	return r
}

// sentence returns the rule that a sentence states.
func (p *parser) sentence(s []token) memory.PreferenceRule {
	for _, list := range [...][]phrase{looksOnly, phrases} {
		if r, ok := p.phrased(list, s); ok {
			return r
		}
	}
	return memory.PreferenceRule{}
}

// phrased returns the rule that a sentence states in one of some ways.
func (p *parser) phrased(list []phrase, s []token) (memory.PreferenceRule, bool) {
	for i := range list {
		ph := &list[i]
		for _, pattern := range ph.patterns {
			p.holes = make(map[string][]token, 2)
			if !p.match(strings.Fields(pattern), s) {
				continue
			}
			if r, ok := ph.rule(p); ok {
				return r, true
			}
		}
	}
	return memory.PreferenceRule{}, false
}

// match reports whether a pattern covers all of a sentence, and fills its holes.
// A word of a pattern is one of several that | parts, [in brackets] where it may
// be left out, or a hole in capitals, for one to eight words.
func (p *parser) match(pattern []string, s []token) bool {
	if len(pattern) == 0 {
		return len(s) == 0
	}
	word, rest := pattern[0], pattern[1:]
	if inner, ok := strings.CutPrefix(word, "["); ok {
		inner = strings.TrimSuffix(inner, "]")
		return len(s) > 0 && s[0].is(inner) && p.match(rest, s[1:]) || p.match(rest, s)
	}
	if isHole(word) {
		const most = 8
		for n := 1; n <= len(s) && n <= most; n++ {
			if p.match(rest, s[n:]) {
				p.holes[word] = s[:n]
				return true
			}
		}
		return false
	}
	return len(s) > 0 && s[0].is(word) && p.match(rest, s[1:])
}

func isHole(word string) bool { return 'A' <= word[0] && word[0] <= 'Z' }

// phrase is a way to state a rule.
type phrase struct {
	patterns []string
	rule     func(*parser) (memory.PreferenceRule, bool)
}

const (
	use   = "use|using|prefer|run|choose|call|type|pick"
	never = "never|don't|dont|not|no|avoid"
	run   = "[ever] [use|using|run|running|call|calling|invoke|invoking|type|typing|execute|executing|do|doing|make|making|create|creating]"
	first = "[first]"
	went  = "[are|is|have|has|was|were] [all] [pass|passed|passes|passing|succeed|succeeds|succeeded|green|ran|run]"
)

// phrases are tried in order.
var phrases = []phrase{
	{[]string{
		"[only] " + use + " X [only] [,] [and|but] not|never Y",
		"[only] " + use + " X [only] [,] [and|but] never use|run Y",
		use + " X [,] instead of Y",
		use + " X [,] rather than Y",
		use + " X in place of Y",
		"prefer X over|to Y",
		"[only] " + use + " X [,] [and|but] " + never + " run|use|call Y directly",
		"[all] tests|scripts [must|should] [be|are] run with|using|through X [,] not Y",
		"X [,] not|never Y",
		"X [,] instead of Y",
		"X over Y",
		"it's|its X [,] not Y",
		"no more Y [,] [we|i] " + use + " X [instead]",
		"kein|keine Y mehr [,] [wir|ich|hier] nehmen|nimm|nutzen|nutze|verwenden|benutzen|benutze [hier|jetzt] X",
		"plus de Y [,] [on|nous|ici] utilise|utilisons|prend [ici] X",
		"[ici|hier] on|nous|wir utilise|utilisons|nehmen|verwenden|nutzen|benutzen [ici|hier] X [,] pas|nicht Y",
		"replace Y with X",
		"not Y [,] but X",
		"instead of Y [,] [please] " + use + " X",
		never + " [ever] use|run|call|invoke Y [directly] ,|but|and|always [but|and] [we|i] [always] " + use + " X [instead]",
		"build|test|lint|format|install|deploy with|using X [,] [and|but] " + never + " use|run|call|invoke Y [directly|yourself]",
		never + " [ever] use|call Y use|prefer X [instead]",
		never + " Y ,|but|and [but|and] use|run X [instead]",
		never + " [ever] use|run|call Y [,] [but] only X",
		"stop using|running|calling Y [,] [and] use|prefer X [instead]",
		"stop using|running|calling Y ,|and [and] run X [instead]", // run may be a word of Y: npm run dev
		"switch from Y to X",
		"[the|our] package manager is X [,] not|never Y",
	}, (*parser).use},
	{[]string{
		"[only|always] " + use + "|push W [,] [and|but] " + never + "|not V [,] when|if|for|to|with|on [you|i|we] [run|running|call|calling|use|using] K",
		"[only|always] " + use + "|push W [,] instead of V [,] when|if|for|to|with|on [you|i|we] [run|running|call|calling|use|using] K",
		"[only|always] " + use + "|push W [,] rather than V [,] when|if|for|to|with|on [you|i|we] [run|running|call|calling|use|using] K",
		"when|if|for [you|i|we] K [,] use|prefer|pass W [,] [and|but] not|never V",
		"when|if|for [you|i|we] K [,] use|prefer|pass W [,] instead of V",
		"[only|always] [" + use + "|push] [with] W [,] [and|but] not|never V",
		"[only|always] [" + use + "|push] [with] W [,] instead of V",
		"[only|always] [" + use + "|push] [with] W [,] rather than V",
		"[prefer] W over V",
	}, (*parser).otherOption},
	{[]string{
		never + " " + run + " C [directly|straight] to|on|onto|into B [branch|branches] [directly]",
		"nothing gets|is|should|goes|must|may [be|get|gets] [ever] C [directly|straight] to|on|onto|into B [branch]",
		"nie|niemals|nicht [direkt] auf|nach|in B C",
		"ne|n' C jamais|pas|plus [directement] sur|vers|dans B",
		"no|nunca [hagas|hacer|hagáis] C [nunca] a|en|sobre|directo [a|en] B",
		"never|don't|dont rebase B [branch|branches]",
	}, (*parser).neverOn},
	{[]string{
		"run|do|use X before [you|i|we] [do|make|run] [any|every|each|a|the] Y",
		"X comes|goes|come|go before [any|every|each|a|the] Y",
		"X before [you|i|we] [any|every|each|a|the] Y",
		"before [you|i|we] [do|make|run] [any|every|each|a|the] Y [,] run|do X " + first,
		"before [you|i|we] [any|every|each|a|the] Y [,] X " + first,
		never + " Y without [first|having] running|run X " + first,
		never + " Y without X",
		never + " [do|make|run] Y [,] before|until|unless [you] [have] [run|running] X " + went,
		never + " Y with|while|if|when failing|broken|red X",
		never + " Y [any] code|changes|anything|work that|which fails|breaks [the] X",
		"X comes|goes|come|go before [any|every|each|a|the] Y",
		"X first [,] [and] Y second|last|after|afterwards",
		never + " Y while|if|when [any] X fail|fails|failed|failing",
		never + " Y while|if|when [any] X are|is failing|broken|red",
		"Y only after|when|if|once [running] X " + went,
		"only Y after|when|if|once [running] X " + went,
	}, (*parser).after},
	{[]string{
		"run|use|start|call X [only|always] with|using|through|via|under W",
		"X always|only with|using|through|via|under W",
		"X immer|toujours|siempre mit|avec|con W",
		"pass|add|give|put W to|on [every|each|all] X",
		"all|any|every X must|should [always] carry|use|have|include|pass|contain W",
		"use|set|pass|add W for|to|when|with [you] [running|calling|run|call|using|use] X",
		"prefix|wrap X with|in W",
		"put|set|write W in front when|whenever [you] run|start|call|use X",
		"put|set|write|have W in front|before [of] [every|each|all|any] X",
		"W goes|belongs|comes in front of [every|each|all|any] X",
		"all|any|every X must|should [always] be run|executed|called|prefixed with|using|through|via W",
	}, (*parser).always},
	{[]string{"C"}, (*parser).assigned},
	{[]string{
		never + " use|using|pass|passing|add|adding W when|with|for|on|to [you] [run|running|call|calling|use|using] X",
		never + " [use|run|call] X with|using W",
	}, (*parser).neverOption},
	{[]string{"stay|remain on this|the|my|your [current|same] branch"}, (*parser).stay},
	{[]string{"no X"}, (*parser).no},
	{[]string{"stop|quit [with] K"}, (*parser).quits},
	{[]string{
		"stop using|running|calling|typing|executing|starting C [,] i|i'll [will|always] run|start|do that|it|this myself",
		"stop|quit using|running|calling|typing|executing|starting C", // to stop a server is no rule
		"no more C",
		"keep|stay|steer away|clear|off [from|of] C",
		"hands|fingers off [of|from] C",
		"i don't|dont want you to " + run + " C",
		"never|don't|dont|not|avoid " + run + " C",
		"only C when|if|after [i|explicitly|specifically] asked|ask|requested|told|instructed [to]",
		"C only when|if|after [i|explicitly|specifically] asked|ask|requested|told|instructed [to]",
		"only C when|if|after the|i [user] [explicitly] ask|asks|request|requests|tell|tells|say|says [you] [to|so|it]",
		"i'll|i|we|let [me] [will|always] [run|start|do|make] C myself|ourselves",
		"i'll|i [will|always] run|start|do|make C",
		"leave C to me",
		"C is mine|forbidden|banned|prohibited|off-limits|taboo",
		"C is my job|business|task",
		"C is never|not ok|okay|allowed|permitted|acceptable",
	}, (*parser).never},
	{[]string{
		"[only] " + use + " X [only]",
		"[the|our] package manager is X",
	}, (*parser).prefer},
}

// firstClause returns the first clause of a sentence, where what follows it gives a reason
// and no limit; nil where it does not.
func firstClause(s []token) []token {
	for i := 2; i < len(s)-3; i++ { // not ", isn't it"
		if !s[i].is(",") {
			continue
		}
		if s[i+1].is("it|it's|that|that's|this|they|they're|there|es|das|ça|c'est") || slices.ContainsFunc(s[i+1:], func(t token) bool { return t.is(narrows) }) {
			return nil // "don't commit, it is broken" is about now
		}
		return withoutTail(s[:i])
	}
	return nil
}

// narrows are words of a clause that may say for which cases, or for how long, what stands
// before it holds.
const narrows = conditions + "|but|only|instead|not|never|no|maybe|perhaps|now|today|yet|first|once|this|these|before|after|when|while|still|just|always|use|run|then|fail|fails|failing|failed|broken|red|wrong|sonst|erst|noch|nur|aber|mais|seulement|solo|pero"

func (p *parser) use() (r memory.PreferenceRule, ok bool) {
	r.Form = memory.FormUse
	x, y := withoutTail(p.holes["X"]), p.holes["Y"]
	r.Prefer, ok = p.command(x)
	unknown := !ok // not installed yet, or the project's own
	switch {
	case ok:
	case len(x) == 1 && x[0].code && isCommand(x[0].text):
		r.Prefer = x[0].text
	case len(x) == 1 && isName(x[0].low):
		r.Prefer = x[0].low
	default:
		return r, false
	}
	if last := len(y) - 1; last > 0 && y[last].is("directly") {
		y = y[:last]
	}
	list, ok := p.commands(y)
	if other := withOther(r.Prefer, optionIn(y)); other != "" && optionIn(y) != "" {
		list, ok = []string{other}, true
	}
	if !ok || slices.ContainsFunc(list, func(command string) bool {
		program := programOf(command)
		return unknown && (isEnglish(program) || len(list) > 1) || command == r.Prefer || len(list) > 1 && strings.HasPrefix(r.Prefer, program+" ") // "const over let"
	}) {
		return r, false
	}
	r.Avoid = strings.Join(list, memory.Or)
	with, wraps := p.wrapper(x)
	switch {
	case strings.HasPrefix(r.Avoid, r.Prefer+" "): // `git add FILE`, not `git add -A`
		return memory.PreferenceRule{Form: memory.FormNever, Avoid: r.Avoid}, len(list) == 1
	case wraps && len(list) == 1 && classNamed(p.known, with) != nil && inSubject(p.known, with, r.Avoid):
		return memory.PreferenceRule{Form: memory.FormAlways, When: r.Avoid, With: with}, true // `uv run`, not `python`
	}
	return r, true
}

// inSubject reports whether a wrapper is for a program.
func inSubject(known rule.Knowledge, wrapper, program string) bool {
	return slices.Contains(Triggers(known, &memory.PreferenceRule{Form: memory.FormAlways, With: wrapper}), program)
}

// commands reads one command, or several that do the same with "or" between them.
func (p *parser) commands(words []token) (list []string, ok bool) {
	parts := alternatives(words)
	for _, part := range parts {
		if len(part) == 0 { // "npm, yarn, or pnpm"
			continue
		}
		command, ok := p.command(part)
		if !ok {
			return nil, false
		}
		list = append(list, command)
	}
	id := p.familyOf(list)
	return list, len(list) > 0 && len(list) < 5 && !slices.ContainsFunc(list, func(command string) bool { return p.familyOf([]string{command}) != id })
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

// prefer is use of which the command that is not wanted goes without saying.
func (p *parser) prefer() (r memory.PreferenceRule, ok bool) {
	prefer, ok := p.command(p.holes["X"])
	if with, wrapped := p.wrapper(p.holes["X"]); wrapped {
		return memory.PreferenceRule{Form: memory.FormAlways, With: with}, true
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer}, ok
}

// wrapper reads words that end in run, exec or the like, and then wrap another
// command: "uv run".
func (p *parser) wrapper(words []token) (string, bool) {
	command, ok := p.command(words)
	for _, end := range [...]string{" run", " exec", " x"} {
		if ok && strings.HasSuffix(command, end) {
			return command, true
		}
	}
	return "", false
}

func (p *parser) after() (r memory.PreferenceRule, ok bool) {
	r.Form = memory.FormAfter
	if r.Class = p.classOf(p.holes["Y"]); r.Class == "" {
		if r.When, ok = p.command(p.holes["Y"]); !ok {
			return r, false
		}
	}
	if r.After = checkOf(p.holes["X"]); r.After != "" {
		return r, true
	}
	r.After, ok = p.command(p.holes["X"])
	return r, ok
}

func (p *parser) always() (r memory.PreferenceRule, ok bool) {
	when, ok := p.command(withoutKind(p.holes["X"]))
	if !ok {
		return r, false
	}
	with, ok := p.addition(p.holes["W"])
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: with}, ok
}

// addition reads what a command takes: a variable, an option or a wrapper.
func (p *parser) addition(words []token) (string, bool) {
	if len(words) == 1 && isAssignment(words[0].text) && strings.ContainsAny(words[0].text, " \"'\\") {
		return "", false // a value in quotes
	}
	if len(words) == 1 && (isAssignment(words[0].text) || strings.HasPrefix(words[0].text, "-")) {
		return words[0].text, true
	}
	return p.wrapper(words)
}

// assigned reads a command behind variables: "OSD=sdl make".
func (p *parser) assigned() (r memory.PreferenceRule, ok bool) {
	words := p.holes["C"]
	if len(words) == 1 && words[0].code {
		words = tokens(words[0].text)
	}
	n := 0
	for n < len(words) && isAssignment(words[n].text) {
		n++
	}
	if n == 0 || n == len(words) {
		return r, false
	}
	when, ok := p.command(words[n:])
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: join(words[:n])}, ok
}
