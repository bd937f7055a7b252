package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/code"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// holePrefix names the variables by which a nested text speaks of parts that
// are unknown outside of it.
const holePrefix = "ctxhook_u"

// sameShell are programs whose nested command runs in the shell itself.
func sameShell(program string) bool {
	switch program {
	case "eval", ".", "source", "command", "builtin", "time", "exec", "trap":
		return true
	}
	return false
}

// nested follows what a call runs in turn, as its model says.
func (w *walker) nested(i int, x invocation, st *state) {
	c := w.script.Calls[i]
	for _, a := range x.assigns {
		if runsAsCommand(a.Name) {
			w.nestedText(i, a.Value, "", nil, x, st.inside(c.Program, i, ""))
		}
	}
	if c.Model == nil {
		w.runFile(i, c.Argv[0], "", x, st)
		return
	}
	for k := range c.Args.Flags {
		w.option(i, &c.Args.Flags[k], x, st)
	}
	for k := range c.Model.Nested {
		n := &c.Model.Nested[k]
		if !c.Args.Follows(n) {
			continue
		}
		in := st.inside(c.Program, i, n.Where)
		for _, a := range x.assigns {
			in.setWord(a.Name, a.Value)
		}
		w.nest(i, n, x, in)
		if sameShell(c.Program) {
			cwd := in.cwd
			st.join(in)
			st.cwd, st.params, st.anyArgs = cwd, in.params, in.anyArgs
			st.errexit = in.errexit
		}
	}
}

// inside is the state for what a call runs.
func (st *state) inside(program string, i int, where string) *state {
	c := st.fork()
	c.via = i
	c.wrappers = append(c.wrappers, program)
	if where != "" {
		c.where = where
		c.cwd = Dir{Path: Word{Parts: []Part{{Kind: Unknown, Text: where + ":", Path: true, Set: true}}}}
	}
	return c
}

// runsAsCommand names environment variables that programs run as commands.
func runsAsCommand(name string) bool {
	switch name {
	case "GIT_SSH_COMMAND", "GIT_PAGER", "PAGER", "MANPAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR",
		"GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "SSH_ASKPASS", "PROMPT_COMMAND", "LESSOPEN", "GIT_PROXY_COMMAND":
		return true
	}
	return false
}

// nest follows one nested command or text.
func (w *walker) nest(i int, n *rule.Nested, x invocation, st *state) {
	c := w.script.Calls[i]
	words := c.Args.Operands
	skip := min(n.Skip, len(words))
	words = words[skip:]
	if skip > 0 && len(words) > 0 && words[0].Is("--") {
		words = words[1:]
	}
	if n.Assign {
		words = assignments(words, st)
	}
	switch n.As {
	case rule.AsArgv:
		if len(words) > 0 {
			if n.Items {
				words = w.withItems(&c, words)
			}
			w.call(words, invocation{in: x.in, span: x.span, redirs: nil}, st)
		}
	case rule.AsText:
		if len(words) > 0 {
			w.nestedText(i, joinWords(words, " "), n.Lang, nil, x, st)
		} else {
			w.runStdin(i, n.Lang, x, st)
		}
	case rule.AsWord:
		if len(words) > 0 {
			st.params, st.anyArgs = nil, false
			if len(words) > 2 {
				st.params = words[2:] // the word behind the text is $0
			}
			w.nestedText(i, words[0], n.Lang, nil, x, st)
		}
	case rule.AsFile:
		if len(words) == 0 || words[0].Is("-") || words[0].Is("/dev/stdin") {
			if len(words) > 1 {
				st.params, st.anyArgs = words[1:], false
			}
			w.runStdin(i, n.Lang, x, st)
			return
		}
		st.params, st.anyArgs = words[1:], false
		w.runFile(i, words[0], n.Lang, x, st)
	case rule.AsStdin:
		w.runStdin(i, n.Lang, x, st)
	}
}

// assignments binds leading VAR=value words and returns what follows.
func assignments(words []Word, st *state) []Word {
	for len(words) > 0 {
		name, _, ok := strings.Cut(words[0].Prefix(), "=")
		if !ok || !syntax.ValidName(name) {
			break
		}
		st.setWord(name, words[0].cut(len(name)+1))
		words = words[1:]
	}
	return words
}

