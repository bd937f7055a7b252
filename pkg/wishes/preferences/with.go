package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// with reports whether call i lacks what it always takes: a variable, an option
// or a wrapper.
func (f *finder) with(i int) (Hit, bool) {
	with := strings.TrimSpace(f.rule.With)
	switch {
	case with == "" || command.Has(&f.Calls[i], rule.Noise): // adb devices
		return Hit{}, false
	case with[0] == '-':
		return f.withOption(i, with)
	case isAssignment(strings.Fields(with)[0]):
		return f.withVariables(i, strings.Fields(with))
	}
	if f.under(i, with) || f.runsSubject(i) {
		return Hit{}, false
	}
	if byPath := strings.Contains(f.Calls[i].Argv[0].String(), "/"); byPath {
		return Hit{}, f.class == nil // bin/rails sees to its environment itself
	}
	at := f.Calls[i].Argv[0].Span.From
	return Hit{Edits: []shell.Edit{{From: at, To: at, Text: with + " "}}, Certain: true}, true
}

// runsSubject reports whether call i is run by another call that the rule is
// about, which takes the wrapper: python -m pytest.
func (f *finder) runsSubject(i int) bool {
	for via := f.Calls[i].Via; via >= 0; via = f.Calls[via].Via {
		if f.is(&f.Calls[via]) {
			return true
		}
	}
	return false
}

// withOption reports whether call i lacks one of some options, or gives it another value.
func (f *finder) withOption(i int, with string) (hit Hit, broken bool) {
	c := &f.Calls[i]
	if len(c.Argv) > 1 && !strings.Contains(f.rule.When, " ") && subcommandSettingsWord(c.Argv[1].String()) {
		return hit, false
	}
	hit.Certain = true
	missing, at := "", 0
	for _, option := range optionsIn(with) {
		given, value, _ := strings.Cut(option, " ")
		name, attached, hasValue := strings.Cut(given, "=")
		if hasValue {
			value = attached
		}
		switch has := valueOf(c, name); {
		case strings.HasPrefix(value, "<") && strings.HasSuffix(value, ">"): // any will do: --limit <host>
			if !f.givesOption(c, name) && !f.ofOther(c, name) {
				hit.Edits, hit.Certain = nil, false // which one is for the model to say
				return hit, true
			}
		case !f.givesOption(c, name):
			if f.ofOther(c, name) || f.givesAlike(c, name, value) || value != "" && isAbout(c, name) {
				continue
			}
			broken = true
			if o := optionOf(c, name); o != nil && o.Arg == rule.RequiredArg && value == "" {
				hit.Edits, hit.Certain = nil, false // what it takes is for the model to say
				return hit, true
			}
			missing, at = missing+" "+option, max(at, f.optionPlace(c, name))
		case value != "" && has != nil && asPath(has.String()) != asPath(value):
			text, literal := has.Literal()
			if !literal {
				continue // it may be the same
			}
			broken = true
			if !f.stands(*has) || text == "" {
				hit.Edits, hit.Certain = nil, false
				return hit, true
			}
			hit.Edits = append(hit.Edits, shell.Edit{From: has.Span.From, To: has.Span.To, Text: value})
			hit.Certain = false // it goes elsewhere
		}
	}
	switch {
	case missing != "" && inOtherMode(c):
		hit.Edits, hit.Certain = nil, false // cmake --build takes no -B
	case missing != "":
		hit.Edits = append(hit.Edits, shell.Edit{From: at, To: at, Text: missing})
	}
	return hit, broken
}

// inOtherMode reports whether a call has an option with which its program does not do what it
// does otherwise, as the model has it.
func inOtherMode(c *shell.Call) bool {
	return c.Model != nil && slices.ContainsFunc(c.Model.Nested, func(n rule.Nested) bool { return n.As == rule.AsRecipe && c.Args.Has(n.Unless...) })
}

// ofOther reports whether an option is one of other subcommands than that of a call, as the
// model has it: where a rule is about a program, it is for those that take the option.
func (f *finder) ofOther(c *shell.Call, name string) bool {
	if c.Model == nil || f.class != nil || strings.Contains(f.rule.When, " ") || optionOf(c, name) != nil {
		return false
	}
	return slices.ContainsFunc(c.Model.SubOptions, func(s rule.SubOptions) bool {
		return slices.ContainsFunc(s.Options.All(), func(o rule.Option) bool { return slices.Contains(o.Names, name) })
	})
}

