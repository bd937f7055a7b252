package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isJustfile(f *file) bool {
	base := f.lower
	return base == "justfile" || base == ".justfile" || path.Ext(base) == ".just"
}

// justReader reads the recipes of a justfile.
type justReader struct {
	data   []byte
	shell  shell.Dialect
	other  bool
	name   string // of the recipe being read
	indent string // what its lines start with; "" before the first one
	script *tree.Weaver
	alien  bool // the recipe is a script of another language
	joined *tree.Weaver
	pieces []Piece
}

// readJustfile finds the lines of recipes, and recipes that are scripts.
func readJustfile(_ string, data []byte) ([]Piece, error) {
	j := &justReader{data: data, shell: shell.Sh}
	j.setShell()
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i
		}
		j.line(at, end)
		at = end + 1
	}
	j.endRecipe()
	return j.pieces, nil
}

// setShell looks for set shell := ["bash", "-c"].
func (j *justReader) setShell() {
	for _, line := range bytes.Split(j.data, []byte("\n")) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "set shell")
		if !ok {
			continue
		}
		_, list, _ := strings.Cut(rest, "[")
		program, _, _ := strings.Cut(strings.TrimLeft(list, " '\""), ",")
		dialect, known := dialectOf(strings.Trim(program, " '\"]"))
		j.shell, j.other = dialect, !known
	}
}

func (j *justReader) line(from, to int) {
	if to > from && j.data[to-1] == '\r' {
		to--
	}
	text := string(j.data[from:to])
	trimmed := strings.TrimLeft(text, " \t")
	switch {
	case trimmed == "":
		if j.script != nil {
			j.script.Copy(to, min(to+1, len(j.data)))
		}
	case len(trimmed) < len(text) && j.name != "":
		j.body(from, to, text[:len(text)-len(trimmed)])
	default:
		j.endRecipe()
		if len(trimmed) == len(text) {
			j.name = justRecipe(text)
		}
	}
}

// justRecipe returns the name of the recipe that a line begins, or "". A
// recipe has a colon that is not part of :=.
func justRecipe(line string) string {
	word, rest, _ := strings.Cut(strings.TrimPrefix(line, "@"), " ")
	switch word {
	case "set", "alias", "export", "import", "mod", "import?", "mod?":
		return ""
	}
	name, _, _ := strings.Cut(word, ":")
	if line[0] == '#' || line[0] == '[' || strings.HasPrefix(strings.TrimLeft(rest, " "), ":=") {
		return ""
	}
	if !strings.Contains(line, ":") || strings.HasPrefix(strings.TrimPrefix(word, name), ":=") {
		return ""
	}
	return name
}

// body reads a line of a recipe.
func (j *justReader) body(from, to int, indent string) {
	first := j.indent == ""
	if first {
		j.indent = indent
		if program, ok := shebang(j.data[from+len(indent) : to]); ok {
			_, known := dialectOf(program)
			j.alien = !known
			j.script = &tree.Weaver{Data: j.data}
		}
	}
	start := from + len(j.indent)
	if !strings.HasPrefix(indent, j.indent) {
		start = from + len(indent)
	}
	if j.script != nil {
		j.script.Copy(start, to)
		if to < len(j.data) {
			j.script.Put("\n", to)
		}
		return
	}
	if j.joined == nil {
		start = from + len(indent)
		for start < to && (j.data[start] == '@' || j.data[start] == '-') {
			start++
		}
		if start < to && j.data[start] == '#' {
			return
		}
		j.joined = &tree.Weaver{Data: j.data}
	}
	if end := to - 1; end >= start && j.data[end] == '\\' && to < len(j.data) {
		j.joined.Copy(start, to)
		j.joined.Put("\n", to)
		return
	}
	j.joined.Copy(start, to)
	j.add(j.joined, j.shell, j.other)
	j.joined = nil
}

func (j *justReader) add(w *tree.Weaver, dialect shell.Dialect, other bool) {
	p := pieceOf(w, "make", j.name)
	if other || strings.TrimSpace(p.Text) == "" {
		return
	}
	p.Dialect = dialect
	p.mask(templates(p.Text), asName)
	j.pieces = append(j.pieces, p)
}

func (j *justReader) endRecipe() {
	if j.joined != nil {
		j.add(j.joined, j.shell, j.other)
	}
	if j.script != nil && !j.alien {
		program, _ := shebang([]byte(j.script.Text.String()))
		dialect, _ := dialectOf(program)
		j.add(j.script, dialect, false)
	}
	j.name, j.indent, j.script, j.joined, j.alien = "", "", nil, nil, false
}
