package interpret

import (
	"iter"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Files are what the text itself wrote, by path: into files, and into process
// substitutions, which go by their name. A path that ends with a slash is a
// directory that the text made.
type Files struct {
	by    map[string]*Output
	names map[string]bool // last segments of the paths; nil before they were asked for
	gone  map[string]bool // paths that the text deletes or moves away
}

// None reports whether the text wrote nothing so far.
func (f *Files) None() bool { return len(f.by) == 0 }

// Len returns how many paths there are.
func (f *Files) Len() int { return len(f.by) }

// All returns what the text wrote, by path, in any order.
func (f *Files) All() iter.Seq2[string, *Output] { return maps.All(f.by) }

// write records an output as the content of a file, or with more appends it.
func (f *Files) write(path string, written *Output, more bool) {
	switch {
	case path == "/dev/null":
		return
	case !more:
		f.put(path, written)
		return
	}
	o := *written
	switch old, ok := f.At(path); {
	case ok && old.Tail && o.Known:
		at := shell.Span{From: old.Word.Span.From, To: o.Word.Span.To}
		o.Word, o.Known, o.Tail = old.Word.Behind(o.Word), false, true
		o.Word.Span = at
	case ok && old.Known && o.Known:
		o.Word, o.From, o.items = old.Word.Behind(o.Word), append(old.From, o.From...), append(old.items, o.items...)
	case ok:
		o = old.then(o)
	default: // something stood there before
		o.Tail, o.Known = o.Known, false
	}
	f.put(path, &o)
}

// clipped returns an output whose slices have no spare capacity: that of a file's content is
// for text that is appended to the file.
func (o Output) clipped() Output {
	o.From, o.items, o.Word.Parts = slices.Clip(o.From), slices.Clip(o.items), slices.Clip(o.Word.Parts)
	return o
}

// wrote records what call i writes into a file, for this text and for those who
// judge what files hold.
func (w *Walker) wrote(i int, path string, o Output, more bool, st *State) {
	if old, _ := w.files.At(path); more && !(o.Known && (old.Known || old.Tail)) {
		w.Spend(len(old.From)/16 + len(old.Word.Parts)/shell.PartsOfStep)
	}
	o = o.clipped()
	w.files.write(path, &o, more)
	w.Spend(stepsOfFile + len(o.Word.Parts)/shell.PartsOfStep)
	if st.Where == "" && i >= 0 {
		w.script.Written = append(w.script.Written, shell.Written{Path: path, Text: o.Word, Known: o.Known, By: i, From: o.From})
	}
}

func (f *Files) put(path string, o *Output) {
	if f.by == nil {
		f.by = map[string]*Output{}
	}
	f.by[path] = o
	if f.names != nil {
		f.names[lastOf(path)] = true
	}
}

// named reports whether one of the paths ends in a name.
func (f *Files) named(name string) bool {
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
var noOutput Output

// At returns what a file holds that the text itself wrote.
func (f *Files) At(path string) (Output, bool) {
	if o := f.by[path]; o != nil {
		return *o, true
	}
	return Output{}, false
}

// pipe notes an output under the name of a process substitution, which it
// numbers where the name is taken, and returns the name.
func (f *Files) pipe(shown string, o Output) string {
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

// Read returns the content of a file or process substitution that the text
// itself wrote.
func (f *Files) Read(target shell.Word, st *State) (Output, bool) {
	if len(target.Parts) == 1 && target.Parts[0].Kind == shell.Unknown {
		o, ok := f.At(target.Parts[0].Text)
		return o.clipped(), ok
	}
	if t, ok := target.Literal(); ok && strings.HasPrefix(t, "/dev/fd/") {
		in, ok := st.fd(t[len("/dev/fd/"):])
		return Output{Word: in.Text, Known: in.Known, From: in.From, items: in.Items}, ok && in.Kind != shell.SourceFile
	}
	if len(f.by) == 0 {
		return Output{}, false
	}
	p, ok := st.Cwd.Resolve(st.Followed(target, true))
	if !ok {
		return Output{}, false
	}
	o, ok := f.At(p)
	return o.clipped(), ok
}

// Source is standard input from a file. Its content is known where the text
// itself wrote it.
func (f *Files) Source(target shell.Word, st *State) *shell.Source {
	if o, ok := f.Read(target, st); ok {
		return o.source()
	}
	return &shell.Source{Kind: shell.SourceFile, Text: target}
}

// noteFiles remembers the files that a call writes by its own options and
// operands, so that running one of them later is known to run what the call
// brought: curl -o x.sh URL; bash x.sh.
func (t pathTracker) noteFiles(i int) {
	c := &t.w.script.Calls[i]
	if c.Model == nil || t.st.Where != "" {
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
func (t pathTracker) noteGone(words []shell.Word) {
	for _, v := range words {
		if p, ok := t.st.Cwd.Resolve(v); ok {
			if t.w.files.gone == nil {
				t.w.files.gone = map[string]bool{}
			}
			t.w.files.gone[p] = true
		}
	}
}

// IsGone reports whether the text deletes or moves away a file, or a directory that
// it lies in.
func (f *Files) IsGone(name string) bool {
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
		p, ok := t.st.Cwd.Resolve(target)
		if !ok || target.Is("-") || strings.HasPrefix(p, "/dev/") && !strings.HasPrefix(p, "/dev/shm/") { // - is standard output
			continue
		}
		o := Output{From: t.w.only(i)}
		switch {
		case row.Do == rule.Fetch: // wget and curl -O name the file after the address
			p = path.Base(strings.TrimRight(p, "/"))
			dir := t.st.Cwd
			for _, d := range append(c.Values("--directory-prefix"), c.Values("--output-dir")...) {
				dir = shell.Dir{Path: dir.Join(d)}
			}
			if p, ok = dir.Resolve(shell.LitWord(p)); !ok {
				continue
			}
		case row.On == "last" && len(c.Args.Operands) == 2: // cp and mv carry the content over
			if from, ok := t.w.files.Read(c.Args.Operands[0], t.st); ok {
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
	if !publishesPackageWord(c.Model.Names[0]) || !c.Args.Is([]string{"pkg set"}) {
		return
	}
	for _, v := range c.Args.Operands {
		name, _, ok := strings.Cut(v.Prefix(), "=")
		if name, script := strings.CutPrefix(name, "scripts."); ok && script {
			if p, ok := c.Cwd.Resolve(shell.LitWord("package.json#" + name)); ok {
				t.w.files.put(p, &Output{Word: v.Cut(len("scripts.") + len(name) + 1), Known: true, From: []int{i}})
			}
		}
	}
}
