package interpret

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Invocation holds what surrounds the words of a call.
type Invocation struct {
	Assigns []shell.Assign
	redirs  []shell.Redir
	In      *shell.Source // never nil
	Span    shell.Span
	direct  bool // the shell itself looks the program up: functions and aliases count
}

// rare returns what few calls have, with the assignments before this one.
func (x *Invocation) rare() *shell.Rare {
	if len(x.Assigns) == 0 {
		return shell.NoRare
	}
	return &shell.Rare{Assigns: x.Assigns}
}

// Variable returns the value a variable has for the call, as far as the text
// says.
func (x *Invocation) Variable(name string, st *State) (shell.Word, bool) {
	for k := len(x.Assigns) - 1; k >= 0; k-- {
		if x.Assigns[k].Name == name {
			return x.Assigns[k].Value, true
		}
	}
	if v, ok := st.get(name); ok && len(v.alts) > 0 {
		return v.alts[len(v.alts)-1], true
	}
	return shell.Word{}, false
}

// simple walks a simple command: assignments, or a call for every way its
// words may expand.
func (w *Walker) simple(c *syntax.CallExpr, s *syntax.Stmt, redirs []shell.Redir, st *State, in *shell.Source) Output {
	setVariables(w, c.Assigns, st)
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			assign(w, a, st)
		}
		if st.errexit && len(c.Assigns) == 1 { // else the shell has stopped
			for _, k := range assignedWell(c, true) {
				st.learn(k)
			}
		}
		if len(redirs) > 0 {
			w.redirOnly(s, redirs, st, in)
		}
		st.last = &shell.Word{}
		return Output{Known: true}
	}
	x := Invocation{redirs: redirs, In: in, Span: w.at.nodeSpan(s), direct: true}
	if s.Semicolon.IsValid() && w.at.pos.exact { // without the ; or &
		x.Span.To = w.at.Span(0, int(s.Semicolon.Offset())).To
	}
	for _, a := range c.Assigns {
		if a.Name != nil {
			x.Assigns = append(x.Assigns, shell.Assign{Name: a.Name.Value, Value: assigned(w, a, st)})
		}
	}
	argv, ways := w.expander(st).combinations(c.Args)
	if ways == nil {
		out := w.Call(argv, x, st)
		st.remember(argv)
		return out
	}
	var out Output
	var seen []fields
	branches := []*State{}
	for _, argv := range ways {
		if hasFields(seen, argv) {
			continue
		}
		seen = append(seen, argv)
		b := st.Fork()
		out.add(w.Call(argv, x, b))
		b.remember(argv)
		branches = append(branches, b)
	}
	w.join(st, branches...)
	return out.doubtful()
}

// remember keeps the last word of a command for $_.
func (st *State) remember(argv []shell.Word) {
	if n := len(argv); n > 0 {
		st.last = &argv[n-1]
	}
}

func hasFields(list []fields, f fields) bool {
	for _, l := range list {
		if len(l) != len(f) {
			continue
		}
		same := true
		for i := range l {
			same = same && l[i].Equal(f[i])
		}
		if same {
			return true
		}
	}
	return false
}

// Call records one call, follows what it runs, and returns what it prints.
func (w *Walker) Call(argv []shell.Word, x Invocation, st *State) Output {
	if len(argv) == 0 || !w.Spend(1) {
		return Output{Known: true}
	}
	if len(st.wrappers) > maxWrap {
		w.LeavePart(unread.Deep, "programs are nested too deeply to follow", x.Span)
		return Output{}
	}
	name, known := argv[0].Literal()
	if !known {
		name, known = w.matchedProgram(argv[0])
	}
	if known && x.direct {
		if o, done := w.named(name, argv, x, st); done {
			return o
		}
		if o, done := w.asTyped(argv, x, st); done {
			return o
		}
	}
	c := shell.Call{Argv: argv, Redirs: x.redirs, Stdin: x.In, Span: x.Span, Rare: x.rare()}
	if known {
		w.identify(&c, name, x, st)
	}
	c.Args = shell.ReadArgs(c.Model, c.Program, c.Argv[1:])
	c.Cwd = w.workDir(&c, st)
	if n := followOperands(&c, st); n > 0 {
		w.Spend(n * st.links.count / linksOfStep)
	}
	findItems(&c)
	w.paths(st).mark(&c)
	c.InClone = w.paths(st).inClone(&c)
	i := w.AddCall(&c, st)
	w.feed(i)
	w.builtin(i, st)
	if x.direct && c.About == nil && known {
		st.handOver(argv[1:])
	}
	w.paths(st).noteFiles(i)
	w.paths(st).note(i)
	if known {
		w.follower.Follow(i, x, st)
	} else {
		w.unknownProgram(i, argv, x, st)
	}
	return w.printer(st).output(i)
}

