package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// readWorkspaces returns what a goal runs in the members of a workspace: the packages that
// the patterns of a pnpm-workspace.yaml, a package.json or a lerna.json stand for, and the
// projects of an nx.json.
func readWorkspaces(o Order) []Command {
	if o.Names == nil {
		return nil
	}
	for _, name := range o.Files {
		text, ok := o.Text(name)
		if !ok {
			continue
		}
		if patterns := memberPatterns(name, text); len(patterns) > 0 {
			w := &workspace{order: o, root: dirOf(name)}
			w.read(patterns)
			return w.out
		}
	}
	return nil
}

// memberPatterns returns the patterns of the directories of members that a file names.
func memberPatterns(name, text string) (patterns []string) {
	read, key := tree.JSON, "workspaces"
	switch path.Base(name) {
	case "nx.json":
		return []string{"apps/*", "apps/*/*", "libs/*", "libs/*/*", "packages/*", "packages/*/*"}
	case "pnpm-workspace.yaml":
		read, key = tree.YAML, "packages"
	case "lerna.json":
		key = "packages"
	}
	f := openTree(name, text, read)
	list := f.root.Get(key)
	if list != nil && list.Kind == tree.Mapping { // of yarn: {"packages": [..], "nohoist": [..]}
		list = list.Get("packages")
	}
	for _, n := range list.List() {
		patterns = append(patterns, f.doc.Str(n))
	}
	if len(patterns) == 0 && key == "packages" && path.Base(name) == "lerna.json" {
		patterns = []string{"packages/*"}
	}
	return patterns
}

// workspace is one whose members are being read.
type workspace struct {
	order Order
	root  string
	out   []Command
}

// read lists what the goals run in each member.
func (w *workspace) read(patterns []string) {
	done := map[string]bool{}
	var not []string
	for _, p := range patterns {
		if rest, ok := strings.CutPrefix(p, "!"); ok {
			not = append(not, strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(rest, "**/"), "/**"), "/*"))
		}
	}
	for _, p := range patterns {
		if strings.HasPrefix(p, "!") {
			continue
		}
		for _, dir := range directories(strings.Trim(strings.TrimPrefix(p, "./"), "/")) {
			for _, file := range [...]string{"package.json", "project.json"} {
				for _, name := range w.order.Names(path.Join(w.root, dir, file)) {
					if !done[name] && len(done) < maxFiles && !leftOut(path.Dir(name), not) {
						done[name] = true
						w.member(name)
					}
				}
			}
		}
	}
}

// directories returns the patterns without ** that one stands for, some levels deep.
func directories(pattern string) []string {
	before, after, ok := strings.Cut(pattern, "**")
	if !ok {
		return []string{pattern}
	}
	var list []string
	for _, levels := range [...]string{"", "*/", "*/*/"} {
		list = append(list, strings.TrimSuffix(before+levels+strings.TrimPrefix(after, "/"), "/"))
	}
	return list
}

// leftOut reports whether the directory of a member is one that patterns leave out.
func leftOut(dir string, not []string) bool {
	if strings.Contains(dir, "node_modules") {
		return true
	}
	for _, p := range not {
		if strings.HasSuffix(dir, "/"+p) || strings.Contains(dir, "/"+p+"/") {
			return true
		}
	}
	return false
}

// member lists what the goals run in one member.
func (w *workspace) member(name string) {
	text, ok := w.order.Text(name)
	if !ok || len(w.out) > maxCommands {
		return
	}
	p := openPackage(name, text)
	own := p.keys.Text("name")
	if !asked(w.order.Only, own, path.Dir(name)) {
		return
	}
	goals, args := w.order.goals()
	for _, goal := range goals {
		if project, target, ok := strings.Cut(goal, ":"); ok && project != "" && isMember(project, own, path.Dir(name)) { // nx run web:build
			goal, _, _ = strings.Cut(target, ":")
		}
		p.build(goal, args, 0)
		w.target(p, p.root.Get("targets", goal), goal)
		w.target(p, p.root.Get("nx", "targets", goal), goal)
	}
	w.out = append(w.out, p.out...)
}

// target adds the commands of a target of Nx, which works at the root of the workspace.
func (w *workspace) target(p *packageFile, n *tree.Node, goal string) {
	if n == nil {
		return
	}
	options := n.Get("options")
	dir := w.root
	if cwd := p.doc.Str(options.Get("cwd")); cwd != "" && !strings.ContainsAny(cwd, "{}") {
		dir = path.Join(w.root, cwd)
	}
	for _, c := range [...]*tree.Node{n.Get("command"), options.Get("command"), options.Get("commands")} {
		for _, c := range c.List() {
			if c.Kind == tree.Mapping {
				c = c.Get("command")
			}
			text := strings.NewReplacer("{projectRoot}", path.Dir(p.file.file), "{workspaceRoot}", ".").Replace(p.doc.Str(c))
			if strings.TrimSpace(text) != "" {
				p.out = append(p.out, Command{Text: text, File: p.file.file, Line: p.line(c), Dir: dir, Goal: goal})
			}
		}
	}
}

// asked reports whether a member is one of those that are asked for. What is asked for by
// what it depends on, by what changed or by what is left out may be any.
func asked(only []string, name, dir string) bool {
	for _, o := range only {
		if strings.HasPrefix(o, "!") || strings.Contains(o, "...") || strings.Contains(o, "[") || isMember(strings.Trim(o, "{}"), name, dir) {
			return true
		}
	}
	return len(only) == 0
}

// isMember reports whether a text names a member: by its name, with or without its scope,
// or by its directory.
func isMember(text, name, dir string) bool {
	_, bare, scoped := strings.Cut(name, "/")
	for _, own := range [...]string{name, bare, path.Base(dir)} {
		if ok, err := path.Match(text, own); ok && err == nil && own != "" && (own != bare || scoped) {
			return true
		}
	}
	text = strings.Trim(strings.TrimPrefix(text, "./"), "/")
	ok, err := path.Match("*/"+text, dir)
	return strings.HasSuffix(dir, "/"+text) || ok && err == nil
}
