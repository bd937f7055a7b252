package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Phrases with which programs offer another word, list the valid ones, and
// complain about a wrong one.
var (
	offers = [...]string{"did you mean", "you meant", "do you mean", "you may have meant", "most similar", "similar name", "similar argument", "similar option",
		"similar command", "similar subcommand", "similar value", "similarly named", "similar to", "(similar:", "flags that are available", "could be:", "is ambiguous:", "try one of", "did you want", "closest match", "similar targets", "a similar "}
	listings = [...]string{"choose from", "valid choices", "possible values", "is one of", "available commands", "available tasks", "available targets", "available subcommands",
		"available options", "expected one of", "must be one of", "should be one of", "valid commands", "valid subcommands", "valid values", "valid options are", "allowed values", "known commands",
		"supported commands", "subcommands:", "usage: ", "lifecycle phases are", "valid targets", "available scripts", "allowed choices", "available fields", "presets:", "commands are available", "commands:"}
	complaints = [...]string{"unknown", "unrecognized", "unrecognised", "invalid", "no such", "not a ", "not found", "isn't a", "is not", "ambiguous", "no command", "did not match", "does not exist", "undefined", "bad ", "unsupported", "not exist", "unexpected", "n't expected", "isn't valid", "could not find", "missing script", "misspelled", "no bin target", "no example target", "no test target"}
)

// wordFixes offers the failed script with a wrong word replaced by one that
// the output names.
func (ff *fixFinder) wordFixes(among []span) {
	for _, at := range among {
		i := ff.lineIndex(at)
		said := ff.text[ff.lines[i].from:ff.lines[i].to]
		low := strings.ToLower(said)
		rest, listed := offered(low)
		if rest < 0 || rest > len(said) {
			continue
		}
		if strings.HasSuffix(strings.TrimSpace(said), ":") && !strings.Contains(said[rest:], "?") { // "did you mean x? [y/n]:"
			rest = len(said) // the line holds only the wrong word
		}
		before := ff.complaintNear(i, said[:rest])
		var choices []string
		usage := strings.HasPrefix(low, "usage: ") && !strings.Contains(said[rest:], "{")
		if !usage {
			choices = ff.choices(i, said[rest:], listed)
		}
		if strings.Contains(before, "issing script") { // npm also names its own commands
			choices = slices.DeleteFunc(choices, func(w string) bool { return strings.Contains(w, " ") && !strings.Contains(w, " run ") })
		}
		for n := range ff.out.Script.Calls {
			c := &ff.out.Script.Calls[n]
			if usage {
				choices = ff.usage(i, c)
			}
			if fit := fitting(c, choices); len(fit) > 0 && ff.mayConcern(c, before) && ff.fixWord(c, i, before, fit, listed) {
				return
			}
		}
	}
}

