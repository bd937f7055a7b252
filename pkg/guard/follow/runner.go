package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// runner follows what a call runs in turn: commands in its arguments, program
// texts, files and settings.
type runner struct {
	f  *follower
	w  walker
	i  int // the number of the call
	x  interpret.Invocation
	st *interpret.State // of what it runs
}

// in returns a runner of the same call that works in another state.
func (r *runner) in(st *interpret.State) *runner { return &runner{r.f, r.w, r.i, r.x, st} }

// inside returns a runner for what the call runs in a place: "" here, or
// "remote", "container", "chroot".
func (r *runner) inside(where string) *runner { return r.in(r.st.Inside(r.call().Program, r.i, where)) }

// call returns the call. The pointer is valid until another call is added.
func (r *runner) call() *shell.Call { return &r.f.script.Calls[r.i] }

// bare returns a runner of the same call for a text in it that neither has the
// call's assignments nor reads its standard input.
func (r *runner) bare(at shell.Span, st *interpret.State) *runner {
	return &runner{r.f, r.w, r.i, interpret.Invocation{In: shell.OwnInput, Span: at}, st}
}

// follow follows what a call runs in turn, as its model says.
func (r *runner) follow() {
	calls := len(r.f.script.Calls)
	r.followModel()
	if r.call().Model != nil && len(r.f.script.Calls) == calls {
		r.overlooked()
	}
}

// followModel follows what the model of the program says, and the form of the call
// where it says nothing.
func (r *runner) followModel() {
	c := *r.call()
	for _, a := range r.x.Assigns {
		if runsAsCommand(a.Name) && !hasSetting(c.Model, "$"+a.Name) {
			r.inside("").text(a.Value, "", nil)
		}
	}
	onDisk := r.programOnDisk()
	if !onDisk && c.Model == nil {
		r.file(&c.Argv[0], "")
	}
	if c.Model == nil && !onlyShows(&c) && !onDisk && !knownText(r.call().Runs) || c.Model != nil && nothingNested(&c) {
		r.byForm()
	}
	if c.Model == nil {
		return
	}
	r.startFile()
	r.settings()
	if !r.w.Written().None() || r.x.In.Known {
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
		in := r.st.Inside(c.Program, r.i, where)
		in.Stops(&c)
		if where == "" {
			in.Cwd = c.Cwd
		}
		if where == "container" {
			in.Contain(&c, r.f.opt.Cwd, n.Where == rule.Fresh, r.st.Where == "" && !slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool { return containerElsewhereWord(f.Name) }))
		}
		for _, a := range r.x.Assigns {
			in.SetWord(a.Name, a.Value)
		}
		r.in(in).nest(n)
		if n.Where == "" && n.As != rule.AsStdin && c.Program != "trap" {
			r.st.TakeMade(in) // sudo mkdir makes as well
		}
		if shell.SameShell(c.Program) {
			if n.As == rule.AsFile && len(c.Args.Operands) > 1 {
				in.KeepParams(r.st) // those that . FILE was given end with it
			}
			r.w.Rejoin(r.st, in)
		}
	}
}

// knownText reports whether the text of a script was read, which says what becomes of its
// arguments: tools/with-env -- rm x.
func knownText(runs []shell.Run) bool {
	return slices.ContainsFunc(runs, func(r shell.Run) bool { return r.Known })
}

