package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// invocation holds what surrounds the words of a call.
type invocation struct {
	assigns []Assign
	redirs  []Redir
	in      *Source // never nil
	span    Span
	direct  bool // the shell itself looks the program up: functions and aliases count
}

// rare returns what few calls have, with the assignments before this one.
func (x *invocation) rare() *Rare {
	if len(x.assigns) == 0 {
		return noRare
	}
	return &Rare{Assigns: x.assigns}
}

// variable returns the value a variable has for the call, as far as the text
// says.
func (x *invocation) variable(name string, st *state) (Word, bool) {
	for k := len(x.assigns) - 1; k >= 0; k-- {
		if x.assigns[k].Name == name {
			return x.assigns[k].Value, true
		}
	}
	if v, ok := st.get(name); ok && len(v.alts) > 0 {
		return v.alts[len(v.alts)-1], true
	}
	return Word{}, false
}

// simple walks a simple command: assignments, or a call for every way its
// words may expand.
func (w *walker) simple(c *syntax.CallExpr, s *syntax.Stmt, redirs []Redir, st *state, in *Source) output {
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
		st.last = &Word{}
		return output{known: true}
	}
	x := invocation{redirs: redirs, in: in, span: w.nodeSpan(s), direct: true}
	if s.Semicolon.IsValid() && w.spans.exact { // without the ; or &
		x.span.To = w.span(0, int(s.Semicolon.Offset())).To
	}
	for _, a := range c.Assigns {
		if a.Name != nil {
			x.assigns = append(x.assigns, Assign{Name: a.Name.Value, Value: assigned(w, a, st)})
		}
	}
	argv, ways := w.expander(st).combinations(c.Args)
	if ways == nil {
		out := w.call(argv, x, st)
		st.remember(argv)
		return out
	}
	var out output
	var seen []fields
	branches := []*state{}
	for _, argv := range ways {
		if hasFields(seen, argv) {
			continue
		}
		seen = append(seen, argv)
		b := st.fork()
		out.add(w.call(argv, x, b))
		b.remember(argv)
		branches = append(branches, b)
	}
	w.join(st, branches...)
	return out.doubtful()
}

// remember keeps the last word of a command for $_.
func (st *state) remember(argv []Word) {
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
			same = same && l[i].equal(f[i])
		}
		if same {
			return true
		}
	}
	return false
}

