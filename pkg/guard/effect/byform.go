package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// A program without a model is read by the grammar of command lines: frob cluster
// delete prod --force. A verb that destroys counts with an object that others may
// rely on, or where it is forced or in production. False alarms are worse here than
// what is missed: words that read, help, dry runs, tests and small things of the
// user's own say nothing.

// byForm adds what the words of a call say that it does where no model does.
func (r *collector) byForm() {
	c := r.call
	if c.Program == "" || c.Guess || c.Effect != "" || c.Code != "" && c.Code != "powershell" {
		return
	}
	f := form{call: c, manages: c.About.TraitsOf(c.Program)&rule.Manages != 0}
	if !f.manages && slices.ContainsFunc(c.Runs, func(r shell.Run) bool { return r.Known || r.File == nil }) {
		return // what it runs says what it does
	}
	whole := c.About != nil && c.About.TraitsOf(c.Program)&(rule.Manages|rule.Partial) == 0
	if whole || c.Model != nil && (len(r.out) > 0 || c.Args.Has(c.Model.Harmless...)) {
		return // a model has spoken
	}
	if !f.read() {
		return
	}
	e := Effect{Kind: rule.Suspect, What: f.what(), Force: f.forced}
	if f.sure() {
		e.Kind = rule.Presume
	}
	for _, w := range f.named {
		target := w
		r.add(Effect{Kind: e.Kind, What: e.What, Force: e.Force}, &target)
	}
	if len(f.named) == 0 {
		r.add(e, nil)
	}
}

// form is what the words of a command line say.
type form struct {
	call       *shell.Call
	verb       string // as it is written: "delete", "remove"
	strength   strength
	object     string // as it is written; "" where none is known
	worth      worth
	named      []shell.Word // the words behind the verb and the object
	forced     bool         // without a question, or everything
	production bool
	manages    bool         // what the program is for: its verbs need no known object
	leads      bool         // no word stands before the verb
	lead       []string     // the subcommand words: leading
	opts       []formOption // options
	plain      bool         // two words agree on what is done: plainly
}

// read reads the words, and reports whether there is anything to say.
func (f *form) read() bool {
	switch {
	case cmdlet(f.call.Program):
		f.cmdlet()
	case f.manages:
		f.managed()
	default:
		f.words()
	}
	if f.worth == unknownWorth && !f.manages && f.strength != noVerb {
		f.objectElsewhere()
	}
	if !cmdlet(f.call.Program) {
		f.plainly()
	}
	if f.strength == noVerb && !f.plain {
		f.optionVerb()
	}
	if !f.plain && (f.strength == noVerb || f.worth == own && !f.production) {
		return false
	}
	if strings.Contains(f.call.Argv[0].Prefix(), "/") && forTrial(f.call.Program) && !f.manages {
		return false // ./test.sh purge
	}
	for _, w := range f.call.Argv[1:] {
		if f.stops(w.String()) {
			return false
		}
	}
	for _, a := range f.call.Assigns {
		f.environment(a.Name, a.Value.String())
	}
	return f.sure() || f.suspect()
}

// sure reports whether verb and object are both plain.
func (f *form) sure() bool {
	if f.plain {
		return true
	}
	if f.strength == pays {
		return f.worth == shared
	}
	if f.production && (f.strength == ruins || f.strength == removes && f.forced) {
		return true
	}
	if f.verb == "restore" {
		return false // what is restored is wanted
	}
	if f.manages && (f.strength >= removes || f.strength == closes && f.worth == shared && !verbOwnWord(f.verb)) {
		return true
	}
	return f.worth == shared && (f.strength >= removes || f.forced || f.production)
}

// suspect reports whether the verb alone is enough, because the program does not ask or
// the words name production.
func (f *form) suspect() bool {
	switch {
	case f.strength == pays:
		return f.forced
	case f.production:
		return true
	case f.worth != shared && f.aged():
		return false
	case verbNeverOwnWord(f.verb) && (!f.small() || f.verb == "revoke") && (f.verb != "revoke" || len(f.call.Argv) > len(f.leading())+1 || len(f.named) > 0) || verbFeltWord(f.verb) && f.worth == shared:
		return true
	case verbPowerWord(f.verb):
		return f.forced
	case f.manages && f.strength == closes:
		return f.worth == shared || !verbOwnWord(f.verb)
	case f.manages && f.strength == changes && f.worth == shared:
		return f.forced || verbUndoesWord(f.verb)
	case f.manages && f.strength == changes && f.object == "":
		return verbUndoesWord(f.verb) && (f.verb != "uninstall" || f.leads && len(f.named) == 0) // not: pio lib uninstall, simctl uninstall APP
	case f.strength == ruins:
		return f.forced
	case f.strength == removes:
		return f.forced && !f.small()
	}
	return f.worth == shared && (f.strength == closes || f.forced)
}

// small reports whether what is named is a file or an item of a list.
func (f *form) small() bool {
	for _, w := range f.named {
		if s := w.String(); strings.ContainsAny(s, "./@#") || strings.Trim(s, "0123456789") == "" {
			return true
		}
	}
	return false
}

