package shell

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lang"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// Bounds of the work that is done for files which a text runs. What lies beyond
// them is not followed; the text itself is.
const (
	maxFileNodes = 60_000
	maxFileCalls = 2000
	maxFileDepth = 8  // files that run files
	nodeBytes    = 32 // bytes of a file that count as a step of work
)

// onDisk is a file that a text runs, as it was before the text ran.
type onDisk struct {
	name  string // as the text has it
	path  string
	text  string
	known bool
	why   string // why it is not known

	listed bool
	entry  int // in Script.Files, if listed

	counted, lines int                    // lines of text[:counted]
	tree           *tree                  // of the text as a shell reads it, once it was parsed
	own            map[string]*onDisk     // with its own path in the text, by language
	steps          map[string][]lang.Step // of the text as a program in a language, once it was read
}

// line returns the line on which an offset of the file stands.
func (f *onDisk) line(at int) int {
	at = min(max(at, 0), len(f.text))
	if at < f.counted {
		f.counted, f.lines = 0, 0
	}
	f.lines += strings.Count(f.text[f.counted:at], "\n")
	f.counted = at
	return f.lines + 1
}

// line returns the line of the file that the statement being walked stands on.
func (w *walker) line() int {
	m := w.spans
	if m.line > 0 || m.file == nil {
		return m.line
	}
	if w.here == nil {
		return m.file.line(m.first)
	}
	return m.file.line(m.first + int(w.here.Pos().Offset()))
}

// place returns where the statement being walked stands in a file, nil where it
// stands in the text itself.
func (w *walker) place() *Place {
	f := w.spans.file
	if f == nil {
		return nil
	}
	return &Place{Path: f.path, Name: f.name, Line: w.line()}
}

// leave notes why not all of a file could be followed.
func (w *walker) leave(f *onDisk, why string) {
	if e := &w.script.Files[f.entry]; e.Why == "" {
		e.Why = why
	}
}

// spendOn is spend for a step of work on a file.
func (w *walker) spendOn(f *onDisk, n int) bool {
	if w.stopped || w.nodes+n > maxFileNodes || len(w.script.Calls) >= maxFileCalls {
		w.leave(f, "the command runs too much to follow")
		return false
	}
	w.nodes += n
	return true
}

// onDisk looks up a file that call i runs, with what the text itself appended to it.
// It is nil where its place is not known, and where the text wrote all of it.
func (w *walker) onDisk(i int, file Word, st *state) *onDisk {
	if w.opt.Files == nil || st.where != "" {
		return nil
	}
	name, ok := st.cwd.resolve(st.followed(file, true))
	o, wrote := w.files[name]
	if !ok || wrote && (o.known || !o.tail) || w.isGone(name) {
		return nil
	}
	f := w.lookUp(i, name)
	if f == nil || !f.known {
		return nil
	}
	if wrote {
		return f.with(f.text + w.holes.text(o.word))
	}
	return f
}

// isGone reports whether the text deletes or moves away a file, or a directory that
// it lies in.
func (w *walker) isGone(name string) bool {
	for len(w.gone) > 0 && name != "" {
		if w.gone[name] {
			return true
		}
		name = name[:max(strings.LastIndexByte(name, '/'), 0)]
	}
	return false
}

// with returns the file with another text.
func (f *onDisk) with(text string) *onDisk {
	other := *f
	other.text, other.counted, other.lines, other.tree, other.steps, other.own = text, 0, 0, nil, nil, nil
	return &other
}

// lookUp looks up a file by its path, which may be relative to where the text
// starts.
func (w *walker) lookUp(i int, name string) *onDisk {
	full := name
	if !strings.HasPrefix(name, "/") {
		if w.opt.Cwd == "" {
			return nil
		}
		full = path.Join(w.opt.Cwd, name)
	}
	f := w.looked[full]
	if f == nil {
		state := w.opt.Files.File(full)
		f = &onDisk{name: w.shortName(full), path: full, text: validUTF8(state.Text), known: state.Known}
		if f.why = state.Why; f.why != rule.NoFile {
			w.list(i, f)
		}
		if w.looked == nil {
			w.looked = map[string]*onDisk{}
		}
		w.looked[full] = f
	}
	return f
}

// list adds a file to those that the script lists.
func (w *walker) list(i int, f *onDisk) {
	f.entry, f.listed = len(w.script.Files), true
	w.script.Files = append(w.script.Files, File{Path: f.path, Text: f.text, Why: f.why, Call: i})
}

// shortName returns a path as messages name it: below the directory that the text
// starts in, or as it is.
func (w *walker) shortName(full string) string {
	if rest, ok := strings.CutPrefix(full, strings.TrimSuffix(w.opt.Cwd, "/")+"/"); ok && w.opt.Cwd != "" {
		return rest
	}
	return full
}

// listMissing lists a file that a call runs and that does not exist.
func (w *walker) listMissing(i int, file Word, st *state) {
	name, ok := st.cwd.resolve(st.followed(file, true))
	if !ok || w.opt.Files == nil || st.where != "" {
		return
	}
	if _, wrote := w.files[name]; wrote || w.isGone(name) {
		return
	}
	if f := w.lookUp(i, name); f != nil && f.why == rule.NoFile && !f.listed {
		w.list(i, f)
	}
}

// fileOnDisk follows a program file that was there before the text ran. It
// reports whether there is one.
func (r *runner) fileOnDisk(file Word, lang string) bool {
	f := r.w.onDisk(r.i, file, r.st)
	if f == nil {
		f = r.entry(file, lang)
	}
	if f == nil {
		r.w.listMissing(r.i, file, r.st)
		return false
	}
	if lang == "" {
		if lang = shebang(lit(f.text)); lang == "" && !strings.HasPrefix(f.text, "#!") {
			lang = scriptLanguage(f.path)
		}
	}
	if lang == "shell" {
		lang = ""
	}
	r.record(Run{Lang: lang, File: &file, From: file.From()})
	if !sameShell(r.call().Program) {
		r.st.zero = &file
	}
	r.runsOnDisk(f, lang)
	return true
}

