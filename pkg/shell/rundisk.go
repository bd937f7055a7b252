package shell

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// fileOnDisk follows a program file that was there before the text ran. It
// reports whether there is one.
func (r *runner) fileOnDisk(file *Word, lang string) bool {
	f := r.f.onDisk(r.i, *file, r.st)
	if f == nil {
		f = r.entry(*file, lang)
	}
	if f == nil {
		r.f.listMissing(r.i, *file, r.st)
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
	r.record(Run{Lang: lang, File: file, From: file.From()})
	if !sameShell(r.call().Program) {
		r.st.zero = file
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
	return r.f.onDisk(r.i, Dir{Path: dir}.Join(lit(name)), r.st)
}

// programOnDisk follows the file that is called by its path: ./x.sh.
func (r *runner) programOnDisk() bool {
	c := r.call()
	if name := c.Argv[0].String(); !strings.Contains(name, "/") || ofTools(name) {
		return false
	}
	in := r.inside("")
	in.st.pass(c.Argv[1:])
	return in.fileOnDisk(&c.Argv[0], "")
}

// ofTools reports whether a path is that of an installed program.
func ofTools(name string) bool {
	return installedProgram(name) || strings.Contains(name, "node_modules/") || strings.Contains(name, "venv/") || strings.Contains(name, "vendor/")
}

// runsOnDisk follows the text of a file, unless it is one that is being followed.
func (r *runner) runsOnDisk(f *onDisk, lang string) {
	switch {
	case r.harmless():
		return
	case r.f.reading[f.path]:
		if r.st.multiplies() {
			r.w.problem(ForkBomb, "a script that keeps starting itself in the background", r.x.span)
		}
		return
	case len(r.f.reading) >= maxFileDepth:
		r.w.leave(&f.textFile, "files run each other too deeply to follow")
		return
	}
	if !r.w.spendOn(&f.textFile, 1+len(f.text)/bytesOfStep) {
		r.leaveFile(f, lang)
		return
	}
	defer r.f.follows(f.path)()
	if !sameShell(r.call().Program) {
		st := r.w.process(r.st, r.x.assigns)
		st.startScript(f.text)
		defer r.st.takeMade(st)
		r = r.in(st)
	}
	if lang != "" {
		f = f.placed(lang)
	}
	at := inFile(&f.textFile, r.x.span)
	before := r.w.enter(at)
	r.program(lit(f.text), lang, at)
	r.w.goBack(before)
}

// leaveFile notes that there is no work left for a file.
func (r *runner) leaveFile(f *onDisk, lang string) {
	if lang == "" {
		r.w.leaveRest(&f.textFile, 0, r.w.whereFrom())
		return
	}
	f = f.placed(lang)
	stand := r.w.standpoint().moved(inFile(&f.textFile, r.x.span))
	r.f.leave(undoneCode{r, stand, lang, f.text, nil})
}

// harmless reports whether the call only checks the program that it is given: bash -n
// x.sh.
func (r *runner) harmless() bool {
	c := r.call()
	return c.Model != nil && c.Args.Has(c.Model.Harmless...)
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
	if r.f.opt.Files == nil || r.st.where != "" || !ok || dir == "" && r.f.opt.Cwd == "" || c.Args.Has("--git-dir", "--dry-run") {
		return
	}
	if !strings.HasPrefix(dir, "/") {
		dir = path.Join(r.f.opt.Cwd, dir)
	}
	for _, name := range n.Files {
		file, root := r.f.opt.Files.Hook(dir, name)
		if file == "" {
			continue
		}
		in := r.st.inside(r.call().Program, r.i, "")
		in.cwd = Dir{Path: lit(root)}
		in.passUnknown()
		if f := r.f.onDisk(r.i, lit(file), in); f != nil {
			script := lit(file)
			in.zero = &script
			r.bare(r.x.span, in).runsOnDisk(f, shebang(lit(f.text)))
		}
	}
}

// passed follows the text of files that calls print or write: cat x.sh | bash. It
// reports whether that is what they do.
func (r *runner) passed(from []int, lang string) bool {
	files := r.f.passedOn(from)
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
	if f := r.w.file(); beside && f != nil && !strings.HasPrefix(name, "/") {
		name = path.Join(path.Dir(f.path), name)
	}
	text, f, ok := r.fileText(lit(name))
	switch {
	case f != nil:
		r.runsOnDisk(f, lang)
	case ok && !r.f.reading[name]:
		defer r.f.follows(name)()
		r.text(lit(text), lang, nil)
	default:
		r.f.listMissing(r.i, lit(name), r.st)
	}
}

// module follows the module that a call names.
func (r *runner) module(n *rule.Nested) {
	c := r.call()
	if len(n.When) == 0 || len(c.Args.Operands) == 0 {
		return
	}
	for _, name := range programFiles(c.Args.Operands[0].String(), n.Lang) {
		if r.f.onDisk(r.i, lit(name), r.st) != nil {
			in := r.inside("")
			in.st.pass(c.Args.Operands[1:])
			file := lit(name)
			in.fileOnDisk(&file, n.Lang)
			return
		}
	}
}

// fileText returns the text of a file that a program reads for what it runs, as the
// text itself wrote it, or else as it is on this machine. f is nil for the former.
func (r *runner) fileText(file Word) (text string, f *onDisk, ok bool) {
	if f := r.f.onDisk(r.i, file, r.st); f != nil {
		return f.text, f, true
	}
	o, ok := r.w.written().read(file, r.st)
	return r.w.textOf(o.word), nil, ok && o.known
}