func (f *form) what() string {
	if f.object == "" {
		return f.verb
	}
	return f.verb + " " + f.object
}

// words finds the verb among the leading words, and its object beside it.
func (f *form) words() {
	const leading = 5
	ops := f.call.Args.Operands
	if f.call.Model != nil {
		ops = operandsOf(f.call.Argv[1:]) // a partial model has cut off the subcommand
	}
	for k := 0; k < len(ops) && k < leading; k++ {
		word, ok := ops[k].Literal()
		if !ok || !plainWord(word) {
			return
		}
		verb, object, strong := compound(word)
		if strong == noVerb {
			if otherVerb(word) {
				return // frob help delete, frob create purge
			}
			continue
		}
		f.verb, f.strength, f.named = verb, strong, ops[k+1:]
		switch {
		case object != "":
			f.take(object)
		case k > 0:
			f.take(text(ops[k-1]))
		}
		if f.worth == unknownWorth && len(f.named) > 0 && object == "" {
			if f.take(text(f.named[0])); f.worth != unknownWorth {
				f.named = f.named[1:]
			}
		}
		return
	}
}

// take takes a word as the object if it is a known one.
func (f *form) take(word string) {
	if w := worthOf(word); w != unknownWorth {
		f.object, f.worth = word, w
	}
}

func text(w shell.Word) string {
	s, _ := w.Literal()
	return strings.ToLower(s)
}

// stops notes what a word says of how the command runs, and reports whether it says
// that nothing is lost: help, a dry run, a test.
func (f *form) stops(word string) bool {
	if strings.ContainsAny(word, " \n") {
		return false // a text
	}
	option := strings.HasPrefix(word, "-")
	name, value, has := strings.Cut(strings.ToLower(strings.TrimLeft(word, "-")), "=")
	if !has {
		name, value, has = strings.Cut(name, ":")
	}
	if option {
		switch plain := bareOption(name); {
		case optionHarmlessWord(plain):
			return value != "false" && value != "none" && value != "$false" && value != "no" && value != "0"
		case optionForcingWord(plain), strings.HasPrefix(plain, "yesi"), strings.HasPrefix(plain, "yesreally"), strings.HasPrefix(plain, "ireally"):
			f.forced = f.forced || value != "false" && value != "$true"
		case plain == "confirm" && (value == "$false" || !has):
			f.forced = true
		}
		f.production = f.production || inUse(name)
		if forTrial(name) {
			return true
		}
	} else {
		value = word
		if strings.HasPrefix(word, "confirm=") {
			f.forced = true
		}
	}
	f.production = f.production || inUse(value)
	return forTrial(value) && !(f.plain && f.verb == "open") // what is opened is on this machine
}

// environment notes a variable before the command that names an environment.
func (f *form) environment(name, value string) {
	for _, end := range variablePlaceWords {
		if strings.HasSuffix(name, end) {
			f.production = f.production || inUse(value)
			if forTrial(value) {
				f.strength, f.worth = noVerb, own
			}
		}
	}
}

// cmdlet reports whether a name is a verb and a noun of PowerShell.
func cmdlet(program string) bool {
	verb, noun, ok := strings.Cut(program, "-")
	return ok && verb != "" && noun != "" && verb[0] >= 'A' && verb[0] <= 'Z' && noun[0] >= 'A' && noun[0] <= 'Z'
}

// cmdlet reads Remove-AzResourceGroup: the noun's last words say what it is.
func (f *form) cmdlet() {
	verb, noun, _ := strings.Cut(f.call.Program, "-")
	strong := strengthOf(strings.ToLower(verb))
	switch verb {
	case "Uninstall", "Dismount", "Unregister", "Clear", "Reset":
		strong = closes
	}
	if noun == "Host" {
		return // Clear-Host clears the screen
	}
	f.verb, f.strength, f.named = strings.ToLower(verb), strong, f.call.Args.Operands
	f.object = noun
	rest := humps(noun)
	for len(rest) > 0 && f.worth == unknownWorth {
		f.worth = worthOf(strings.ToLower(strings.Join(rest, "")))
		rest = rest[1:]
	}
	if f.worth != shared && ofServers(noun) && !strings.HasSuffix(noun, "Cache") && !strings.HasSuffix(noun, "Theme") {
		f.worth, f.manages = unknownWorth, true
	}
}

// ofServers reports whether a noun begins with the name of what serves many: a
// directory, a cluster, a file server, a cloud.
func ofServers(noun string) bool {
	for _, prefix := range nounServerWords {
		if rest, ok := strings.CutPrefix(noun, prefix); ok && (rest == "" || rest[0] < 'a' || len(prefix) > 4) {
			return true
		}
	}
	return false
}

// humps splits AzResourceGroup, ADUser and VMHost into words.
func humps(s string) []string {
	var out []string
	start := 0
	upper := func(i int) bool { return i < len(s) && s[i] >= 'A' && s[i] <= 'Z' }
	for i := 1; i < len(s); i++ {
		if upper(i) && (!upper(i-1) || i+1 < len(s) && !upper(i+1)) {
			out = append(out, s[start:i])
			start = i
		}
	}
	return append(out, s[start:])
}
