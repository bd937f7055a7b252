package recipes

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// readPackage returns what the scripts of a package.json run, or the tasks of a
// deno.json.
func readPackage(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	p := openPackage(name, text)
	goals, args := o.goals()
	for _, goal := range goals {
		name, more, _ := strings.Cut(strings.TrimPrefix(goal, "npm:"), " ") // as concurrently and run-s name them
		p.build(name, append(strings.Fields(more), args...), 0)
	}
	return p.out
}

// packageFile is a package.json, a deno.json or a composer.json.
type packageFile struct {
	*file
	keys *formats.Package
	env  []Variable
	done map[string]bool // what is being followed
	out  []Command
}

func openPackage(name, text string) *packageFile {
	p := &packageFile{file: openTree(name, text, tree.JSON), done: map[string]bool{}}
	p.keys = formats.PackageIn(p.doc)
	p.env = p.variables()
	return p
}

// build lists the commands of a script, with those around it.
func (p *packageFile) build(goal string, args []string, depth int) {
	if p.done[goal] || depth > maxDepth || len(p.out) > maxCommands {
		return
	}
	p.done[goal] = true
	defer delete(p.done, goal)
	for _, name := range p.matching(goal) {
		for _, step := range [...]string{"pre" + name, name, "post" + name} {
			for _, s := range p.keys.Named(step) {
				for _, d := range s.Needs {
					p.build(p.doc.Str(d), nil, depth+1)
				}
				for _, c := range s.Run.List() {
					if step == name {
						p.add(c, step, args, depth)
					} else {
						p.add(c, step, nil, depth)
					}
				}
			}
		}
	}
}

// add adds a command. One of Composer may name another script, or a program with
// an @, or be a method, which is not known.
func (p *packageFile) add(n *tree.Node, goal string, args []string, depth int) {
	text := p.doc.Str(n)
	for _, a := range args {
		text += " " + quote(a)
	}
	if rest, ok := strings.CutPrefix(text, "@"); ok {
		name, more, _ := strings.Cut(rest, " ")
		switch name {
		case "php", "composer":
			text = rest
		case "putenv":
			return
		default:
			p.build(name, strings.Fields(more), depth+1)
			return
		}
	}
	if strings.TrimSpace(text) == "" || strings.Contains(text, "::") && !strings.Contains(text, " ") {
		return
	}
	p.out = append(p.out, Command{Text: text, File: p.file.file, Line: p.line(n), Dir: dirOf(p.file.file), Env: p.env, Goal: goal})
}

// matching returns the names that a goal stands for: itself or, where it is a
// pattern, those of the scripts that fit.
func (p *packageFile) matching(goal string) []string {
	if !strings.Contains(goal, "*") {
		return []string{goal}
	}
	var names []string
	for _, s := range p.keys.Scripts() {
		if globMatches(goal, s.Name) && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}

// variables returns what a package.json puts into the environment of its
// scripts.
func (p *packageFile) variables() []Variable {
	var env []Variable
	for _, key := range [...]string{"name", "version"} {
		if v := p.keys.Text(key); v != "" {
			env = append(env, Variable{"npm_package_" + key, v})
		}
	}
	for _, e := range p.keys.Get("config").Entries() {
		if v := p.doc.Str(e.Value); v != "" && isName(e.Key) && len(env) < maxDepth {
			env = append(env, Variable{"npm_package_config_" + e.Key, v})
		}
	}
	return env
}

// file is one that is read as a tree.
type file struct {
	file string
	doc  *tree.Document
	root *tree.Node
}

// openTree reads the text of a file. What is no tree has no entries.
func openTree(name, text string, read func([]byte) (*tree.Document, error)) *file {
	f := &file{file: name}
	f.doc, _ = read([]byte(text)) // what was read before an error counts
	if len(f.doc.Roots) > 0 {
		f.root = f.doc.Roots[0]
	}
	return f
}

// line returns the line on which a value stands.
func (f *file) line(n *tree.Node) int {
	return 1 + bytes.Count(f.doc.Data[:min(n.From, len(f.doc.Data))], []byte("\n"))
}

// globMatches reports whether a name fits a pattern of goals, in which ** goes
// over colons.
func globMatches(pattern, name string) bool {
	dashed := strings.NewReplacer("/", "\x00", ":", "/")
	if before, ok := strings.CutSuffix(pattern, "**"); ok && !strings.Contains(before, "*") {
		return strings.HasPrefix(name, before)
	}
	ok, err := path.Match(dashed.Replace(pattern), dashed.Replace(name))
	return ok && err == nil
}
