package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Canonical returns the rule that words state in one of the forms that users and agents
// are told of, where what stands for a command is taken as it is, whatever program it
// names:
//
//	never run CMD              use CMD, not CMD            never run CMD without ADDITION
//	run CMD before you CMD     always run CMD with ADDITION never edit|delete PATH
//
// An addition is options, variables or a command that runs the other one. The words are
// meant as a rule, as those of "ctxhook remember" are; Parse reads those of prompts.
func Canonical(known rule.Knowledge, words string, isProgram func(name string) bool) memory.PreferenceRule {
	c := canonical{parser{known: known, isProgram: isProgram}}
	w := wordsAsTyped(words)
	for len(w) > 1 && w[0].is("please|always|ever") && !w[1].is("use|run|call|start") {
		w = w[1:]
	}
	for _, read := range [...]func([]token) memory.PreferenceRule{c.never, c.leave, c.use, c.always, c.after} {
		if r := read(w); r.Form != "" && len(Triggers(known, &r)) > 0 {
			return r
		}
	}
	return memory.PreferenceRule{}
}

type canonical struct{ parser }

// wordsAsTyped returns the words of a text, without marks around commands. A comma within a word
// belongs to it: py39,py312.
func wordsAsTyped(text string) (words []token) {
	for f := range strings.FieldsSeq(strings.ReplaceAll(text, "`", "")) {
		word, comma := strings.CutSuffix(f, ",")
		if whole := strings.TrimRight(word, ".!"); whole != "" { // a full stop, and not the directory
			word = whole
		}
		if word != "" {
			words = append(words, token{text: word, low: strings.ToLower(word)})
		}
		if comma {
			words = append(words, token{text: ",", low: ","})
		}
	}
	return words
}

func (c *canonical) never(w []token) (none memory.PreferenceRule) {
	if len(w) > 1 && w[0].is("do") && w[1].is("not") {
		w = w[1:]
	}
	if len(w) < 3 || !w[0].is("never|don't|dont|not") || !w[1].is("run|use|call|start|execute|invoke") {
		return none
	}
	command, without := cutAt(w[2:], "without")
	if without != nil {
		return c.with(command, without)
	}
	list := c.verbatims(command)
	if list == nil {
		return none
	}
	if slices.Contains(list, "git add .") && !slices.Contains(list, "git add -A") {
		list = append(list, "git add -A|--all") // the same
	}
	if slices.Equal(list, []string{"git push --force"}) || slices.Equal(list, []string{"git push -f"}) {
		list[0] = "git push --force|-f" // +ref is one as well
		return memory.PreferenceRule{Form: memory.FormNever, Avoid: list[0] + memory.Or + "git push * +*"}
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(list, memory.Or)}
}

// leave reads which files are left alone, with globs.
func (c *canonical) leave(w []token) (none memory.PreferenceRule) {
	if len(w) < 3 || !w[0].is("never|don't|dont|not") || !w[1].is("edit|touch|change|modify|write|delete|remove|overwrite") {
		return none
	}
	var paths []string
	for _, part := range alternatives(w[2:]) {
		if len(part) == 0 {
			continue
		}
		if text := part[0].text; len(part) > 1 || !strings.ContainsAny(text, "/.*") || strings.Trim(text, "*") == "" || strings.Trim(text, "./") == "" || strings.HasPrefix(text, "..") || strings.ContainsAny(text, "$`'\"") {
			return none
		}
		paths = append(paths, inAnyDir(part[0].text))
	}
	r := memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: strings.Join(paths, memory.Or)}}
	if w[1].is("delete|remove") {
		r.Place.Deed = memory.ToDelete
	}
	if len(paths) == 0 {
		return none
	}
	return r
}

// inAnyDir returns a glob of names as one of paths: *.po is in any directory.
func inAnyDir(path string) string {
	if !strings.Contains(path, "/") && strings.Contains(path, "*") {
		return "**/" + path
	}
	return strings.TrimPrefix(path, "./")
}

