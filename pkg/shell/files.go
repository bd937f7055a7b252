package shell

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// files are what the text itself wrote, by path: into files, and into process
// substitutions, which go by their name. A path that ends with a slash is a
// directory that the text made.
type files struct {
	by    map[string]*output
	names map[string]bool // last segments of the paths; nil before they were asked for
	gone  map[string]bool // paths that the text deletes or moves away
}

// none reports whether the text wrote nothing so far.
func (f *files) none() bool { return len(f.by) == 0 }

// len returns how many paths there are.
func (f *files) len() int { return len(f.by) }

// all returns what the text wrote, by path, in any order.
func (f *files) all() iter.Seq2[string, *output] { return maps.All(f.by) }

// write records an output as the content of a file, or with more appends it.
func (f *files) write(path string, written *output, more bool) {
	switch {
	case path == "/dev/null":
		return
	case !more:
		f.put(path, written)
		return
	}
	o := *written
	switch old, ok := f.at(path); {
	case ok && old.tail && o.known:
		at := Span{old.word.Span.From, o.word.Span.To}
		o.word, o.known, o.tail = old.word.behind(o.word), false, true
		o.word.Span = at
	case ok && old.known && o.known:
		o.word, o.from, o.items = old.word.behind(o.word), append(old.from, o.from...), append(old.items, o.items...)
	case ok:
		o = old.then(o)
	default: // something stood there before
		o.tail, o.known = o.known, false
	}
	f.put(path, &o)
}

// clipped returns an output that shares no room behind what it holds: that behind
// the content of a file is for what is appended to it.
func (o output) clipped() output {
	o.from, o.items, o.word.Parts = slices.Clip(o.from), slices.Clip(o.items), slices.Clip(o.word.Parts)
	return o
}

// wrote records what call i writes into a file, for this text and for those who
// judge what files hold.
func (w *walker) wrote(i int, path string, o output, more bool, st *state) {
	if old, _ := w.files.at(path); more && !(o.known && (old.known || old.tail)) {
		w.spend(len(old.from)/16 + len(old.word.Parts)/partsOfStep)
	}
	o = o.clipped()
	w.files.write(path, &o, more)
	w.spend(stepsOfFile + len(o.word.Parts)/partsOfStep)
	if st.where == "" && i >= 0 {
		w.script.Written = append(w.script.Written, Written{Path: path, Text: o.word, Known: o.known, By: i, From: o.from})
	}
}

func (f *files) put(path string, o *output) {
	if f.by == nil {
		f.by = map[string]*output{}
	}
	f.by[path] = o
	if f.names != nil {
		f.names[lastOf(path)] = true
	}
}

// named reports whether one of the paths ends in a name.
func (f *files) named(name string) bool {
	if f.names == nil {
		f.names = make(map[string]bool, len(f.by))
		for path := range f.by {
			f.names[lastOf(path)] = true
		}
	}
	return f.names[name]
}

// lastOf returns what stands behind the last slash of a path.
func lastOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// noOutput is what a directory holds as a file.
var noOutput output

// at returns what a file holds that the text itself wrote.
func (f *files) at(path string) (output, bool) {
	if o := f.by[path]; o != nil {
		return *o, true
	}
	return output{}, false
}

// pipe notes an output under the name of a process substitution, which it
// numbers where the name is taken, and returns the name.
func (f *files) pipe(shown string, o output) string {
	name := shown
	for n := len(f.by); ; n++ {
		if _, taken := f.by[name]; !taken {
			break
		}
		name = shown + "#" + strconv.Itoa(n)
	}
	f.put(name, &o)
	return name
}

// read returns the content of a file or process substitution that the text
// itself wrote.
func (f *files) read(target Word, st *state) (output, bool) {
	if len(target.Parts) == 1 && target.Parts[0].Kind == Unknown {
		o, ok := f.at(target.Parts[0].Text)
		return o.clipped(), ok
	}
	if t, ok := target.Literal(); ok && strings.HasPrefix(t, "/dev/fd/") {
		in, ok := st.fd(t[len("/dev/fd/"):])
		return output{word: in.Text, known: in.Known, from: in.From, items: in.items}, ok && in.Kind != SourceFile
	}
	if len(f.by) == 0 {
		return output{}, false
	}
	p, ok := st.cwd.resolve(st.followed(target, true))
	if !ok {
		return output{}, false
	}
	o, ok := f.at(p)
	return o.clipped(), ok
}