// call records one call, follows what it runs, and returns what it prints.
func (w *walker) call(argv []Word, x invocation, st *state) output {
	if len(argv) == 0 || !w.spend(1) {
		return output{known: true}
	}
	if len(st.wrappers) > maxWrap {
		w.problem(TooDeep, "programs are nested too deeply to follow", x.span)
		return output{}
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
	c := Call{Argv: argv, Redirs: x.redirs, Stdin: x.in, Span: x.span, Rare: x.rare()}
	if known {
		w.identify(&c, name, x, st)
	}
	c.Args = readArgs(c.Model, c.Argv[1:])
	c.Cwd = w.workDir(&c, st)
	if n := followOperands(&c, st); n > 0 {
		w.spend(n * st.links.count / linksOfStep)
	}
	findItems(&c)
	w.paths(st).mark(&c)
	i := w.addCall(&c, st)
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
func (st *state) handOver(args []Word) {
	for _, a := range args {
		name, ok := a.Literal()
		if !ok || !syntax.ValidName(name) {
			continue
		}
		if v, set := st.get(name); set && !v.array && len(v.alts) == 1 && v.alts[0].Is("") {
			st.set(name, value{alts: []Word{unknown("$" + name)}})
		}
	}
}

// unknownProgram reads the words after an unknown program, which may be empty
// or a wrapper: $SUDO rm -rf /.
func (w *walker) unknownProgram(i int, argv []Word, x invocation, st *state) {
	if from := argv[0].From(); len(argv) == 1 && w.script.connected(from) { // $line: a command that was read from a connection
		own := w.script.Calls[i].own()
		own.Runs = append(own.Runs, Run{Text: argv[0], From: from})
	}
	if len(argv) < 2 || argv[0].Prefix() != "" { // tool@$V is some program, never empty
		return
	}
	name, ok := argv[1].Literal()
	if !ok || name == "" || name[0] == '-' || w.model(programName(name)) == nil {
		return
	}
	c := st.fork()
	c.via = i
	c.wrappers = append(c.wrappers, argv[0].String())
	w.call(argv[1:], x, c)
}

// identify finds out which program a call runs, by its name or by the file that
// the text itself wrote.
func (w *walker) identify(c *Call, name string, x invocation, st *state) {
	if !strings.Contains(name, "/") {
		if file, ok := w.onOwnPath(name, x, st); ok {
			c.Argv = append([]Word{file}, c.Argv[1:]...)
			name = file.String()
		}
	}
	copied := false
	if strings.Contains(name, "/") {
		var p string
		if p, copied = w.copied(c.Argv[0], st); copied && (!manyPrograms(p) || w.about(programName(name)) == nil) {
			name = p
		}
	}
	c.Program = programName(name)
	c.About = w.about(c.Program)
	c.Model = readable(c.About)
	if c.Model != nil && !copied && strings.Contains(name, "/") && w.own(c.Argv[0], *c, st) {
		c.Model = nil
	}
}

// matchedProgram returns the program that a pattern most likely stands for, of
// those that matter: /bin/r? is rm.
func (w *walker) matchedProgram(v Word) (string, bool) {
	if v.HasUnknown() {
		return w.emptied(v)
	}
	pattern := strings.ReplaceAll(programName(v.String()), "[!", "[^")
	for _, n := range [...]string{"rm", "dd", "sh", "bash", "shred", "mkfs", "chmod", "chown", "mv", "cp", "find", "curl", "wget", "nc", "python3", "perl"} {
		if ok, err := path.Match(pattern, n); ok && err == nil {
			return n, true
		}
	}
	return "", false
}

// emptied returns the program that a word names when variables in it that
// nothing sets are empty: r${x}m.
func (w *walker) emptied(v Word) (string, bool) {
	var b strings.Builder
	for _, p := range v.Parts {
		switch {
		case p.Kind == Lit:
			b.WriteString(p.Text)
		case p.Kind == Glob || p.Set || p.Path || p.Temp || len(p.From) > 0 || !strings.HasPrefix(p.Text, "$") || strings.HasPrefix(p.Text, "$("):
			return "", false
		}
	}
	name := b.String()
	return name, name != "" && !strings.Contains(name, "/") && w.model(programName(name)) != nil
}

// own reports whether a program called by its path is not the one that a model
// describes: the text itself wrote it, or the names differ by a version.
func (w *walker) own(file Word, c Call, st *state) bool {
	if _, ok := w.files.read(file, st); ok {
		return true
	}
	return strings.HasPrefix(file.Prefix(), "./") && !c.Model.Has(c.Program)
}

// named handles names that the text itself gave a meaning.
func (w *walker) named(name string, argv []Word, x invocation, st *state) (output, bool) {
	if f := st.fn(name); f != nil {
		params, any, given := st.params, st.anyArgs, st.given
		st.params, st.anyArgs, st.given = argv[1:], false, 0
		for _, a := range x.assigns {
			st.setWord(a.Name, a.Value)
		}
		o := w.callFunction(f, st, x.in)
		st.params, st.anyArgs, st.given = params, any, given
		if len(x.redirs) > 0 && writes(x.redirs) {
			w.addCall(&Call{Redirs: x.redirs, Stdin: &Source{Kind: SourcePipe, From: o.from}, Span: x.span}, st)
		}
		return o, true
	}
	if a, ok := st.alias(name); ok {
		b := st.fork()
		b.aliases = map[string]string{name: ""} // an alias does not expand itself
		text := a
		for _, v := range argv[1:] {
			text += ` "` + w.holes.quoted(v) + `"`
		}
		spans := w.spans
		w.spans = w.inside(x.span)
		o := output{known: true}
		w.text(text, b, x.in, &o)
		w.spans = spans
		w.join(st, b)
		return o, true
	}
	return output{}, false
}

// model finds the model by which the arguments of a program are read.
func (w *walker) model(program string) *rule.Command { return readable(w.about(program)) }

func (w *walker) about(program string) *rule.Command { return About(w.opt.Models, program) }

// workDir returns where the program works: the shell's directory, or what its
// own options say (git -C).
func (w *walker) workDir(c *Call, st *state) Dir {
	d := st.cwd
	for i := range c.Args.Flags {
		f := &c.Args.Flags[i]
		if f.Option != nil && f.Option.Role == rule.RoleCwd && f.Value != nil {
			d = Dir{Path: d.Join(*f.Value)}
		}
	}
	return d
}

// addCall completes a call from the state and appends it.
func (w *walker) addCall(c *Call, st *state) int {
	c.Via = st.via
	c.branch = st.branch
	c.Loop = c.Loop || st.loop
	c.Spawn = c.Spawn || st.spawn
	c.Late = c.Late || st.late
	c.Captured = st.captured
	if c.Stdin == nil {
		c.Stdin = inherited
	}
	if c.Rare == nil {
		c.Rare = noRare
	}
	if len(st.wrappers) > 0 || st.where != "" || st.box != nil || len(st.with) > 0 || st.code != "" || w.spans.file != nil {
		own := c.own()
		own.Wrappers, own.Where, own.box, own.With, own.In = st.wrappers, st.where, st.box, st.with, w.place()
		if own.Code == "" {
			own.Code = st.code
		}
		c.Unread = w.spans.file != nil && w.raw
	}
	if c.Argv == nil && c.Program == "" {
		c.Cwd = st.cwd
	}
	w.spend(c.price())
	calls := w.script.Calls
	if n := len(calls); n == cap(calls) { // a call is large, and growing copies all
		calls = append(make([]Call, 0, max(4, 2*n)), calls...)
	}
	w.script.Calls = append(calls, *c)
	return len(w.script.Calls) - 1
}
