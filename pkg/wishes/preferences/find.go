package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Hit is a call that breaks a preference.
type Hit struct {
	Call    int          // index in the script
	Edits   []shell.Edit // of the script's text, that make the call as it would have to be; none where that is not known
	Certain bool         // the edits change nothing but what the preference is about
}

// Where says whether a preference holds for a call; nil is for all.
type Where func(*shell.Call) bool

// Find returns the calls of a script that break a preference. Words that are data
// are no calls; calls in functions that nothing calls do not count, and neither do
// those in containers and on other hosts, unless the class of commands says so.
func Find(known rule.Knowledge, r *memory.PreferenceRule, s *shell.Script, where Where) []Hit {
	if r.Except != "" {
		return findButFor(known, r, s, where)
	}
	if avoided := r.Avoided(); len(avoided) > 1 {
		return findEach(known, r, avoided, s, where)
	}
	f := newFinder(known, r, s)
	if f == nil {
		return nil
	}
	var hits []Hit
	for i := range s.Calls {
		c := &s.Calls[i]
		if !named(c) || c.Where != "" && !f.anywhere() || c.Late || where != nil && !where(c) || asksForHelp(c) && !wantsAsHelp(r, c) || isTrial(r, c) || slices.ContainsFunc(hits, func(h Hit) bool { return sameText(&s.Calls[h.Call], c) }) {
			continue
		}
		if hit, ok := f.breaks(i); ok {
			hit.Call = i
			if !f.placed(i) {
				hit.Edits = nil
			}
			hit.Certain = hit.Certain && len(hit.Edits) > 0 && !f.inFile(i) && !f.hasElse(i)
			hits = append(hits, hit)
		}
	}
	return hits
}

// anywhere reports whether the rule is about containers and other hosts, too: a class that
// says so, and a deed by its name, as "never run php artisan migrate:fresh". A tool is
// another one in a container.
func (f *finder) anywhere() bool {
	if f.rule.Form == memory.FormAlways && strings.HasPrefix(f.rule.With, "-") {
		return strings.Contains(f.rule.When, " ") // puppet agent --noop
	}
	if f.rule.Form != memory.FormNever {
		return false
	}
	return f.class != nil && f.class.Anywhere || f.class == nil && strings.Contains(f.rule.Avoid, " ")
}

// findButFor returns the calls that break a rule, without those that it is not about: "never
// run cargo test, except cargo test --doc", or what "srun" runs.
func findButFor(known rule.Knowledge, r *memory.PreferenceRule, s *shell.Script, where Where) []Hit {
	bare := *r
	bare.Except = ""
	return withoutSpared(known, r, s, Find(known, &bare, s, where))
}

// withoutSpared leaves out the hits that a rule is not about.
func withoutSpared(known rule.Knowledge, r *memory.PreferenceRule, s *shell.Script, hits []Hit) []Hit {
	f := &finder{Script: s}
	spares := commands(known, r.Spared()...)
	return slices.DeleteFunc(hits, func(h Hit) bool {
		return slices.ContainsFunc(spares, func(spared string) bool {
			c, program := &s.Calls[h.Call], programOf(spared)
			return (fits(spared, c) || looksAt(spared, c)) && (!strings.Contains(program, "/") || isByPath(c, program)) || f.under(h.Call, spared)
		})
	})
}

// looksAt reports whether a call does to an object what a rule spares by its verb alone, and which
// only shows something: knife node show, for "except knife show".
func looksAt(spared string, c *shell.Call) bool {
	f, words := strings.Fields(spared), command.Words(c)
	return len(f) == 2 && len(words) > 2 && isProgram(f[0], c) && subcommandReadsWord(f[1]) && words[2] == f[1]
}

// findEach returns the calls of a script that are of one of several commands.
func findEach(known rule.Knowledge, r *memory.PreferenceRule, avoided []string, s *shell.Script, where Where) (hits []Hit) {
	one := *r
	for _, one.Avoid = range avoided {
		for _, hit := range Find(known, &one, s, where) {
			if !slices.ContainsFunc(hits, func(h Hit) bool { return h.Call == hit.Call }) {
				hits = append(hits, hit)
			}
		}
	}
	return hits
}

