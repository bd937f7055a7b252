package extract

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isTerraform(f *file) bool {
	return f.ext == ".tf" || f.ext == ".tofu"
}

// terraform scans a file of HCL.
type terraform struct {
	empty  map[string]bool // variables that may be empty
	data   []byte
	pos    int
	pieces []Piece
}

// readTerraform finds the commands of local and remote provisioners.
func readTerraform(_ string, data []byte) ([]Piece, error) {
	t := &terraform{data: data, empty: emptyVariables(data)}
	block, depth, start := "", 0, 0 // the provisioner that is open, and how deep it lies
	for t.pos < len(data) {
		at := t.pos
		switch word := t.token(); word {
		case "provisioner":
			t.space()
			if t.pos < len(data) && data[t.pos] == '"' {
				from, to := t.str()
				block, start = string(data[from:to]), depth
			}
		case "{":
			depth++
		case "}":
			if depth--; depth <= start {
				block = ""
			}
		case "command":
			if block == "local-exec" && depth == start+1 && t.assigned() {
				t.value("provisioner.local-exec.command")
			}
		case "inline":
			if block == "remote-exec" && t.assigned() {
				t.list("provisioner.remote-exec.inline")
			}
		case "interpreter":
			if block == "local-exec" && t.assigned() && t.alien() {
				block = ""
			}
		}
		if t.pos == at {
			t.pos++
		}
	}
	return t.pieces, nil
}

// token moves past the next word, string, comment or sign, and returns words
// and signs.
func (t *terraform) token() string {
	rest := t.data[t.pos:]
	switch c := rest[0]; {
	case c == '#' || bytes.HasPrefix(rest, []byte("//")):
		t.skipTo("\n")
	case bytes.HasPrefix(rest, []byte("/*")):
		t.skipTo("*/")
	case bytes.HasPrefix(rest, []byte("<<")):
		t.heredoc()
	case c == '"':
		t.str()
	case isNameByte(c):
		end := t.pos
		for end < len(t.data) && (isNameByte(t.data[end]) || t.data[end] == '-') {
			end++
		}
		word := string(t.data[t.pos:end])
		t.pos = end
		return word
	default:
		t.pos++
		return string(c)
	}
	return ""
}

func (t *terraform) skipTo(mark string) {
	i := bytes.Index(t.data[t.pos:], []byte(mark))
	if i < 0 {
		t.pos = len(t.data)
		return
	}
	t.pos += i + len(mark)
}

func (t *terraform) space() { t.pos = pastSpace(t.data, t.pos) }

// assigned skips the sign between a name and its value.
func (t *terraform) assigned() bool {
	t.space()
	if t.pos >= len(t.data) || t.data[t.pos] != '=' {
		return false
	}
	t.pos++
	t.space()
	return t.pos < len(t.data)
}

// str moves past a string and returns the range of its text.
func (t *terraform) str() (from, to int) {
	from = t.pos + 1
	for i := from; i < len(t.data); i++ {
		switch c := t.data[i]; {
		case c == '\\':
			i++
		case c == '$' && i+1 < len(t.data) && t.data[i+1] == '{' && t.data[i-1] != '$':
			i = t.interpolation(i+1) - 1
		case c == '"':
			t.pos = i + 1
			return from, i
		case c == '\n':
			t.pos = i
			return from, i
		}
	}
	t.pos = len(t.data)
	return min(from, t.pos), t.pos
}

// interpolation returns the end of ${ .. }, at most the end of its line.
func (t *terraform) interpolation(at int) int {
	end := len(t.data)
	if i := bytes.IndexByte(t.data[at:], '\n'); i >= 0 {
		end = at + i
	}
	return closingBrace(t.data[:end], at)
}

// heredoc moves past a here-document and returns its lines and their common
// indentation.
func (t *terraform) heredoc() (from, to, indent int) {
	name, strip, end := t.heredocName()
	if name == "" {
		t.pos += len("<<")
		return t.pos, t.pos, 0
	}
	indent = -1
	for from = min(end+1, len(t.data)); end < len(t.data); {
		start := end + 1
		end = len(t.data)
		if i := bytes.IndexByte(t.data[min(start, end):], '\n'); i >= 0 {
			end = start + i
		}
		line := string(t.data[min(start, end):end])
		trimmed := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(line) == name {
			t.pos = end
			to = start
			break
		}
		if trimmed != "" && (indent < 0 || len(line)-len(trimmed) < indent) {
			indent = len(line) - len(trimmed)
		}
	}
	if to < from {
		t.pos, to = len(t.data), len(t.data)
	}
	if !strip {
		indent = 0
	}
	return from, to, max(indent, 0)
}

