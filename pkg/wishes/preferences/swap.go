package preferences

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// swap returns call i written with the preferred command: as the user's words say
// where they name the whole call or one option of it, else as the family of the
// tools says.
func (f *finder) swap(i int) Hit {
	if f.tools != nil && f.namesLockfile(i) {
		return Hit{}
	}
	if hit, ok := f.asNamed(i); ok {
		return hit
	}
	if f.tools == nil {
		return Hit{}
	}
	c := &f.Calls[i]
	from := f.tool(c)
	to, more := toolOf(f.tools, f.rule.Prefer)
	start, first, ok := f.start(i)
	if from == "" || to == "" || to == from || !ok || f.differs(i) {
		return Hit{}
	}
	if f.tools.Alike {
		start += strings.LastIndex(first, "/") + 1 // the same tool of the same environment
	}
	place := f.place(first)
	c, lead := f.behindLead(c, from, to)
	for k := range f.tools.Swaps {
		s := &f.tools.Swaps[k]
		w := writer{finder: f, call: c, swap: s, from: from, to: to, start: start, place: place, lead: lead}
		source, has := rule.Of(s.Commands, from)
		if !has || place != "" && s.Place == "" || !hasSpelling(s.Commands, to) || !w.aims(more) || !w.write(source) {
			continue
		}
		byPath := strings.Contains(first, "/") && !strings.Contains(from, "/") // that of an environment
		module := start != c.Argv[0].Span.From && f.tools.Differ.Beside != ""  // that of an interpreter
		return Hit{Edits: w.edits, Certain: s.Certain && !w.doubtful && !byPath && !module && place == "" && !f.doubtful(i)}
	}
	return Hit{}
}

// namesLockfile reports whether another call of the script is about a lockfile: the tools go by it,
// and one may need what is deleted.
func (f *finder) namesLockfile(i int) bool {
	for k := range f.Calls {
		if k != i && slices.ContainsFunc(f.Calls[k].Argv, func(w shell.Word) bool {
			return !strings.Contains(w.String(), " ") && IsLockfile(path.Base(w.String()))
		}) {
			return true
		}
	}
	return false
}

// behindLead returns a call without the options of its program that stand before the
// subcommand by which two tools differ, and these with the program: git -C sub checkout.
func (f *finder) behindLead(c *shell.Call, from, to string) (*shell.Call, string) {
	program, sub, two := strings.Cut(from, " ")
	other, _, _ := strings.Cut(to, " ")
	if !two || program != other || c.Model == nil || !c.Model.Leading || len(c.Args.Sub) == 0 || c.Args.Sub[0] != sub {
		return c, ""
	}
	at := slices.IndexFunc(c.Argv, func(w shell.Word) bool { return w.Is(sub) })
	if at < 2 || slices.ContainsFunc(c.Argv[:at+1], func(w shell.Word) bool { return w.Span.From >= w.Span.To || w.Span.To > len(f.Text) }) {
		return c, ""
	}
	short := *c
	short.Argv = append([]shell.Word{c.Argv[0]}, c.Argv[at:]...)
	short.Argv[0].Span.To = c.Argv[at-1].Span.To
	return &short, f.Text[c.Argv[0].Span.From:c.Argv[at-1].Span.To]
}

// tool returns which tool of the family a call is of: the one that is avoided,
// else the one whose name takes most of its words.
func (f *finder) tool(c *shell.Call) (tool string) {
	if f.from != "" {
		return f.from
	}
	for _, name := range f.tools.Names {
		if len(name) > len(tool) && slices.ContainsFunc(asked(f.known, name), func(p string) bool { return fits(p, c) }) {
			tool = name
		}
	}
	return tool
}

func hasSpelling(list []rule.Spelling, tool string) bool {
	_, ok := rule.Of(list, tool)
	return ok
}

// toolOf returns the tool of a family that a command begins with, "" for none,
// and the words behind it.
func toolOf(t *rule.Tools, words string) (tool string, more []string) {
	fields := strings.Fields(words)
	for n := len(fields); n > 0; n-- {
		if name := strings.Join(fields[:n], " "); slices.Contains(t.Names, name) {
			return name, fields[n:]
		}
	}
	return "", nil
}

// asNamed writes a call as the user's words say, without knowing its tools: where
// these are the whole call, or differ from the preferred ones in an option.
func (f *finder) asNamed(i int) (Hit, bool) {
	c := &f.Calls[i]
	avoid, prefer := strings.Fields(f.rule.Avoid), strings.Fields(f.rule.Prefer)
	if len(avoid) == len(prefer) {
		if k := differing(avoid, prefer); k > 0 && strings.HasPrefix(avoid[k], "-") {
			return f.otherOption(c, avoid[k], prefer[k])
		}
	}
	if len(avoid) < 2 || len(avoid) != len(c.Argv) {
		return Hit{}, false
	}
	own := slices.Clone(avoid) // in the words of the call
	for k, w := range c.Argv {
		if f.tools != nil && k > 0 && slices.Contains(strings.Split(synonyms(f.tools, f.from, avoid[k]), "|"), w.String()) {
			own[k] = w.String()
		}
		if !f.stands(w) || k > 0 && !w.Is(own[k]) || k > 0 && w.Span.From < c.Argv[k-1].Span.To {
			return Hit{}, false
		}
	}
	from, to := c.Argv[0].Span.From, c.Argv[len(c.Argv)-1].Span.To
	if strings.Trim(f.Text[from:to], `"'`) != strings.Join(own, " ") {
		return Hit{}, false
	}
	return Hit{Edits: []shell.Edit{{From: from, To: to, Text: f.rule.Prefer}}, Certain: true}, true
}

