// Package effect works out what a call does to the world, in the vocabulary
// that rules share: rm, find -delete, git clean and shutil.rmtree all delete.
// It knows programs only through their models, and judges nothing.
package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Effect is one thing a call does.
type Effect struct {
	Kind      string // a kind of package rule
	Target    *shell.Word
	Class     Class // of the target
	Recursive bool
	Force     bool
	All       bool   // hits everything rather than what is named
	What      string // what is affected, in words
	From      Origin // where the data that is run, sent or written came from
	Known     bool   // Run: the text could be read and was judged by what it does
}

// Of lists the effects of a call.
func Of(s *shell.Script, i int, at Place) []Effect {
	c := &s.Calls[i]
	r := reader{script: s, call: c, at: at}
	if c.Effect != "" {
		r.given()
	}
	if c.Model != nil && !c.Args.Has(c.Model.Harmless...) {
		for k := range c.Model.Verbs {
			r.verb(&c.Model.Verbs[k])
		}
	}
	for k := range c.Redirs {
		r.redirect(&c.Redirs[k])
	}
	for k := range c.Runs {
		r.runs(&c.Runs[k])
	}
	return r.out
}

// reader collects the effects of one call.
type reader struct {
	script *shell.Script
	call   *shell.Call
	at     Place
	out    []Effect
}

// given takes over what a reader of another language found.
func (r *reader) given() {
	e := Effect{Kind: r.call.Effect, All: r.call.All}
	if len(r.call.Argv) > 0 {
		e.What = r.call.Argv[0].String()
	}
	for k := 1; k < len(r.call.Argv); k++ {
		e.Target = &r.call.Argv[k]
		r.out = append(r.out, e)
	}
	if len(r.call.Argv) < 2 {
		r.out = append(r.out, e)
	}
}

// verb adds the effects of a verb whose conditions hold.
func (r *reader) verb(v *rule.Verb) {
	a := &r.call.Args
	if !VerbHolds(v, a) {
		return
	}
	for k := range v.Effects {
		row := &v.Effects[k]
		e := Effect{
			Kind:      row.Do,
			What:      row.What,
			All:       row.Scale == "all",
			Recursive: given(a, row.Recursive),
			Force:     given(a, row.Force),
		}
		if row.On == "" {
			r.add(e, nil)
			continue
		}
		words := r.words(row.On)
		for _, w := range words {
			r.add(e, &w)
		}
		if len(words) == 0 && !onPaths(row.Do) { // git push --force names no ref and pushes all the same
			r.add(e, nil)
		}
	}
}

// onPaths reports whether an effect is nothing without a path it falls on.
func onPaths(kind string) bool {
	switch kind {
	case rule.Delete, rule.Overwrite, rule.Append, rule.Read, rule.Move, rule.Link, rule.Format, rule.Mode, rule.Owner:
		return true
	}
	return false
}

// VerbHolds reports whether the conditions of a verb hold for arguments.
func VerbHolds(v *rule.Verb, a *shell.Args) bool {
	if len(v.Sub) > 0 && !a.Is(v.Sub) {
		return false
	}
	if len(v.Any) > 0 && !a.Has(v.Any...) || len(v.None) > 0 && a.Has(v.None...) {
		return false
	}
	for _, f := range v.All {
		if !a.Has(f) {
			return false
		}
	}
	if len(a.Operands) < v.Min || v.Max > 0 && len(a.Operands) > v.Max {
		return false
	}
	return len(v.Operand) == 0 || operandMatches(v.Operand, a)
}

// operandMatches reports whether an operand matches one of the globs. A glob
// "-x=GLOB" is held against the values of that option.
func operandMatches(globs []string, a *shell.Args) bool {
	for _, g := range globs {
		if name, pattern, ok := strings.Cut(g, "="); ok && strings.HasPrefix(name, "-") {
			for k := range a.Flags {
				f := &a.Flags[k]
				if f.Value != nil && a.Flag(name) != nil && (f.Name == name || sameOption(f, a.Flag(name))) &&
					shell.MatchGlob(pattern, f.Value.String()) {
					return true
				}
			}
			continue
		}
		for _, w := range a.Operands {
			if shell.MatchGlob(g, w.String()) {
				return true
			}
		}
	}
	return false
}

func sameOption(f, g *shell.Flag) bool { return f.Option != nil && f.Option == g.Option }

func given(a *shell.Args, flags []string) bool {
	for _, f := range flags {
		if f == "*" || a.Has(f) {
			return true
		}
	}
	return false
}

// words picks the words an effect falls on.
func (r *reader) words(on string) []shell.Word {
	a := &r.call.Args
	n := len(a.Operands)
	switch {
	case on == "operands":
		if len(r.call.Items) > 0 {
			return r.call.Items
		}
		return a.Operands
	case on == "items":
		return r.call.Items
	case n > 0 && on == "first":
		return a.Operands[:1]
	case n > 0 && on == "last":
		return a.Operands[n-1:]
	case n > 0 && on == "init":
		return a.Operands[:n-1]
	case n > 0 && on == "rest":
		return a.Operands[1:]
	case on == "cwd":
		return []shell.Word{{}}
	case on == "stdin":
		if r.call.Stdin.Kind == shell.SourceFile {
			return []shell.Word{r.call.Stdin.Text}
		}
		return []shell.Word{{Parts: []shell.Part{{Kind: shell.Unknown, Text: "standard input", From: r.call.Stdin.From}}}}
	case strings.HasPrefix(on, "flag:"):
		return r.values(on[len("flag:"):])
	case strings.HasPrefix(on, "="):
		return []shell.Word{r.fixed(on[1:])}
	}
	return nil
}

