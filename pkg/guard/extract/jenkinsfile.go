package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isJenkinsfile(f *file) bool {
	return strings.HasPrefix(f.base, "Jenkinsfile") || f.ext == ".jenkinsfile"
}

// groovy scans the text of a pipeline, with its strings and comments.
type groovy struct {
	data string
	pos  int
}

// readJenkinsfile finds the texts given to the step sh.
func readJenkinsfile(_ string, data []byte) ([]Piece, error) {
	g := &groovy{data: string(data)}
	secrets, empty := jenkinsSecrets(g.data), emptyParameters(g.data)
	var pieces []Piece
	for g.pos < len(g.data) {
		at := g.pos
		word := g.token()
		if word != "sh" || at > 0 && (g.data[at-1] == '.' || g.data[at-1] == '$') {
			continue
		}
		if from, to, quote := g.argument(); quote != "" {
			w := &tree.Weaver{Data: data}
			groovyText(w, from, to, quote, empty)
			if p := pieceOf(w, "ci", "sh"); strings.TrimSpace(p.Text) != "" {
				p.Dialect, p.secrets = shell.Sh, secrets
				p.parameters(empty)
				pieces = append(pieces, p)
			}
		}
	}
	return pieces, nil
}

// jenkinsSecrets returns the variables to which a pipeline gives credentials.
func jenkinsSecrets(text string) map[string]string {
	var secrets map[string]string
	add := func(name string) {
		if secrets == nil {
			secrets = make(map[string]string)
		}
		if name != "" && isVariable(name) {
			secrets[name] = SecretName + strings.ToUpper(name)
		}
	}
	for _, mark := range [...]string{"ariable: '", `ariable: "`} { // variable:, passwordVariable:
		for rest := text; ; {
			_, after, found := strings.Cut(rest, mark)
			if !found {
				break
			}
			name, _, _ := strings.Cut(after, mark[len(mark)-1:])
			add(name)
			rest = after
		}
	}
	for rest := text; ; {
		before, after, found := strings.Cut(rest, "credentials(")
		if !found {
			return secrets
		}
		if name, ok := strings.CutSuffix(strings.TrimSpace(before), "="); ok {
			fields := strings.Fields(name)
			if len(fields) > 0 {
				add(fields[len(fields)-1])
			}
		}
		rest = after
	}
}

// token moves past the next word, string, comment or sign. It returns only
// words.
func (g *groovy) token() string {
	rest := g.data[g.pos:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "//"):
		g.skipTo("\n", 2)
	case strings.HasPrefix(rest, "/*"):
		g.skipTo("*/", 2)
	case c == '"' || c == '\'':
		g.str()
	case isNameByte(c):
		end := g.pos
		for end < len(g.data) && isNameByte(g.data[end]) {
			end++
		}
		word := g.data[g.pos:end]
		g.pos = end
		return word
	default:
		g.pos++
	}
	return ""
}

func (g *groovy) skipTo(mark string, from int) {
	i := strings.Index(g.data[g.pos+from:], mark)
	if i < 0 {
		g.pos = len(g.data)
		return
	}
	g.pos += from + i + len(mark)
}

// str moves past a string and returns the range of its text, and its quote, or
// "" when it is not closed.
func (g *groovy) str() (from, to int, quote string) {
	quote = g.data[g.pos : g.pos+1]
	if three := strings.Repeat(quote, 3); strings.HasPrefix(g.data[g.pos:], three) {
		quote = three
	}
	from = g.pos + len(quote)
	for i := from; i < len(g.data); i++ {
		switch {
		case g.data[i] == '\\':
			i++
		case strings.HasPrefix(g.data[i:], quote):
			g.pos = i + len(quote)
			return from, i, quote
		case len(quote) == 1 && g.data[i] == '\n':
			g.pos = i
			return 0, 0, ""
		}
	}
	g.pos = len(g.data)
	return 0, 0, ""
}

