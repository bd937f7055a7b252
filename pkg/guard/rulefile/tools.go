package rulefile

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ParseTools reads a file of families of tools. Their ids are the name of the
// file and their own.
func ParseTools(name, path string, data []byte) ([]rule.Tools, error) {
	r := &reader{path: path}
	return rows(r, data, "families", func(n *Node) rule.Tools { return r.tools(n, name) }, func(t *rule.Tools) string { return t.ID })
}

func (r *reader) tools(n *Node, file string) rule.Tools {
	var out rule.Tools
	var name string
	seen := r.object(n, "a family of tools",
		field{"name", r.line(&name)},
		field{"tools", r.list(&out.Names)},
		field{"also", func(n *Node) { r.spellings(n, &out.Also, out.Names) }},
		field{"alike", r.yes(&out.Alike)},
		field{"through", r.list(&out.Through)},
		field{"options", r.sharedOptions(&out.Options, &out.Names)},
		field{"swaps", func(n *Node) { r.each(n, func(n *Node) { out.Swaps = append(out.Swaps, r.swap(n, out.Names)) }) }},
		field{"project", func(n *Node) { r.manifests(n, &out.Project, out.Names) }},
		field{"differ", func(n *Node) {
			d := &out.Differ
			r.object(n, "a difference",
				field{"variables", r.list(&d.Variables)},
				field{"under", r.list(&d.Under)},
				field{"switches", r.list(&d.Switches)},
				field{"words", r.list(&d.Words)},
				field{"beside", r.line(&d.Beside)},
			)
		}},
		field{"apart", func(n *Node) { r.each(n, func(n *Node) { out.Apart = append(out.Apart, r.apart(n, out.Names)) }) }},
		field{"examples", func(n *Node) {
			r.each(n, func(n *Node) { out.Examples = append(out.Examples, r.toolsExample(n)) })
		}},
	)
	r.need(n, "a family of tools", seen, "name", "tools", "swaps", "examples")
	out.ID = file + "/" + name
	if !validID(out.ID) {
		r.errorIn(n, "%s is not a name: use lower-case letters, digits and -", display.Quote(out.ID))
	}
	return out
}

// manifests reads how a project's files show which of some tools it uses.
func (r *reader) manifests(n *Node, out *rule.Manifests, tools []string) {
	seen := r.object(n, "what shows a project's tool",
		field{"marks", func(n *Node) { r.each(n, func(n *Node) { out.Marks = append(out.Marks, r.marks(n, tools)...) }) }},
		field{"packages", r.list(&out.Packages)},
		field{"members", r.list(&out.Members)},
		field{"about", func(n *Node) { r.spellings(n, &out.About, tools) }},
		field{"apart", r.list(&out.Apart)},
	)
	r.need(n, "what shows a project's tool", seen, "marks", "about")
}

// marks reads files that show the same.
func (r *reader) marks(n *Node, tools []string) (list []rule.Mark) {
	var files []string
	var m rule.Mark
	seen := r.object(n, "a mark",
		field{"file", r.list(&files)},
		field{"key", r.line(&m.Key)},
		field{"tool", r.line(&m.Tool)},
	)
	r.need(n, "a mark", seen, "file")
	if m.Tool != "" && !slices.Contains(tools, m.Tool) {
		r.errorIn(n, "%s is no tool of the family", display.Quote(m.Tool))
	}
	if m.Tool != "" && m.Key != "" {
		r.errorIn(n, "write key or tool, not both")
	}
	for _, m.File = range files {
		list = append(list, m)
	}
	return list
}

// apart reads which commands are about something that a tool is not for.
func (r *reader) apart(n *Node, tools []string) rule.Apart {
	var out rule.Apart
	seen := r.object(n, "what a tool is not for",
		field{"tool", r.line(&out.Tool)},
		field{"words", r.list(&out.Words)},
		field{"writes", r.yes(&out.Writes)},
		field{"several", r.yes(&out.Several)},
		field{"files", r.yes(&out.Files)},
	)
	r.need(n, "what a tool is not for", seen, "tool")
	if out.Tool != "" && !slices.Contains(tools, out.Tool) {
		r.errorIn(n, "%s is no tool of the family", display.Quote(out.Tool))
	}
	return out
}

