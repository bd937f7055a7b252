package follow

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// fileOnDisk follows a program file that was there before the text ran. It
// reports whether there is one.
func (r *runner) fileOnDisk(file *shell.Word, lang string) bool {
	if _, literal := file.Literal(); !literal && r.patternOnDisk(*file, lang) {
		return true
	}
	f := r.f.onDisk(r.i, *file, r.st)
	if f == nil {
		f = r.entry(*file, lang)
	}
	if f == nil {
		r.f.listMissing(r.i, *file, r.st)
		return false
	}
	if lang == "" {
		if lang = shebang(shell.LitWord(f.Text)); lang == "" && !strings.HasPrefix(f.Text, "#!") {
			lang = scriptLanguage(f.Path)
		}
	}
	if lang == "shell" {
		lang = ""
	}
	r.record(shell.Run{Lang: lang, File: file, From: file.From()})
	if !shell.SameShell(r.call().Program) {
		r.st.Zero = file
	}
	r.runsOnDisk(f, lang)
	return true
}

// leaveUnread looks through a program that is too long to be read, one of too many, or too
// late, and notes this for a shell script: people do not write scripts of that length. Long
// programs in other languages are bundles, and committed ones are the project's. byName says
// that the name or the first line has to show the language.
func (r *runner) leaveUnread(file shell.Word, lang string, byName bool) {
	name, ok := r.st.Cwd.Resolve(r.st.Followed(file, true))
	if !ok || r.f.opt.Files == nil || r.st.Where != "" {
		return
	}
	f := r.f.disk.lookUp(r.i, name)
	if f == nil {
		return
	}
	if byName && lang == "" {
		if lang = shebang(shell.LitWord(f.head)); lang == "" && !startsShell(f.head) && !shellScript(file.String()) {
			return
		}
	}
	switch {
	case f.why.Reason == unread.Late:
		r.f.unread(unread.Late, f, "could not be read in time", r.x.Span)
	case f.why.Reason == unread.Many:
		r.f.unread(unread.Many, f, "is one of too many to check", r.x.Span)
	case f.why.Reason == unread.Long:
		r.leaveLong(f, lang)
	}
}

// leaveLong looks through a program that is too long to be read.
func (r *runner) leaveLong(f *onDisk, lang string) {
	switch {
	case r.f.opt.Files.Committed(f.Path):
	case lang != "" && lang != "shell":
		r.lookThrough(f, lang)
	default:
		r.f.unread(unread.Long, f, "is too long to check", r.x.Span)
		r.w.LeaveRest(&f.FileText, 0, r.x.Span)
	}
}

// patternOnDisk follows each file that a pattern stands for, as in a loop over x/*.sh. It
// reports whether there is one.
func (r *runner) patternOnDisk(file shell.Word, lang string) bool {
	found := false
	for _, name := range r.named(file) {
		one := shell.LitWord(name)
		found = r.fileOnDisk(&one, lang) || found
	}
	return found
}

// entry returns the file that an interpreter runs of a directory.
func (r *runner) entry(dir shell.Word, lang string) *onDisk {
	name := map[string]string{"python": "__main__.py", "javascript": "index.js"}[lang]
	if name == "" || dir.HasUnknown() {
		return nil
	}
	return r.f.onDisk(r.i, shell.Dir{Path: dir}.Join(shell.LitWord(name)), r.st)
}

// ProgramsOfUser finds programs by their names. Files that are looked through may.
type ProgramsOfUser interface {
	// Program returns the path of a program of the user's; "" of others.
	Program(name string) string
}

// programOnDisk follows the file that is called by its path: ./x.sh.
func (r *runner) programOnDisk() bool {
	c := r.call()
	name := c.Argv[0].String()
	program := c.Argv[0]
	if found, ok := r.f.opt.Files.(ProgramsOfUser); ok && c.Model == nil && !strings.Contains(name, "/") && r.st.Where == "" {
		if name = found.Program(name); name != "" {
			program = shell.LitWord(name)
			program.Span = c.Argv[0].Span
		}
	}
	if !strings.Contains(name, "/") || ofTools(name) {
		return false
	}
	in := r.inside("")
	in.st.Pass(c.Argv[1:])
	found := in.fileOnDisk(&program, "")
	if !found {
		in.leaveUnread(c.Argv[0], "", true)
	}
	return found
}

// startsShell reports whether a file is a script for a shell by its first line.
func startsShell(head string) bool {
	line, _, _ := strings.Cut(head, "\n")
	return strings.HasPrefix(line, "#!") && shebang(shell.LitWord(line)) == "" && strings.Contains(line, "sh")
}

