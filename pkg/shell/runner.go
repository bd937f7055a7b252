package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// runner follows what a call runs in turn: commands in its arguments, program
// texts, files and settings.
type runner struct {
	w  *walker
	i  int // the number of the call
	x  invocation
	st *state // of what it runs
}

// in returns a runner of the same call that works in another state.
func (r *runner) in(st *state) *runner { return &runner{r.w, r.i, r.x, st} }

// inside returns a runner for what the call runs in a place: "" here, or
// "remote", "container", "chroot".
func (r *runner) inside(where string) *runner { return r.in(r.st.inside(r.call().Program, r.i, where)) }

// call returns the call. The pointer is valid until another call is added.
func (r *runner) call() *Call { return &r.w.script.Calls[r.i] }

// bare returns a runner of the same call for a text in it that neither has the
// call's assignments nor reads its standard input.
func (r *runner) bare(at Span, st *state) *runner {
	return &runner{r.w, r.i, invocation{in: inherited, span: at}, st}
}

// sameShell reports whether a program runs its nested command in the shell
// itself.
func sameShell(program string) bool {
	switch program {
	case "eval", ".", "source", "command", "builtin", "noglob", "nocorrect", "time", "exec", "trap":
		return true
	}
	return false
}

// follow follows what a call runs in turn, as its model says.
func (r *runner) follow() {
	c := *r.call()
	for _, a := range r.x.assigns {
		if runsAsCommand(a.Name) && !hasSetting(c.Model, "$"+a.Name) {
			r.inside("").text(a.Value, "", nil)
		}
	}
	if !r.programOnDisk() && c.Model == nil {
		r.file(&c.Argv[0], "")
	}
	if c.Model == nil {
		return
	}
	r.startFile()
	r.settings()
	if len(r.w.files.by) > 0 || r.x.in.Known {
		r.sources()
	}
	for k := range c.Args.Flags {
		r.option(&c.Args.Flags[k])
	}
	for k := range c.Model.Nested {
		n := &c.Model.Nested[k]
		if !c.Args.Follows(n) {
			continue
		}
		switch n.As {
		case rule.AsFiles:
			r.written(n)
			continue
		case rule.AsRecipe:
			r.recipe(n)
			continue
		case rule.AsHooks:
			r.hooks(n)
			continue
		}
		where := n.Where
		if where == rule.Fresh {
			where = "container"
		}
		in := r.st.inside(c.Program, r.i, where)
		if where == "" {
			in.cwd = c.Cwd
		}
		if where == "container" {
			in.mount(&c, r.w.opt.Home)
		}
		if n.Where == rule.Fresh && in.links == nil {
			in.box = newBox(&c)
		}
		for _, a := range r.x.assigns {
			in.setWord(a.Name, a.Value)
		}
		r.in(in).nest(n)
		if n.Where == "" && n.As != rule.AsStdin && c.Program != "trap" {
			r.st.made = in.made // sudo mkdir makes as well
		}
		if sameShell(c.Program) {
			cwd := in.cwd
			r.w.join(r.st, in)
			r.st.cwd, r.st.params, r.st.anyArgs = cwd, in.params, in.anyArgs
			r.st.errexit = in.errexit
		}
	}
}

// inside returns the state for what a call runs.
func (st *state) inside(program string, i int, where string) *state {
	c := st.fork()
	c.via = i
	c.wrappers = append(c.wrappers, program)
	if !sameShell(program) {
		c.last = nil // a new process has $_ from its environment
	}
	if where != "" {
		c.where, c.links, c.box = where, nil, nil
		c.cwd = Dir{Path: Word{Parts: []Part{{Kind: Unknown, Text: where + ":", Path: true, Set: true}}}}
	}
	return c
}

// startFile follows the file that BASH_ENV names, which a shell runs before a
// script.
func (r *runner) startFile() {
	if p := r.call().Program; p != "bash" && p != "sh" || len(r.w.files.by) == 0 && r.w.opt.Files == nil {
		return
	}
	if v, ok := r.variable("BASH_ENV"); ok {
		if _, own := r.w.files.read(v, r.st); own || r.w.onDisk(r.i, v, r.st) != nil {
			r.inside("").file(&v, "")
		}
	}
}

