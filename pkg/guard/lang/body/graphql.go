package body

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

var graphql = lang.Syntax{
	Lang: "graphql",
	Line: []string{"#"},
	Quotes: []lang.Quote{
		{Open: `"""`, Close: `"""`, Lines: true},
		{Open: `"`, Close: `"`, Escape: 'c', Lines: true},
	},
}

// readGraphQL reads a document of GraphQL. A mutation whose name says that it
// deletes is the effect "destroy".
func readGraphQL(doc string) []lang.Step {
	g := reader{Reader: lang.NewReader(&graphql, doc, nil)}
	g.document()
	return g.steps
}

// reader reads the operations of a document.
type reader struct {
	*lang.Reader
	steps []lang.Step
}

// document reads operations; only the fields at the top of a mutation are
// what it does, those below are what it asks back.
func (g *reader) document() {
	depth, parens := 0, 0
	mutation := false
	field := ""
	for ; !g.Done() && len(g.steps) < lang.MaxSteps; g.Next() {
		if k := g.Token().Kind; k != lang.NameToken && k != lang.PunctToken {
			continue
		}
		t := g.Token().Text
		switch t {
		case "(":
			parens++
		case ")":
			parens--
		case "{":
			if parens == 0 {
				depth++
			}
		case "}":
			if parens == 0 {
				depth--
			}
		case ":": // what stood before is an alias
			if parens == 0 && depth == 1 {
				field = ""
				continue
			}
		default:
			switch {
			case parens > 0 || depth > 1 || !lang.IsWord(t[0]):
			case depth == 0:
				if t == "mutation" || t == "query" || t == "subscription" || t == "fragment" {
					mutation = t == "mutation"
				}
			case mutation:
				g.field(field)
				field = t
				continue
			}
		}
		if depth <= 1 {
			g.field(field)
			field = ""
		}
	}
	g.field(field)
}

// field judges a mutation by the words of its name: deleteRef,
// volumeDelete, purge_queue.
func (g *reader) field(name string) {
	if name == "" || !namesDeletion(name) {
		return
	}
	g.steps = append(g.steps, lang.Step{Effect: "destroy", Argv: []lang.Arg{{Text: "what the mutation names"}, {Text: name}}, Note: name})
}

// namesDeletion reports whether one of the words that a name is made of is a
// verb for taking away.
func namesDeletion(name string) bool {
	from := 0
	for i := 1; i <= len(name); i++ {
		if i < len(name) && name[i] != '_' && (name[i] < 'A' || name[i] > 'Z') {
			continue
		}
		switch strings.ToLower(strings.Trim(name[from:i], "_")) {
		case "delete", "destroy", "remove", "drop", "purge", "erase", "wipe", "truncate", "terminate", "teardown", "uninstall", "deprovision":
			return true
		}
		from = i
	}
	return false
}