// shellScript reports whether a file is a script for a shell by its name.
func shellScript(name string) bool {
	switch path.Ext(name) {
	case ".sh", ".bash", ".zsh", ".ksh", ".command":
		return true
	}
	return false
}

// ofTools reports whether a path is that of an installed program.
func ofTools(name string) bool {
	return shell.InstalledProgram(name) || strings.Contains(name, "node_modules/") || strings.Contains(name, "venv/") || strings.Contains(name, "vendor/")
}

// runsOnDisk follows the text of a file, unless it is one that is being followed.
func (r *runner) runsOnDisk(f *onDisk, lang string) {
	switch {
	case r.harmless():
		return
	case !f.known:
		r.leaveLong(f, lang)
		return
	case r.f.reading[f.Path]:
		if r.st.Multiplies() {
			r.w.Problem(shell.ForkBomb, "a script that keeps starting itself in the background", r.x.Span)
		}
		return
	case len(r.f.reading) >= maxFileDepth:
		r.f.unread(unread.Deep, f, "is too deep among scripts that run each other", r.x.Span)
		return
	}
	if !r.w.SpendOn(&f.FileText, 1+len(f.Text)/shell.BytesOfStep) {
		r.leaveFile(f, lang)
		return
	}
	defer r.f.follows(f.Path)()
	if by := r.f.at.File(); by != nil && by.Unasked && !f.Unasked {
		f = f.with(f.Text)
		f.Unasked = true
	}
	if !shell.SameShell(r.call().Program) {
		st := r.w.Process(r.st, r.x.Assigns)
		st.StartScript(f.Text)
		defer r.st.TakeMade(st)
		r = r.in(st)
	}
	if lang != "" {
		f = f.placed(lang)
	}
	at := interpret.InFile(&f.FileText, r.x.Span)
	before := r.f.at.Enter(at)
	r.program(shell.LitWord(f.Text), lang, at)
	r.f.at.GoBack(before)
}

// leaveFile notes that there is no work left for a file.
func (r *runner) leaveFile(f *onDisk, lang string) {
	if lang == "" {
		r.w.LeaveRest(&f.FileText, 0, r.f.at.Whole())
		return
	}
	f = f.placed(lang)
	stand := r.f.at.Standpoint().Moved(interpret.InFile(&f.FileText, r.x.Span))
	r.f.leave(undoneCode{r: r, stand: stand, language: lang, source: f.Text})
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
	if r.f.opt.Files == nil || r.st.Where != "" || !ok || dir == "" && r.f.opt.Cwd == "" || c.Args.Has("--git-dir", "--dry-run") {
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
		in := r.st.Inside(r.call().Program, r.i, "")
		in.Cwd = shell.Dir{Path: shell.LitWord(root)}
		in.PassUnknown()
		if f := r.f.onDisk(r.i, shell.LitWord(file), in); f != nil {
			script := shell.LitWord(file)
			in.Zero = &script
			r.bare(r.x.Span, in).runsOnDisk(f, shebang(shell.LitWord(f.Text)))
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
			language = shebang(shell.LitWord(f.Text))
		}
		r.runsOnDisk(f, language)
	}
	return files != nil
}

// include follows a file that a program text goes on with.
func (r *runner) include(name string, beside bool, lang string) {
	if f := r.f.at.File(); beside && f != nil && !strings.HasPrefix(name, "/") {
		name = path.Join(path.Dir(f.Path), name)
	}
	text, f, ok := r.fileText(shell.LitWord(name))
	switch {
	case f != nil:
		r.runsOnDisk(f, lang)
	case ok && !r.f.reading[name]:
		defer r.f.follows(name)()
		r.text(shell.LitWord(text), lang, nil)
	default:
		r.f.listMissing(r.i, shell.LitWord(name), r.st)
	}
}

// module follows the module that a call names.
func (r *runner) module(n *rule.Nested) {
	c := r.call()
	if len(n.When) == 0 || len(c.Args.Operands) == 0 {
		return
	}
	for _, name := range programFiles(c.Args.Operands[0].String(), n.Lang) {
		if r.f.onDisk(r.i, shell.LitWord(name), r.st) != nil {
			in := r.inside("")
			in.st.Pass(c.Args.Operands[1:])
			file := shell.LitWord(name)
			in.fileOnDisk(&file, n.Lang)
			return
		}
	}
}

// fileText returns the text of a file that a program reads for what it runs, as the
// text itself wrote it, or else as it is on this machine. f is nil for the former.
func (r *runner) fileText(file shell.Word) (text string, f *onDisk, ok bool) {
	if f := r.f.onDisk(r.i, file, r.st); f != nil {
		return f.Text, f, true
	}
	o, ok := r.w.Written().Read(file, r.st)
	return r.w.TextOf(o.Word), nil, ok && o.Known
}