// named reports whether a call says which program it runs: "$1 x" and "./*" may
// run any.
func named(c *shell.Call) bool {
	if c.Program == "" || len(c.Argv) == 0 {
		return false
	}
	_, ok := c.Argv[0].Literal()
	return ok
}

// sameText reports whether two calls are one call of the text, in other rounds of
// a loop or with other values of a variable.
func sameText(a, b *shell.Call) bool {
	return a.Span == b.Span && a.Program == b.Program && len(a.Argv) > 0 && len(b.Argv) > 0 && a.Argv[0].Span == b.Argv[0].Span
}

// asksForHelp reports whether a call only shows how to call its program, or which
// version it is.
func asksForHelp(c *shell.Call) bool {
	if c.Model != nil && c.Args.Has(c.Model.Harmless...) {
		return true
	}
	return command.AsksForHelp(c) || len(c.Argv) == 2 && c.Argv[1].Is("-v") && optionOf(c, "-v") == nil // pytest -v
}

// wantsAsHelp reports whether an option with which the program of a call does nothing is one that
// a rule wants: always run ansible-playbook with --check --diff.
func wantsAsHelp(r *memory.PreferenceRule, c *shell.Call) bool {
	return r.Form == memory.FormAlways && c.Model != nil && !command.AsksForHelp(c) && slices.ContainsFunc(optionsIn(r.With), func(option string) bool {
		name, _ := parted(option)
		o := optionOf(c, name)
		return o != nil && slices.ContainsFunc(o.Names, func(n string) bool { return slices.Contains(c.Model.Harmless, n) })
	})
}

// isTrial reports whether a call only shows what its program would do, by an option of which the
// rule that is against it does not speak: "never run cargo fmt" is not about cargo fmt --check.
func isTrial(r *memory.PreferenceRule, c *shell.Call) bool {
	if r.Form == memory.FormNever && c.Model != nil && !strings.Contains(r.Avoid, " -") && c.Args.Has("-n") && slices.ContainsFunc(c.Model.Verbs, func(v rule.Verb) bool {
		return len(v.Sub) > 0 && c.Args.Is(v.Sub) && slices.Contains(v.None, "-n")
	}) {
		return true // git clean -nd
	}
	return (r.Form == memory.FormNever || r.Form == memory.FormAlways && strings.HasPrefix(r.With, "-")) && !command.Is(c, rule.Remote) && slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
		text := w.String()
		return (optionDryWord(text) || optionChecksWord(text)) && !strings.Contains(r.Avoid+r.When+r.With, text)
	})
}

// finder compares the calls of a script with a rule.
type finder struct {
	known rule.Knowledge
	rule  *memory.PreferenceRule
	form  form
	*shell.Script

	tools   *rule.Tools        // of the command that is avoided; nil: none known
	from    string             // which of them it is
	subject []string           // patterns of the commands that the rule is about
	class   *rule.CommandClass // of these; nil: the commands are named
}

func newFinder(known rule.Knowledge, r *memory.PreferenceRule, s *shell.Script) *finder {
	f := &finder{known: known, rule: r, form: formOf(r), Script: s}
	f.subject, f.class = f.form.subject(known, r)
	if len(f.subject) == 0 && f.class == nil {
		return nil
	}
	if r.Form == memory.FormUse {
		if f.tools, f.from = family(known, r.Avoid); r.Avoid == "" {
			f.tools, _ = family(known, r.Prefer)
		}
	}
	return f
}

// is reports whether a call is one of those that the rule is about.
func (f *finder) is(c *shell.Call) bool {
	if slices.ContainsFunc(f.subject, func(p string) bool { return fits(p, c) }) {
		return true
	}
	if f.rule.Form == memory.FormNever && (f.isPiped(c, f.rule.Avoid) || f.namesPort(c, f.rule.Avoid)) {
		return true
	}
	if f.rule.Form == memory.FormNever && isWordAlone(f.known, f.rule.Avoid) && isStep(c, f.rule.Avoid) {
		return true
	}
	if f.rule.Form == memory.FormNever && isStatement(f.rule.Avoid) && runsStatement(c, f.rule.Avoid) {
		return true
	}
	return f.class != nil && inClass(f.class, c)
}

func inClass(k *rule.CommandClass, c *shell.Call) bool {
	return slices.ContainsFunc(k.Commands, func(p string) bool { return fits(p, c) }) && !command.HasArg(c, k.Unless)
}

