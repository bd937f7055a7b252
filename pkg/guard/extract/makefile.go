package extract

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isMakefile(f *file) bool {
	switch f.ext {
	case ".mk", ".mak":
		return true
	case ".md", ".go", ".py":
		return false
	}
	switch f.base {
	case "Makefile", "makefile", "GNUmakefile", "BSDmakefile":
		return true
	}
	return strings.HasPrefix(f.base, "Makefile.")
}

// makeReader reads the rules of a makefile.
type makeReader struct {
	data     []byte
	pos      int
	prefix   byte            // what a recipe line starts with
	defined  map[string]bool // variables that the file sets
	oneShell bool
	shell    shell.Dialect
	other    bool // the shell is not POSIX

	target string       // of the rule whose recipe is read; "" outside of one
	recipe *tree.Weaver // with oneShell: the recipe so far
	define int          // how many defines are open
	pieces []Piece
}

// readMakefile finds the lines of recipes. Variables of make are masked.
func readMakefile(_ string, data []byte) ([]Piece, error) {
	m := &makeReader{data: data, prefix: '\t', shell: shell.Sh, defined: make(map[string]bool)}
	m.settings()
	if m.other {
		return nil, nil
	}
	m.pos = 0
	for m.pos < len(data) {
		from, to := m.logical()
		m.line(from, to)
	}
	m.endRule()
	return m.pieces, nil
}

// logical returns the line at pos with those that continue it, without the
// last line end, and moves past them.
func (m *makeReader) logical() (from, to int) {
	from = m.pos
	for {
		to = len(m.data)
		if i := bytes.IndexByte(m.data[m.pos:], '\n'); i >= 0 {
			to = m.pos + i
		}
		m.pos = min(to+1, len(m.data))
		end := to
		if end > from && m.data[end-1] == '\r' {
			end--
		}
		slashes := 0
		for end-slashes > from && m.data[end-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 || m.pos >= len(m.data) {
			return from, end
		}
	}
}

// settings reads what applies to the whole file.
func (m *makeReader) settings() {
	for m.pos < len(m.data) {
		from, to := m.logical()
		line := string(m.data[from:to])
		if line == "" || line[0] == m.prefix || line[0] == '#' {
			continue
		}
		if strings.HasPrefix(line, ".ONESHELL") {
			m.oneShell = true
		}
		name, value, ok := makeAssignment(line)
		if !ok {
			continue
		}
		if value != "" {
			m.defined[name] = true
		}
		switch {
		case name == "SHELL" && value != "" && !strings.Contains(value, "$"):
			dialect, known := dialectOf(strings.Fields(value)[0])
			m.shell, m.other = dialect, !known && strings.Fields(value)[0] != "env"
		case name == ".RECIPEPREFIX" && value != "":
			m.prefix = value[0]
		}
	}
}

// makeAssignment reads NAME := value.
func makeAssignment(line string) (name, value string, ok bool) {
	i := strings.IndexByte(line, '=')
	if i < 0 {
		return "", "", false
	}
	name = strings.TrimSpace(strings.TrimRight(line[:i], ":?+!"))
	for _, word := range []string{"export ", "override ", "private "} {
		name = strings.TrimSpace(strings.TrimPrefix(name, word))
	}
	if name == "" || strings.ContainsAny(name, " \t:#$(") {
		return "", "", false
	}
	value, _, _ = strings.Cut(line[i+1:], " #")
	return name, strings.TrimSpace(value), true
}

// line reads a line of the file.
func (m *makeReader) line(from, to int) {
	if from < to && m.data[from] != '#' {
		m.shells(from, to)
	}
	if from < to && m.data[from] == m.prefix && m.define == 0 {
		if m.target != "" {
			m.recipeLine(from+1, to)
		}
		return
	}
	line := strings.TrimSpace(string(m.data[from:to]))
	word, _, _ := strings.Cut(line, " ")
	switch {
	case word == "define":
		m.define++
	case word == "endef":
		m.define = max(m.define-1, 0)
	}
	if m.define > 0 || line == "" || line[0] == '#' {
		return
	}
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "endef":
		return
	}
	m.endRule()
	if _, _, ok := makeAssignment(line); ok {
		return
	}
	m.rule(from, to)
}

// rule reads the line with the targets, after which a recipe may start.
func (m *makeReader) rule(from, to int) {
	depth := 0
	colon := -1
	for i := from; i < to; i++ {
		switch c := m.data[i]; {
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
		case c == '#' && depth <= 0:
			to = i
		case c == ':' && colon < 0 && depth <= 0:
			colon = i
		case c == '=' && colon >= 0 && depth <= 0: // a variable of the target
			m.target = strings.TrimSpace(string(m.data[from:colon]))
			return
		case c == ';' && colon >= 0 && depth <= 0:
			m.target = strings.TrimSpace(string(m.data[from:colon]))
			m.recipeLine(i+1, to)
			return
		}
	}
	if colon >= 0 {
		m.target = strings.TrimSpace(string(m.data[from:colon]))
	}
}

// recipeLine adds a line of a recipe, without its prefix.
func (m *makeReader) recipeLine(from, to int) {
	for from < to && bytes.IndexByte([]byte("@-+ \t"), m.data[from]) >= 0 {
		from++
	}
	if m.oneShell {
		if m.recipe == nil {
			m.recipe = &tree.Weaver{Data: m.data}
		}
		m.weave(m.recipe, from, to)
		if to < len(m.data) {
			m.recipe.Put("\n", to)
		}
		return
	}
	w := &tree.Weaver{Data: m.data}
	m.weave(w, from, to)
	m.add(w, m.target)
}

func (m *makeReader) add(w *tree.Weaver, name string) {
	p := pieceOf(w, "make", name)
	p.Dialect = m.shell
	if strings.TrimSpace(p.Text) != "" {
		m.pieces = append(m.pieces, p)
	}
}

func (m *makeReader) endRule() {
	if m.recipe != nil {
		m.add(m.recipe, m.target)
		m.recipe = nil
	}
	m.target = ""
}
