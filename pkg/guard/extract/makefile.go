package extract

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
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
	return strings.HasPrefix(f.base, "Makefile.") || f.base == "rules" && bytes.HasPrefix(f.head, []byte("#!/usr/bin/make"))
}

// makeReader finds what the recipes of a makefile run.
type makeReader struct {
	data     []byte
	prefix   byte              // what a recipe line starts with
	defined  map[string]bool   // variables that the file sets
	commands map[string]string // variables that hold how a command begins
	branch   int               // how many conditions the settings stand in
	oneShell bool
	shell    shell.Dialect
	other    bool // the shell is not POSIX

	target string       // of the rule whose recipe is read; "" outside of one
	recipe *tree.Weaver // with oneShell: the recipe so far
	pieces []Piece
}

// readMakefile finds the lines of recipes. Variables of make are masked.
func readMakefile(_ string, data []byte) ([]Piece, error) {
	m := &makeReader{data: data, shell: shell.Sh, defined: make(map[string]bool)}
	var statements []formats.MakeStatement
	r := formats.NewMakefile(data, '\t')
	for s, ok := r.Next(); ok; s, ok = r.Next() {
		m.setting(&s)
		statements = append(statements, s)
	}
	if m.other {
		return nil, nil
	}
	m.prefix = r.Prefix
	for i := range statements {
		m.statement(&statements[i])
	}
	m.endRule()
	return m.pieces, nil
}

// setting reads what applies to the whole file.
func (m *makeReader) setting(s *formats.MakeStatement) {
	v := s.Variable
	switch s.Kind {
	case formats.MakeRule:
		m.oneShell = m.oneShell || slices.Contains(strings.Fields(s.Targets), ".ONESHELL")
		return
	case formats.MakeLine:
		v, _ = formats.AssignmentIn(s.Text)
	case formats.MakeCondition:
		switch {
		case strings.HasPrefix(s.Word, "if"):
			m.branch++
		case s.Word == "endif":
			m.branch--
		}
		return
	case formats.MakeVariable:
	default:
		return
	}
	if v.Value == "" {
		return
	}
	m.command(v.Name, v.Value)
	m.defined[v.Name] = !mayPrintNothing(v.Value) || asksFor(m.data, v.Name)
	if program := strings.Fields(v.Value)[0]; v.Name == "SHELL" && m.branch <= 0 && !strings.Contains(v.Value, "$") {
		dialect, known := dialectOf(program)
		m.shell, m.other = dialect, !known && program != "env"
	}
}

func (m *makeReader) statement(s *formats.MakeStatement) {
	m.shells(s.From, s.To)
	switch s.Kind {
	case formats.MakeRecipe:
		m.recipeLine(s.From+1, s.To)
	case formats.MakeCondition, formats.MakeLine, formats.MakeEndef:
	case formats.MakeRule:
		m.endRule()
		m.target = strings.TrimSpace(s.Targets)
		if s.Inline > 0 {
			m.recipeLine(s.Inline, s.To)
		}
	default:
		m.endRule()
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