// breaks reports whether call i breaks the rule, and what it would have to be.
func (f *finder) breaks(i int) (Hit, bool) {
	c := &f.Calls[i]
	if !f.is(c) {
		return Hit{}, false
	}
	return f.form.breaks(f, i)
}

// under reports whether call i is run by a command that begins with words, or
// begins with them itself.
func (f *finder) under(i int, words string) bool {
	for ; i >= 0; i = f.Calls[i].Via {
		c := &f.Calls[i]
		if program := programOf(words); words != "" && ((!strings.Contains(program, "/") || isByPath(c, program)) && isNamed(program, c) && fits(words, c) && saysExactly(words, c) || beginsWith(c, words)) {
			return true
		}
	}
	return false
}

// saysExactly reports whether a call has the options of a command by a name of theirs, and none
// that takes one back: cp -r is not cp -a, nor is git pull --rebase=false what --rebase wants.
func saysExactly(words string, c *shell.Call) bool {
	for option := range strings.FieldsSeq(words) {
		if option[0] != '-' {
			continue
		}
		names := []string{option}
		if o := optionOf(c, option); o != nil {
			names = o.Names
		}
		has := command.HasArg(c, names)
		for _, w := range c.Argv[1:] {
			given, value, set := strings.Cut(w.String(), "=")
			long := slices.ContainsFunc(names, func(n string) bool { return len(n) > 3 && given == "--no-"+strings.TrimLeft(n, "-") })
			if long || set && slices.Contains(names, given) && isOff(value) {
				return false
			}
			has = has || slices.Contains(names, given) || len(option) == 2 && len(given) > 2 && given[0] == '-' && given[1] != '-' && strings.Contains(given, option[1:])
		}
		if !has {
			return false
		}
	}
	return true
}

// isByPath reports whether a call names its program by a path, or by one that ends in it.
func isByPath(c *shell.Call, program string) bool {
	program, word := strings.TrimPrefix(program, "./"), strings.TrimPrefix(c.Argv[0].String(), "./")
	return word == program || strings.HasSuffix(word, "/"+program)
}

// beginsWith reports whether the words of a call begin with those of a command as they are.
func beginsWith(c *shell.Call, words string) bool {
	fields := strings.Fields(words)
	if len(c.Argv) < len(fields) {
		return false
	}
	for i, f := range fields {
		if !c.Argv[i].Is(f) {
			return false
		}
	}
	return true
}

// placed reports whether the words of call i stand in the text as they are: not
// in a variable or an alias, nor in text with escapes.
func (f *finder) placed(i int) bool {
	c := &f.Calls[i]
	return c.Code == "" && !slices.ContainsFunc(c.Argv[:1], func(w shell.Word) bool { return !f.stands(w) })
}

// inFile reports whether call i stands in a file that the script writes and runs:
// what reads the file later gets the other command, too.
func (f *finder) inFile(i int) bool {
	for via := f.Calls[i].Via; via >= 0; via = f.Calls[via].Via {
		if slices.ContainsFunc(f.Calls[via].Runs, func(r shell.Run) bool { return r.File != nil }) {
			return true
		}
	}
	return false
}

// hasElse reports whether the script runs the preferred command in the place of
// call i where the one or the other is missing or fails.
func (f *finder) hasElse(i int) bool {
	if f.rule.Form != memory.FormUse || f.rule.Prefer == "" {
		return false
	}
	for k := range f.Calls {
		from, to := f.Calls[min(i, k)].Span.To, f.Calls[max(i, k)].Span.From
		if from > to || to > len(f.Text) || !fits(f.rule.Prefer, &f.Calls[k]) {
			continue
		}
		if between := f.Text[from:to]; strings.Contains(between, "||") || slices.Contains(strings.Fields(between), "else") {
			return true
		}
	}
	return false
}

// stands reports whether a word stands in the text, plain, in quotes or behind the \ that
// keeps a shell from its aliases.
func (f *finder) stands(w shell.Word) bool {
	text, ok := w.Literal()
	if !ok || w.Span.From >= w.Span.To || w.Span.To > len(f.Text) {
		return false
	}
	raw := f.Text[w.Span.From:w.Span.To]
	return strings.Trim(raw, `"'`) == text || text != "" && raw == `\`+text
}
