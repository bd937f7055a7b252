// Package preferences knows what users want of commands: it reads their words
// for a rule, finds the calls of a command that break one, and writes the command
// as it would have to be. It does no I/O, does not decide what is done about a
// command, and knows no program: its caller says what is one, and families of
// tools and classes of commands are in rules.
package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Parse returns the rule that a user's words state: "use uv, not pip", "never
// commit", "OSD=sdl make", "run tests before you commit". It is precise: what it
// does not understand whole has no form, and can only be told. known reports
// whether a word is the name of a program; a name in backquotes needs not be.
func Parse(words string, known func(program string) bool) memory.PreferenceRule {
	var rule memory.PreferenceRule
	for _, s := range sentences(withoutMarkdown(words)) {
		p := parser{known: known}
		r := p.sentence(withoutOpening(s))
		switch {
		case r.Form == "":
		case rule.Form == "" || rule == r:
			rule = r
		default:
			return memory.PreferenceRule{} // two rules
		}
	}
	return rule
}

// parser reads one sentence.
type parser struct {
	known func(program string) bool
	holes map[string][]token
}

// sentence returns the rule that a sentence states.
func (p *parser) sentence(s []token) memory.PreferenceRule {
	for i := range phrases {
		ph := &phrases[i]
		for _, pattern := range ph.patterns {
			p.holes = make(map[string][]token, 2)
			if !p.match(strings.Fields(pattern), s) {
				continue
			}
			if r, ok := ph.rule(p); ok {
				return r
			}
		}
	}
	return memory.PreferenceRule{}
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
	run   = "[ever] [use|using|run|running|call|calling|type|typing|execute|executing|do|doing|make|making|create|creating]"
	first = "[first]"
)

// phrases are tried in order.
var phrases = []phrase{
	{[]string{
		use + " X [,] [and|but] not Y",
		use + " X [,] instead of Y",
		use + " X [,] rather than Y",
		use + " X in place of Y",
		"prefer X over|to Y",
		"X [,] not Y",
		"X [,] instead of Y",
		"X over Y",
		"replace Y with X",
		"not Y [,] but X",
		"instead of Y [,] [please] " + use + " X",
		never + " " + "[ever] use|run|call Y [,] [but] " + use + " X [instead]",
		never + " Y [,] [but] use|run X [instead]",
	}, (*parser).use},
	{[]string{
		"run|do|use X before [you|i|we] [do|make|run] [any|every|each|a|the] Y",
		"X before [you|i|we] [any|every|each|a|the] Y",
		"before [you|i|we] [do|make|run] [any|every|each|a|the] Y [,] run|do X " + first,
		"before [you|i|we] [any|every|each|a|the] Y [,] X " + first,
		never + " Y without [first|having] running|run X " + first,
		never + " Y without X",
		never + " Y [,] before|until [you] [have] [run|running] X [pass|passed|passes|succeed|ran]",
		"Y only after|when|if|once [running] X [pass|passed|passes|succeed|succeeded|ran]",
		"only Y after|when|if|once [running] X [pass|passed|passes|succeed|succeeded|ran]",
	}, (*parser).after},
	{[]string{
		"run|use|start|call X with|using|through|via|under W",
		"use|set|pass|add W for|to|when|with [you] [running|calling|run|call|using|use] X",
		"prefix|wrap X with|in W",
	}, (*parser).always},
	{[]string{"C"}, (*parser).assigned},
	{[]string{
		"stop using|running|calling|typing|executing|starting C", // to stop a server is no rule
		never + " " + run + " C",
		"i'll|i|we|let [me] [will|always] [run|start|do|make] C myself|ourselves",
		"i'll|i [will|always] run|start|do|make C",
		"leave C to me",
		"C is mine|forbidden",
	}, (*parser).never},
	{[]string{"[only] " + use + " X"}, (*parser).prefer},
}

func (p *parser) use() (r memory.PreferenceRule, ok bool) {
	x, y := p.holes["X"], p.holes["Y"]
	avoid, ok := p.command(y)
	if !ok {
		return r, false
	}
	prefer, ok := p.command(x)
	if !ok && len(x) == 1 && isName(x[0].low) {
		prefer, ok = x[0].low, true // not installed yet, or the project's own
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: avoid}, ok && prefer != avoid
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
	if r.Class = classOf(p.holes["Y"]); r.Class == "" {
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
	when, ok := p.command(p.holes["X"])
	if !ok {
		return r, false
	}
	with, ok := p.addition(p.holes["W"])
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: with}, ok
}

// addition reads what a command takes: a variable, an option or a wrapper.
func (p *parser) addition(words []token) (string, bool) {
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

func (p *parser) never() (r memory.PreferenceRule, ok bool) {
	r.Form = memory.FormNever
	words := withoutLeave(p.holes["C"])
	if last := len(words) - 1; last > 0 && words[last].code {
		// The command of a class: "the dev server (`npm run dev`)".
		if r.Class = classOf(words[:last]); r.Class == "" {
			return r, false
		}
		r.Avoid, ok = p.command(words[last:])
		return r, ok
	}
	if r.Class = classOf(words); r.Class != "" {
		return r, true
	}
	r.Avoid, ok = p.command(words)
	return r, ok
}
