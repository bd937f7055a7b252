// Package effect works out what a call does to the world, in the vocabulary
// that rules share: rm, find -delete, git clean and shutil.rmtree all delete.
// It knows programs only through their models, and judges nothing.
package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Effect is one thing a call does.
type Effect struct {
	Kind      rule.EffectKind
	Target    *shell.Word
	Class     Class // of the target
	Recursive bool
	Force     bool
	All       bool   // hits everything rather than what is named
	What      string // what is affected, in words
	From      Origin // where the data that is run, sent or written came from
	Known     bool   // Run: the text could be read and was judged by what it does
}

// Reader lists the effects of the calls of a script. It keeps what it found
// out about where data comes from, for later calls.
type Reader struct {
	script *shell.Script
	at     Dirs
	all    []Origin // of the output of each call that was asked for
}

// NewReader returns a Reader for the calls of a script.
func NewReader(s *shell.Script, at Dirs) *Reader { return &Reader{script: s, at: at} }

// Of lists the effects of one call of a script. For more than one call, use a
// Reader.
func Of(s *shell.Script, i int, at Dirs) []Effect { return NewReader(s, at).Of(i) }

// Of lists the effects of a call.
func (x *Reader) Of(i int) []Effect {
	c := &x.script.Calls[i]
	r := collector{all: x, script: x.script, call: c, at: x.at}
	if c.Effect != "" {
		r.given()
	}
	if c.Model != nil && !c.Args.Has(c.Model.Harmless...) {
		for _, v := range c.Args.Verbs {
			r.verb(v)
		}
		for k := range c.Settings {
			r.setting(&c.Settings[k])
		}
	}
	for k := range c.Redirs {
		r.redirect(&c.Redirs[k])
	}
	for k := range c.Runs {
		r.runs(&c.Runs[k])
	}
	if c.Boxed() {
		r.out = slices.DeleteFunc(r.out, r.boxed)
	}
	return r.out
}

// boxed reports whether an effect is gone with the container that was made for
// the call.
func (r *collector) boxed(e Effect) bool {
	switch e.Kind {
	case rule.Service, rule.Power, rule.Kill, rule.User, rule.Firewall, rule.Kernel, rule.Install, rule.Remove, rule.Cover:
		return true
	case rule.Delete, rule.Overwrite, rule.Append, rule.Edit, rule.Read, rule.Move, rule.Link, rule.Format, rule.Mode, rule.Owner,
		rule.Discard, rule.Rewrite, rule.Persist, rule.Guard:
		return e.Target != nil && r.call.Discarded(*e.Target)
	}
	return false
}

// collector collects the effects of one call.
type collector struct {
	all    *Reader
	script *shell.Script
	call   *shell.Call
	at     Dirs
	out    []Effect
}

// given takes over what a reader of another language found.
func (r *collector) given() {
	e := Effect{Kind: r.call.Effect, All: r.call.All}
	if e.Kind == rule.Drop && r.scratchDatabase() {
		return
	}
	if len(r.call.Argv) > 0 {
		e.What = r.call.Argv[0].String()
	}
	for k := 1; k < len(r.call.Argv); k++ {
		e.Target = &r.call.Argv[k]
		e.Class = r.class(e.Kind, *e.Target)
		r.out = append(r.out, e)
	}
	if len(r.call.Argv) < 2 {
		r.out = append(r.out, e)
	}
}

// setting adds what a setting does: to run a command later is to persist it.
func (r *collector) setting(s *shell.Setting) {
	e := Effect{Kind: s.Row.Do, What: s.Row.What, Target: &s.Text, Known: true}
	if s.Kept && e.Kind == rule.Run {
		e.Kind = rule.Persist
	}
	e.From = r.all.trace(s.Text.From())
	r.out = append(r.out, e)
}