// startFile follows the file that BASH_ENV names, which a shell runs before a
// script.
func (r *runner) startFile() {
	if p := r.call().Program; p != "bash" && p != "sh" || r.w.Written().None() && r.f.opt.Files == nil {
		return
	}
	if v, ok := r.x.Variable("BASH_ENV", r.st); ok {
		if _, own := r.w.Written().Read(v, r.st); own || r.f.onDisk(r.i, v, r.st) != nil {
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
	var assigns []shell.Assign
	if n.Assign {
		words, assigns = r.w.Assignments(words, r.x.Span, r.st)
	}
	switch n.As {
	case rule.AsArgv:
		r.command(n, words, assigns)
	case rule.AsText:
		if n.Items {
			words = parallelWords(c, words)
		}
		if len(words) == 0 || len(words) == 1 && n.Lang != "" && words[0].Is("-") { // pwsh -Command -
			r.stdin(n.Lang)
		} else {
			r.text(shell.JoinWords(words, " "), n.Lang, nil)
		}
	case rule.AsWord:
		r.inline(n, words)
	case rule.AsFile:
		r.programFile(n, words)
	case rule.AsScript:
		words := scriptWords(c, n)
		switch {
		case n.Lang == "":
			r.scriptOf(words, "package")
		case len(words) > 0 && scriptLanguage(words[0].String()) == n.Lang:
			r.st.Pass(words[1:])
			r.file(&words[0], n.Lang)
		}
	case rule.AsStdin:
		if n.Lang == "" && c.Args.Has("-s") {
			r.st.Pass(words)
		}
		r.stdin(n.Lang)
	case rule.AsSetting:
		if len(words) > 1 {
			r.setting(words[0].String(), words[1], true)
		}
	}
}

// command follows the command that words are.
func (r *runner) command(n *rule.Nested, words []shell.Word, assigns []shell.Assign) {
	if len(words) == 1 && r.reading(words[0]) != noCommand {
		r.lineOrWords(words, false) // devbox run 'rm -rf x': no program has a name with blanks
		return
	}
	if len(words) == 0 {
		return
	}
	if n.Items {
		words = r.withItems(r.call(), words)
	}
	r.w.Call(words, interpret.Invocation{Assigns: assigns, In: r.x.In, Span: r.x.Span}, r.st)
}

// inline follows the program text that the first word is; the others are its parameters.
func (r *runner) inline(n *rule.Nested, words []shell.Word) {
	if len(words) == 0 {
		return
	}
	r.st.Pass(nil)
	if len(words) > 1 {
		r.st.Zero = &words[1]
		r.st.Pass(words[2:])
	}
	r.text(bound(r.call(), words[0], n.Lang), n.Lang, nil)
	if n.Lang != "sql" {
		return
	}
	for _, more := range words[1:] { // sqlite3 FILE SQL SQL
		r.text(bound(r.call(), more, n.Lang), n.Lang, nil)
	}
}

// programFile follows the file that the first word names, or standard input; the other
// words are its parameters.
func (r *runner) programFile(n *rule.Nested, words []shell.Word) {
	if len(words) == 0 || standardInput(words[0]) {
		if len(words) > 1 {
			r.st.Pass(words[1:])
		}
		r.stdin(n.Lang)
		return
	}
	if len(words) > 1 || !shell.SameShell(r.call().Program) { // . FILE has the parameters of the script that reads it
		r.st.Pass(words[1:])
	}
	r.file(&words[0], n.Lang)
	r.scriptOf(words, n.Lang)
}

// option follows an option whose value is run.
func (r *runner) option(f *shell.Flag) {
	if f.Option == nil {
		return
	}
	switch f.Option.Role {
	case "", rule.RoleCwd, rule.RoleBeside, rule.RoleStart, rule.RoleGoal, rule.RoleMember, rule.RoleSetting, rule.RoleSettingVar:
		return
	}
	c := r.call()
	where, role := place(f.Option.Role)
	in := r.st.Inside(c.Program, r.i, where)
	switch {
	case role == rule.RoleArgv && f.Words != nil:
		words := f.Words
		if strings.HasPrefix(c.Program, "fd") && !mention(words, "{") { // fd appends what it finds
			words = append(words[:len(words):len(words)], shell.LitWord("{}"))
		}
		r.w.Call(replaceItems(words, c.Items, "{}"), interpret.Invocation{In: shell.OwnInput, Span: r.x.Span}, in)
	case f.Value == nil:
	case role == rule.RoleArgv && strings.ContainsAny(f.Value.String(), "'\""):
		r.in(in).text(*f.Value, "", nil)
	case role == rule.RoleArgv:
		r.w.Call(f.Value.Split(" \t\n"), interpret.Invocation{In: shell.OwnInput, Span: r.x.Span}, in)
	case role == rule.RoleRest, role == rule.RoleIn:
		behind := c.Args.Operands
		if role == rule.RoleIn && len(behind) > 0 {
			behind = behind[1:]
		}
		words := append(f.Value.Split(" \t\n"), behind...)
		for len(words) > 0 && strings.HasPrefix(words[0].Prefix(), "-") {
			words = words[1:]
		}
		words, assigns := r.w.Assignments(words, r.x.Span, in)
		r.w.Call(words, interpret.Invocation{Assigns: assigns, In: r.x.In, Span: r.x.Span}, in)
	case strings.HasPrefix(role, rule.RoleFile+":") && slices.Contains(rule.Recipes[:], role[len(rule.RoleFile)+1:]):
	case strings.HasPrefix(role, rule.RoleFile+":") && (f.Value.Is("-") || f.Value.Is("/dev/stdin")):
		r.in(in).stdin(role[len(rule.RoleFile)+1:])
	case strings.HasPrefix(role, rule.RoleFile+":"):
		r.in(in).file(f.Value, role[len(rule.RoleFile)+1:])
	case strings.HasPrefix(role, rule.RoleUTF16+":"):
		if text, ok := interpret.UnUTF16(f.Value.String()); ok && !f.Value.HasUnknown() {
			r.in(in).text(shell.LitWord(text), role[len(rule.RoleUTF16)+1:], nil)
		}
	case role == requestBody:
		r.in(in).request(*f.Value)
	default:
		text := *f.Value
		if f.Option.Strip != "" {
			n := stripped(text.Prefix(), f.Option.Strip)
			if n == 0 {
				return
			}
			text = text.Cut(n)
		}
		if role == "shell" {
			role = ""
		}
		in.Pass(c.Args.Operands)
		r.in(in).text(text, role, nil)
	}
}

// stripped returns the length of the one of some prefixes, with | between them, that
// a text has; 0: none, and the text is no program.
func stripped(text, prefixes string) int {
	for prefix := range strings.SplitSeq(prefixes, "|") {
		if strings.HasPrefix(text, prefix) {
			return len(prefix)
		}
	}
	return 0
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
func (r *runner) text(text shell.Word, lang string, from []int) {
	if lang == "shell" {
		lang = ""
	}
	if len(text.Parts) == 1 && text.Parts[0].Kind == shell.Unknown && r.passed(text.Parts[0].From, lang) { // bash -c "$(cat x.sh)"
		return
	}
	if n := len(r.call().Runs); n == 0 || !r.call().Runs[n-1].Text.Equal(text) {
		r.record(shell.Run{Lang: lang, Text: text, Known: !text.HasUnknown(), From: append(from, text.From()...)})
	}
	r.program(text, lang, r.f.at.Within(text, r.x.Span))
}

// program follows a program text that is recorded, which stands where a map says.
func (r *runner) program(text shell.Word, lang string, at interpret.Position) {
	if r.st.Via != r.i {
		r = r.inside("")
	}
	defer r.f.at.Move(r.f.at.Move(at))
	in := shell.OwnInput
	if r.x.In.Kind != shell.SourceText || !r.x.In.Text.Equal(text) {
		in = r.x.In
	}
	if lang == "" {
		r.w.Text(r.w.TextOf(text), r.st, in)
		return
	}
	if commands, ok := commandLines(lang, r.w.TextOf(text)); ok {
		r.f.at.Move(r.f.at.Inside(at.Whole))
		r.w.Text(commands, r.st, shell.OwnInput)
		return
	}
	r.code(lang, text)
}

// standardInput reports whether a file's name stands for standard input.
func standardInput(v shell.Word) bool {
	return v.Is("-") || v.Is("/dev/stdin") || v.Is("/dev/fd/0") || v.Is("/proc/self/fd/0")
}

// bound returns an awk program with assignments for the variables that -v
// sets.
func bound(c *shell.Call, program shell.Word, lang string) shell.Word {
	if lang != "awk" {
		return program
	}
	for _, v := range c.Values("-v") {
		name, value, ok := strings.Cut(v.String(), "=")
		if ok && shell.IsName(name) && !v.HasUnknown() && !strings.ContainsAny(value, "\"\\\n") {
			program = shell.JoinWords([]shell.Word{shell.LitWord("BEGIN{" + name + "=\"" + value + "\"}"), program}, " ")
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
