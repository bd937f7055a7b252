package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Origin is a set of places that data came from.
type Origin uint32

// The origins, named as in rules.
const (
	FromNetwork Origin = 1 << iota
	FromDecoded
	FromSecret
	FromEnv
	FromWritten
	FromUnknown
	FromStdin
	FromEncoded
	FromHistory
	FromData
	FromItself
	FromPlain
	FromChanges
)

var originNames = [...]string{
	rule.FromNetwork, rule.FromDecoded, rule.FromSecret, rule.FromEnv, rule.FromWritten, rule.FromUnknown, rule.FromStdin,
	rule.FromEncoded, rule.FromHistory, rule.FromData, rule.FromItself,
	rule.FromPlain, rule.FromChanges,
}

// Has reports whether the set holds the origin of that name.
func (o Origin) Has(name string) bool {
	return o&originNamed(name) != 0
}

// originNamed returns the origin of that name, none for "".
func originNamed(name string) Origin {
	for i, n := range originNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// ofOutput returns the origin of what a call prints by itself, without what it
// reads.
func (x *Reader) ofOutput(i int) Origin {
	c := &x.script.Calls[i]
	o := origin(c, x.at)
	for k := range c.Redirs {
		if d := &c.Redirs[k]; d.Op == "<>" && shell.IsConnection(d.Word) {
			o |= FromNetwork
		}
	}
	if c.Stdin.Kind == shell.SourceFile {
		o |= fileOrigin(c.Stdin.Text, c.Cwd, x.at)
	}
	return o
}

// passesOn reports whether a call prints its arguments, encoded or not. Other
// programs make something new of theirs: a token is not the key it was signed
// with.
func passesOn(c *shell.Call) bool {
	switch c.Prints() {
	case rule.PrintsArguments, rule.PrintsFormat, rule.PrintsFiles, rule.PrintsBase64, rule.PrintsUnbase64:
		return true
	}
	return c.Program == ""
}

// origin returns the origin of a single call's output.
func origin(c *shell.Call, at Dirs) Origin {
	var o Origin
	if row := c.Output(); row != nil {
		o |= originNamed(row.From)
	}
	if passesOn(c) {
		for k := range c.Argv {
			o |= keys(c.Argv[k])
		}
	}
	if c.Model == nil || c.Args.Has(c.Model.Harmless...) {
		return o
	}
	for _, v := range c.Args.Verbs {
		if !c.Args.Holds(v) {
			continue
		}
		for _, row := range v.Effects {
			switch row.Do {
			case rule.Fetch:
				o |= FromNetwork | plain(c)
			case rule.Secret:
				o |= FromSecret
			case rule.Read:
				r := collector{call: c, at: at}
				for _, w := range r.words(row.On) {
					o |= fileOrigin(w, c.Cwd, at)
				}
			}
		}
	}
	return o
}

// plain returns FromPlain for a call that fetches over a connection without
// encryption from another machine.
func plain(c *shell.Call) Origin {
	for _, w := range c.Args.Operands {
		t := strings.ToLower(w.Prefix())
		rest, ok := strings.CutPrefix(t, "http://")
		if !ok {
			rest, ok = strings.CutPrefix(t, "ftp://")
		}
		if !ok && (c.Args.Has("--no-check-certificate") || c.Args.Has("-k") && c.Model.Names[0] == "curl") {
			rest, ok = strings.CutPrefix(t, "https://")
		}
		if ok && rest != "" && !IsNear(rest) {
			return FromPlain
		}
	}
	return 0
}

// IsNear reports whether an address, without its scheme, lies on this machine or in its
// network.
func IsNear(host string) bool {
	return slices.ContainsFunc(hostNearWords[:], func(p string) bool { return strings.HasPrefix(host, p) })
}

// fileOrigin returns the origin of a file's content.
func fileOrigin(w shell.Word, d shell.Dir, at Dirs) Origin {
	if ClassOf(w, d, at)&Secret != 0 {
		return FromSecret
	}
	if shell.IsConnection(w) {
		return FromNetwork
	}
	if t := w.Prefix(); strings.HasPrefix(t, "/proc/") && strings.HasSuffix(t, "/environ") {
		return FromEnv
	}
	return 0
}

// fileOrigin returns the origin of a file's content, which an earlier call of
// the script may have written: tar cf a.tar ~/.ssh; curl -T a.tar ..
func (r *collector) fileOrigin(w shell.Word) Origin {
	return fileOrigin(w, r.call.Cwd, r.at) | r.writtenFrom(w, FromSecret|FromEnv)
}

// writtenFrom returns where the content of a file came from, among some origins, if an
// earlier call of the script wrote it.
func (r *collector) writtenFrom(w shell.Word, of Origin) Origin {
	var o Origin
	name, ok := w.Literal()
	if !ok || name == "" {
		return o
	}
	for _, i := range r.all.writersOf(name) {
		if i >= r.i {
			break
		}
		o |= r.all.trace([]int{i}) & of
	}
	return o
}

// writersOf returns the calls that write the file of that name, in order.
func (x *Reader) writersOf(name string) []int {
	if x.writers == nil {
		x.writers = make(map[string][]int)
		for i := range x.script.Calls {
			x.noteWriter(i)
		}
	}
	return x.writers[strings.TrimPrefix(name, "./")]
}

// FromSecrets returns the files that calls before one write from secrets, by the calls and the
// names that they have there.
func (x *Reader) FromSecrets(before int) (calls []int, names []string) {
	x.writersOf("")
	for name, writers := range x.writers {
		for _, i := range writers {
			if i < before && x.script.Calls[i].Where == "" && x.trace([]int{i})&FromSecret != 0 {
				calls, names = append(calls, i), append(names, name)
			}
		}
	}
	return calls, names
}

// noteWriter notes the files that a call writes.
func (x *Reader) noteWriter(i int) {
	c := &x.script.Calls[i]
	note := func(w shell.Word) {
		name, ok := w.Literal()
		if name = strings.TrimPrefix(name, "./"); ok {
			x.writers[name] = append(x.writers[name], i)
		}
	}
	for k := range c.Redirs {
		if d := &c.Redirs[k]; strings.HasPrefix(d.Op, ">") {
			note(d.Word)
		}
	}
	if c.Model == nil {
		return
	}
	for _, v := range c.Args.Verbs {
		for _, row := range v.Effects {
			if row.Do != rule.Overwrite && row.Do != rule.Append || !c.Args.Holds(v) {
				continue
			}
			for _, w := range c.On(row.On) {
				note(w)
			}
		}
	}
}

// namesEnvironment reports whether an expression of another language that
// could not be followed is made of the environment as a whole.
func namesEnvironment(w shell.Word) bool {
	for _, p := range w.Parts {
		if p.Kind != shell.Unknown {
			continue
		}
		for _, n := range [...]string{"os.environ", "process.env", "ENV.to_", "%ENV", "$_ENV", "getenv()", "Deno.env.toObject"} {
			_, after, ok := strings.Cut(p.Text, n)
			if ok && !strings.HasPrefix(after, "[") && !strings.HasPrefix(after, ".get(") &&
				(n != "process.env" || !strings.HasPrefix(after, ".")) {
				return true
			}
		}
	}
	return false
}

// siblings returns the origins of what programs of other languages that wrote
// a file fetched. How data flows inside of such a program is not followed.
func (r *collector) siblings(writers []int) Origin {
	var o Origin
	for _, i := range writers {
		if w := &r.script.Calls[i]; w.Code != "" && o == 0 {
			o = r.all.fetchedBy(program{w.Via, w.Code})
		}
	}
	return o
}

// program is one in another language: the call that runs it, and the language.
type program struct {
	via  int
	code string
}

// fetchedBy returns FromNetwork if a program fetches something. All calls are looked at
// once for it.
func (x *Reader) fetchedBy(p program) Origin {
	o, known := x.fetched[p]
	if known || !x.look() {
		return o
	}
	for k := range x.script.Calls {
		if c := &x.script.Calls[k]; c.Via == p.via && c.Code == p.code {
			o |= origin(c, x.at) & FromNetwork
		}
	}
	if x.fetched == nil {
		x.fetched = make(map[program]Origin)
	}
	x.fetched[p] = o
	return o
}

// Addresses returns the addresses from which the program text comes that a
// call runs: of the calls whose output or files it is, what those fetch.
func (x *Reader) Addresses(i int) []shell.Word {
	var out []shell.Word
	c := &x.script.Calls[i]
	todo := x.sources(nil, i)
	for k := range c.Runs {
		todo = append(todo, c.Runs[k].From...)
	}
	seen := map[int]bool{i: true}
	for len(todo) > 0 {
		k := todo[0]
		todo = todo[1:]
		if k < 0 || k >= len(x.script.Calls) || seen[k] {
			continue
		}
		seen[k] = true
		for _, e := range x.Of(k) {
			if e.Kind == rule.Fetch && e.Target != nil {
				out = append(out, *e.Target)
			}
		}
		todo = x.sources(todo, k)
	}
	return out
}

// listedJobs returns FromItself where the text lists the cron jobs that the
// call replaces, and so adds to them.
func (r *collector) listedJobs() Origin {
	if r.all.first(&r.all.firsts.listsJobs, func(c *shell.Call) bool {
		return c.Model != nil && c.Model.Names[0] == "crontab" && c.Args.Has("-l")
	}) < len(r.script.Calls) {
		return FromItself
	}
	return 0
}