// nest follows one nested command or text.
func (r *runner) nest(n *rule.Nested) {
	c := r.call()
	words := c.Args.Operands
	skip := min(n.Skip, len(words))
	words = words[skip:]
	if skip > 0 && len(words) > 0 && words[0].Is("--") {
		words = words[1:]
	}
	var assigns []Assign
	if n.Assign {
		words, assigns = r.assignments(words, r.x.span)
	}
	switch n.As {
	case rule.AsArgv:
		if len(words) > 0 {
			if n.Items {
				words = r.withItems(c, words)
			}
			r.w.call(words, invocation{assigns: assigns, in: r.x.in, span: r.x.span}, r.st)
		}
	case rule.AsText:
		if n.Items {
			words = parallelWords(c, words)
		}
		if len(words) > 0 {
			r.text(joinWords(words, " "), n.Lang, nil)
		} else {
			r.stdin(n.Lang)
		}
	case rule.AsWord:
		if len(words) > 0 {
			r.st.params, r.st.anyArgs = nil, false
			if len(words) > 1 {
				r.st.zero, r.st.params = &words[1], words[2:]
			}
			r.text(bound(c, words[0], n.Lang), n.Lang, nil)
		}
	case rule.AsFile:
		if len(words) == 0 || standardInput(words[0]) {
			if len(words) > 1 {
				r.st.params, r.st.anyArgs = words[1:], false
			}
			r.stdin(n.Lang)
			return
		}
		r.st.params, r.st.anyArgs = words[1:], false
		r.file(&words[0], n.Lang)
		r.scriptOf(words, n.Lang)
	case rule.AsScript:
		r.scriptOf(scriptWords(c, n), "package")
	case rule.AsStdin:
		if n.Lang == "" && c.Args.Has("-s") {
			r.st.params, r.st.anyArgs = words, false
		}
		r.stdin(n.Lang)
	case rule.AsSetting:
		if len(words) > 1 {
			r.setting(words[0].String(), words[1], true)
		}
	}
}

// option follows an option whose value is run.
func (r *runner) option(f *Flag) {
	if f.Option == nil {
		return
	}
	switch f.Option.Role {
	case "", rule.RoleCwd, rule.RoleSetting, rule.RoleSettingVar:
		return
	}
	c := r.call()
	where, role := place(f.Option.Role)
	in := r.st.inside(c.Program, r.i, where)
	switch {
	case role == rule.RoleArgv && f.Words != nil:
		words := f.Words
		if strings.HasPrefix(c.Program, "fd") && !mention(words, "{") { // fd appends what it finds
			words = append(words[:len(words):len(words)], lit("{}"))
		}
		r.w.call(replaceItems(words, c.Items, "{}"), invocation{in: inherited, span: r.x.span}, in)
	case f.Value == nil:
	case role == rule.RoleArgv && strings.ContainsAny(f.Value.String(), "'\""):
		r.in(in).text(*f.Value, "", nil)
	case role == rule.RoleArgv:
		r.w.call(f.Value.split(" \t\n"), invocation{in: inherited, span: r.x.span}, in)
	case role == rule.RoleRest:
		words := append(f.Value.split(" \t\n"), c.Args.Operands...)
		for len(words) > 0 && strings.HasPrefix(words[0].Prefix(), "-") {
			words = words[1:]
		}
		words, assigns := r.in(in).assignments(words, r.x.span)
		r.w.call(words, invocation{assigns: assigns, in: r.x.in, span: r.x.span}, in)
	case strings.HasPrefix(role, rule.RoleFile+":") && slices.Contains(rule.Recipes[:], role[len(rule.RoleFile)+1:]):
	case strings.HasPrefix(role, rule.RoleFile+":") && (f.Value.Is("-") || f.Value.Is("/dev/stdin")):
		r.in(in).stdin(role[len(rule.RoleFile)+1:])
	case strings.HasPrefix(role, rule.RoleFile+":"):
		r.in(in).file(f.Value, role[len(rule.RoleFile)+1:])
	case strings.HasPrefix(role, rule.RoleUTF16+":"):
		if text, ok := unUTF16(f.Value.String()); ok && !f.Value.HasUnknown() {
			r.in(in).text(lit(text), role[len(rule.RoleUTF16)+1:], nil)
		}
	case role == requestBody:
		r.in(in).request(*f.Value)
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
		r.in(in).text(text, role, nil)
	}
}