// argument reads what follows the word sh: a string, or named arguments, one
// of which is script.
func (g *groovy) argument() (from, to int, quote string) {
	g.space()
	if g.pos < len(g.data) && g.data[g.pos] == '(' {
		g.pos++
		g.space()
	}
	for range 16 {
		if g.pos >= len(g.data) {
			break
		}
		if c := g.data[g.pos]; c == '"' || c == '\'' {
			return g.str()
		}
		name := g.token()
		g.space()
		if name == "" || g.pos >= len(g.data) || g.data[g.pos] != ':' {
			break
		}
		g.pos++
		g.space()
		if name == "script" {
			continue
		}
		if g.pos < len(g.data) {
			g.token() // its value: a string, a number, true
		}
		g.space()
		if g.pos < len(g.data) && g.data[g.pos] == ',' {
			g.pos++
		}
		g.space()
	}
	return 0, 0, ""
}

func (g *groovy) space() { g.pos = pastSpace(g.data, g.pos) }

// groovyText copies the text of a string. In double quotes it masks what Groovy
// inserts.
func groovyText(w *tree.Weaver, from, to int, quote string, empty map[string]bool) {
	start := from
	for i := from; i < to; i++ {
		switch c := w.Data[i]; {
		case c == '\\' && i+1 < to:
			w.Copy(start, i)
			if w.Data[i+1] == '\n' {
				i++
				start = i + 1
				continue
			}
			start = w.Escape(i, to)
			i = start - 1
		case c == '$' && quote[0] == '"' && i+1 < to && (w.Data[i+1] == '{' || isLetter(w.Data[i+1])):
			end := i + 1
			if w.Data[end] == '{' {
				end = closingBrace(w.Data[:to], i+1)
			} else {
				for end < to && (isNameByte(w.Data[end]) || w.Data[end] == '.' && end+1 < to && isLetter(w.Data[end+1])) {
					end++
				}
			}
			w.Copy(start, i)
			expression := string(w.Data[i:end])
			if name, ok := strings.CutPrefix(strings.TrimSuffix(expression, "}"), "${params."); ok && empty[name] {
				w.Put("${params_"+name+"}", i)
			} else {
				w.Put(asName(expression), i)
			}
			start, i = end, end-1
		}
	}
	w.Copy(start, to)
}

// emptyParameter reports whether a parameter of a pipeline has an empty default, and nothing
// asks for it.
func emptyParameter(text, name string) bool {
	for _, asked := range [...]string{"!params." + name, "if (params." + name, "params." + name + " ==", "params." + name + "?", "params." + name + ".trim", "params." + name + " !="} {
		if strings.Contains(text, asked) {
			return false
		}
	}
	for _, mark := range [...]string{"name: '" + name + "'", `name: "` + name + `"`} {
		_, rest, ok := strings.Cut(text, mark)
		rest, _, _ = strings.Cut(rest, ")")
		if !ok {
			continue
		}
		_, value, has := strings.Cut(rest, "defaultValue:")
		value = strings.TrimSpace(value)
		return !has || strings.HasPrefix(value, "''") && !strings.HasPrefix(value, "'''") || strings.HasPrefix(value, `""`) && !strings.HasPrefix(value, `"""`)
	}
	return false
}

// emptyParameters returns the parameters of a pipeline that may be empty.
func emptyParameters(text string) map[string]bool {
	out := map[string]bool{}
	tries := 0
	for rest := text; tries < maxParameters; tries++ {
		_, after, ok := strings.Cut(rest, "string(name: ")
		if !ok || after == "" {
			break
		}
		rest = after
		if name, _, _ := strings.Cut(after[1:], after[:1]); len(name) < maxName && isVariable(name) && emptyParameter(text, name) {
			out[name] = true
		}
	}
	return out
}

// Of a pipeline so many parameters are known, with names so long.
const (
	maxParameters = 50
	maxName       = 60
)

// parameters marks the variables of a piece that are parameters of the pipeline and may be empty.
func (p *Piece) parameters(empty map[string]bool) {
	for name := range empty {
		if strings.Contains(p.Text, "$"+name) || strings.Contains(p.Text, "${"+name+"}") {
			p.mayBeEmpty(name, "$"+name)
		}
		if strings.Contains(p.Text, "${params_"+name+"}") {
			p.mayBeEmpty("params_"+name, "${params."+name+"}")
		}
	}
}
