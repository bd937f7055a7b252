package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Of a program that manages machines, accounts or data (rule.Manages) a verb is
// believed wherever it stands: in a subcommand of any spelling (force-remove,
// DeleteKeyspace, erase_flash), in an option (--erase) and in a line that it is told
// to run (-c 'no router bgp').

// managed finds the verb of a call of a program that manages something.
func (f *form) managed() {
	const leading = 6
	seen := 0
	if verb, object, strong := verbIn(f.call.Program); strong >= removes && len(operandsOf(f.call.Argv[1:])) > 0 {
		f.verb, f.object, f.strength, f.named = verb, object, strong, operandsOf(f.call.Argv[1:]) // flash_erase /dev/mtd0
		return
	}
	for k, w := range f.call.Argv {
		text, ok := w.Literal()
		switch {
		case k == 0:
			continue
		case !ok || text == "--":
			return
		case strings.HasPrefix(text, "-") && len(text) > 1:
			if verb, strong := verbOption(text); strong >= f.strength && strong >= removes {
				f.verb, f.strength, f.named = verb, strong, f.call.Args.Operands
			}
			continue
		case strings.Contains(text, " "):
			if f.call.Model == nil && runsLine(f.call.Argv[k-1].Prefix()) {
				f.line(text)
			}
			continue
		}
		if seen++; seen > leading || f.strength >= removes || !plainWord(text) {
			continue
		}
		if verb, object, strong := verbIn(text); strong > f.strength {
			f.verb, f.strength, f.named, f.worth, f.object, f.leads = verb, strong, f.call.Argv[k+1:], unknownWorth, "", seen == 1
			f.objectOf(object, k)
		} else if strong == noVerb && f.strength == noVerb && otherVerb(text) && (k+1 == len(f.call.Argv) || strengthOf(f.call.Argv[k+1].String()) == noVerb) {
			return // list, and not: version delete
		}
	}
	f.named = operandsOf(f.named)
	if in := f.call.Stdin; f.strength == noVerb && in.Known && (f.call.Model == nil || len(f.call.Model.Nested) == 0) {
		f.line(in.Text.String()) // echo 'purge volume=x' | bconsole
	}
}

// triesOnly reports whether a program is told to show what it would do, or its help, in
// whatever spelling. One that has no such option refuses it. Programs that run what is
// written behind them pass it on.
func triesOnly(c *shell.Call) bool {
	if len(c.Argv) == 2 && asksOnly(c.Argv[1].String()) {
		return true
	}
	if slices.ContainsFunc(c.Argv, func(w shell.Word) bool { s := w.Prefix(); return strings.HasPrefix(s, "-DdryRun") && drySpelling(s) }) {
		return true // of mvn and gradle, which run what a file says
	}
	manages := c.About.TraitsOf(c.Program)&rule.Manages != 0
	if !manages && (c.Code != "" || len(c.Model.Nested) > 0 || c.Model.Type == "FileSystem") {
		return false
	}
	for k, w := range c.Argv {
		switch text, _ := w.Literal(); {
		case text == "--":
			return false
		case optionDryWord(text) || drySpelling(text):
			return !isValue(c, text)
		case text == "help" && c.Model != nil && c.Model.Depth > 0 && (k == 1 || k == len(c.Argv)-1 && k == c.Model.Depth+1):
			return true // aws s3 rm help, and not behind an operand
		}
	}
	return false
}

// drySpelling reports whether an option means --dry-run in another style: -dry-run,
// -DdryRun=true, /whatif.
func drySpelling(option string) bool {
	name, value, _ := strings.Cut(strings.ToLower(option), "=")
	if value == "false" || value == "no" || value == "none" || value == "0" || len(name) < 2 || name[0] != '-' && name[0] != '/' {
		return false
	}
	switch bareOption(name[1:]) {
	case "dryrun", "ddryrun", "whatif":
		return true
	}
	return false
}

// isValue reports whether a word is the value of an option that the model knows: curl -A
// --dry-run.
func isValue(c *shell.Call, word string) bool {
	return slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool { return f.Option != nil && f.Value != nil && f.Value.String() == word })
}

// asksOnly reports whether the only argument of a call asks what the program is. One
// letter does not: shutdown -h.
func asksOnly(argument string) bool {
	switch argument {
	case "-help", "-version", "--help", "--version", "version", "/?", "-?":
		return true
	}
	return strings.HasPrefix(argument, "--list")
}

