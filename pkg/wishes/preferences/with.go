package preferences

import (
	"path"
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
	case with[0] == '+':
		return f.withToolchain(i, with)
	case isAssignment(strings.Fields(with)[0]):
		return f.withVariables(i, strings.Fields(with))
	}
	if f.under(i, with) || f.runsSubject(i) {
		return Hit{}, false
	}
	if byPath := strings.Contains(f.Calls[i].Argv[0].String(), "/"); byPath {
		return Hit{}, f.class == nil // bin/rails sees to its environment itself
	}
	if slices.ContainsFunc(f.Calls[i].Argv[1:], func(w shell.Word) bool {
		o := optionOf(&f.Calls[i], w.String())
		return o != nil && o.Role == rule.RoleCwd
	}) {
		return Hit{}, true // the wrapper would look where the command goes away from: rake -C backend
	}
	at := f.Calls[i].Argv[0].Span.From
	if via := f.Calls[i].Via; via >= 0 && f.startsModule(via, i) {
		return Hit{}, !strings.HasSuffix(with, " -m") // python -m pytest
	}
	if via := f.Calls[i].Via; via >= 0 && RunsTools(f.known, &f.Calls[via]) {
		return Hit{}, true // uvx mypy: in an environment of its own
	}
	if name, literal := f.Calls[i].Argv[0].Literal(); literal && strings.HasSuffix(with, " -m") && programOf(f.rule.When) != path.Base(name) {
		return Hit{}, true // pip3, where the rule is about pip
	}
	if f.losesVariables(i, with) || f.under(i, programOf(with)) || f.leavesDirectory(i, with) {
		return Hit{}, true
	}
	return Hit{Edits: []shell.Edit{{From: at, To: at, Text: with + " "}}, Certain: true}, true
}

// losesVariables reports whether call i has variables in front of it that a wrapper may not hand
// on: sudo, or what runs it elsewhere.
func (f *finder) losesVariables(i int, with string) bool {
	m := new(rule.Command)
	if len(f.Calls[i].Assigns) == 0 || !find(f.known, rule.KindProgram, programOf(with), m) {
		return false
	}
	privileged := slices.ContainsFunc(m.Verbs, func(v rule.Verb) bool {
		return slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return e.Do == rule.Privilege })
	})
	return privileged || m.TraitsOf(programOf(with))&rule.Remote != 0 || slices.ContainsFunc(m.Nested, func(n rule.Nested) bool { return n.Where != "" })
}

// leavesDirectory reports whether call i stands in another directory than the text begins in, and
// a wrapper goes by the files of a project: hatch run runs everything at its root.
func (f *finder) leavesDirectory(i int, with string) bool {
	m := new(rule.Command)
	return len(f.Calls[i].Cwd.Path.Parts) > 0 && find(f.known, rule.KindProgram, programOf(with), m) && slices.ContainsFunc(m.Nested, func(n rule.Nested) bool { return n.As == rule.AsRecipe })
}

// withToolchain reports whether call i lacks the word that chooses its toolchain, which stands
// right behind the program: cargo +nightly build.
func (f *finder) withToolchain(i int, with string) (hit Hit, broken bool) {
	c := &f.Calls[i]
	if len(c.Argv) > 1 && strings.HasPrefix(c.Argv[1].String(), "+") {
		return hit, !c.Argv[1].Is(with)
	}
	at := c.Argv[0].Span.To
	return Hit{Edits: []shell.Edit{{From: at, To: at, Text: " " + with}}, Certain: true}, true
}

// startsModule reports whether a call is of an interpreter that is given another one as a module.
func (f *finder) startsModule(interpreter, module int) bool {
	argv := f.Calls[interpreter].Argv
	k := slices.IndexFunc(argv, func(w shell.Word) bool { return w.Span == f.Calls[module].Argv[0].Span })
	return k > 1 && argv[k-1].Is("-m")
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

func (f *finder) withVariables(i int, variables []string) (hit Hit, broken bool) {
	c := &f.Calls[i]
	if f.isCheck(c) {
		return hit, false
	}
	missing, whole := "", c.Model == nil || c.Model.Style != rule.KeyVal // an operand of dd looks like a variable
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
		if f.hasOther(i, name, value) || f.setsOther(i, name, value) {
			broken, whole = true, false // which of them holds is for the model to say
		} else if !f.has(i, name) {
			broken = true
			missing += name + "=" + shell.Quote(value) + " "
			whole = whole && !f.saysByOption(c, name) && !(len(c.Cwd.Path.Parts) > 0 && isRelativePath(name, value))
		}
	}
	if missing != "" && whole {
		hit.Certain = !f.asOther(i) // whom sudo may refuse variables
		at := c.Argv[0].Span.From
		for via := c.Via; via >= 0 && f.Calls[via].Span == c.Span && !takesVariables(&f.Calls[via]) && f.placed(via); via = f.Calls[via].Via {
			at = f.Calls[via].Argv[0].Span.From // in front of what runs it, which hands them on
		}
		if via := c.Via; via >= 0 && slices.ContainsFunc(f.Calls[via].Argv, func(w shell.Word) bool { return w.Is("--") }) {
			return hit, broken // sudo -- A=1 x runs A=1
		}
		hit.Edits = append(hit.Edits, shell.Edit{From: at, To: at, Text: missing})
	}
	return hit, broken
}

// isRelativePath reports whether a variable holds a path, by its name, that depends on the
// directory: PYTHONPATH=src.
func isRelativePath(name, value string) bool {
	return slices.ContainsFunc([]string{"PATH", "DIR", "FILE", "HOME", "CONFIG"}, func(end string) bool { return strings.HasSuffix(name, end) }) &&
		value != "" && !strings.ContainsAny(value[:1], "/~$") && !strings.Contains(value, "://")
}

// saysByOption reports whether a call has an option for what a variable says: --profile for
// AWS_PROFILE.
func (f *finder) saysByOption(c *shell.Call, variable string) bool {
	parts := strings.Split(strings.ToLower(variable), "_")
	last := parts[len(parts)-1]
	return slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(w.Prefix(), "-"), "=")
		return strings.HasPrefix(w.Prefix(), "--") && (strings.HasPrefix(name, last) || slices.Contains(parts, name)) || strings.HasPrefix(w.Prefix(), "-") && len(name) == 1 && name == last[:1]
	})
}

// hasOther reports whether a variable in front of call i, or of what runs it and hands it on,
// has another value than it takes.
func (f *finder) hasOther(i int, name, value string) bool {
	for at := i; at >= 0; at = f.Calls[at].Via {
		for _, a := range f.Calls[at].Assigns {
			if a.Name == name {
				return !a.Value.Is(value)
			}
		}
	}
	return false
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
	_, ok := f.valueBefore(i, name)
	return ok
}

// setsOther reports whether the text surely gives a variable another value for all calls that
// follow: export TZ=Europe/Paris.
func (f *finder) setsOther(i int, name, value string) bool {
	has, ok := f.valueBefore(i, name)
	return ok && has != value && !strings.ContainsAny(has, "$`\"'\\")
}

// valueBefore returns the last value, as it is written, that the text gives a variable outside of
// the calls before call i.
func (f *finder) valueBefore(i int, name string) (value string, ok bool) {
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
			return value, ok
		}
		begins := at == 0 || strings.IndexByte(" \t\n;&|({", rest[at-1]) >= 0
		rest = rest[at+len(name)+1:]
		if begins {
			value, ok = rest[:len(rest)-len(strings.TrimLeftFunc(rest, func(r rune) bool { return !strings.ContainsRune(" \t\n;&|)}", r) }))], true
		}
	}
}