// otherOption writes another option in the place of one, by whatever name the call has it, or
// behind the word in which it is one letter of several.
func (f *finder) otherOption(c *shell.Call, avoid, prefer string) (Hit, bool) {
	names := []string{avoid}
	if o := optionOf(c, avoid); o != nil {
		names = o.Names
	}
	for k, w := range c.Argv[1:] {
		if k+2 < len(c.Argv) && c.Argv[k+2].Is("") {
			return Hit{}, false // sed -i '' of BSD
		}
		text, ok := w.Literal()
		if !ok || !f.stands(w) || !strings.HasPrefix(text, "-") {
			continue
		}
		if slices.Contains(names, text) {
			return Hit{Edits: []shell.Edit{{From: w.Span.From, To: w.Span.To, Text: prefer}}, Certain: true}, true
		}
		for _, name := range names {
			if len(name) == 2 && len(text) > 2 && text[1] != '-' && f.onlyLetters(c, text) && strings.Contains(text[1:], name[1:]) {
				rest := "-" + strings.ReplaceAll(text[1:], name[1:], "")
				return Hit{Edits: []shell.Edit{{From: w.Span.From, To: w.Span.To, Text: rest + " " + prefer}}}, true
			}
		}
	}
	return Hit{}, false
}

// onlyLetters reports whether a word is several options of a letter each, none of which takes
// a value.
func (f *finder) onlyLetters(c *shell.Call, text string) bool {
	for _, letter := range text[1:] {
		if o := optionOf(c, "-"+string(letter)); o == nil || o.Arg != rule.NoArg {
			return false
		}
	}
	return true
}

// differing returns the index of the only word in which two commands differ, or
// -1.
func differing(a, b []string) int {
	at := -1
	for i := range a {
		if a[i] != b[i] {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// start returns where call i begins, with the words that only start its program,
// as python -m does, and its first word. It reports false where those are not as
// they are known.
func (f *finder) start(i int) (at int, first string, ok bool) {
	c := &f.Calls[i]
	at, first = c.Argv[0].Span.From, c.Argv[0].String()
	if c.Via < 0 || len(f.tools.Through) == 0 {
		return at, first, true
	}
	p := &f.Calls[c.Via]
	k := slices.IndexFunc(p.Argv, func(w shell.Word) bool { return w.Span == c.Argv[0].Span })
	for _, lead := range f.tools.Through {
		fields := strings.Fields(lead)
		if !isWord(fields[0], p.Program) || k < 1 || !p.Argv[k-1].Is(fields[len(fields)-1]) {
			continue
		}
		if k != len(fields) || !f.stands(p.Argv[0]) || fields[0] != p.Program && f.tools.Differ.Beside == "" {
			return 0, "", false // options of the interpreter, or one of its versions
		}
		return p.Argv[0].Span.From, p.Argv[0].String(), true
	}
	return at, first, true
}

// differs reports whether call i stands where the tools of its family do not do
// the same: under sudo, or with a variable that only one of them reads.
func (f *finder) differs(i int) bool {
	d := &f.tools.Differ
	for via := f.Calls[i].Via; via >= 0; via = f.Calls[via].Via {
		if slices.Contains(d.Under, f.Calls[via].Program) {
			return true
		}
	}
	if len(d.Variables) == 0 {
		return false
	}
	const apart = " \t\n;&|(){}\"'`"
	for word := range strings.FieldsFuncSeq(f.Text, func(r rune) bool { return strings.ContainsRune(apart, r) }) {
		if name, _, ok := strings.Cut(word, "="); ok && slices.ContainsFunc(d.Variables, func(v string) bool { return isWord(v, name) }) {
			return true
		}
	}
	return false
}

// doubtful reports whether the preferred tool may do something else in place of
// call i, though its command is the same: other tools are there by then, or a word
// means something else to it.
func (f *finder) doubtful(i int) bool {
	d := &f.tools.Differ
	return slices.ContainsFunc(f.Calls, func(c shell.Call) bool { return slices.Contains(d.Switches, c.Program) }) ||
		slices.ContainsFunc(f.Calls[i].Argv[1:], func(w shell.Word) bool {
			return slices.ContainsFunc(d.Words, func(glob string) bool { return isWord(glob, w.String()) })
		})
}

// place returns the interpreter whose environment a call is for, where its first
// word says more than the name of a program does: a path, or a version. "" is the
// usual one.
func (f *finder) place(first string) string {
	beside := f.tools.Differ.Beside
	if beside == "" {
		return ""
	}
	dir, name := path.Split(first)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".exe"), ".cmd")
	if dir == "" {
		first = name
	}
	version := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	switch {
	case dir == "" && !strings.Contains(version, "."):
		return ""
	case strings.HasPrefix(name, beside):
		return shell.Quote(first)
	case strings.Contains(version, "."):
		return shell.Quote(dir + beside + version)
	}
	return shell.Quote(dir + beside)
}