// verb adds the effects of a verb whose conditions hold.
func (r *collector) verb(v *rule.Verb) {
	a := &r.call.Args
	if !a.Holds(v) {
		return
	}
	for k := range v.Effects {
		row := &v.Effects[k]
		if row.Do == rule.Drop && r.forTests() || (row.Do == rule.Discard || row.Do == rule.Rewrite) && r.scratch() {
			continue
		}
		e := Effect{
			Kind:      row.Do,
			What:      row.What,
			All:       row.Scale == "all",
			Recursive: given(a, row.Recursive),
			Force:     given(a, row.Force),
		}
		if row.Do == rule.Drop && strings.HasPrefix(r.environment(), "prod") {
			e.What += ", in production"
		}
		if row.On == "" {
			r.add(e, nil)
			continue
		}
		words := r.words(row.On)
		for _, w := range words {
			if row.On != "cwd" && onPaths(row.Do) && w.Is("") {
				continue // rm -rf "" deletes nothing
			}
			r.add(e, &w)
		}
		if len(words) == 0 && !onPaths(row.Do) && row.On != "behind" && row.On != "uploads" { // git push --force names no ref and still pushes
			r.add(e, nil)
		}
	}
}

// forTests reports whether the call works on the test database, which
// frameworks fill again: RAILS_ENV=test rails db:drop.
func (r *collector) forTests() bool {
	name := r.environment()
	return name == "test" || name == "testing"
}

// environment returns the name of the environment that the call works in, as
// frameworks are told it: RAILS_ENV=production; "" where it is not said.
func (r *collector) environment() string {
	for c := r.call; c.Where == r.call.Where; c = &r.script.Calls[c.Via] { // bundle exec passes the variables on
		for _, a := range c.Assigns {
			switch a.Name {
			case "RAILS_ENV", "RACK_ENV", "MIX_ENV", "APP_ENV", "NODE_ENV", "HANAMI_ENV":
				name, _ := a.Value.Literal()
				return name
			}
		}
		if c.Via < 0 {
			break
		}
	}
	for _, v := range r.call.Args.Operands {
		if v.Is("RAILS_ENV=test") {
			return "test"
		}
		if v.Is("RAILS_ENV=production") {
			return "production"
		}
	}
	if r.call.Args.Has("--env") && r.call.Args.Flag("--env").Value != nil {
		name, _ := r.call.Args.Flag("--env").Value.Literal()
		return name
	}
	return ""
}

// onPaths reports whether an effect needs a path to fall on.
func onPaths(kind rule.EffectKind) bool {
	switch kind {
	case rule.Delete, rule.Overwrite, rule.Append, rule.Read, rule.Move, rule.Link, rule.Format, rule.Mode, rule.Owner:
		return true
	}
	return false
}

func given(a *shell.Args, flags []string) bool {
	for _, f := range flags {
		if f == "*" || a.Has(f) {
			return true
		}
	}
	return false
}

// words picks the words an effect falls on.
func (r *collector) words(on string) []shell.Word {
	switch {
	case on == "cwd":
		return []shell.Word{{}}
	case on == "uploads":
		return r.uploads()
	case on == "stdin":
		if r.call.Stdin.Kind == shell.SourceFile {
			return []shell.Word{r.call.Stdin.Text}
		}
		return []shell.Word{{Parts: []shell.Part{{Kind: shell.Unknown, Text: "standard input", From: r.call.Stdin.From}}}}
	case strings.HasPrefix(on, "="):
		return []shell.Word{r.fixed(on[1:])}
	}
	return r.call.On(on)
}