// option follows an option whose value is run.
func (w *walker) option(i int, f *Flag, x invocation, st *state) {
	if f.Option == nil || f.Option.Role == "" || f.Option.Role == rule.RoleCwd {
		return
	}
	c := w.script.Calls[i]
	in := st.inside(c.Program, i, "")
	role := f.Option.Role
	switch {
	case role == rule.RoleArgv && f.Words != nil:
		w.call(replaceItems(f.Words, c.Items, "{}"), invocation{span: x.span}, in)
	case f.Value == nil:
	case role == rule.RoleArgv:
		w.call(f.Value.split(" \t\n"), invocation{span: x.span}, in)
	case strings.HasPrefix(role, rule.RoleFile+":"):
		w.runFile(i, *f.Value, role[len(rule.RoleFile)+1:], x, in)
	default:
		text := *f.Value
		if s := f.Option.Strip; s != "" {
			if !strings.HasPrefix(text.Prefix(), s) {
				return
			}
			text = text.cut(len(s))
		}
		if role == "shell" {
			role = ""
		}
		in.params, in.anyArgs = c.Args.Operands, false
		w.nestedText(i, text, role, nil, x, in)
	}
}

// runStdin follows a program whose text is standard input.
func (w *walker) runStdin(i int, lang string, x invocation, st *state) {
	switch x.in.Kind {
	case SourcePipe, SourceText:
		if !x.in.Known {
			w.run(i, Run{Lang: lang, From: x.in.From})
			return
		}
		w.nestedText(i, x.in.Text, lang, x.in.From, x, st)
	case SourceFile:
		f := x.in.Text
		w.run(i, Run{Lang: lang, File: &f, From: f.From()})
	}
}

// runFile follows a program file, if the text itself wrote it.
func (w *walker) runFile(i int, file Word, lang string, x invocation, st *state) {
	o, ok := w.written(file, st)
	if !ok {
		if lang != "" || strings.Contains(file.String(), "/") || w.script.Calls[i].Model != nil {
			w.run(i, Run{Lang: lang, File: &file, From: file.From()})
		}
		return
	}
	if !o.known {
		w.run(i, Run{Lang: lang, File: &file, From: o.from})
		return
	}
	if lang == "" {
		lang = shebang(o.word)
	}
	if w.script.Calls[i].Model == nil {
		st = st.inside(w.script.Calls[i].Program, i, "")
		st.params, st.anyArgs = w.script.Calls[i].Argv[1:], false
	}
	w.run(i, Run{Lang: lang, File: &file, Text: o.word, Known: true, From: o.from})
	w.nestedText(i, o.word, lang, nil, x, st)
}

// shebang is the language a script's first line names; "" is shell.
func shebang(text Word) string {
	line, _, _ := strings.Cut(text.Prefix(), "\n")
	if !strings.HasPrefix(line, "#!") {
		return ""
	}
	for _, l := range [...][2]string{{"python", "python"}, {"node", "javascript"}, {"deno", "javascript"}, {"bun", "javascript"},
		{"ruby", "ruby"}, {"perl", "perl"}, {"php", "php"}, {"awk", "awk"}, {"lua", "lua"}, {"osascript", "applescript"}, {"pwsh", "powershell"}} {
		if strings.Contains(line, l[0]) {
			return l[1]
		}
	}
	return ""
}

func (w *walker) run(i int, r Run) {
	w.script.Calls[i].Runs = append(w.script.Calls[i].Runs, r)
}

// nestedText follows a program text that stands in a word.
func (w *walker) nestedText(i int, text Word, lang string, from []int, x invocation, st *state) {
	if lang == "shell" {
		lang = ""
	}
	if n := len(w.script.Calls[i].Runs); n == 0 || !w.script.Calls[i].Runs[n-1].Text.equal(text) {
		w.run(i, Run{Lang: lang, Text: text, Known: !text.HasUnknown(), From: append(from, text.From()...)})
	}
	if st.via != i {
		st = st.inside(w.script.Calls[i].Program, i, "")
	}
	spans := w.spans
	defer func() { w.spans = spans }()
	w.spans = w.within(text, x.span)
	in := Source{}
	if x.in.Kind != SourceText || !x.in.Text.equal(text) {
		in = x.in
	}
	if lang == "" {
		w.text(w.holed(text), st, in)
		return
	}
	w.code(i, lang, text, x, st)
}

// within is the span map of a text that stands in a word: exact when the
// word's source is the text itself, quoted or not.
func (w *walker) within(text Word, whole Span) spanMap {
	s := text.Span
	if s.To <= s.From || s.To > len(w.script.Text) {
		return spanMap{whole: whole}
	}
	src := w.script.Text[s.From:s.To]
	t, ok := text.Literal()
	switch {
	case !ok:
	case strings.HasPrefix(src, t):
		return spanMap{exact: true, off: s.From, whole: s}
	case len(src) == len(t)+2 && src[1:len(src)-1] == t:
		return spanMap{exact: true, off: s.From + 1, whole: s}
	case strings.TrimSuffix(t, "\n") == strings.Trim(src, "'\""):
		return spanMap{exact: true, off: s.From + (len(src)-len(t)+1)/2, whole: s}
	}
	return spanMap{whole: s}
}

