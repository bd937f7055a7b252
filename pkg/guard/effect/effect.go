// Package effect works out what a call does to the world, in the vocabulary
// that rules share: rm, find -delete, git clean and shutil.rmtree all delete.
// It knows programs only through their models, and judges nothing.
package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Effect is one thing a call does.
type Effect struct {
	Kind      rule.EffectKind
	Target    *shell.Word
	Class     Class // of the target
	Recursive bool
	Force     bool
	All       bool         // hits everything rather than what is named
	Known     bool         // Run: the text could be read and was judged by what it does
	What      string       // what is affected, in words
	From      Origin       // where the data that is run, sent or written came from
	Source    []shell.Word // what takes the place of the target: a commit, archives, directories
	// Matches reports whether one of some globs matches the text that is written
	// to the target, without blanks; nil where nothing is known of that. Package
	// safety sets it.
	Matches func(globs []string) bool

	path string // what Path returns, where classifying the target has found it
	text string // what Text returns, once it was asked for
}

// TheIndex is what git changes where it notes files for a commit: none of them is
// written.
const TheIndex = "the index"

// manyEffects is up to how many effects of a call are collected in the room for all.
const manyEffects = 64

// Reader lists the effects of the calls of a script. It keeps what it found
// out about where data comes from, for later calls.
type Reader struct {
	script *shell.Script
	at     Dirs
	all    []Origin   // of the output of each call that was asked for
	own    []output   // of each call that a trace led through
	kept   [][]Effect // of each call that was asked for
	room   []Effect   // in which those of a call are collected

	reversed []int            // calls that apply a patch in reverse; nil before it was asked for
	writers  map[string][]int // calls that write a file, by its name; nil before it was asked for
	made     map[string]int   // the first call that makes a repository, by its directory; nil before it was asked for
	last     map[string]int   // the last call that makes something again, by what that is
	servers  map[*shell.Call]server
	asking   map[int]bool // whether the programs of a call ask first
	firsts   firstCalls
	fetched  map[program]Origin // what programs fetch
}

// NewReader returns a Reader for the calls of a script.
func NewReader(s *shell.Script, at Dirs) *Reader { return &Reader{script: s, at: at} }

// Of lists the effects of one call of a script. For more than one call, use a
// Reader.
func Of(s *shell.Script, i int, at Dirs) []Effect { return NewReader(s, at).Of(i) }

// Of lists the effects of a call.
func (x *Reader) Of(i int) []Effect {
	if fault.On {
		for _, w := range x.script.Calls[i].Argv {
			fault.At("effect", w.String())
		}
	}
	if x.kept == nil {
		x.kept = make([][]Effect, len(x.script.Calls))
	}
	if x.kept[i] == nil {
		x.kept[i] = x.effects(i)
	}
	return x.kept[i]
}

// effects works out the effects of a call.
func (x *Reader) effects(i int) []Effect {
	c := &x.script.Calls[i]
	r := collector{all: x, script: x.script, call: c, i: i, at: x.at, out: x.room[:0]}
	x.room = nil // while it is in use: this may ask for the effects of other calls
	if c.Effect != "" {
		r.given()
	}
	if c.Model != nil && !c.Args.Has(c.Model.Harmless...) && !triesOnly(c) && !triedTool(c) {
		for _, v := range c.Args.Verbs {
			r.verb(v)
		}
		for k := range c.Settings {
			r.setting(&c.Settings[k])
		}
	}
	r.dropTrials()
	r.byForm()
	r.noteSecrets()
	r.what = ""
	for k := range c.Redirs {
		r.redirect(&c.Redirs[k])
	}
	for k := range c.Runs {
		r.runs(&c.Runs[k])
	}
	r.guardGiven()
	if x.respells(i) {
		r.out = append(r.out, Effect{Kind: rule.Secret, What: "a key in another spelling", From: FromEncoded})
	}
	if c.Boxed() {
		r.out = slices.DeleteFunc(r.out, r.boxed)
	}
	if c.Where != "" && len(r.out) > 0 {
		r.notePlace()
	}
	if len(r.out) > manyEffects {
		return r.out // they are not copied
	}
	x.room = r.out
	return append(make([]Effect, 0, len(r.out)), r.out...)
}

// boxed reports whether an effect is gone with the container that was made for
// the call.
func (r *collector) boxed(e Effect) bool {
	switch e.Kind {
	case rule.Service, rule.Power, rule.Kill, rule.User, rule.Firewall, rule.Kernel, rule.Install, rule.Remove, rule.Cover:
		return true
	case rule.Delete, rule.Overwrite, rule.Append, rule.Fill, rule.Edit, rule.Read, rule.Move, rule.Link, rule.Format, rule.Mode, rule.Owner,
		rule.Discard, rule.Rewrite, rule.Persist, rule.Guard:
		return e.Target != nil && r.call.Discarded(*e.Target)
	}
	return false
}