// source is standard input from a file. Its content is known where the text
// itself wrote it.
func (f *files) source(target Word, st *state) *Source {
	if o, ok := f.read(target, st); ok {
		return o.source()
	}
	return &Source{Kind: SourceFile, Text: target}
}

// noteFiles remembers the files that a call writes by its own options and
// operands, so that running one of them later is known to run what the call
// brought: curl -o x.sh URL; bash x.sh.
func (t pathTracker) noteFiles(i int) {
	c := &t.w.script.Calls[i]
	if c.Model == nil || t.st.where != "" {
		return
	}
	t.noteScripts(i)
	for _, v := range c.Args.Verbs {
		for _, row := range v.Effects {
			switch row.Do {
			case rule.Overwrite, rule.Fetch:
			case rule.Delete, rule.Move:
				if t.w.opt.Files == nil {
					continue
				}
			default:
				continue
			}
			if !c.Args.Holds(v) {
				break
			}
			if row.Do == rule.Delete || row.Do == rule.Move {
				t.noteGone(c.On(row.On))
				continue
			}
			t.noteWritten(i, row)
		}
	}
}

// noteGone remembers files that a call deletes or moves away.
func (t pathTracker) noteGone(words []Word) {
	for _, v := range words {
		if p, ok := t.st.cwd.resolve(v); ok {
			if t.w.files.gone == nil {
				t.w.files.gone = map[string]bool{}
			}
			t.w.files.gone[p] = true
		}
	}
}

// isGone reports whether the text deletes or moves away a file, or a directory that
// it lies in.
func (f *files) isGone(name string) bool {
	for len(f.gone) > 0 && name != "" {
		if f.gone[name] {
			return true
		}
		name = name[:max(strings.LastIndexByte(name, '/'), 0)]
	}
	return false
}

func (t pathTracker) noteWritten(i int, row rule.Effect) {
	c := &t.w.script.Calls[i]
	for _, target := range c.On(row.On) {
		p, ok := t.st.cwd.resolve(target)
		if !ok || target.Is("-") || strings.HasPrefix(p, "/dev/") && !strings.HasPrefix(p, "/dev/shm/") { // - is standard output
			continue
		}
		o := output{from: t.w.only(i)}
		switch {
		case row.Do == rule.Fetch: // wget and curl -O name the file after the address
			p = path.Base(strings.TrimRight(p, "/"))
			dir := t.st.cwd
			for _, d := range append(c.values("--directory-prefix"), c.values("--output-dir")...) {
				dir = Dir{Path: dir.Join(d)}
			}
			if p, ok = dir.resolve(lit(p)); !ok {
				continue
			}
		case row.On == "last" && len(c.Args.Operands) == 2: // cp and mv carry the content over
			if from, ok := t.w.files.read(c.Args.Operands[0], t.st); ok {
				o = from
			} else {
				o.program = t.w.programFile(c.Args.Operands[0], t.st)
			}
		case c.Program == "dd":
			if f := c.Args.Flag("if"); f != nil && f.Value != nil {
				o.program = t.w.programFile(*f.Value, t.st)
			}
		}
		if _, known := t.w.files.by[p]; !known || row.Do != rule.Fetch {
			t.w.wrote(i, p, o, false, t.st)
		}
	}
}

// noteScripts remembers the scripts that npm pkg set writes.
func (t pathTracker) noteScripts(i int) {
	c := &t.w.script.Calls[i]
	switch c.Model.Names[0] {
	case "npm", "yarn", "pnpm", "bun":
	default:
		return
	}
	if !c.Args.Is([]string{"pkg set"}) {
		return
	}
	for _, v := range c.Args.Operands {
		name, _, ok := strings.Cut(v.Prefix(), "=")
		if name, script := strings.CutPrefix(name, "scripts."); ok && script {
			if p, ok := c.Cwd.resolve(lit("package.json#" + name)); ok {
				t.w.files.put(p, &output{word: v.cut(len("scripts.") + len(name) + 1), known: true, from: []int{i}})
			}
		}
	}
}
