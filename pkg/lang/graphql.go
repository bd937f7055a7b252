package lang

import "strings"

// readGraphQL reads a document of GraphQL. A mutation whose name says that it
// deletes is the effect "destroy".
func readGraphQL(doc string) []Step {
	g := graphReader{lex: sqlLexer{src: doc}}
	g.document()
	return g.steps
}

// graphReader reads the operations of a document.
type graphReader struct {
	lex   sqlLexer
	steps []Step
}

// token is the next word or sign; strings and comments are passed over.
func (g *graphReader) token() string {
	l := &g.lex
	for l.at < len(l.src) {
		switch c := l.src[l.at]; {
		case c == '#':
			l.skip("\n")
		case strings.HasPrefix(l.src[l.at:], `"""`):
			l.at += 3
			l.skip(`"""`)
		case c == '"':
			g.quoted()
		case IsWord(c):
			from := l.at
			for l.at < len(l.src) && IsWord(l.src[l.at]) {
				l.at++
			}
			return l.src[from:l.at]
		case c <= ' ' || c == ',':
			l.at++
		default:
			l.at++
			return l.src[l.at-1 : l.at]
		}
	}
	return ""
}

func (g *graphReader) quoted() {
	l := &g.lex
	for l.at++; l.at < len(l.src) && l.src[l.at] != '"'; l.at++ {
		if l.src[l.at] == '\\' {
			l.at++
		}
	}
	l.at = min(l.at+1, len(l.src))
}

// document reads operations; only the fields at the top of a mutation are
// what it does, those below are what it asks back.
func (g *graphReader) document() {
	depth, parens := 0, 0
	mutation := false
	field := ""
	for t := g.token(); t != "" && len(g.steps) < MaxSteps; t = g.token() {
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
			case parens > 0 || depth > 1 || !IsWord(t[0]):
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
func (g *graphReader) field(name string) {
	if name == "" || !namesDeletion(name) {
		return
	}
	g.steps = append(g.steps, Step{Effect: "destroy", Argv: []Arg{{Text: "what the mutation names"}, {Text: name}}, Note: name})
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
