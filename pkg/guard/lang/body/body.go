// Package body reads the body of a web request for what it tells a server to
// delete, in GraphQL or SQL. It is no JSON parser.
package body

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sql"
)

// Read lists what the body of a request tells a server to take away: GraphQL or SQL, as it stands or as a member of JSON or of a form.
// What else it says is not looked at.
func Read(src string) []lang.Step {
	doc := strings.TrimSpace(src)
	switch {
	case doc != "" && (doc[0] == '{' || doc[0] == '['):
		doc = members(doc)
	case strings.HasPrefix(doc, "query="), strings.HasPrefix(doc, "q="), strings.HasPrefix(doc, "sql="):
		_, text, _ := strings.Cut(doc, "=")
		doc = unescapedForm(text)
	}
	var steps []lang.Step
	switch doc = strings.TrimSpace(doc); {
	case strings.Contains(doc, "mutation"):
		steps = readGraphQL(doc)
	case lang.LooksLikeSQL(doc):
		for _, s := range sql.Read(doc, nil) {
			if s.Effect == "drop" {
				steps = append(steps, s)
			}
		}
	}
	for i := range steps {
		steps[i].From, steps[i].To = 0, len(src)
	}
	return steps
}

// members returns the texts of the members of a JSON text that hold a query, one
// statement each.
func members(s string) string {
	var b strings.Builder
	for {
		name, at := queryMember(s)
		if at < 0 {
			return b.String()
		}
		s = strings.TrimLeft(s[at+len(name):], " \t\r\n:")
		if s == "" || s[0] != '"' {
			continue
		}
		at = 1
		for ; at < len(s) && s[at] != '"'; at++ {
			if s[at] != '\\' || at+1 >= len(s) {
				b.WriteByte(s[at])
				continue
			}
			switch at++; s[at] {
			case 'n', 'r', 't':
				b.WriteByte(' ')
			default:
				b.WriteByte(s[at])
			}
		}
		b.WriteString(" ;\n")
		s = s[at:]
	}
}

// queryMember finds the first member whose name is one for queries.
func queryMember(s string) (string, int) {
	name, at := "", -1
	for _, n := range [...]string{`"query"`, `"sql"`, `"stmt"`, `"statement"`} {
		if i := strings.Index(s, n); i >= 0 && (at < 0 || i < at) {
			name, at = n, i
		}
	}
	return name, at
}

// unescapedForm undoes the escapes of a form that matter for words.
func unescapedForm(s string) string {
	return strings.NewReplacer("+", " ", "%20", " ", "%7B", "{", "%7b", "{", "%28", "(").Replace(s)
}