// swap reads a row of commands that do the same: the words behind each tool,
// and what holds for the row.
func (r *reader) swap(n *Node, tools []string) rule.Swap {
	var out rule.Swap
	fields := []field{
		{"operands", func(n *Node) { word(r, &out.Operands, "operands", rule.OperandKinds)(n) }},
		{"not", r.line(&out.Not)},
		{"options", r.sharedOptions(&out.Options, &tools)},
		{"rest", r.yes(&out.Rest)},
		{"script", r.yes(&out.Script)},
		{"place", r.line(&out.Place)},
		{"only", r.list(&out.Only)},
		{"certain", r.yes(&out.Certain)},
	}
	for _, tool := range tools {
		fields = append(fields, field{tool, func(n *Node) { r.spelling(n, &out.Commands, tool) }})
	}
	r.object(n, "a swap", fields...)
	if len(out.Commands) < 2 {
		r.errorIn(n, "a swap needs two tools")
	}
	return out
}

// sharedOptions reads options of several tools: the names where all of them
// have the same, else a mapping of each tool to its own.
func (r *reader) sharedOptions(to *[]rule.SharedOption, tools *[]string) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
			var o rule.SharedOption
			if n.isMap() {
				r.spellings(n, &o.Each, *tools)
			} else {
				o.All, _ = r.text(n)
			}
			*to = append(*to, o)
		})
	}
}

// spellings reads a mapping of tools to what each calls something.
func (r *reader) spellings(n *Node, to *[]rule.Spelling, tools []string) {
	var fields []field
	for _, tool := range tools {
		fields = append(fields, field{tool, func(n *Node) { r.each(n, func(n *Node) { r.spelling(n, to, tool) }) }})
	}
	r.object(n, "names by tool", fields...)
}

func (r *reader) spelling(n *Node, to *[]rule.Spelling, tool string) {
	if s, ok := r.text(n); ok {
		*to = append(*to, rule.Spelling{Tool: tool, As: s})
	}
}

func (r *reader) toolsExample(n *Node) rule.ToolsExample {
	var e rule.ToolsExample
	text := func(to *string) func(*Node) {
		return func(n *Node) { *to, _ = r.text(n) }
	}
	seen := r.object(n, "an example",
		field{"use", text(&e.Use)},
		field{"command", text(&e.Command)},
		field{"write", text(&e.Write)},
		field{"certain", r.yes(&e.Certain)},
	)
	r.need(n, "an example", seen, "use", "command")
	if _, _, ok := strings.Cut(e.Use, ", not "); !ok {
		r.errorIn(n, "write use: NEW, not OLD")
	}
	return e
}

// ParseClasses reads a file of classes of commands.
func ParseClasses(_, path string, data []byte) ([]rule.CommandClass, error) {
	r := &reader{path: path}
	return rows(r, data, "classes", r.class, func(c *rule.CommandClass) string { return c.Name })
}

func (r *reader) class(n *Node) rule.CommandClass {
	var out rule.CommandClass
	seen := r.object(n, "a class of commands",
		field{"name", r.line(&out.Name)},
		field{"said", r.list(&out.Said)},
		field{"wrappers", r.list(&out.Wrappers)},
		field{"commands", r.list(&out.Commands)},
		field{"unless", r.list(&out.Unless)},
		field{"anywhere", r.yes(&out.Anywhere)},
		field{"hit", r.list(&out.Hit)},
		field{"miss", r.list(&out.Miss)},
	)
	r.need(n, "a class of commands", seen, "name", "commands", "hit", "miss")
	return out
}

// ParsePinned reads a file of versions that projects pin.
func ParsePinned(_, path string, data []byte) ([]rule.Pinned, error) {
	r := &reader{path: path}
	return rows(r, data, "versions", r.pinned, func(p *rule.Pinned) string { return p.Name })
}

func (r *reader) pinned(n *Node) rule.Pinned {
	var out rule.Pinned
	seen := r.object(n, "a version that projects pin",
		field{"name", r.line(&out.Name)},
		field{"files", r.list(&out.Files)},
		field{"calls", r.list(&out.Calls)},
		field{"programs", r.list(&out.Programs)},
		field{"hit", r.list(&out.Hit)},
		field{"miss", r.list(&out.Miss)},
	)
	r.need(n, "a version that projects pin", seen, "name", "files", "calls", "hit", "miss")
	return out
}