// outside returns where what an effect falls on lies, seen from outside of the container that
// a call runs in.
func (r *collector) outside(kind rule.EffectKind, target *shell.Word) []*shell.Word {
	if r.call.Box == nil || !fallsOnPath(kind) {
		return []*shell.Word{target}
	}
	words := r.call.Outside(*target, kind != rule.Read)
	if len(words) == 1 && !words[0].Outside {
		return []*shell.Word{target}
	}
	out := make([]*shell.Word, len(words))
	for i := range words {
		out[i] = &words[i]
	}
	return out
}

// collector collects the effects of one call.
type collector struct {
	all      *Reader
	script   *shell.Script
	call     *shell.Call
	i        int // the number of the call
	at       Dirs
	out      []Effect
	discards map[string]bool // targets of what is discarded
	what     string          // of the effect whose target is classified
	path     string          // of the target that was classified last, "" where it is not known

	targets       map[shell.Span]bool // of the effects; nil before it was asked for
	among, beside *bool               // what amongOutput and besideOutput found
}

// given takes over what a reader of another language found.
func (r *collector) given() {
	e := Effect{Kind: r.call.Effect, All: r.call.All}
	if e.Kind == rule.Drop && r.scratchDatabase() || e.Kind == rule.Pay && r.testKey() {
		return
	}
	if len(r.call.Argv) > 0 {
		e.What = r.call.Argv[0].String()
	}
	if e.Kind == rule.Drop {
		e.What += r.server(e.What)
	}
	for k := 1; k < len(r.call.Argv); k++ {
		for _, target := range r.outside(e.Kind, &r.call.Argv[k]) {
			e.Target = target
			e.Class = r.class(e.Kind, *target)
			r.out = append(r.out, e)
		}
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
		if row.What == buildArgument && !r.pushesImage() {
			continue // it stays here
		}
		if row.Do == rule.Drop && (r.forTests() || r.scratchClient(r.call)) || (row.Do == rule.Discard || row.Do == rule.Rewrite) && r.scratch() || row.Do == rule.Discard && r.call.InClone {
			continue
		}
		e := Effect{
			Kind:      row.Do,
			What:      row.What,
			All:       row.Scale == "all",
			Recursive: given(a, row.Recursive),
			Force:     given(a, row.Force),
		}
		r.what = row.What
		if row.Source != "" {
			if e.Source = r.words(row.Source); len(e.Source) == 0 && row.Do == rule.Rewrite {
				e.Source = []shell.Word{r.fixed("HEAD")} // git's default
			}
		}
		if row.Do == rule.Drop && (inUse(r.environment()) || inUse(value(r.call, "-h"))) {
			e.What += InProduction
		} else if row.Do == rule.Drop && strings.Contains(value(r.call, "-h"), ".") && !local(value(r.call, "-h")) {
			e.What += OnAnother
		}
		if row.On == "" {
			r.add(e, nil)
			continue
		}
		words := r.words(row.On)
		if row.On == "values" {
			words = r.call.Assigned(v.Operand)
		}
		if !onPaths(row.Do) {
			words = behindSub(a, v, row.On, words)
		}
		if row.On == "cwd" && len(r.call.Cwd.Path.Parts) > 0 && row.What == unpacked && strings.HasPrefix(r.call.Cwd.Path.Prefix(), "/") {
			words = []shell.Word{r.call.Cwd.Path} // -C /etc
		}
		if e.Recursive && r.mirrors(e.Source) {
			e.What = copied
		}
		r.out = slices.Grow(r.out, len(words))
		for i := range words {
			if row.On != "cwd" && onPaths(row.Do) && words[i].Is("") {
				continue // rm -rf "" deletes nothing
			}
			r.add(e, &words[i])
		}
		if len(words) == 0 && !onPaths(row.Do) && row.On != "behind" && row.On != "uploads" { // git push --force names no ref and still pushes
			r.add(e, nil)
		}
	}
}

// behindSub returns the words that are no part of the subcommand, which may
// be longer than the program's depth: "app" of fly apps destroy app.
func behindSub(a *shell.Args, v *rule.Verb, on string, words []shell.Word) []shell.Word {
	n := a.SubOperands(v.Sub)
	switch on {
	case "operands":
	case "rest":
		if n == 0 && len(words) == 0 {
			return a.Operands // the model cut the subcommand off: limine bios-install disk.img
		}
		n--
	default:
		return words
	}
	return words[min(max(n, 0), len(words)):]
}

