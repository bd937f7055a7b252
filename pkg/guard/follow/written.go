package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// written follows program files that the text itself wrote and that a call
// reads: those it names, and those it finds by their names.
func (r *runner) written(n *rule.Nested) {
	r.module(n)
	r.unasked(n)
	if r.w.Written().None() {
		return
	}
	c := *r.call()
	var names []string
	if len(n.Files) > 0 && !r.w.Spend(r.w.Written().Len()) {
		return
	}
	files := globs(&c, n)
	for name, o := range r.w.Written().All() {
		if o.Known && (slices.ContainsFunc(files, func(glob string) bool { return fileMatches(glob, name) })) {
			names = append(names, name)
		}
	}
	for _, v := range c.Argv[1:] {
		for _, word := range programFiles(v.String(), n.Lang) {
			name, ok := c.Cwd.Resolve(shell.LitWord(word))
			if o, wrote := r.w.Written().At(name); ok && wrote && o.Known {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		r.reads(name, n.Lang)
	}
}

// reads follows a file that the text wrote, as a program in a language.
func (r *runner) reads(name, lang string) {
	if r.f.reading[name] {
		return
	}
	done := r.f.follows(name)
	o, _ := r.w.Written().At(name)
	in := r.st.Inside(r.call().Program, r.i, "")
	in.Cwd = r.call().Cwd
	r.bare(r.x.Span, in).text(o.Word, lang, o.From)
	done()
}

// fileMatches reports whether a file has a name that a glob describes. A glob
// with a slash speaks of the directory as well.
func fileMatches(glob, name string) bool {
	if strings.Contains(glob, "/") {
		return shell.MatchGlob(glob, name) || shell.MatchGlob("*/"+glob, name)
	}
	return shell.MatchGlob(glob, path.Base(name))
}

// programFiles lists the files that a word may name: x.py, x.py::test_y,
// --import=./x.mjs or, in Python, a module.
func programFiles(word, lang string) []string {
	if strings.HasPrefix(word, "-") {
		_, value, ok := strings.Cut(word, "=")
		if !ok {
			return nil
		}
		word = value
	}
	word, _, _ = strings.Cut(word, "::")
	if scriptLanguage(word) == lang {
		return []string{word}
	}
	if lang == "python" && word != "" && !strings.ContainsAny(word, "/ ") {
		module := strings.ReplaceAll(word, ".", "/")
		return []string{module + ".py", module + "/__main__.py", module + "/__init__.py"}
	}
	return nil
}

// scriptLanguage returns the language of a program file by its name, "" for others.
func scriptLanguage(name string) string {
	switch path.Ext(name) {
	case ".py", ".pyw":
		return "python"
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx":
		return "javascript"
	case ".rb", ".rake":
		return "ruby"
	case ".pl", ".pm", ".t":
		return "perl"
	case ".php":
		return "php"
	case ".lua":
		return "lua"
	case ".awk":
		return "awk"
	case ".R", ".r":
		return "r"
	case ".jl":
		return "julia"
	case ".ps1":
		return "powershell"
	case ".gradle", ".kts":
		return "groovy"
	case ".exs":
		return "elixir"
	}
	return ""
}

// imports follows the files that a program imports: those of this machine, and those
// that the text wrote.
func (r *runner) imports(lang, src string) {
	r.importsOnDisk(lang, src)
	if r.w.Written().None() || lang != "python" && lang != "javascript" && lang != "ruby" {
		return
	}
	var names []string
	if !r.w.Spend(r.w.Written().Len() * (1 + len(src)/shell.BytesOfStep/8)) {
		return
	}
	for name, o := range r.w.Written().All() {
		if !o.Known || scriptLanguage(name) != lang {
			continue
		}
		stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
		if lang == "python" && (hasClause(src, "import "+stem) || hasClause(src, "from "+stem)) ||
			lang != "python" && (strings.Contains(src, "/"+stem+"'") || strings.Contains(src, "/"+stem+`"`) ||
				strings.Contains(src, "/"+path.Base(name))) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		r.reads(name, lang)
	}
}

// hasClause reports whether a program has a clause, followed by no other letter.
func hasClause(src, clause string) bool {
	for {
		i := strings.Index(src, clause)
		if i < 0 {
			return false
		}
		src = src[i+len(clause):]
		if src == "" || strings.IndexByte(" \t\r\n.,;)", src[0]) >= 0 {
			return true
		}
	}
}
