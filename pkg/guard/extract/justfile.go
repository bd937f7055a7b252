package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
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
	alien  bool            // the recipe is a script of another language
	empty  map[string]bool // variables whose default is empty
	params map[string]bool // of the recipe: whether the default is empty
	joined *tree.Weaver
	pieces []Piece
}

// readJustfile finds the lines of recipes, and recipes that are scripts.
func readJustfile(_ string, data []byte) ([]Piece, error) {
	j := &justReader{data: data, shell: shell.Sh}
	statements := formats.Justfile(data)
	j.empty = justEmpty(statements)
	for i := range statements {
		if s := &statements[i]; s.Kind == formats.JustSetting && s.Name == "shell" {
			j.setShell(s.Value)
		}
	}
	for i := range statements {
		s := &statements[i]
		if s.Kind == formats.JustLine {
			j.line(s)
			continue
		}
		j.endRecipe()
		if s.Kind == formats.JustRecipe {
			j.name, j.params = s.Name, make(map[string]bool)
			for _, p := range s.Params {
				j.params[p.Name] = p.Optional && isEmptyDefault(p.Value)
			}
		}
	}
	j.endRecipe()
	return j.pieces, nil
}

// setShell reads ["bash", "-c"].
func (j *justReader) setShell(list string) {
	program, _, _ := strings.Cut(strings.TrimLeft(list, "[ '\""), ",")
	dialect, known := dialectOf(strings.Trim(program, " '\"]"))
	j.shell, j.other = dialect, !known
}

func (j *justReader) line(s *formats.JustStatement) {
	switch {
	case s.Text != "":
		indent := len(j.data[s.From:s.To]) - len(bytes.TrimLeft(j.data[s.From:s.To], " \t"))
		j.body(s.From, s.To, string(j.data[s.From:s.From+indent]))
	case j.script != nil:
		j.script.Copy(s.EOL, min(s.EOL+1, len(j.data)))
	}
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
	p.maskEmpty(templates(p.Text), asName, func(expression string) bool {
		if empty, ok := j.params[expression]; ok {
			return empty
		}
		return j.empty[expression]
	})
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
