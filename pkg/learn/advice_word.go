package learn

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Words with which programs offer another word for a wrong one, and those
// with which they list what there is.
var (
	offers = [...]string{"did you mean", "you meant", "do you mean", "you may have meant", "most similar", "similar name", "similar argument", "similar option",
		"similar command", "similar subcommand", "similar value", "similarly named", "similar to", "could be:", "is ambiguous:", "try one of", "did you want", "closest match", "similar targets", "a similar "}
	listings = [...]string{"choose from", "valid choices", "possible values", "is one of", "available commands", "available tasks", "available targets", "available subcommands",
		"available options", "expected one of", "must be one of", "should be one of", "valid commands", "valid subcommands", "valid values", "valid options are", "allowed values", "known commands",
		"supported commands", "subcommands:", "usage: ", "lifecycle phases are", "valid targets", "available scripts", "allowed choices"}
	complaints = [...]string{"unknown", "unrecognized", "unrecognised", "invalid", "no such", "not a ", "not found", "isn't a", "is not", "ambiguous", "no command", "did not match", "does not exist", "undefined", "bad ", "unsupported", "not exist"}
)

// corrections offers the failed script with a wrong word replaced by one that
// the output names for it.
func (a *adviser) corrections(among []passage) {
	for _, at := range among {
		i := a.index(at)
		said := a.text[a.lines[i].from:a.lines[i].to]
		low := strings.ToLower(said)
		rest, listed := offered(low)
		if rest < 0 || rest > len(said) {
			continue
		}
		if strings.HasSuffix(strings.TrimSpace(said), ":") {
			rest = len(said) // what stands in the line is the wrong word
		}
		before := a.before(i, said[:rest])
		var choices []string
		usage := strings.HasPrefix(low, "usage: ") && !strings.Contains(said[rest:], "{")
		if !usage {
			choices = a.choices(i, said[rest:], listed)
		}
		for n := range a.seen.Script.Calls {
			c := &a.seen.Script.Calls[n]
			if usage {
				choices = a.usage(i, c)
			}
			if len(choices) > 0 && a.mayCorrect(c, before) && a.correct(c, i, before, choices, listed) {
				return
			}
		}
	}
}

// usage lists the words that a usage names behind the program, and behind its
// subcommand where the call has one: "usage: git bisect [start|bad|good]", or
// a line for each of them.
func (a *adviser) usage(i int, c *shell.Call) []string {
	head := []string{c.Program}
	if n := firstOperand(c); n > 0 && n < len(c.Argv)-1 {
		head = append(head, c.Argv[n].String())
	}
	var list []string
	for _, at := range a.lines[i:min(i+40, len(a.lines))] {
		text := strings.TrimSpace(a.text[at.from:at.to])
		form, ok := strings.CutPrefix(text, "usage: ")
		if !ok {
			if form, ok = strings.CutPrefix(text, "or: "); !ok {
				continue
			}
		}
		words := strings.Fields(form)
		if len(words) <= len(head) || words[0] != head[0] || len(head) > 1 && words[1] != head[1] {
			continue
		}
		list = append(list, alternatives(words[len(head):])...)
	}
	return list
}

// alternatives lists the words that may stand first in a usage: "(pop|apply)",
// "[save", "add", and all options.
func alternatives(words []string) []string {
	var list []string
	leads := true // the next word may be one
	for _, w := range words {
		inner := strings.Trim(w, "([])")
		switch {
		case inner == "" || w == "|":
			leads = leads || w == "|"
		case strings.Contains(w, "|"), strings.HasPrefix(inner, "--"):
			list = append(list, wordsOf(w)...)
			leads = leads && strings.HasPrefix(inner, "-")
		case leads && isChoice(inner):
			list = append(list, inner)
			leads = false
		default:
			leads = leads && strings.HasPrefix(w, "[")
		}
	}
	return list
}

// offered finds where the choices of a line begin, -1 when it offers none.
func offered(low string) (rest int, listed bool) {
	for _, phrase := range offers {
		if i := strings.Index(low, phrase); i >= 0 {
			return i + len(phrase), false
		}
	}
	for _, phrase := range listings {
		if i := strings.Index(low, phrase); i >= 0 {
			if phrase == "usage: " && i > 0 {
				continue
			}
			return i + len(phrase), true
		}
	}
	return -1, false
}

