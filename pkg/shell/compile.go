package shell

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// sources follows what a compiler does with programs that the text itself
// wrote: they are compiled to be run. Other programs are not looked at.
func (w *walker) sources(i int, x invocation, st *state) {
	c := w.script.Calls[i]
	if !compiles(c.Model) || c.Args.Has(c.Model.Harmless...) {
		return
	}
	if x.in.Known && slices.ContainsFunc(c.Args.Operands, standardInput) {
		w.nestedText(i, x.in.Text, "c", x.in.From, invocation{span: x.span}, st.inside(c.Program, i, ""))
	}
	for _, name := range w.sourceFiles(&c) {
		if o := w.files[name]; o.known {
			w.nestedText(i, o.word, languageOf(name), o.from, invocation{span: x.span}, st.inside(c.Program, i, ""))
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

// sourceFiles are the files that a compiler is given and that the text wrote:
// those it names or, where it is given a directory, all there and below.
func (w *walker) sourceFiles(c *Call) []string {
	var out []string
	for _, v := range c.Args.Operands {
		name, ok := c.Cwd.resolve(v)
		if _, wrote := w.files[name]; ok && wrote && languageOf(name) != "" {
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
	for name := range w.files {
		below := dir == "." && !strings.HasPrefix(name, "/") || strings.HasPrefix(name, dir+"/")
		if below && lang != "" && languageOf(name) == lang {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// languageOf is the language of a source file by its name, "" for others.
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