// onPaths reports whether an effect needs a path to fall on.
func onPaths(kind rule.EffectKind) bool {
	switch kind {
	case rule.Delete, rule.Overwrite, rule.Append, rule.Fill, rule.Read, rule.Move, rule.Link, rule.Format, rule.Mode, rule.Owner:
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
	case on == "clone":
		return r.call.Cloned()
	case on == "repository":
		return []shell.Word{r.repository()}
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

// add completes an effect from its target, which stays as it is, and appends it.
func (r *collector) add(e Effect, target *shell.Word) {
	if target != nil && r.call.Box != nil {
		for _, t := range r.outside(e.Kind, target) {
			r.addOne(e, t)
		}
		return
	}
	r.addOne(e, target)
}

func (r *collector) addOne(e Effect, target *shell.Word) {
	if e.Kind == rule.Discard && target != nil && r.discarded(target.String()) {
		return // another row has it
	}
	if e.Kind == rule.Overwrite && target != nil && r.onlyIfMissing(*target) {
		e.Kind = rule.Edit // nothing is there to be overwritten
	}
	if target != nil {
		r.onto(&e, target)
	}
	r.from(&e, target)
	if e.Kind == rule.Send || e.Kind == rule.Fetch {
		r.keys(&e)
	}
	if n := len(r.out); n == cap(r.out) { // append would copy most of many effects five times
		r.out = slices.Grow(r.out, max(n, 1))
	}
	r.out = append(r.out, e)
}

// discarded notes that the changes of a target are thrown away, and reports whether that was
// known.
func (r *collector) discarded(name string) bool {
	known := r.discards[name]
	if r.discards == nil {
		r.discards = make(map[string]bool)
	}
	r.discards[name] = true
	return known
}

// onto fills in what the target of an effect says of it: its class, what is done to it in
// particular, and how far that goes.
func (r *collector) onto(e *Effect, target *shell.Word) {
	w := *target
	e.Target = target
	e.Class = r.class(e.Kind, w)
	e.path = r.path
	e.From |= r.all.trace(w.From())
	switch {
	case r.reachesRoot(*e, w):
		e.Class |= MaybeRoot
	case e.Class&MaybeRoot != 0 && (r.found() && r.quoted(w) || r.listed(w)):
		e.Class &^= MaybeRoot // find "" finds nothing
	}
	switch e.Kind {
	case rule.Delete:
		if r.deletesPatch(w) {
			e.What = takenBack
		}
		if start := r.searchedFrom(); start != "" {
			e.What = "what is found below " + start
		}
		e.Recursive = wide(w) || e.Recursive && !singleFile(w)
	case rule.Overwrite:
		e.Force = e.Force || r.empties()
		if r.heaps(w) {
			e.What = Heaped
		}
	case rule.Move:
		if e.Class&System != 0 && r.renamed(w) {
			e.What = Renamed
		}
	case rule.Discard:
		if e.From&FromChanges != 0 && r.keepsCopy() {
			e.From &^= FromChanges
		}
	case rule.Mode, rule.Owner:
		if e.Class&(Root|System) != 0 { // elsewhere this is how trees are tidied up
			e.Recursive = wide(w) || e.Recursive
		}
	case rule.Destroy:
		if r.again() && strings.Contains(w.String(), "$") {
			e.All = true // each of many words, one after the other
		}
	}
}

// from adds where the data came from that an effect sends, writes or installs.
func (r *collector) from(e *Effect, target *shell.Word) {
	switch {
	case e.Kind == rule.Send && (target == nil || readsStdin(*target)):
		e.From |= r.input()
		if r.shellOutput() {
			e.Kind, e.All, e.What = rule.Listen, true, "a shell"
		}
	case target != nil && (e.Kind == rule.Send || e.Kind == rule.Fetch):
		e.From |= r.wordOrigin(*target)
	case e.Kind == rule.Overwrite && r.call.Model != nil && r.call.Model.Names[0] == "tar":
		e.From |= r.input()
	case e.Kind == rule.Overwrite && r.call.Model != nil && r.call.Model.Names[0] == "crontab":
		e.From |= r.listedJobs()
	}
	if target == nil {
		return
	}
	if r.carries(e.Kind, *target) {
		e.From |= r.fileOrigin(*target)
	}
	if e.Kind == rule.Install {
		e.From |= r.writtenFrom(*target, FromPlain)
	}
}

// again reports whether the call runs once for each of many words.
func (r *collector) again() bool {
	return r.call.Loop || len(r.call.Wrappers) > 0 && (slices.Contains(r.call.Wrappers, "xargs") || slices.Contains(r.call.Wrappers, "parallel"))
}
