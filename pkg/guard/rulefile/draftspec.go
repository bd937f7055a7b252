package rulefile

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// A completion spec says more than a help text: every subcommand at any depth, and
// which options take a value. Two forms are read: the YAML of carapace (name, flags,
// commands) and the JSON of Fig (name, options, subcommands).

// spec reads a text as a completion spec, and reports whether it is one.
func (d *draft) spec(text string) bool {
	if !strings.Contains(text, "name:") && !strings.Contains(text, `"name"`) {
		return false
	}
	r := &reader{}
	root := r.parse([]byte(text))
	if !root.isMap() {
		return false
	}
	top := specOf(root)
	if top.name() == "" || len(top.commands)+len(top.options)+len(top.flags) == 0 {
		return false
	}
	d.command(top, nil)
	return true
}

// specNode is a command of a spec.
type specNode struct {
	names    []string
	does     string
	options  []*Node // Fig: a list of objects
	flags    []Entry
	commands []*Node
}

func (s *specNode) name() string {
	if len(s.names) == 0 {
		return ""
	}
	return s.names[0]
}

func specOf(n *Node) *specNode {
	s := new(specNode)
	for _, v := range n.Entries {
		switch plainText(v.Key) {
		case "name":
			s.names = plainTexts(v.Value)
		case "description":
			s.does = plainText(v.Value)
		case "flags", "persistentflags":
			if v.Value.isMap() {
				s.flags = append(s.flags, v.Value.Entries...)
			}
		case "options":
			s.options = items(v.Value)
		case "commands", "subcommands":
			s.commands = items(v.Value)
		}
	}
	if fields := strings.Fields(s.name()); len(fields) > 1 {
		s.names = fields[:1] // carapace: "add [files...]"
	}
	return s
}

// command reads a command and those below it, whose words stand behind path.
func (d *draft) command(s *specNode, path []string) {
	for _, f := range s.flags {
		d.option(flagText(plainText(f.Key)))
	}
	for _, n := range s.options {
		if n.isMap() {
			d.option(optionText(n))
		}
	}
	for _, n := range s.commands {
		if !n.isMap() || len(path) >= deepest {
			continue
		}
		sub := specOf(n)
		if !subcommandName(sub.name()) {
			continue
		}
		words := append(slices.Clone(path), sub.name())
		d.subcommand(strings.Join(words, " "), sub.does)
		d.command(sub, words)
	}
}

// deepest bounds the words of a subcommand.
const deepest = 4

// flagText writes a flag of carapace, "-o, --output=*", as a help text has it.
func flagText(flag string) string {
	names := strings.TrimRight(flag, "*!&?=")
	if marks := flag[len(names):]; strings.ContainsAny(marks, "=") {
		names += "=VALUE"
	}
	return names
}

// optionText writes an option of Fig as a help text has it.
func optionText(m *Node) string {
	var names []string
	value := ""
	for _, v := range m.Entries {
		switch plainText(v.Key) {
		case "name":
			names = plainTexts(v.Value)
		case "args":
			value = "=VALUE"
		}
	}
	return strings.Join(names, ", ") + value
}

func items(n *Node) []*Node {
	if n.Kind == tree.Sequence {
		return n.Items
	}
	return nil
}

// plainTexts returns a text, or the texts of a list.
func plainTexts(n *Node) []string {
	var out []string
	for _, item := range append(items(n), n) {
		if s := plainText(item); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// plainText returns a text as one line without what a model may not hold, or "".
func plainText(n *Node) string {
	if n.Kind != tree.Scalar {
		return ""
	}
	return strings.Join(strings.Fields(strings.Map(shown, n.Text)), " ")
}
