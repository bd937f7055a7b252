package rulefile

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Language is what is known of an embedded language: its functions by name.
type Language struct {
	Name      string
	Functions map[string]rule.Function
}

// ParseLanguage reads the functions of a language.
func ParseLanguage(path string, data []byte) (*Language, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	out := &Language{Functions: make(map[string]rule.Function)}
	seen := r.object(root, "a language",
		field{"language", func(n *Node) { word(r, &out.Name, "language", rule.Languages[:])(n) }},
		field{"functions", func(n *Node) { r.functions(n, out) }},
	)
	r.need(root, "a language", seen, "language", "functions")
	if err := r.err(); err != nil {
		return nil, err
	}
	return out, nil
}

// functions reads a mapping whose keys are names with commas between them.
func (r *reader) functions(n *Node, out *Language) {
	if !n.isMap() {
		r.errorIn(n, "functions are a mapping: write name: what it does")
		return
	}
	for _, e := range n.Entries {
		names, ok := r.text(e.Key)
		if !ok {
			continue
		}
		f := r.function(e.Value)
		for name := range strings.SplitSeq(names, ", ") {
			if _, twice := out.Functions[name]; twice || name == "" {
				r.errorIn(e.Key, "%s twice", display.Quote(name))
			}
			out.Functions[name] = f
		}
	}
}

// function reads what a function does: a text, or a mapping when its result
// matters as well.
func (r *reader) function(n *Node) rule.Function {
	var f rule.Function
	if !n.isMap() {
		f.Do, _ = r.text(n)
	} else {
		r.object(n, "a function",
			field{"do", func(n *Node) { f.Do, _ = r.text(n) }},
			field{"gives", func(n *Node) { f.Gives, _ = r.text(n) }},
			field{"value", func(n *Node) { word(r, &f.Value, "value", rule.Values[:])(n) }},
		)
	}
	head, _, _ := strings.Cut(f.Do, " ")
	switch {
	case f == rule.Function{}:
		r.errorIn(n, "does nothing: leave it out")
	case strings.ContainsAny(f.Do+f.Gives, "\t\n"):
		r.errorIn(n, "contains a tab or a line end")
	case head == "":
	case head[0] == '=' && !slices.Contains(rule.Languages[:], head[1:]):
		r.errorIn(n, "unknown language %s", display.Quote(head[1:]))
	case head[0] == '~' && !slices.Contains(rule.Kinds[:], rule.EffectKind(head[1:])):
		r.errorIn(n, "unknown effect %s", display.Quote(head[1:]))
	case head[0] == '#' && head != "#connect" && head != "#wire":
		r.errorIn(n, "unknown event %s", display.Quote(head[1:]))
	}
	return f
}