// hole names an unknown part so that a nested text can speak of it.
func (w *walker) hole(v Word) string {
	if t, ok := v.Literal(); ok && !strings.ContainsAny(t, "\"$`\\") {
		return t
	}
	var b strings.Builder
	for _, p := range v.Parts {
		w.holes = append(w.holes, p)
		b.WriteString("${" + holePrefix + strconv.Itoa(len(w.holes)-1) + "}")
	}
	return b.String()
}

// holed is the text of a word, its unknown parts written as variables.
func (w *walker) holed(text Word) string {
	if t, ok := text.Literal(); ok {
		return t
	}
	var b strings.Builder
	for _, p := range text.Parts {
		if p.Kind == Unknown {
			w.holes = append(w.holes, p)
			b.WriteString("${" + holePrefix + strconv.Itoa(len(w.holes)-1) + "}")
			continue
		}
		b.WriteString(p.Text)
	}
	return b.String()
}

// code follows program text of another language.
func (w *walker) code(i int, lang string, text Word, x invocation, st *state) {
	if w.depth >= maxDepth {
		w.problem(TooDeep, "program texts are nested too deeply to follow", x.span)
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	src := w.holed(text)
	steps := code.Read(lang, src)
	if len(src) > code.MaxBytes || len(steps) >= code.MaxSteps {
		w.problem(TooLarge, "the "+lang+" text is longer than can be read", x.span)
	}
	for _, s := range steps {
		if !w.spend(1) {
			return
		}
		w.step(i, s, x, st)
	}
}

// step turns one step of a program into a call.
func (w *walker) step(i int, s code.Step, x invocation, st *state) {
	at := w.span(s.From, s.To)
	c := st.fork()
	c.code = w.script.Calls[i].Program
	switch {
	case s.Effect != "":
		call := Call{Effect: s.Effect, Span: at, Code: c.code, All: s.All, Cwd: st.cwd}
		for _, a := range s.Argv {
			call.Argv = append(call.Argv, w.arg(a, at, st))
		}
		if s.Effect == rule.Run {
			call.Effect = ""
			call.Program = c.code
			call.Runs = []Run{{Lang: s.Lang, Net: fromNetwork(s)}}
		}
		w.addCall(call, st)
	case s.Argv != nil:
		var argv []Word
		for _, a := range s.Argv {
			argv = append(argv, w.arg(a, at, st))
		}
		w.call(argv, invocation{span: at}, c)
	default:
		c.code = ""
		var t Word
		t.addHoled(w, s.Text, s.Holes, st)
		t.Span = at
		w.nestedText(i, t, s.Lang, nil, invocation{span: at}, c)
	}
}

// fromNetwork reports whether what a step runs was fetched.
func fromNetwork(s code.Step) bool {
	for _, a := range s.Argv {
		for _, h := range a.Holes {
			if h.Net {
				return true
			}
		}
	}
	return false
}

// arg is the word of a step's argument.
func (w *walker) arg(a code.Arg, at Span, st *state) Word {
	var out Word
	out.addHoled(w, a.Text, a.Holes, st)
	out.Span = at
	if a.Glob {
		out = out.globbed()
	}
	return out
}

// addHoled appends text with holes, some of them names of outer unknowns.
func (v *Word) addHoled(w *walker, text string, holes []code.Hole, st *state) {
	from := 0
	for _, h := range holes {
		at := min(max(h.At, from), len(text))
		v.addOuter(w, text[from:at])
		v.addWord(w.holeWord(h, st))
		from = at
	}
	v.addOuter(w, text[from:])
}

// holeWord is what stands in a hole: the home directory, a variable the script
// set, or an unknown.
func (w *walker) holeWord(h code.Hole, st *state) Word {
	if h.Home {
		return lit(w.opt.Home)
	}
	if strings.HasPrefix(h.Name, "$") && syntax.ValidName(h.Name[1:]) {
		return w.variable(h.Name[1:], st)[0]
	}
	return Word{Parts: []Part{{Kind: Unknown, Text: h.Name, Temp: h.Temp}}}
}

// addOuter appends text in which ${ctxhook_uN} stands for an outer unknown.
func (v *Word) addOuter(w *walker, text string) {
	for {
		i := strings.Index(text, "${"+holePrefix)
		if i < 0 {
			break
		}
		end := strings.IndexByte(text[i:], '}')
		n, err := strconv.Atoi(text[i+2+len(holePrefix) : max(i+end, i+2+len(holePrefix))])
		if end < 0 || err != nil || n >= len(w.holes) {
			break
		}
		v.add(Part{Kind: Lit, Text: text[:i]})
		v.add(w.holes[n])
		text = text[i+end+1:]
	}
	if text != "" {
		v.add(Part{Kind: Lit, Text: text})
	}
}
