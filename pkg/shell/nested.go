package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// sameShell are programs whose nested command runs in the shell itself.
func sameShell(program string) bool {
	switch program {
	case "eval", ".", "source", "command", "builtin", "noglob", "nocorrect", "time", "exec", "trap":
		return true
	}
	return false
}

// nested follows what a call runs in turn, as its model says.
func (w *walker) nested(i int, x invocation, st *state) {
	c := w.script.Calls[i]
	for _, a := range x.assigns {
		if runsAsCommand(a.Name) && !hasSetting(c.Model, "$"+a.Name) {
			w.nestedText(i, a.Value, "", nil, x, st.inside(c.Program, i, ""))
		}
	}
	if c.Model == nil {
		w.runFile(i, c.Argv[0], "", x, st)
		return
	}
	w.settings(i, x, st)
	if len(w.files) > 0 || x.in.Known {
		w.recipes(i, x, st)
		w.sources(i, x, st)
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
		switch n.Where {
		case "":
			in.cwd = c.Cwd
		case "container":
			in.mount(&c, w.opt.Home)
		}
		for _, a := range x.assigns {
			in.setWord(a.Name, a.Value)
		}
		w.nest(i, n, x, in)
		if n.Where == "" && n.As != rule.AsStdin && c.Program != "trap" {
			st.fresh = in.fresh // sudo mkdir makes as well
		}
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
		c.where, c.links = where, nil
		c.cwd = Dir{Path: Word{Parts: []Part{{Kind: Unknown, Text: where + ":", Path: true, Set: true}}}}
	}
	return c
}