// objectOf takes the object of a verb that stands in the k-th word: in the word
// itself, or the word before it or behind it.
func (f *form) objectOf(joined string, k int) {
	argv := f.call.Argv
	near := []string{joined, ""}
	if k > 1 {
		near[1] = text(argv[k-1])
	}
	for _, word := range near {
		if word != "" && f.worth == unknownWorth {
			f.take(word)
		}
	}
	if f.worth == unknownWorth && joined == "" && k+1 < len(argv) {
		if f.take(text(argv[k+1])); f.worth != unknownWorth {
			f.named = f.named[1:]
		}
	}
	if f.worth == own && !trivial(f.object) {
		f.worth = unknownWorth
	}
	if f.object == "" {
		f.object = joined
	}
}

// line reads a line that the program is told to run.
func (f *form) line(text string) {
	for _, statement := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		for k, word := range strings.Fields(statement) {
			if k > 2 {
				break
			}
			if verb, object, strong := verbIn(strings.Trim(word, `"'()`)); strong >= removes && strong > f.strength {
				f.verb, f.object, f.strength = verb, object, strong
			} else if k == 0 && (strings.EqualFold(word, "select") || otherVerb(word)) {
				break
			}
		}
	}
}

// verbIn finds a verb that takes something away in a word of any spelling, with
// what the word joins to it.
func verbIn(word string) (verb, object string, strong strength) {
	parts := strings.FieldsFunc(word, func(c rune) bool { return strings.ContainsRune(":.-_/", c) })
	if len(parts) == 1 && strings.ToLower(word) != word && strings.ToUpper(word) != word {
		parts = humps(word)
	}
	for k := range parts {
		parts[k] = strings.ToLower(parts[k])
	}
	for k, p := range parts {
		if strong = managedStrength(p); strong != noVerb && strong != pays && (k == 0 && p != "block" || k == len(parts)-1 || strong >= removes) {
			return p, strings.Join(append(append([]string(nil), parts[:k]...), parts[k+1:]...), "-"), strong
		}
	}
	if len(parts) == 1 {
		return joinedVerb(parts[0])
	}
	return "", "", noVerb
}

// managedStrength returns the strength of a verb of a program that manages something.
func managedStrength(word string) strength {
	switch {
	case managedRuinsWord(word):
		return ruins
	case managedRemovesWord(word):
		return removes
	case managedClosesWord(word):
		return closes
	}
	return strengthOf(word)
}

// joinedVerb reads delprinc, eraseall and removedb.
func joinedVerb(word string) (verb, object string, strong strength) {
	for _, v := range [...]string{"delete", "destroy", "remove", "purge", "erase", "wipe", "drop", "terminate", "del", "rm"} {
		rest, ok := strings.CutPrefix(word, v)
		switch {
		case !ok || rest == "":
		case len(v) <= 4 && worthOf(rest) != shared && rest != "princ" && rest != "all":
			// delay, rmdir, dropped: short verbs count before a known object only
		case len(rest) < 3 && worthOf(rest) != shared: // removed, purger; destroyy is refused
		default:
			return v, rest, strengthOf(v)
		}
	}
	return "", "", noVerb
}

// verbOption reads --erase and --delete-account. What such an option leaves out of
// a change is another matter: --remove-orphans.
func verbOption(option string) (string, strength) {
	name, value, _ := strings.Cut(strings.TrimLeft(option, "-"), "=")
	if len(name) < 4 || value == "false" || value == "no" {
		return "", noVerb
	}
	if optionLosesWord(name) {
		return "lose data", removes
	}
	first, rest, joined := strings.Cut(strings.ReplaceAll(strings.ToLower(name), "_", "-"), "-")
	strong := strengthOf(first)
	if !joined {
		if strong == noVerb {
			if v, _, s := joinedVerb(first); s >= removes {
				return v, s
			}
		}
		return first, strong
	}
	if worthOf(rest) == shared || rest == "all" || rest == "data" || strings.HasPrefix(rest, "all-") {
		return first, strong
	}
	return "", noVerb
}

// runsLine reports whether an option is commonly followed by a line that the program
// runs.
func runsLine(option string) bool {
	return optionLineWord(option) || strings.HasPrefix(option, "--exec") || strings.HasPrefix(option, "--command")
}

// trivial reports whether what is removed is made again, or concerns the user alone.
func trivial(object string) bool {
	return objectTrivialWord(object) || worthOf(object) == own && trivialPlural(object)
}

func trivialPlural(object string) bool {
	s := strings.TrimSuffix(object, "s")
	return s != object && trivial(s)
}

// operandsOf returns words without options.
func operandsOf(words []shell.Word) []shell.Word {
	var out []shell.Word
	for _, w := range words {
		if !strings.HasPrefix(w.Prefix(), "-") {
			out = append(out, w)
		}
	}
	return out
}
