package follow

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// unasked follows the files of this machine that a program reads without being given
// them: conftest.py, build.rs, a Rakefile. A name of the model with a hole is filled with
// what the call names, such as the package of go run, and is asked for.
func (r *runner) unasked(n *rule.Nested) {
	c := r.call()
	if r.f.opt.Files == nil || r.st.Where != "" || len(n.Files) == 0 || c.Args.Has(c.Model.Harmless...) {
		return
	}
	in := r.inside("")
	in.st.Cwd = c.Cwd
	dirs := in.namedDirs(n)
	for _, name := range n.Files {
		switch holes := filled(c, name); {
		case holes != nil:
			for _, one := range holes {
				if strings.Contains(one, "*") || fileLanguage(one) == n.Lang {
					in.filesNamed(one, n, false)
				}
			}
		case !strings.Contains(name, "/") && (strings.HasPrefix(name, "*") || strings.HasPrefix(name, "test")): // of tests, which are many
		default:
			for _, dir := range dirs {
				in.filesNamed(dir+name, n, true)
			}
		}
	}
	for _, v := range c.Args.Operands { // tests that are named
		name, _, _ := strings.Cut(v.String(), "::")
		if scriptLanguage(name) == n.Lang && slices.ContainsFunc(n.Files, func(glob string) bool { return fileMatches(glob, name) }) {
			in.filesNamed(name, n, true)
		}
	}
}

// namedDirs returns the directory that a call works in, and those on the way to what it
// names, in which tools look for their files as well: "", "tests/".
func (r *runner) namedDirs(n *rule.Nested) []string {
	const most = 8
	dirs := []string{""}
	for _, v := range r.call().Args.Operands {
		name, ok := v.Literal()
		name, _, _ = strings.Cut(name, "::")
		if !ok || name == "" || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "..") || strings.ContainsAny(name, "*?[=: ") {
			continue
		}
		if path.Ext(name) != "" && scriptLanguage(name) != "" {
			name = path.Dir(name)
		}
		for at := path.Clean(name); at != "." && at != "/"; at = path.Dir(at) {
			if !slices.Contains(dirs, at+"/") && len(dirs) < most {
				dirs = append(dirs, at+"/")
			}
		}
	}
	if n.Up {
		for k, up := 1, "../"; k <= maxUp; k, up = k+1, up+"../" {
			dirs = append(dirs, up)
		}
	}
	return dirs
}

// filled returns a name of a model with its hole filled by each word that it stands for:
// {operands}, {sub} for the subcommand, or the values of an option as in {--bin}. It is
// nil for a name without one.
func filled(c *shell.Call, name string) []string {
	before, rest, ok := strings.Cut(name, "{")
	hole, after, closed := strings.Cut(rest, "}")
	if !ok || !closed {
		return nil
	}
	words := c.Args.Operands
	switch {
	case hole == "sub" && len(c.Args.Sub) > 0:
		words = []shell.Word{shell.LitWord(c.Args.Sub[0])}
	case hole != "operands":
		words = c.Values(hole)
	}
	names := []string{}
	for _, w := range words {
		text, ok := w.Literal()
		if !ok || text == "" || strings.ContainsAny(text, "*?[@") {
			continue
		}
		names = append(names, before+strings.TrimSuffix(text, "/...")+after)
		if dir, all := strings.CutSuffix(text, "/..."); all { // the packages below, some of them
			names = append(names, before+dir+"/*"+after, before+dir+"/*/*"+after)
		}
	}
	return names
}

// globs returns the names of a row, the holes in them filled.
func globs(c *shell.Call, n *rule.Nested) []string {
	var list []string
	for _, name := range n.Files {
		if holes := filled(c, name); holes != nil {
			for _, one := range holes {
				list = append(list, path.Clean(one))
			}
		} else {
			list = append(list, name)
		}
	}
	return list
}

// filesNamed follows the files that a name or a pattern stands for.
func (r *runner) filesNamed(name string, n *rule.Nested, unasked bool) {
	for _, file := range r.named(shell.LitWord(name)) {
		if n.Lang == "go" && strings.HasSuffix(file, "_test.go") {
			continue
		}
		if f := r.f.onDiskAt(r.i, file); f != nil {
			if n.All {
				if n.Lang == "php" && !namesGoal(f.Text, r.call().Args.Sub) {
					continue
				}
				if text := onlyGoals(f.Text, n.Lang, goalsOf(r.call(), n)); text != f.Text {
					f = f.with(text)
				}
			}
			r.bare(r.x.Span, r.st).runsUnasked(f, n.Lang, unasked)
		}
	}
}

// namesGoal reports whether a class of a command of artisan is for a subcommand: its
// signature begins with that.
func namesGoal(text string, sub []string) bool {
	return len(sub) > 0 && (strings.Contains(text, `"`+sub[0]) || strings.Contains(text, `'`+sub[0]))
}

// runsUnasked follows a file, as one that was not asked for.
func (r *runner) runsUnasked(f *onDisk, lang string, unasked bool) {
	if lang == "shell" {
		lang = ""
	}
	if unasked && !f.Unasked {
		f = f.with(f.Text)
		f.Unasked = true
	}
	r.runsOnDisk(f, lang)
}

// named returns the files that a word stands for, which may be a pattern.
func (r *runner) named(word shell.Word) []string {
	name, ok := r.st.Cwd.Resolve(shell.LitWord(word.String()))
	if !ok || word.HasUnknown() || r.f.opt.Files == nil || r.st.Where != "" {
		return nil
	}
	if !strings.ContainsAny(name, "*?[") {
		return []string{name}
	}
	return r.f.matching(name)
}

// matching returns the files that a pattern stands for.
func (f *follower) matching(pattern string) []string {
	if !strings.HasPrefix(pattern, "/") {
		if f.opt.Cwd == "" {
			return nil
		}
		pattern = shell.JoinedPath(f.opt.Cwd, pattern)
	}
	return slices.DeleteFunc(slices.Clone(f.opt.Files.Names(pattern)), func(name string) bool { return strings.HasSuffix(name, "/") })
}

// fileLanguage returns the language of a program or source file by its name.
func fileLanguage(name string) string {
	if lang := scriptLanguage(name); lang != "" {
		return lang
	}
	return languageOf(name)
}