// givesAlike reports whether a call that has not an option may say the same in another way:
// with its value in another option, a variable or an address (-j2 and --parallel 2, -p 5433
// and PGPORT=5433), or with a long option for the letter of one of which no model knows.
func (f *finder) givesAlike(c *shell.Call, name, value string) bool {
	letter := len(name) > 1 && name[1] != '-'
	if letter && value == "" && len(name) > 2 && strings.Trim(name[2:], "0123456789") == "" { // -j2
		name, value = name[:2], name[2:]
	}
	if value == "" || strings.HasPrefix(value, "<") {
		if optionOf(c, name) != nil || len(c.Args.Sub) > 0 && !letter {
			return false
		}
		return slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
			given, _, _ := strings.Cut(w.String(), "=")
			return letter && len(name) == 2 && len(given) > 3 && given[:2] == "--" && given[2] == name[1] ||
				!letter && len(name) > 3 && len(given) == 2 && given[0] == '-' && given[1] == name[2]
		})
	}
	if slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Value.Is(value) }) {
		return true
	}
	for k, w := range c.Argv[1:] {
		text := w.String()
		behind := strings.HasPrefix(c.Argv[k].String(), "--") || c.Argv[k].Is(name) || len(value) > 3
		if behind && text == value || strings.HasPrefix(text, "-") && strings.HasSuffix(text, "="+value) || len(value) > 3 && (strings.HasSuffix(text, "="+value) || strings.Contains(text+"/", ":"+value+"/")) {
			return true
		}
	}
	return false
}

// isAbout reports whether the subcommand of a call is about what an option chooses: pulumi
// stack ls, for --stack dev.
func isAbout(c *shell.Call, option string) bool {
	return len(c.Argv) > 1 && c.Argv[1].Is(strings.TrimLeft(option, "-"))
}

// asPath returns a value as a path that it may be: ./fonts/ is fonts.
func asPath(value string) string {
	if short := strings.TrimSuffix(strings.TrimPrefix(value, "./"), "/"); short != "" {
		return short
	}
	return value
}

// isCheck reports whether a call of an interpreter only checks or compiles what it is given:
// python -m py_compile. What it takes for its own program, such as a variable, is not for that.
func (f *finder) isCheck(c *shell.Call) bool {
	if !command.Is(c, rule.Interpreter) {
		return false
	}
	for id, way := range f.known.WaysOf(c.Program) {
		if kind := f.known.Check(f.known.CheckNamed(id)).Kind; kind != "test" && strings.Contains(way, " ") && fits(way, c) {
			return true
		}
	}
	return false
}

// optionsIn parts options, each with its value behind it.
func optionsIn(with string) (list []string) {
	for f := range strings.FieldsSeq(with) {
		if last := len(list) - 1; f[0] != '-' && last >= 0 {
			list[last] += " " + f
			continue
		}
		list = append(list, f)
	}
	return list
}

// givesOption reports whether a call has an option, under any of its names.
func (f *finder) givesOption(c *shell.Call, name string) bool {
	return hasOption(c, name) || slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
		head, _, _ := strings.Cut(w.String(), "=")
		return head == name
	})
}

// optionOf returns what the model of a call's program knows of an option, or nil.
func optionOf(c *shell.Call, name string) *rule.Option {
	if c.Model == nil {
		return nil
	}
	is := func(o rule.Option) bool { return slices.Contains(o.Names, name) }
	for _, s := range c.Model.SubOptions {
		if c.Args.Is(s.Sub) {
			if all := s.Options.All(); slices.ContainsFunc(all, is) {
				return &all[slices.IndexFunc(all, is)]
			}
		}
	}
	if i := slices.IndexFunc(c.Model.Options, is); i >= 0 {
		return &c.Model.Options[i]
	}
	return nil
}

// optionPlace returns where an option goes: behind the words that the rule names.
func (f *finder) optionPlace(c *shell.Call, name string) int {
	switch {
	case f.rule.Class != "":
		return f.endOf(c, len(c.Args.Sub)+1)
	case f.class == nil && !leads(c, name):
		n := len(strings.Fields(f.subject[0]))
		if c.Model != nil && !c.Model.Leading {
			n = max(n, len(c.Args.Sub)+1) // terraform plan -var-file
		}
		return f.endOf(c, n)
	}
	return c.Argv[0].Span.To
}

// leads reports whether an option is one of the program itself, which stands
// before the subcommand: git --no-pager log. A letter may mean another thing there.
func leads(c *shell.Call, name string) bool {
	m := c.Model
	if m == nil || !m.Leading || !strings.HasPrefix(name, "--") || len(c.Args.Sub) == 0 {
		return false
	}
	is := func(o rule.Option) bool { return slices.Contains(o.Names, name) }
	return slices.ContainsFunc(m.Options, is) && !slices.ContainsFunc(m.SubOptions, func(s rule.SubOptions) bool {
		return c.Args.Is(s.Sub) && slices.ContainsFunc(s.Options.All(), is)
	})
}

// endOf returns where the first n words of a call end that are no options, values of these or
// the name of a toolchain, which stands in front: cargo +nightly.
func (f *finder) endOf(c *shell.Call, n int) int {
	end := c.Argv[0].Span.To
	for i, w := range c.Argv[1:] {
		s := w.String()
		switch {
		case i == 0 && strings.HasPrefix(s, "+"):
			end = w.Span.To
		case n == 1:
			return end
		case s == "" || s[0] != '-' && !valued(c, s):
			n--
			end = w.Span.To
		}
	}
	return end
}