// choices reads what a line offers: quoted words, else all, else the lines
// that follow.
func (a *adviser) choices(i int, rest string, listed bool) []string {
	if list := quotedIn(rest); len(list) > 0 {
		return a.withoutProgram(list)
	}
	if colon := strings.LastIndex(rest, ": "); colon >= 0 && !listed {
		rest = rest[colon:]
	} else if bracket := strings.IndexByte(rest, '['); bracket >= 0 && listed {
		rest = rest[bracket:]
	}
	most := 12
	if listed {
		most = 60
	}
	list := wordsOf(rest)
	if len(list) > 0 && !isProse(rest) && !strings.HasSuffix(strings.TrimSpace(rest), ":") {
		if !strings.HasSuffix(strings.TrimSpace(rest), ",") {
			return a.withoutProgram(list)
		}
	} else {
		list = nil
	}
	blank := 0
	for _, at := range a.lines[min(i+1, len(a.lines)):min(i+1+most, len(a.lines))] {
		said := a.text[at.from:at.to]
		text := strings.TrimSpace(said)
		if text == "" {
			if blank++; len(list) > 0 || blank > 1 {
				break
			}
			continue
		}
		if !listed && strings.IndexByte(" \t*-", said[0]) < 0 && strings.Contains(text, " ") {
			break // a sentence again
		}
		if words := quotedIn(text); len(words) > 0 && !listed {
			list = append(list, words[0])
			continue
		}
		list = append(list, a.entry(text)...)
	}
	return a.withoutProgram(list)
}

// entry reads a line of a list: the words of one that holds nothing else, the
// first of one that describes it.
func (a *adviser) entry(text string) []string {
	text = strings.TrimLeft(text, "*•- \t")
	text, _, _ = strings.Cut(text, " # ")
	if program, rest, ok := strings.Cut(text, " "); ok && a.calls(program) {
		text = rest
	}
	if name, _, described := strings.Cut(text, "  "); described && !strings.Contains(text, " | ") && !strings.Contains(text, ",") {
		text = name
	}
	words := wordsOf(text)
	if strings.Contains(text, ",") || strings.Contains(text, "|") || allLower(text) {
		return words
	}
	return words[:min(1, len(words))]
}

// allLower reports whether a line is nothing but names: no sentence has
// neither capitals nor stops.
func allLower(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' && c != ' ' && c != '_' && c != ':' })
}

// isProse reports whether what follows an offer only leads to it.
func isProse(rest string) bool {
	switch strings.Trim(strings.ToLower(rest), " \t:?.!()") {
	case "", "this", "one of these", "these", "one of", "s are", "commands are", "command is", "one of the following", "is", "are", "arguments", "s":
		return true
	}
	return false
}

// withoutProgram takes the program, and what else the command begins with,
// off choices that are whole commands.
func (a *adviser) withoutProgram(list []string) []string {
	var out []string
	for _, w := range list {
		if program, rest, ok := strings.Cut(w, " "); ok && a.calls(program) {
			w = rest
		}
		if w = strings.TrimRight(strings.TrimSpace(w), "?.!,"); isChoice(w) {
			out = append(out, w)
		}
	}
	return out
}

// calls reports whether the script calls a program.
func (a *adviser) calls(program string) bool {
	return slices.ContainsFunc(a.seen.Script.Calls, func(c shell.Call) bool { return c.Program == program })
}

// quotedIn lists the texts in quotes of a line.
func quotedIn(text string) []string {
	var list []string
	for text != "" {
		open := strings.IndexAny(text, "`'\"‘“«»")
		if open < 0 {
			break
		}
		mark, size := quoteAt(text[open:])
		end := strings.IndexAny(text[open+size:], mark)
		if end < 0 {
			break
		}
		if inner := strings.TrimSpace(text[open+size : open+size+end]); inner != "" && len(inner) < 200 && !strings.HasPrefix(text[open+size:], " ") {
			list = append(list, inner)
		}
		text = text[open+size+end:]
		_, size = quoteAt(text)
		text = text[size:]
	}
	return list
}