// handOver forgets that variables are empty whose names a function of another
// file is given: local dir; make_workdir dir.
func (st *State) handOver(args []shell.Word) {
	for _, a := range args {
		name, ok := a.Literal()
		if !ok || !syntax.ValidName(name) {
			continue
		}
		if v, set := st.get(name); set && !v.array && len(v.alts) == 1 && v.alts[0].Is("") {
			st.set(name, value{alts: []shell.Word{shell.UnknownWord("$" + name)}})
		}
	}
}

// unknownProgram reads the words after an unknown program, which may be empty
// or a wrapper: $SUDO rm -rf /.
func (w *Walker) unknownProgram(i int, argv []shell.Word, x Invocation, st *State) {
	if from := argv[0].From(); len(argv) == 1 && w.script.Connected(from) { // $line: a command that was read from a connection
		own := w.script.Calls[i].Own()
		own.Runs = append(own.Runs, shell.Run{Text: argv[0], From: from})
	}
	if len(argv) < 2 || argv[0].Prefix() != "" { // tool@$V is some program, never empty
		return
	}
	name, ok := argv[1].Literal()
	if !ok || name == "" || name[0] == '-' || w.model(shell.ProgramName(name)) == nil {
		return
	}
	c := st.Fork()
	c.Via = i
	c.wrappers = append(c.wrappers, argv[0].String())
	w.Call(argv[1:], x, c)
}

// identify finds out which program a call runs, by its name or by the file that
// the text itself wrote.
func (w *Walker) identify(c *shell.Call, name string, x Invocation, st *State) {
	if !strings.Contains(name, "/") {
		if file, ok := w.onOwnPath(name, x, st); ok {
			c.Argv = append([]shell.Word{file}, c.Argv[1:]...)
			name = file.String()
		}
	}
	copied := false
	if strings.Contains(name, "/") {
		var p string
		if p, copied = w.copied(c.Argv[0], st); copied && (!manyPrograms(p) || w.about(shell.ProgramName(name)) == nil) {
			name = p
		}
	}
	c.Program = shell.ProgramName(name)
	c.About = w.about(c.Program)
	c.Model = shell.Readable(c.About)
	if c.Model != nil && !copied && strings.Contains(name, "/") && w.own(c.Argv[0], *c, st) {
		c.Model = nil
	}
}

// matchedProgram returns the program that a pattern most likely stands for, of
// those that matter: /bin/r? is rm.
func (w *Walker) matchedProgram(v shell.Word) (string, bool) {
	if v.HasUnknown() {
		return w.emptied(v)
	}
	pattern := strings.ReplaceAll(shell.ProgramName(v.String()), "[!", "[^")
	for _, n := range [...]string{"rm", "dd", "sh", "bash", "shred", "mkfs", "chmod", "chown", "mv", "cp", "find", "curl", "wget", "nc", "python3", "perl"} {
		if ok, err := path.Match(pattern, n); ok && err == nil {
			return n, true
		}
	}
	return "", false
}

// emptied returns the program that a word names when variables in it that
// nothing sets are empty: r${x}m.
func (w *Walker) emptied(v shell.Word) (string, bool) {
	var b strings.Builder
	for _, p := range v.Parts {
		switch {
		case p.Kind == shell.Lit:
			b.WriteString(p.Text)
		case p.Kind == shell.Glob || p.Set || p.Path || p.Temp || len(p.From) > 0 || !strings.HasPrefix(p.Text, "$") || strings.HasPrefix(p.Text, "$("):
			return "", false
		}
	}
	name := b.String()
	return name, name != "" && !strings.Contains(name, "/") && w.model(shell.ProgramName(name)) != nil
}

// own reports whether a program called by its path is not the one that a model
// describes: the text itself wrote it, or the names differ by a version.
func (w *Walker) own(file shell.Word, c shell.Call, st *State) bool {
	if _, ok := w.files.Read(file, st); ok {
		return true
	}
	return strings.HasPrefix(file.Prefix(), "./") && !c.Model.Has(c.Program)
}