// offered returns where the choices of a line begin, or -1 if it offers none.
func offered(low string) (rest int, listed bool) {
	for _, phrase := range offers {
		if i := strings.Index(low, phrase); i >= 0 && !strings.HasPrefix(low[i+len(phrase):], " to ") { // "if you meant to add a submodule"
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

// complaintNear returns the text before an offer in its line, and the
// complaints in the lines around it.
func (ff *fixFinder) complaintNear(i int, said string) string {
	text := said
	found := complains(said)
	for n := i - 1; n >= max(0, i-6); n-- {
		above := ff.text[ff.lines[n].from:ff.lines[n].to]
		if complains(above) {
			text += "\n" + above
			found = true
		}
	}
	for n := i + 1; n < min(len(ff.lines), i+3); n++ {
		if below := ff.text[ff.lines[n].from:ff.lines[n].to]; complains(below) {
			text += "\n" + below
			found = true
		}
	}
	if last := ff.text[ff.lines[len(ff.lines)-1].from:ff.lines[len(ff.lines)-1].to]; !found && len(ff.lines) <= fewLines && complains(last) {
		text += "\n" + last // the complaint follows the list
	}
	return text
}

func complains(said string) bool {
	low := strings.ToLower(said)
	return slices.ContainsFunc(complaints[:], func(w string) bool { return strings.Contains(low, w) })
}

// mayConcern reports whether a complaint may be about a call: it names no
// other program, and the call does not only show text.
func (ff *fixFinder) mayConcern(c *shell.Call, before string) bool {
	if len(c.Argv) < 2 || c.Program == "" {
		return false
	}
	for said := range strings.Lines(before) {
		name := speaker(said)
		if name == "" {
			continue
		}
		if isAlias(c.Program, name) {
			return true
		}
		if !isLabel(name) && isChoice(name) && strings.ToLower(name) == name && !strings.HasPrefix(c.Program, name) && indexOf(c, name) < 0 {
			return false
		}
	}
	return !command.Is(c, rule.PassThrough)
}

// fixWord offers a call with its wrong word replaced: the word that the
// complaint names, or else the one most similar to a choice.
func (ff *fixFinder) fixWord(c *shell.Call, i int, before string, choices []string, listed bool) bool {
	wrong, named := ff.wrongWord(c, before, choices)
	least := listedLike
	switch {
	case named && !listed:
		least = 0
	case !named && !listed:
		least = offeredLike
	case !named && !ff.listsCommands(c, i, wrong):
		least = guessedLike
	}
	if wrong == "" || !named && len(ff.lines) > fewLines {
		return false
	}
	wrong, choices = withoutValue(wrong, choices)
	near := nearest(wrong, choices, least)
	if strings.HasPrefix(wrong, "-") { // dashes alone make no option similar
		near = slices.DeleteFunc(near, func(o string) bool {
			return spelling.Similarity(strings.TrimLeft(wrong, "-"), strings.TrimLeft(o, "-")) < offeredLike
		})
	}
	for _, choice := range beforeReckless(c, near) {
		if meansOther(wrong, choice) {
			continue
		}
		words, ok := ff.out.replace(c, []replacement{{from: wrong, to: choice}})
		if !ok {
			continue
		}
		text := quoted(wrong) + " is probably " + quoted(choice) + "."
		safe := spelling.Similarity(wrong, choice) >= guessedLike && !mayBeTyposquat(c, wrong)
		ff.add(memory.Fix{Source: memory.SourceTool, Safe: safe, Text: redact.Clean(text)}, ff.out.rewrite(c, "", words))
	}
	return len(near) > 0
}

// meansOther reports whether a choice is another thing than the word stands
// for, however similar: the subcommand that sets something behind a different
// first letter, the beginning or the end of a longer word, which is
// a plug-in, or a file with another name.
func meansOther(wrong, choice string) bool {
	switch {
	case choice == "set" && wrong[0] != choice[0]:
		return true
	case len(wrong) > len(choice)+2 && (strings.HasSuffix(wrong, choice) || strings.HasPrefix(wrong, choice)) && !strings.HasPrefix(wrong, "-"):
		return true
	case isPath(wrong) && isPath(choice):
		a, b := base(wrong), base(choice)
		for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
			a, b = a[:len(a)-1], b[:len(b)-1]
		}
		a, b = base(wrong)[:min(len(a)+1, len(base(wrong)))], base(choice)[:min(len(b)+1, len(base(choice)))]
		return a != b && spelling.Similarity(a, b) < guessedLike && !spelling.OneOff(a, b)
	}
	return false
}

// listsCommands reports whether a usage lists commands of the program, and the
// word stands where a command does.
func (ff *fixFinder) listsCommands(c *shell.Call, i int, word string) bool {
	n := firstOperand(c)
	if n < 0 || !c.Argv[n].Is(word) {
		return false
	}
	said := strings.ToLower(ff.text[ff.lines[i].from:ff.lines[i].to])
	return strings.Contains(said, "<command> is one of") || strings.Contains(said, "<subcommand> is one of")
}

// withoutValue drops the value of a wrong option, which the call keeps, and
// gives the choices the same dashes.
func withoutValue(wrong string, choices []string) (string, []string) {
	if !strings.HasPrefix(wrong, "-") {
		return wrong, choices
	}
	wrong, _, _ = strings.Cut(wrong, "=")
	marks := wrong[:len(wrong)-len(strings.TrimLeft(wrong, "-"))]
	var list []string
	for _, choice := range choices {
		if !strings.HasPrefix(choice, "-") {
			choice = marks + choice
		}
		list = append(list, choice)
	}
	return wrong, list
}

// mayBeTyposquat reports whether a word of a call names something to install
// or run. A package with an almost right name may be malicious.
func mayBeTyposquat(c *shell.Call, word string) bool {
	n := firstOperand(c)
	return n > 0 && indexOf(c, word) > n && adviceFetchesWord(c.Argv[n].String()) || command.Is(c, rule.Interpreter)
}

// fewLines is the length up to which an output is little more than a usage. In
// a longer one, similar words are chance.
const fewLines = 80

// wrongWord returns the word of a call that a complaint is about. If the
// complaint names none, it is the word most similar to a choice, unless one of
// the words is a choice.
func (ff *fixFinder) wrongWord(c *shell.Call, before string, choices []string) (word string, named bool) {
	most := -1
	for _, w := range quotedIn(before) {
		if w == c.Program || slices.Contains(choices, w) {
			continue
		}
		at, _ := ff.out.findWord(c, w)
		if at.To == 0 {
			if at, w = ff.optionNamed(c, w); at.To == 0 {
				continue
			}
		}
		like := 0
		for _, choice := range choices[:min(len(choices), fewChoices)] {
			like = max(like, spelling.Similarity(strings.TrimLeft(w, "-"), strings.TrimLeft(choice, "-")))
		}
		if like > most {
			most, word = like, w
		}
	}
	if word != "" {
		return word, true
	}
	for w := range strings.FieldsSeq(before) {
		w = strings.TrimRight(strings.Trim(w, "'\"`,;()[]"), ".:!?")
		if len(w) > 1 && (indexOf(c, w) > 0 || inList(c, w)) && !slices.Contains(choices, w) && !strings.HasSuffix(before, c.Program+" "+w) {
			return w, true
		}
	}
	best := 0
	for i := 1; i < min(len(c.Argv), 6); i++ {
		w := c.Argv[i].String()
		if slices.Contains(choices, w) {
			if strings.HasPrefix(w, "-") {
				continue
			}
			return "", false
		}
		for _, choice := range choices[:min(len(choices), maxChoices)] {
			if score := spelling.Similarity(w, choice); score > best && len(w) > 1 && strings.HasPrefix(w, "-") == strings.HasPrefix(choice, "-") {
				best, word = score, w
			}
		}
	}
	return word, false
}