func (c *canonical) use(w []token) (none memory.PreferenceRule) {
	if len(w) < 4 || !w[0].is("use|run|call|prefer") {
		return none
	}
	for i := 2; i < len(w)-1; i++ {
		n := 0
		switch {
		case w[i].is(",") && w[i+1].is("not|never"):
			n = 2
		case w[i].is("not|never|over"):
			n = 1
		case w[i].is("instead|rather") && w[i+1].is("of|than"):
			n = 2
		default:
			continue
		}
		prefer, avoid := verbatim(w[1:i]), c.verbatims(w[i+n:])
		if prefer == "" || len(avoid) == 0 || slices.Contains(avoid, prefer) {
			return none
		}
		if wrapper, ok := strings.CutSuffix(prefer, " "+avoid[0]); ok && len(avoid) == 1 { // docker compose exec app phpunit, not phpunit
			return memory.PreferenceRule{Form: memory.FormAlways, When: avoid[0], With: wrapper}
		}
		return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: strings.Join(avoid, memory.Or)}
	}
	return none
}

func (c *canonical) always(w []token) (none memory.PreferenceRule) {
	if len(w) > 0 && w[0].is("always") {
		w = w[1:]
	}
	if len(w) < 4 || !w[0].is("run|use|call|start") {
		return none
	}
	command, with := cutAt(w[1:], "with|through|via|under|using")
	return c.with(command, with)
}

// with is a command that always takes what is named.
func (c *canonical) with(command, with []token) (none memory.PreferenceRule) {
	when, addition := verbatim(command), additionOf(with)
	if when == "" || addition == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: addition}
}

// additionOf returns the options, with their values, or variables that words are, or the
// command in front of another; "" for all else.
func additionOf(words []token) string {
	if len(words) == 0 {
		return ""
	}
	words = slices.DeleteFunc(slices.Clone(words), func(t token) bool { return t.is("and|,") })
	switch options := words[0].text[0] == '-'; {
	case options:
		for _, t := range words {
			if t.is(sentenceWords) {
				return ""
			}
		}
		return join(words)
	case isAssignment(words[0].text):
		for _, t := range words {
			if !isAssignment(t.text) {
				return ""
			}
		}
		return join(words)
	}
	return verbatim(words)
}

func (c *canonical) after(w []token) (none memory.PreferenceRule) {
	if len(w) < 4 || !w[0].is("run|do") {
		return none
	}
	first, then := cutAt(w[1:], "before")
	for len(then) > 1 && then[0].is("you|we|i|any|every|each|a|the|do|run|make") {
		then = then[1:]
	}
	steps := alternatives(first)
	r := memory.PreferenceRule{Form: memory.FormAfter, After: verbatim(steps[len(steps)-1])} // the last of several
	if kind := checkOf(first); kind != "" {
		r.After = kind
	}
	if r.Class = c.classOf(then); r.Class == "" {
		r.When = verbatim(then)
	}
	if r.After == "" || r.Class == "" && r.When == "" {
		return none
	}
	return r
}

// verbatims reads commands with "or" between them; nil where one is none.
func (c *canonical) verbatims(words []token) (list []string) {
	for _, part := range alternatives(words) {
		if len(part) == 0 {
			continue
		}
		command := verbatim(part)
		if command == "" {
			return nil
		}
		list = append(list, command)
	}
	return list
}

// sentenceWords are those of sentences, and of no command.
const sentenceWords = "a|an|the|it|its|this|that|these|those|them|any|anything|all|every|each|something|nothing|everything|in|on|at|by|for|from|into|without|unless|except|if|when|while|until|but|only|because|since|so|to|of|you|your|my|me|we|our|again|yourself|directly|whole|entire|more|than|not|never|and|or|as|command|commands|tasks|anymore|ever"

// mostVerbatim bounds the words of a command.
const mostVerbatim = 9

// verbatim returns words as a command; "" where they may be a part of a sentence.
func verbatim(words []token) string {
	if len(words) == 0 || len(words) > mostVerbatim || len(words) == 1 && isEnglish(words[0].low) {
		return ""
	}
	for i, t := range words {
		if t.is(sentenceWords) || !isOperand(strings.NewReplacer(",", "", "~", "").Replace(t.text)) || i == 0 && (t.text[0] == '-' || strings.Contains(t.text, "=")) {
			return ""
		}
	}
	return join(words)
}

// cutAt parts words at the first of some; after is nil where there is none.
func cutAt(words []token, at string) (before, after []token) {
	for i := 1; i < len(words)-1; i++ {
		if words[i].is(at) {
			return words[:i], words[i+1:]
		}
	}
	return words, nil
}
