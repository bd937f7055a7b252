package recipes

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/tree"
)

// readPackage returns what the scripts of a package.json run, or the tasks of a
// deno.json.
func readPackage(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	p := openTree(name, text, tree.JSON)
	goals, args := o.goals()
	env := packageEnv(p)
	var list []Command
	for _, goal := range goals {
		for _, key := range [...]string{"scripts", "tasks"} {
			scripts := p.root.Get(key)
			for _, name := range matching(scripts, goal) {
				for _, step := range [...]string{"pre" + name, name, "post" + name} {
					n := scripts.Get(step)
					if n != nil && n.Kind == tree.Mapping {
						n = n.Get("command")
					}
					command := p.doc.Str(n)
					if command == "" {
						continue
					}
					if step == name {
						for _, a := range args {
							command += " " + quote(a)
						}
					}
					list = append(list, Command{Text: command, File: p.file, Line: p.line(n), Dir: dirOf(p.file), Env: env, Goal: step})
				}
			}
		}
		if len(list) > maxCommands {
			break
		}
	}
	return list
}

// matching returns the names that a goal stands for: itself or, where it is a
// pattern, those of the entries that fit.
func matching(n *tree.Node, goal string) []string {
	if !strings.Contains(goal, "*") {
		return []string{goal}
	}
	var names []string
	for _, e := range n.Entries() {
		if globMatches(goal, e.Key) {
			names = append(names, e.Key)
		}
	}
	return names
}

// packageEnv returns what a package.json puts into the environment of its
// scripts.
func packageEnv(p *file) []Variable {
	var env []Variable
	for _, key := range [...]string{"name", "version"} {
		if v := p.doc.Str(p.root.Get(key)); v != "" {
			env = append(env, Variable{"npm_package_" + key, v})
		}
	}
	for _, e := range p.root.Get("config").Entries() {
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