func (f *finder) withVariables(i int, variables []string) (hit Hit, broken bool) {
	c := &f.Calls[i]
	if f.isCheck(c) {
		return hit, false
	}
	missing := ""
	for _, v := range variables {
		name, value, _ := strings.Cut(v, "=")
		if value == memory.AnyValue {
			if !f.has(i, name) && !f.around(i, name) {
				return Hit{}, true // which value is for the model to say
			}
			continue
		}
		if f.aroundWith(i, name, value) {
			continue
		}
		if edit, other := f.otherValue(i, name, value); other {
			hit.Edits = append(hit.Edits, edit...)
			broken = true
		} else if !f.has(i, name) {
			missing += name + "=" + shell.Quote(value) + " "
		}
	}
	if missing != "" {
		hit.Certain = !broken && !f.asOther(i) // whom sudo may refuse variables
		at := c.Argv[0].Span.From
		for via := c.Via; via >= 0 && f.Calls[via].Span == c.Span && !takesVariables(&f.Calls[via]) && f.placed(via); via = f.Calls[via].Via {
			at = f.Calls[via].Argv[0].Span.From // in front of what runs it, which hands them on
		}
		hit.Edits = append(hit.Edits, shell.Edit{From: at, To: at, Text: missing})
	}
	return hit, broken || missing != ""
}

// otherValue returns the edit that gives a variable in front of call i, or of what runs it
// and hands it on, the value that it takes, and reports whether it has another one there.
func (f *finder) otherValue(i int, name, value string) (edit []shell.Edit, other bool) {
	for at := i; at >= 0; at = f.Calls[at].Via {
		for _, a := range f.Calls[at].Assigns {
			if a.Name != name {
				continue
			}
			if a.Value.Is(value) {
				return nil, false
			}
			if span := a.Value.Span; span.From < span.To && span.To <= len(f.Text) && strings.HasSuffix(f.Text[:span.From], name+"=") {
				return []shell.Edit{{From: span.From, To: span.To, Text: shell.Quote(value)}}, true
			}
			return nil, true
		}
	}
	return nil, false
}

// has reports whether call i has a variable: in front of it, as an argument as
// make takes it, or for all calls.
func (f *finder) has(i int, name string) bool {
	c := &f.Calls[i]
	return slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == name }) ||
		slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool { return strings.HasPrefix(w.Prefix(), name+"=") }) ||
		f.setBefore(i, name)
}

// aroundWith reports whether a program that runs call i has a variable with a value
// in front of it, and hands it on: NODE_ENV=test npx jest.
func (f *finder) aroundWith(i int, name, value string) bool {
	set := func(c *shell.Call) bool {
		return slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == name && a.Value.Is(value) })
	}
	if own := &f.Calls[i]; slices.ContainsFunc(own.Assigns, func(a shell.Assign) bool { return a.Name == name }) {
		return false
	}
	for via := f.Calls[i].Via; via >= 0; via = f.Calls[via].Via {
		c := &f.Calls[via]
		if slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == name }) {
			return set(c) && !f.asOther(i) // sudo drops variables
		}
	}
	return false
}

// around reports whether a program that runs call i has a variable in front of it.
func (f *finder) around(i int, name string) bool {
	for via := f.Calls[i].Via; via >= 0; via = f.Calls[via].Via {
		if slices.ContainsFunc(f.Calls[via].Assigns, func(a shell.Assign) bool { return a.Name == name }) {
			return !f.asOther(i)
		}
	}
	return false
}

// takesVariables reports whether a program that runs another takes variables in
// front of it, as sudo does.
func takesVariables(c *shell.Call) bool {
	if c.Model == nil {
		return false
	}
	for k := range c.Model.Nested {
		if n := &c.Model.Nested[k]; n.As == rule.AsArgv && n.Assign && c.Args.Follows(n) {
			return true
		}
	}
	return false
}

// asOther reports whether call i runs as another user.
func (f *finder) asOther(i int) bool {
	for via := f.Calls[i].Via; via >= 0; via = f.Calls[via].Via {
		if slices.ContainsFunc(f.Calls[via].Args.Verbs, func(v *rule.Verb) bool {
			return slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return e.Do == rule.Privilege })
		}) {
			return true
		}
	}
	return false
}

// setBefore reports whether the text may give a variable a value for all calls
// that follow: it does so outside of the calls before call i.
func (f *finder) setBefore(i int, name string) bool {
	text := []byte(f.Text[:min(f.Calls[i].Span.From, len(f.Text))])
	for k := range f.Calls {
		if span := f.Calls[k].Span; !nestedIn(f.Script, i, k) && span.To <= len(text) {
			for at := span.From; at < span.To; at++ {
				text[at] = ' '
			}
		}
	}
	for rest := string(text); ; {
		at := strings.Index(rest, name+"=")
		if at < 0 {
			return false
		}
		if at == 0 || strings.IndexByte(" \t\n;&|({", rest[at-1]) >= 0 {
			return true
		}
		rest = rest[at+len(name):]
	}
}
