package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// sources follows what a compiler does with programs that the text itself
// wrote: they are compiled to be run. Other programs are not looked at.
func (r *runner) sources() {
	if !compiles(r.call().Model) {
		return
	}
	c := *r.call()
	if c.Args.Has(c.Model.Harmless...) {
		return
	}
	if r.x.in.Known && slices.ContainsFunc(c.Args.Operands, standardInput) {
		r.bare(r.x.span, r.st.inside(c.Program, r.i, "")).text(r.x.in.Text, "c", r.x.in.From)
	}
	for _, name := range r.sourceFiles(&c) {
		if o, _ := r.w.written().at(name); o.known {
			r.bare(r.x.span, r.st.inside(c.Program, r.i, "")).text(o.word, languageOf(name), o.from)
		}
	}
}

// compiles reports whether a program compiles or runs source files.
func compiles(m *rule.Command) bool {
	switch m.Names[0] {
	case "gcc", "go", "rustc", "cargo", "java", "javac", "groovy":
		return true
	}
	return false
}

// sourceFiles returns the files that a compiler is given and that the text
// wrote: those it names or, where it is given a directory, all there and
// below.
func (r *runner) sourceFiles(c *Call) []string {
	var out []string
	for _, v := range c.Args.Operands {
		name, ok := c.Cwd.resolve(v)
		if _, wrote := r.w.written().at(name); ok && wrote && languageOf(name) != "" {
			out = append(out, name)
		}
	}
	dir, ok := c.Cwd.resolve(lit("."))
	if !ok || len(out) > 0 {
		return out
	}
	lang := ""
	switch c.Model.Names[0] {
	case "go":
		lang = "go"
	case "cargo":
		lang = "rust"
	}
	if lang == "" || !r.w.spend(r.w.written().len()) {
		return nil
	}
	for name := range r.w.written().all() {
		below := dir == "." && !strings.HasPrefix(name, "/") || strings.HasPrefix(name, dir+"/")
		if below && languageOf(name) == lang {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// languageOf returns the language of a source file by its name, "" for others.
func languageOf(name string) string {
	switch path.Ext(name) {
	case ".c", ".cc", ".cpp", ".cxx", ".h", ".hpp":
		return "c"
	case ".go":
		return "go"
	case ".rs":
		return "rust"
	case ".java", ".groovy", ".kt", ".scala":
		return "java"
	}
	return ""
}