// values are the values given to an option.
func (r *reader) values(name string) []shell.Word {
	var out []shell.Word
	first := r.call.Args.Flag(name)
	for k := range r.call.Args.Flags {
		f := &r.call.Args.Flags[k]
		if f.Value != nil && (f == first || f.Name == name || first != nil && sameOption(f, first)) {
			out = append(out, *f.Value)
		}
	}
	return out
}

// fixed is a path that a model names, with ~ for the home directory.
func (r *reader) fixed(p string) shell.Word {
	if strings.HasPrefix(p, "~") {
		home := r.at.Home
		if home == "" {
			home = "/home/user"
		}
		p = home + p[1:]
	}
	return shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: p}}}
}

// add completes an effect from its target and appends it.
func (r *reader) add(e Effect, target *shell.Word) {
	if target != nil {
		w := *target
		e.Target = &w
		e.Class = r.class(e.Kind, w)
		e.From |= trace(r.script, w.From(), r.at)
		if !e.Recursive && e.Kind == rule.Delete && wide(w) {
			e.Recursive = true
		}
	}
	if e.Kind == rule.Send || e.Kind == rule.Overwrite || e.Kind == rule.Append {
		e.From |= r.sent()
	}
	r.out = append(r.out, e)
}

// wide reports whether a word stands for everything below a directory.
func wide(w shell.Word) bool {
	n := len(w.Parts)
	return n > 0 && w.Parts[n-1].Kind == shell.Glob && w.Parts[n-1].Text == "**"
}

// class classifies a target when its effect falls on a path of this machine.
func (r *reader) class(kind string, w shell.Word) Class {
	switch kind {
	case rule.Destroy, rule.Drop, rule.Publish, rule.Install, rule.Remove, rule.Service, rule.Kill, rule.User, rule.Push,
		rule.Rewrite, rule.Prune, rule.Fetch, rule.Kernel, rule.Firewall, rule.Listen:
		return 0
	}
	if r.call.Where == "" || strings.HasPrefix(w.Prefix(), "/") || strings.HasPrefix(w.Prefix(), "~") {
		return ClassOf(remotePath(kind, w), r.call.Cwd, r.at)
	}
	return ClassOf(w, shell.Dir{}, Place{Home: r.at.Home})
}

// remotePath drops the host of host:path, which rsync and scp write to.
func remotePath(kind string, w shell.Word) shell.Word {
	if kind != rule.Delete && kind != rule.Overwrite {
		return w
	}
	t := w.Prefix()
	if i := strings.IndexByte(t, ':'); i > 1 && !strings.Contains(t[:i], "/") {
		v := shell.Word{Parts: append([]shell.Part(nil), w.Parts...), Span: w.Span}
		v.Parts[0].Text = v.Parts[0].Text[min(i+1, len(v.Parts[0].Text)):]
		return v
	}
	return w
}

// sent is the provenance of what a call reads: standard input and the files
// named with @ in its words.
func (r *reader) sent() Origin {
	o := trace(r.script, r.call.Stdin.From, r.at)
	if r.call.Stdin.Kind == shell.SourceFile {
		o |= fileOrigin(r.call.Stdin.Text, r.call.Cwd, r.at)
	}
	for k := range r.call.Argv {
		o |= r.wordOrigin(r.call.Argv[k])
	}
	for k := range r.call.Args.Flags {
		if v := r.call.Args.Flags[k].Value; v != nil {
			o |= r.wordOrigin(*v)
		}
	}
	return o
}

func (r *reader) wordOrigin(w shell.Word) Origin {
	o := trace(r.script, w.From(), r.at)
	t := w.Prefix()
	if i := strings.IndexAny(t, "@<"); i >= 0 && (i == 0 || t[i-1] == '=') {
		v := shell.Word{Parts: append([]shell.Part(nil), w.Parts...)}
		v.Parts[0].Text = v.Parts[0].Text[i+1:]
		o |= fileOrigin(v, r.call.Cwd, r.at)
	}
	return o
}

// redirect adds the effect of a redirection.
func (r *reader) redirect(d *shell.Redir) {
	t := d.Word.Prefix()
	if strings.HasPrefix(t, "/dev/tcp/") || strings.HasPrefix(t, "/dev/udp/") {
		kind := rule.Send
		if r.interactive() {
			kind = rule.Listen
		}
		r.add(Effect{Kind: kind, What: "a network connection"}, &d.Word)
		return
	}
	switch d.Op {
	case ">", ">|", "&>", "<>", ">&":
		r.write(Effect{Kind: rule.Overwrite, Force: true}, &d.Word)
	case ">>", "&>>":
		r.write(Effect{Kind: rule.Append}, &d.Word)
	case "<":
		r.add(Effect{Kind: rule.Read}, &d.Word)
	}
}

// interactive reports whether the call is a shell or exec, which a redirect
// to a socket would hand to the other side.
func (r *reader) interactive() bool {
	switch r.call.Program {
	case "bash", "sh", "zsh", "dash", "ksh", "exec":
		return true
	}
	return false
}

func (r *reader) write(e Effect, w *shell.Word) {
	if t, ok := w.Literal(); ok {
		switch t {
		case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty":
			return
		}
	}
	r.add(e, w)
}

// runs adds the effect of running program text.
func (r *reader) runs(run *shell.Run) {
	e := Effect{Kind: rule.Run, Known: run.Known, Target: run.File, What: run.Lang}
	e.From = trace(r.script, run.From, r.at)
	if run.Net {
		e.From |= FromNetwork
	}
	if run.File != nil {
		e.Class = r.class(rule.Read, *run.File)
		if run.Known || len(run.From) > 0 {
			e.From |= FromWritten
		}
	} else if !run.Known && e.From == 0 {
		e.From |= FromUnknown
	}
	r.out = append(r.out, e)
}
