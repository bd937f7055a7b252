package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// sources follows what a compiler does with programs that the text itself
// wrote: they are compiled to be run. Other programs are not looked at.
func (r *runner) sources() {
	if !compilesWord(r.call().Model.Names[0]) {
		return
	}
	c := *r.call()
	if c.Args.Has(c.Model.Harmless...) {
		return
	}
	if r.x.In.Known && slices.ContainsFunc(c.Args.Operands, standardInput) {
		r.bare(r.x.Span, r.st.Inside(c.Program, r.i, "")).text(r.x.In.Text, "c", r.x.In.From)
	}
	for _, name := range r.sourceFiles(&c) {
		if o, _ := r.w.Written().At(name); o.Known {
			r.bare(r.x.Span, r.st.Inside(c.Program, r.i, "")).text(o.Word, languageOf(name), o.From)
		}
	}
}

// sourceFiles returns the files that a compiler is given and that the text
// wrote: those it names or, where it is given a directory, all there and
// below.
func (r *runner) sourceFiles(c *shell.Call) []string {
	var out []string
	for _, v := range c.Args.Operands {
		name, ok := c.Cwd.Resolve(v)
		if _, wrote := r.w.Written().At(name); ok && wrote && languageOf(name) != "" {
			out = append(out, name)
		}
	}
	dir, ok := c.Cwd.Resolve(shell.LitWord("."))
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
	if lang == "" || !r.w.Spend(r.w.Written().Len()) {
		return nil
	}
	for name := range r.w.Written().All() {
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
