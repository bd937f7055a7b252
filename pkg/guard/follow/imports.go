package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxImported bounds how many files are read that the programs of a command import.
const maxImported = 16

// maxImports bounds how deep files are followed that import each other.
const maxImports = 3

// importsOnDisk follows the files of the project that a program of this machine imports,
// if it was named, and those that they import: what tests import is left.
func (r *runner) importsOnDisk(lang, src string) {
	f := r.f.at.WholeFile()
	if r.f.opt.Files == nil || r.st.Where != "" || f == nil || f.Unasked && r.f.importing == 0 && !configures(f.Path) || !r.w.Spend(1+len(src)/shell.BytesOfStep) {
		return
	}
	names := r.importsOf(lang, f.Path, src)
	if r.f.importing >= maxImports {
		r.lookThroughImports(lang, names)
		return
	}
	r.f.importing++
	defer func() { r.f.importing-- }()
	for i, name := range names {
		if r.f.imported++; r.f.imported > maxImported {
			r.lookThroughImports(lang, names[i:])
			break
		}
		if file := r.f.disk.lookUp(r.i, name); file != nil && file.known && !r.f.reading[file.Path] {
			r.bare(r.x.Span, r.st.Inside(r.call().Program, r.i, "")).runsUnasked(file, lang, true)
		}
	}
}

// importsOf lists the files of the project that a program in a language imports.
func (r *runner) importsOf(lang, name, src string) []string {
	switch dir := path.Dir(name); lang {
	case "python":
		return r.f.pythonImports(dir, src)
	case "javascript", "ruby":
		return r.f.quotedImports(lang, dir, src, configures(name))
	case "r":
		return r.sourcedByR(src)
	case "rust":
		return r.f.rustModules(name, src)
	case "go":
		return r.goPackages(src)
	}
	return nil
}

// configures reports whether a file has the settings of a tool, which names there what it
// runs: jest.config.js.
func configures(name string) bool {
	return strings.Contains(path.Base(name), ".config.") || path.Base(name) == "Gemfile"
}

// sourcedByR lists the files that a program in R reads with source, from where it works:
// those it names, and those that it lists for it.
func (r *runner) sourcedByR(src string) (names []string) {
	if !strings.Contains(src, "source") {
		return nil
	}
	for line := range strings.Lines(src) {
		for _, s := range quotedIn(line) {
			switch {
			case strings.ContainsAny(s, "*?[ "):
			case strings.Contains(line, "source(") && scriptLanguage(s) == "r":
				names = append(names, r.matching([]string{s})...)
			case strings.Contains(line, "list.files(") || strings.Contains(line, "dir("):
				names = append(names, r.matching([]string{path.Join(s, "*.R"), path.Join(s, "*.r")})...)
			}
		}
	}
	return names
}