// heredocName reads <<-NAME, which ends its line at end.
func (t *terraform) heredocName() (name string, strip bool, end int) {
	at := t.pos + len("<<")
	if strip = at < len(t.data) && t.data[at] == '-'; strip {
		at++
	}
	end = at
	for end < len(t.data) && isNameByte(t.data[end]) {
		end++
	}
	name = string(t.data[at:end])
	for end < len(t.data) && (t.data[end] == ' ' || t.data[end] == '\r') {
		end++
	}
	if end < len(t.data) && t.data[end] != '\n' {
		return "", false, end
	}
	return name, strip, end
}

// value adds a text: a string or a here-document.
func (t *terraform) value(name string) {
	w := &tree.Weaver{Data: t.data}
	switch {
	case t.data[t.pos] == '"':
		from, to := t.str()
		hcl(w, from, to, true, t.empty)
	case bytes.HasPrefix(t.data[t.pos:], []byte("<<")):
		from, to, indent := t.heredoc()
		all, _ := w.Rows(&tree.Node{From: from, To: to, Indent: indent})
		for _, r := range all {
			hcl(w, r.From, r.To, false, t.empty)
			w.Newline(r)
		}
	default:
		return
	}
	if p := pieceOf(w, "script", name); strings.TrimSpace(p.Text) != "" {
		p.Dialect = shell.Sh
		for name := range t.empty {
			if strings.Contains(p.Text, "${var_"+name+"}") {
				p.mayBeEmpty("var_"+name, "${var."+name+"}")
			}
		}
		t.pieces = append(t.pieces, p)
	}
}

// list adds the texts of a list.
func (t *terraform) list(name string) {
	if t.data[t.pos] != '[' {
		return
	}
	t.pos++
	for i := 0; t.pos < len(t.data) && t.data[t.pos] != ']'; {
		if c := t.data[t.pos]; c == '"' || c == '<' {
			at := t.pos
			t.value(index(name, i))
			i++
			if t.pos > at {
				continue
			}
			t.pos++
			continue
		}
		t.token()
	}
}

// alien reports whether an interpreter is not a shell.
func (t *terraform) alien() bool {
	if t.data[t.pos] != '[' {
		return false
	}
	t.pos++
	t.space()
	if t.pos >= len(t.data) || t.data[t.pos] != '"' {
		return false
	}
	from, to := t.str()
	_, ok := dialectOf(string(t.data[from:to]))
	return !ok
}

// emptyVariables returns the variables of a module whose default is an empty text, and that no
// validation asks for.
func emptyVariables(data []byte) map[string]bool {
	out := map[string]bool{}
	for rest := string(data); ; {
		_, after, ok := strings.Cut(rest, "variable \"")
		if !ok {
			return out
		}
		name, body, _ := strings.Cut(after, "\"")
		rest = body
		if end := closingBrace([]byte(body), max(0, strings.IndexByte(body, '{'))); end > 0 {
			body = body[:end]
		}
		if !strings.Contains(body, "validation") && strings.Contains(strings.Join(strings.Fields(body), ""), `default=""`) {
			out[name] = true
		}
	}
}

// hcl copies text, and masks what Terraform inserts. Variables that may be empty become ones of
// the shell.
func hcl(w *tree.Weaver, from, to int, escapes bool, empty map[string]bool) {
	start := from
	for i := from; i < to; i++ {
		c := w.Data[i]
		switch {
		case c == '\\' && escapes && i+1 < to:
			w.Copy(start, i)
			start = w.Escape(i, to)
			i = start - 1
		case (c == '$' || c == '%') && i+1 < to && w.Data[i+1] == '{':
			w.Copy(start, i)
			if i > from && w.Data[i-1] == c { // $${ is the shell's
				start = i + 1
				continue
			}
			end := closingBrace(w.Data[:to], i+1)
			expression := string(w.Data[i:end])
			if name, ok := strings.CutPrefix(strings.TrimSuffix(expression, "}"), "${var."); ok && empty[name] {
				w.Put("${var_"+name+"}", i)
			} else {
				w.Put(asName(expression), i)
			}
			start, i = end, end-1
		}
	}
	w.Copy(start, to)
}