// fixed returns a path that a model names, with ~ for the home directory.
func (r *collector) fixed(p string) shell.Word {
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
func (r *collector) add(e Effect, target *shell.Word) {
	if e.Kind == rule.Overwrite && target != nil && r.onlyIfMissing(*target) {
		e.Kind = rule.Edit // nothing is there to be overwritten
	}
	if target != nil {
		w := *target
		e.Target = &w
		e.Class = r.class(e.Kind, w)
		e.From |= r.all.trace(w.From())
		if e.Kind == rule.Move && e.Class&System != 0 && r.renamed(w) {
			e.What = Renamed
		}
		if e.Kind == rule.Destroy && r.again() && strings.Contains(w.String(), "$") {
			e.All = true // each of many words, one after the other
		}
		switch {
		case r.reachesRoot(e, w):
			e.Class |= MaybeRoot
		case e.Class&MaybeRoot != 0 && r.found() && r.quoted(w):
			e.Class &^= MaybeRoot // find "" finds nothing
		}
		if e.Kind == rule.Delete {
			e.Recursive = wide(w) || e.Recursive && !singleFile(w)
		}
		if (e.Kind == rule.Mode || e.Kind == rule.Owner) && e.Class&(Root|System) != 0 { // elsewhere this is how trees are tidied up
			e.Recursive = wide(w) || e.Recursive
		}
	}
	switch {
	case e.Kind == rule.Send && (target == nil || readsStdin(*target)):
		e.From |= r.input()
		if r.shellOutput() {
			e.Kind, e.All, e.What = rule.Listen, true, "a shell"
		}
	case target != nil && (e.Kind == rule.Send || e.Kind == rule.Fetch):
		e.From |= r.wordOrigin(*target)
	}
	if e.Kind == rule.Overwrite && r.call.Model != nil && r.call.Model.Names[0] == "tar" {
		e.From |= r.input()
	}
	if target != nil && r.carries(e.Kind, *target) {
		e.From |= r.fileOrigin(*target)
	}
	if e.Kind == rule.Send || e.Kind == rule.Fetch {
		r.keys(&e)
	}
	r.out = append(r.out, e)
}

// reachesRoot reports whether a call would reach all of a disk or directory if
// a variable came out empty, in ways that a deletion with rm would not: chown
// -R a "$DIR/", rsync --delete "$DIR/" x, find $DIR -mtime +7 -delete.
func (r *collector) reachesRoot(e Effect, w shell.Word) bool {
	if len(w.Parts) == 0 || !mayBeEmpty(w.Parts[0]) || w.Parts[0].Temp || tempName(w.Parts[0].Text) {
		return false
	}
	switch e.Kind {
	case rule.Mode, rule.Owner, rule.Read:
		return len(w.Parts) == 2 && w.Parts[1].Kind == shell.Lit && w.Parts[1].Text == "/"
	case rule.Delete:
		return !e.Recursive && r.found() && r.source(w)[0] == '$'
	}
	return false
}

// found reports whether find picks what the call deletes.
func (r *collector) found() bool { return r.call.Model != nil && r.call.Model.Names[0] == "find" }

// source returns the text of a word that is one expansion, as it was written:
// "$DIR" or $DIR; else " ".
func (r *collector) source(w shell.Word) string {
	text := r.script.Text
	if w.Span.From >= w.Span.To || w.Span.To > len(text) {
		return " "
	}
	if s := text[w.Span.From:w.Span.To]; !strings.Contains(s, "/") {
		return s
	}
	return " "
}

// quoted reports whether the text has the unknown that a word begins with in
// quotes. In a script that a variable holds, the quotes are those of the variable:
// sh -c "$c".
func (r *collector) quoted(w shell.Word) bool {
	s := r.source(w)
	return strings.HasPrefix(s, `"$`) && len(w.Parts) > 0 && strings.Contains(s, strings.TrimPrefix(w.Parts[0].Text, "$"))
}

// again reports whether the call runs once for each of many words.
func (r *collector) again() bool {
	return r.call.Loop || len(r.call.Wrappers) > 0 && (slices.Contains(r.call.Wrappers, "xargs") || slices.Contains(r.call.Wrappers, "parallel"))
}

// carries reports whether a target is a file whose content leaves the
// machine, rather than text that does.
func (r *collector) carries(kind rule.EffectKind, w shell.Word) bool {
	if kind == rule.Publish {
		return true
	}
	if kind != rule.Send {
		return false
	}
	switch r.call.Program {
	case "curl", "http", "https", "xh", "grpcurl", "mosquitto_pub", "dig":
		return r.call.Args.Has("-T")
	case "scp", "rsync", "rclone": // host:path comes from there
		host, _, far := strings.Cut(w.String(), ":")
		return !far || strings.Contains(host, "/")
	case "kubectl": // so does namespace/pod:path
		return !strings.Contains(w.String(), ":")
	}
	return true
}

// wide reports whether a word stands for everything below a directory.
func wide(w shell.Word) bool {
	n := len(w.Parts)
	return n > 0 && w.Parts[n-1].Kind == shell.Glob && w.Parts[n-1].Text == "**"
}

// class classifies a target when its effect falls on a path of this machine.
func (r *collector) class(kind rule.EffectKind, w shell.Word) Class {
	switch kind {
	case rule.Destroy, rule.Drop, rule.Publish, rule.Install, rule.Remove, rule.Service, rule.Kill, rule.User, rule.Push,
		rule.Rewrite, rule.Prune, rule.Fetch, rule.Kernel, rule.Firewall, rule.Listen:
		return 0
	}
	at, cwd := r.at, r.call.Cwd
	if r.call.Where != "" { // another machine has the same kinds of places, but not our project
		at = Dirs{Home: r.at.Home}
		if !strings.HasPrefix(cwd.Path.Prefix(), "/") {
			cwd = shell.Dir{}
		}
	}
	c := ClassOf(r.remotePath(kind, w), cwd, at)
	if (kind == rule.Mode || kind == rule.Owner) && at.Project != "" && c&Project != 0 {
		c &^= Temp // a project may well lie in /tmp
	}
	if kind == rule.Delete && c&Project != 0 && c&(ProjectRoot|VCS|Generated) == 0 && r.madeAgain(w, cwd, at) {
		c |= Made
	}
	if c&Guard != 0 && r.besideGuard(kind, w, cwd, at) {
		c &^= Guard
	}
	if kind == rule.Overwrite && c&ProjectRoot != 0 && r.searched(w) && !r.leavesOutGit() {
		c |= VCS
	}
	if c&TempRoot != 0 && (r.aged() || r.buildsImage()) {
		c &^= TempRoot
	}
	if kind == rule.Overwrite && c&Project != 0 && (w.Made || r.fromTemplate(w)) {
		c |= Made
	}
	if w.Made && kind == rule.Delete && c&(Root|Home|System|AboveProject|ProjectRoot) == 0 {
		c |= Made // no script makes a home directory in passing
	}
	return c
}

// remotePath drops the host of host:path, which rsync and scp write to.
func (r *collector) remotePath(kind rule.EffectKind, w shell.Word) shell.Word {
	if kind != rule.Delete && kind != rule.Overwrite {
		return w
	}
	if i := hostEnd(r.call.Program, w); i >= 0 {
		v := shell.Word{Parts: append([]shell.Part(nil), w.Parts...), Span: w.Span}
		v.Parts[0].Text = v.Parts[0].Text[min(i+1, len(v.Parts[0].Text)):]
		return v
	}
	return w
}

// hostEnd returns where the host of host:path ends in a word, -1 when it names
// none.
func hostEnd(program string, w shell.Word) int {
	t := w.Prefix()
	host := 2 // a shorter one is a drive, unless the program talks to other machines
	if program == "scp" || program == "rsync" {
		host = 1
	}
	if i := strings.IndexByte(t, ':'); i >= host && !strings.Contains(t[:i], "/") {
		return i
	}
	return -1
}

// Elsewhere reports whether a path of a call may lie on another machine or in
// the file system of another: host:path, rsync://, a Windows drive.
func Elsewhere(program string, w shell.Word) bool {
	t := w.Prefix()
	return hostEnd(program, w) >= 0 || strings.Contains(t, "://") ||
		len(t) > 1 && t[1] == ':' || strings.HasPrefix(t, `\\`)
}

// readsStdin reports whether a word stands for standard input.
func readsStdin(w shell.Word) bool {
	t := w.String()
	return t == "standard input" || t == "-" || t == "@-" || strings.HasSuffix(t, "=@-")
}

// input returns the provenance of standard input.
func (r *collector) input() Origin {
	o := r.all.trace(r.call.Stdin.From)
	if r.call.Stdin.Kind == shell.SourceFile {
		o |= fileOrigin(r.call.Stdin.Text, r.call.Cwd, r.at)
	}
	return o
}

// wordOrigin returns the provenance of what a word carries: of its own parts,
// and of the files that @ and < name in it.
func (r *collector) wordOrigin(w shell.Word) Origin {
	o := r.all.trace(w.From())
	t := w.Prefix()
	if i := strings.IndexAny(t, "@<"); i >= 0 && (i == 0 || t[i-1] == '=') {
		v := shell.Word{Parts: append([]shell.Part(nil), w.Parts...)}
		v.Parts[0].Text = v.Parts[0].Text[i+1:]
		o |= r.fileOrigin(v)
	}
	if r.call.Code != "" && namesEnvironment(w) {
		o |= FromEnv
	}
	return o
}