// pythonImports lists the files of the modules that a program imports, from its own
// directory, the one above, which may hold its package, or where the text starts.
func (f *follower) pythonImports(dir, src string) (names []string) {
	bases := []string{dir, path.Dir(dir)}
	if !slices.Contains(bases, f.opt.Cwd) && f.opt.Cwd != "" {
		bases = append(bases, f.opt.Cwd)
	}
	for line := range strings.Lines(src) {
		words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\r\n,()", c) })
		if len(words) < 2 || words[0] != "import" && words[0] != "from" {
			continue
		}
		modules := words[1:]
		at := bases
		if words[0] == "from" {
			modules = []string{words[1]}
			if rest := strings.TrimLeft(words[1], "."); rest != words[1] { // from .util import x
				up := dir
				for range len(words[1]) - len(rest) - 1 {
					up = path.Dir(up)
				}
				at, modules = []string{up}, []string{rest}
			}
			if len(words) > 3 { // from . import util, or from pkg import util
				for _, w := range words[3:] {
					modules = append(modules, strings.Trim(modules[0]+"."+w, "."))
				}
			}
		}
		for _, m := range modules {
			names = append(names, f.pythonModule(at, m)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// pythonModule returns the file of a module, in the first directory that has it.
func (f *follower) pythonModule(bases []string, module string) []string {
	first, rest, _ := strings.Cut(module, ".")
	if first == "" || !shell.IsName(first) {
		return nil
	}
	for _, base := range bases {
		names := f.opt.Files.Names(base + "/*")
		switch {
		case slices.Contains(names, base+"/"+first+".py"):
			return []string{base + "/" + first + ".py"}
		case slices.Contains(names, base+"/"+first+"/"):
			if rest == "" {
				return []string{base + "/" + first + "/__init__.py"}
			}
			return f.pythonModule([]string{base + "/" + first}, rest)
		}
	}
	return nil
}

// quotedImports lists the files that a program names to import them: from "./x",
// require("./x"), require_relative "x"; with all, wherever they stand.
func (f *follower) quotedImports(lang, dir, src string, all bool) (names []string) {
	for line := range strings.Lines(src) {
		relative := lang == "ruby" && readsBeside(strings.TrimSpace(line))
		if !relative && !all && (lang != "javascript" || !strings.Contains(line, "from") && !strings.Contains(line, "import") && !strings.Contains(line, "require")) {
			continue
		}
		for _, s := range quotedIn(line) {
			if !relative && !strings.HasPrefix(s, "./") && !strings.HasPrefix(s, "../") || strings.ContainsAny(s, "*?[ ") {
				continue
			}
			full := path.Join(dir, s)
			stem := strings.TrimSuffix(full, ".js") // TypeScript names what a module becomes
			for _, name := range f.opt.Files.Names(stem + "*") {
				if rest := strings.TrimPrefix(name, stem); name == full || rest != name && scriptLanguage(name) == lang && strings.Count(rest, ".") == 1 && rest[0] == '.' {
					names = append(names, name)
				}
				if name == full+"/" {
					names = append(names, f.opt.Files.Names(full+"/index.*s")...)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// readsBeside reports whether a line of Ruby goes on with a file beside that it stands in.
func readsBeside(line string) bool {
	return strings.HasPrefix(line, "require_relative ") || strings.HasPrefix(line, "eval_gemfile") || strings.HasPrefix(line, "load ") ||
		strings.Contains(line, "eval(File.read(") || strings.Contains(line, "eval File.read(")
}

// rustModules lists the files of the modules that a program declares: mod x;
func (f *follower) rustModules(file, src string) (names []string) {
	dir := path.Dir(file)
	for line := range strings.Lines(src) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "pub ")
		name, isModule := strings.CutPrefix(line, "mod ")
		name, elsewhere := strings.CutSuffix(name, ";")
		if isModule && elsewhere && shell.IsName(name) {
			names = append(names, f.opt.Files.Names(dir+"/"+name+".rs")...)
			names = append(names, f.opt.Files.Names(dir+"/"+name+"/mod.rs")...)
		}
	}
	return names
}

// quotedIn returns what stands in quotes in a line.
func quotedIn(line string) (list []string) {
	for {
		i := strings.IndexAny(line, "\"'`")
		if i < 0 {
			return list
		}
		end := strings.IndexByte(line[i+1:], line[i])
		if end < 0 {
			return list
		}
		list, line = append(list, line[i+1:i+1+end]), line[i+end+2:]
	}
}

// goPackages lists the files of the packages of its own module that a program imports.
func (r *runner) goPackages(src string) (names []string) {
	mod := r.f.disk.lookUp(r.i, "go.mod")
	if mod == nil || !mod.known {
		return nil
	}
	module := ""
	for line := range strings.Lines(mod.Text) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			module = strings.Trim(strings.TrimSpace(name), `"`) + "/"
			break
		}
	}
	head, _, _ := strings.Cut(src, "\nfunc ")
	for _, s := range quotedIn(head) {
		if dir, ok := strings.CutPrefix(s, module); ok && module != "" && !strings.ContainsAny(dir, "*?[\n") {
			for _, name := range r.f.opt.Files.Names(path.Join(path.Dir(mod.Path), dir) + "/*.go") {
				if !strings.HasSuffix(name, "_test.go") {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