// named handles names that the text itself gave a meaning.
func (w *Walker) named(name string, argv []shell.Word, x Invocation, st *State) (Output, bool) {
	if f := st.fn(name); f != nil {
		before, ok, note := w.again(f, argv[1:], &x, st)
		if ok {
			w.Spend(1)
			return before, true
		}
		params, any, given := st.params, st.anyArgs, st.given
		st.params, st.anyArgs, st.given = argv[1:], false, 0
		for _, a := range x.Assigns {
			st.SetWord(a.Name, a.Value)
		}
		caller := w.caller
		if !w.passedOn(x.Span) {
			w.caller = x.Span
		}
		o := w.callFunction(f, st, x.In)
		if note != nil {
			note(o)
		}
		w.caller = caller
		st.params, st.anyArgs, st.given = params, any, given
		if len(x.redirs) > 0 && shell.Writes(x.redirs) {
			w.AddCall(&shell.Call{Redirs: x.redirs, Stdin: &shell.Source{Kind: shell.SourcePipe, From: o.From}, Span: x.Span}, st)
		}
		return o, true
	}
	if a, ok := st.alias(name); ok {
		b := st.Fork()
		b.aliases = map[string]string{name: ""} // an alias does not expand itself
		text := a
		for _, v := range argv[1:] {
			text += ` "` + w.holes.quoted(v) + `"`
		}
		spans := w.at.pos
		w.at.pos = w.at.Inside(x.Span)
		o := Output{Known: true}
		w.text(text, b, x.In, &o)
		w.at.pos = spans
		w.join(st, b)
		return o, true
	}
	return Output{}, false
}

// model finds the model by which the arguments of a program are read.
func (w *Walker) model(program string) *rule.Command { return shell.Readable(w.about(program)) }

func (w *Walker) about(program string) *rule.Command { return shell.About(w.opt.Models, program) }

// workDir returns where the program works: the shell's directory, or what its
// own options say (git -C).
func (w *Walker) workDir(c *shell.Call, st *State) shell.Dir {
	d := st.Cwd
	// Of what is installed for all projects it is where that goes: npm i -g --prefix ~/.local .
	global := c.Model != nil && c.Model.Type == "Package" && c.Args.Has("-g")
	for i := range c.Args.Flags {
		f := &c.Args.Flags[i]
		if f.Option != nil && f.Option.Role == rule.RoleCwd && f.Value != nil && !global {
			d = shell.Dir{Path: d.Join(*f.Value)}
		}
		if f.Option != nil && f.Option.Role == rule.RoleBeside && f.Value != nil {
			if name, ok := f.Value.Literal(); ok && strings.Contains(name, "/") {
				d = shell.Dir{Path: d.Join(shell.LitWord(name[:strings.LastIndexByte(name, '/')]))}
			}
		}
	}
	return d
}

// AddCall completes a call from the state and appends it.
func (w *Walker) AddCall(c *shell.Call, st *State) int {
	c.Via = st.Via
	c.Branch = st.branch
	c.Loop = c.Loop || st.loop
	c.Spawn = c.Spawn || st.spawn
	c.Late = c.Late || st.Late
	c.Captured = st.captured
	if w.caller.To > 0 && w.at.pos.file == nil && w.passedOn(c.Span) {
		c.Span = w.caller
	}
	if c.Stdin == nil {
		c.Stdin = shell.OwnInput
	}
	if c.Rare == nil {
		c.Rare = shell.NoRare
	}
	if len(st.wrappers) > 0 || st.Where != "" || st.box != nil || len(st.with) > 0 || st.Code != "" || w.at.pos.file != nil {
		own := c.Own()
		own.Wrappers, own.Where, own.Box, own.With, own.In, own.Guess = st.wrappers, st.Where, st.box, st.with, w.at.place(), st.Guess
		if own.Code == "" {
			own.Code = st.Code
		}
		c.Unread = w.at.pos.file != nil && w.raw
	}
	if c.Argv == nil && c.Program == "" {
		c.Cwd = st.Cwd
	}
	if i, ok := w.sameCall(c); ok {
		w.Spend(1)
		return i
	}
	w.Spend(c.Price())
	calls := w.script.Calls
	if n := len(calls); n == cap(calls) { // a call is large, and growing copies all
		calls = append(make([]shell.Call, 0, max(4, 2*n)), calls...)
	}
	w.script.Calls = append(calls, *c)
	return len(w.script.Calls) - 1
}
