package extract

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isAgentTextFile(f *file) bool { return isAgentText(f) }

// readAgentText finds the commands in a text for agents: code blocks, indented or
// not, code within a line, and what the agent runs before it reads the text. It
// notes characters that a reader does not see and a model does.
func readAgentText(name string, data []byte) ([]Piece, error) {
	var pieces []Piece
	if path.Ext(name) == ".toml" {
		for at := bytes.Index(data, []byte("!{")); at >= 0; {
			to := closingBrace(data, at+1)
			pieces = appendText(pieces, data, at+2, max(to-1, at+2), rule.Unattended, "!{..}")
			next := bytes.Index(data[to:], []byte("!{"))
			if at = to + next; next < 0 {
				break
			}
		}
	} else {
		m := &markdown{data: data, runs: true, told: true}
		m.read()
		pieces = append(frontHooks(data), m.pieces...)
	}
	return append(pieces, hiddenPieces(data)...), nil
}

func appendText(pieces []Piece, data []byte, from, to int, surface, name string) []Piece {
	w := &tree.Weaver{Data: data}
	w.Copy(from, to)
	p := pieceOf(w, surface, name)
	if strings.TrimSpace(p.Text) == "" {
		return pieces
	}
	return append(pieces, p)
}

// inlineCode adds the commands within a line of prose: `..` with a program and an
// argument at least. A line that warns of a command does not ask for it.
func (m *markdown) inlineCode(r tree.Row, number int) {
	line := strings.ToLower(string(m.data[r.From:min(r.To, r.From+2000)]))
	for _, word := range [...]string{"never", "don't", "do not", "dont ", "avoid", "not ", "instead of", "without ", "rather than", "block", "den", "forbid", "dangerous", "destructive", "e.g.", "such as", "like "} {
		if strings.Contains(line, word) {
			return
		}
	}
	for _, s := range between(string(m.data[r.From:r.To]), "`", "`", false) {
		from, to := r.From+s.From+1, r.From+s.To-1
		program, rest, ok := strings.Cut(string(m.data[from:to]), " ")
		if !ok || strings.TrimSpace(rest) == "" || from > r.From+1 && m.data[from-2] == '!' || !isProgram(program) {
			continue
		}
		n := len(m.pieces)
		m.pieces = appendText(m.pieces, m.data, from, to, "doc", "code in line "+strconv.Itoa(number))
		for i := n; i < len(m.pieces); i++ {
			p := &m.pieces[i]
			p.Prose = true
			p.mask(placeholders(p.Text), asName)
		}
	}
}

// isProgram reports whether a word may name a program: small letters, digits and
// marks of paths.
func isProgram(word string) bool {
	for i := range len(word) {
		c := word[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && strings.IndexByte("._-/~", c) < 0 {
			return false
		}
	}
	return word != "" && word[0] != '-'
}

// indentedCode takes a line of a code block that is only indented, and reports
// whether it is one.
func (m *markdown) indentedCode(r tree.Row, number int) bool {
	text := m.data[r.From:r.To]
	blank := len(bytes.TrimSpace(text)) == 0
	switch {
	case blank:
		m.blank = true
		return m.indented != nil
	case m.list || !bytes.HasPrefix(text, []byte("    ")) && text[0] != '\t' || m.indented == nil && !m.blank:
		m.closeIndented()
		m.list = formats.BehindBullet(string(text)) > 0 || m.list && (text[0] == ' ' || text[0] == '\t')
		m.blank = false
		return false
	}
	if m.indented == nil {
		m.indented = &fence{shell: true, number: number, dialect: shell.Bash}
	}
	r.From += min(4, len(text)-len(bytes.TrimLeft(text, " \t")))
	m.indented.rows = append(m.indented.rows, r)
	return true
}

// closeIndented makes a piece of the block that is only indented. It may be code
// of any language.
func (m *markdown) closeIndented() {
	if m.indented == nil {
		return
	}
	n := len(m.pieces)
	m.open, m.indented = m.indented, nil
	m.close()
	for i := n; i < len(m.pieces); i++ {
		m.pieces[i].Prose = true
	}
}