// quoteAt returns what ends a quotation, and how long the mark is that opens
// it.
func quoteAt(text string) (end string, size int) {
	switch {
	case strings.HasPrefix(text, "‘"):
		return "’", len("‘")
	case strings.HasPrefix(text, "“"):
		return "”", len("“")
	case strings.HasPrefix(text, "«"), strings.HasPrefix(text, "»"), strings.HasPrefix(text, "’"), strings.HasPrefix(text, "”"):
		for _, r := range text {
			return "«»", len(string(r))
		}
	case strings.HasPrefix(text, "`"):
		return "`'", 1 // old tools write `this'
	}
	return text[:min(1, len(text))], 1
}

// before returns the words said around an offer: of its line in front of it,
// and of the complaint in the lines above or below.
func (a *adviser) before(i int, said string) string {
	text := said
	for n := i - 1; n >= max(0, i-6); n-- {
		above := a.text[a.lines[n].from:a.lines[n].to]
		if complains(above) {
			text += "\n" + above
		}
	}
	for n := i + 1; n < min(len(a.lines), i+3); n++ {
		if below := a.text[a.lines[n].from:a.lines[n].to]; complains(below) {
			text += "\n" + below
		}
	}
	return text
}

func complains(said string) bool {
	low := strings.ToLower(said)
	return slices.ContainsFunc(complaints[:], func(w string) bool { return strings.Contains(low, w) })
}

// mayCorrect reports whether a complaint can be of a call: it names no other
// program, and the call is not one that shows text.
func (a *adviser) mayCorrect(c *shell.Call, before string) bool {
	if len(c.Argv) < 2 || c.Program == "" {
		return false
	}
	for said := range strings.Lines(before) {
		name := speaker(said)
		if name == "" {
			continue
		}
		if alsoCalled(c.Program, name) {
			return true
		}
		if !isPrefix(name) && isChoice(name) && strings.ToLower(name) == name && !strings.HasPrefix(c.Program, name) && indexOf(c, name) < 0 {
			return false
		}
	}
	return !shows(c.Program)
}

// correct offers a call with its wrong word replaced. The word is one that
// the complaint names; when it names none, the one most like a choice.
func (a *adviser) correct(c *shell.Call, i int, before string, choices []string, listed bool) bool {
	wrong, named := a.wrong(c, before, choices)
	least := listedLike
	switch {
	case named && !listed:
		least = 0
	case !named && !listed:
		least = offeredLike
	case !named:
		least = guessedLike
	}
	if wrong == "" || !named && len(a.lines) > fewLines {
		return false
	}
	near := nearest(wrong, choices, least)
	for _, choice := range near[:min(len(near), maxCommands)] {
		words, ok := a.seen.swap(c, []swap{{from: wrong, to: choice}})
		if !ok {
			continue
		}
		text := "The output names " + quoted(choice) + " for " + quoted(wrong) + "."
		a.offer(memory.Fix{Source: memory.SourceTool, Safe: true, Text: redact.Clean(text)}, a.seen.rewritten(c, "", words))
	}
	return len(near) > 0
}

// fewLines is how long an output may be that is little more than a usage. In
// a longer one a word that is like another is so by chance.
const fewLines = 80

// wrong finds the word of a call that a complaint is about. Without a
// complaint that names one, it is the word most like a choice, if none of the
// words is a choice itself.
func (a *adviser) wrong(c *shell.Call, before string, choices []string) (word string, named bool) {
	for _, w := range quotedIn(before) {
		if at, _ := a.seen.find(c, w); at.To > 0 && w != c.Program && !slices.Contains(choices, w) {
			return w, true
		}
	}
	for w := range strings.FieldsSeq(before) {
		w = strings.TrimRight(strings.Trim(w, "'\"`,;()[]"), ".:!?")
		if i := indexOf(c, w); i > 0 && len(w) > 1 && !slices.Contains(choices, w) && !strings.HasSuffix(before, c.Program+" "+w) {
			return w, true
		}
	}
	best := 0
	for i := 1; i < min(len(c.Argv), 6); i++ {
		w := c.Argv[i].String()
		if slices.Contains(choices, w) {
			return "", false
		}
		for _, choice := range choices[:min(len(choices), maxChoices)] {
			if score := alike(w, choice); score > best && len(w) > 1 && strings.HasPrefix(w, "-") == strings.HasPrefix(choice, "-") {
				best, word = score, w
			}
		}
	}
	return word, false
}