// entry returns the file that an interpreter runs of a directory.
func (r *runner) entry(dir Word, lang string) *onDisk {
	name := map[string]string{"python": "__main__.py", "javascript": "index.js"}[lang]
	if name == "" || dir.HasUnknown() {
		return nil
	}
	return r.w.onDisk(r.i, Dir{Path: dir}.Join(lit(name)), r.st)
}

// programOnDisk follows the file that is called by its path: ./x.sh.
func (r *runner) programOnDisk() bool {
	c := r.call()
	if name := c.Argv[0].String(); !strings.Contains(name, "/") || ofTools(name) {
		return false
	}
	in := r.inside("")
	in.st.params, in.st.anyArgs = c.Argv[1:], false
	return in.fileOnDisk(c.Argv[0], "")
}

// ofTools reports whether a path is that of an installed program.
func ofTools(name string) bool {
	return installedProgram(name) || strings.Contains(name, "node_modules/") || strings.Contains(name, "venv/") || strings.Contains(name, "vendor/")
}

// runsOnDisk follows the text of a file, unless it is one that is being followed.
func (r *runner) runsOnDisk(f *onDisk, lang string) {
	w := r.w
	switch m := r.call().Model; {
	case m != nil && r.call().Args.Has(m.Harmless...): // bash -n x.sh
		return
	case w.reading[f.path]:
		if (r.st.spawn || r.st.pipe) && !r.st.cond {
			w.problem(ForkBomb, "a script that keeps starting itself in the background", r.x.span)
		}
		return
	case len(w.reading) >= maxFileDepth:
		w.leave(f, "files run each other too deeply to follow")
		return
	}
	if !w.spendOn(f, 1+len(f.text)/nodeBytes) {
		return
	}
	defer w.follows(f.path)()
	if !sameShell(r.call().Program) {
		st := r.process()
		st.script, st.errexit = true, startsErrexit(f.text)
		defer func(in *state) { in.made = st.made }(r.st)
		r = r.in(st)
	}
	here := w.here
	w.here = nil
	if lang != "" {
		f = f.placed(lang)
	}
	r.program(lit(f.text), lang, spanMap{whole: r.x.span, file: f})
	w.here = here
}

// hooks follows the hooks of the repository that a call runs.
func (r *runner) hooks(n *rule.Nested) {
	c := r.call()
	dir, ok := c.Cwd.Path.Literal()
	for k := range c.Args.Flags {
		if f := &c.Args.Flags[k]; f.Name == "-c" && f.Value != nil && strings.HasPrefix(strings.ToLower(f.Value.Prefix()), "core.hookspath=") {
			return // a warning of its own, if it is none of the project's
		}
	}
	if r.w.opt.Files == nil || r.st.where != "" || !ok || dir == "" && r.w.opt.Cwd == "" || c.Args.Has("--git-dir", "--dry-run") {
		return
	}
	if !strings.HasPrefix(dir, "/") {
		dir = path.Join(r.w.opt.Cwd, dir)
	}
	for _, name := range n.Files {
		file, root := r.w.opt.Files.Hook(dir, name)
		if file == "" {
			continue
		}
		in := r.st.inside(r.call().Program, r.i, "")
		in.cwd = Dir{Path: lit(root)}
		in.params, in.anyArgs = nil, true
		if f := r.w.onDisk(r.i, lit(file), in); f != nil {
			script := lit(file)
			in.zero = &script
			r.bare(r.x.span, in).runsOnDisk(f, shebang(lit(f.text)))
		}
	}
}

// passed follows the text of files that calls print or write: cat x.sh | bash. It
// reports whether that is what they do.
func (r *runner) passed(from []int, lang string) bool {
	files := r.w.passed(from)
	for _, f := range files {
		language := lang
		if language == "" {
			language = shebang(lit(f.text))
		}
		r.runsOnDisk(f, language)
	}
	return files != nil
}

// include follows a file that a program text goes on with.
func (r *runner) include(name string, beside bool, lang string) {
	if f := r.w.spans.file; beside && f != nil && !strings.HasPrefix(name, "/") {
		name = path.Join(path.Dir(f.path), name)
	}
	text, f, ok := r.fileText(lit(name))
	switch {
	case f != nil:
		r.runsOnDisk(f, lang)
	case ok && !r.w.reading[name]:
		defer r.w.follows(name)()
		r.text(lit(text), lang, nil)
	default:
		r.w.listMissing(r.i, lit(name), r.st)
	}
}

// module follows the module that a call names.
func (r *runner) module(n *rule.Nested) {
	c := r.call()
	if len(n.When) == 0 || len(c.Args.Operands) == 0 {
		return
	}
	for _, name := range programFiles(c.Args.Operands[0].String(), n.Lang) {
		if r.w.onDisk(r.i, lit(name), r.st) != nil {
			in := r.inside("")
			in.st.params, in.st.anyArgs = c.Args.Operands[1:], false
			in.fileOnDisk(lit(name), n.Lang)
			return
		}
	}
}

// fileText returns the text of a file that a program reads for what it runs, as the
// text itself wrote it, or else as it is on this machine. f is nil for the former.
func (r *runner) fileText(file Word) (text string, f *onDisk, ok bool) {
	if f := r.w.onDisk(r.i, file, r.st); f != nil {
		return f.text, f, true
	}
	o, ok := r.w.files.read(file, r.st)
	return r.w.holes.text(o.word), nil, ok && o.known
}