// runsAsCommand names environment variables that programs run as commands.
func runsAsCommand(name string) bool {
	switch name {
	case "GIT_SSH_COMMAND", "GIT_PAGER", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "GIT_PROXY_COMMAND",
		"PAGER", "MANPAGER", "SYSTEMD_PAGER", "PSQL_PAGER", "AWS_PAGER", "GH_PAGER", "BAT_PAGER", "CRASHPAGER",
		"EDITOR", "VISUAL", "FCEDIT", "SUDO_EDITOR", "SYSTEMD_EDITOR", "KUBE_EDITOR", "PSQL_EDITOR", "GH_EDITOR", "HGEDITOR", "SVN_EDITOR",
		"SSH_ASKPASS", "SUDO_ASKPASS", "RSYNC_RSH", "SVN_SSH", "CVS_RSH", "BROWSER", "PROMPT_COMMAND", "LESSOPEN", "LESSCLOSE",
		"RESTIC_PASSWORD_COMMAND", "BORG_PASSCOMMAND":
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
	var assigns []Assign
	if n.Assign {
		words, assigns = w.assignments(words, x.span, st)
	}
	switch n.As {
	case rule.AsArgv:
		if len(words) > 0 {
			if n.Items {
				words = w.withItems(&c, words, st)
			}
			w.call(words, invocation{assigns: assigns, in: x.in, span: x.span}, st)
		}
	case rule.AsText:
		if n.Items {
			words = w.parallelWords(&c, words)
		}
		if len(words) > 0 {
			w.nestedText(i, joinWords(words, " "), n.Lang, nil, x, st)
		} else {
			w.runStdin(i, n.Lang, x, st)
		}
	case rule.AsWord:
		if len(words) > 0 {
			st.params, st.anyArgs = nil, false
			if len(words) > 1 {
				st.zero, st.params = &words[1], words[2:]
			}
			w.nestedText(i, c.bound(words[0], n.Lang), n.Lang, nil, x, st)
		}
	case rule.AsFile:
		if len(words) == 0 || standardInput(words[0]) {
			if len(words) > 1 {
				st.params, st.anyArgs = words[1:], false
			}
			w.runStdin(i, n.Lang, x, st)
			return
		}
		st.params, st.anyArgs = words[1:], false
		w.runFile(i, words[0], n.Lang, x, st)
		w.scriptOf(words, n.Lang, x, st)
	case rule.AsScript:
		w.scriptOf(c.scriptWords(n), "package", x, st)
	case rule.AsStdin:
		if n.Lang == "" && c.Args.Has("-s") {
			st.params, st.anyArgs = words, false
		}
		w.runStdin(i, n.Lang, x, st)
	case rule.AsSetting:
		if len(words) > 1 {
			w.setting(i, words[0].String(), words[1], true, x, st)
		}
	}
}

// standardInput reports whether a file's name stands for standard input.
func standardInput(v Word) bool {
	return v.Is("-") || v.Is("/dev/stdin") || v.Is("/dev/fd/0") || v.Is("/proc/self/fd/0")
}

// bound is an awk program with the variables that -v sets in front of it.
func (c *Call) bound(program Word, lang string) Word {
	if lang != "awk" {
		return program
	}
	for _, v := range c.values("-v") {
		name, value, ok := strings.Cut(v.String(), "=")
		if ok && syntax.ValidName(name) && !v.HasUnknown() && !strings.ContainsAny(value, "\"\\\n") {
			program = joinWords([]Word{lit("BEGIN{" + name + "=\"" + value + "\"}"), program}, " ")
		}
	}
	return program
}

// assignments binds leading VAR=value words and returns what follows.
func (w *walker) assignments(words []Word, span Span, st *state) (rest []Word, assigns []Assign) {
	if len(words) > 1 && words[0].Is("-") { // env's short for -i
		words = words[1:]
	}
	for len(words) > 0 {
		name, _, ok := strings.Cut(words[0].Prefix(), "=")
		if !ok || !syntax.ValidName(name) {
			break
		}
		v := words[0].cut(len(name) + 1)
		st.setWord(name, v)
		w.setVariable(name, v, span, st)
		assigns = append(assigns, Assign{Name: name, Value: v})
		words = words[1:]
	}
	return words, assigns
}

// option follows an option whose value is run.
func (w *walker) option(i int, f *Flag, x invocation, st *state) {
	if f.Option == nil {
		return
	}
	switch f.Option.Role {
	case "", rule.RoleCwd, rule.RoleSetting, rule.RoleSettingVar:
		return
	}
	c := w.script.Calls[i]
	in := st.inside(c.Program, i, "")
	role := f.Option.Role
	switch {
	case role == rule.RoleArgv && f.Words != nil:
		words := f.Words
		if strings.HasPrefix(c.Program, "fd") && !mention(words, "{") { // fd appends what it finds
			words = append(words[:len(words):len(words)], lit("{}"))
		}
		w.call(replaceItems(words, c.Items, "{}"), invocation{span: x.span}, in)
	case f.Value == nil:
	case role == rule.RoleArgv && strings.ContainsAny(f.Value.String(), "'\""):
		w.nestedText(i, *f.Value, "", nil, x, in)
	case role == rule.RoleArgv:
		w.call(f.Value.split(" \t\n"), invocation{span: x.span}, in)
	case role == rule.RoleRest:
		words := append(f.Value.split(" \t\n"), c.Args.Operands...)
		for len(words) > 0 && strings.HasPrefix(words[0].Prefix(), "-") {
			words = words[1:]
		}
		words, assigns := w.assignments(words, x.span, in)
		w.call(words, invocation{assigns: assigns, in: x.in, span: x.span}, in)
	case strings.HasPrefix(role, rule.RoleFile+":") && (f.Value.Is("-") || f.Value.Is("/dev/stdin")):
		w.runStdin(i, role[len(rule.RoleFile)+1:], x, in)
	case strings.HasPrefix(role, rule.RoleFile+":"):
		w.runFile(i, *f.Value, role[len(rule.RoleFile)+1:], x, in)
	case strings.HasPrefix(role, rule.RoleUTF16+":"):
		if text, ok := unUTF16(f.Value.String()); ok && !f.Value.HasUnknown() {
			w.nestedText(i, lit(text), role[len(rule.RoleUTF16)+1:], nil, x, in)
		}
	case role == requestBody:
		w.request(i, *f.Value, x, in)
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
		w.text(w.holes.text(text), st, in)
		return
	}
	if commands, ok := commandLines(lang, w.holes.text(text)); ok {
		w.spans = spanMap{whole: w.spans.whole}
		w.text(commands, st, Source{})
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
	src := validUTF8(w.script.Text[s.From:s.To]) // as the word was read
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