// place takes off a role where the value is run.
func place(role string) (where, rest string) {
	if rest, ok := strings.CutPrefix(role, rule.RoleRemote); ok {
		return "remote", rest
	}
	if rest, ok := strings.CutPrefix(role, rule.RoleContainer); ok {
		return "container", rest
	}
	return "", role
}

// text follows a program text in a word.
func (r *runner) text(text Word, lang string, from []int) {
	if lang == "shell" {
		lang = ""
	}
	if len(text.Parts) == 1 && text.Parts[0].Kind == Unknown && r.passed(text.Parts[0].From, lang) { // bash -c "$(cat x.sh)"
		return
	}
	if n := len(r.call().Runs); n == 0 || !r.call().Runs[n-1].Text.equal(text) {
		r.record(Run{Lang: lang, Text: text, Known: !text.HasUnknown(), From: append(from, text.From()...)})
	}
	r.program(text, lang, r.w.within(text, r.x.span))
}

// program follows a program text that is recorded, which stands where a map says.
func (r *runner) program(text Word, lang string, at spanMap) {
	if r.st.via != r.i {
		r = r.inside("")
	}
	spans := r.w.spans
	defer func() { r.w.spans = spans }()
	r.w.spans = at
	in := inherited
	if r.x.in.Kind != SourceText || !r.x.in.Text.equal(text) {
		in = r.x.in
	}
	if lang == "" {
		r.w.text(r.w.holes.text(text), r.st, in, nil)
		return
	}
	if commands, ok := commandLines(lang, r.w.holes.text(text)); ok {
		r.w.spans = r.w.inside(r.w.spans.whole)
		r.w.text(commands, r.st, inherited, nil)
		return
	}
	r.code(lang, text)
}

// within returns the span map of a text in a word: exact when the word's
// source is the text itself, quoted or not.
func (w *walker) within(text Word, whole Span) spanMap {
	s := text.Span
	if s.To <= s.From || s.To > len(w.script.Text) {
		return w.inside(whole)
	}
	src := validUTF8(w.script.Text[s.From:s.To]) // as the word was read
	t, ok := text.Literal()
	switch {
	case !ok || w.spans.file != nil:
	case strings.HasPrefix(src, t):
		return spanMap{exact: true, off: s.From, whole: s}
	case len(src) == len(t)+2 && src[1:len(src)-1] == t:
		return spanMap{exact: true, off: s.From + 1, whole: s}
	case strings.TrimSuffix(t, "\n") == strings.Trim(src, "'\""):
		return spanMap{exact: true, off: s.From + (len(src)-len(t)+1)/2, whole: s}
	}
	return w.inside(s)
}

// unknownProgram reads the words after an unknown program, which may be empty
// or a wrapper: $SUDO rm -rf /.
func (r *runner) unknownProgram(argv []Word) {
	if from := argv[0].From(); len(argv) == 1 && r.w.script.connected(from) { // $line: a command that was read from a connection
		r.record(Run{Text: argv[0], From: from})
	}
	if len(argv) < 2 || argv[0].Prefix() != "" { // tool@$V is some program, never empty
		return
	}
	name, ok := argv[1].Literal()
	if !ok || name == "" || name[0] == '-' || r.w.model(programName(name)) == nil {
		return
	}
	c := r.st.fork()
	c.via = r.i
	c.wrappers = append(c.wrappers, argv[0].String())
	r.w.call(argv[1:], r.x, c)
}

// standardInput reports whether a file's name stands for standard input.
func standardInput(v Word) bool {
	return v.Is("-") || v.Is("/dev/stdin") || v.Is("/dev/fd/0") || v.Is("/proc/self/fd/0")
}

// bound returns an awk program with assignments for the variables that -v
// sets.
func bound(c *Call, program Word, lang string) Word {
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

// runsAsCommand reports whether programs run the value of an environment
// variable as a command.
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
