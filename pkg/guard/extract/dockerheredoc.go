package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// heredoc is a here-document operator in an instruction.
type heredoc struct {
	name  string
	tabs  bool // leading tabs are dropped
	alone bool // nothing else is in the instruction
}

// heredocs returns the here-document operators in the arguments of an
// instruction, in order.
func heredocs(text string) []heredoc {
	var docs []heredoc
	if !strings.Contains(text, "<<") {
		return nil
	}
	for at := skipSpace(text, 0); at < len(text); {
		word, next := quotedWord(text, at)
		if doc, ok := heredocOf(word); ok {
			doc.alone = strings.TrimSpace(text) == word
			docs = append(docs, doc)
		}
		at = next
	}
	return docs
}

// quotedWord is wordAt for a word that may have quotes with spaces in it.
func quotedWord(text string, at int) (word string, next int) {
	quote := byte(0)
	end := at
	for ; end < len(text); end++ {
		c := text[end]
		switch {
		case quote == 0 && (c == ' ' || c == '\t'):
			return text[at:end], skipSpace(text, end)
		case c == '\\' && quote != '\'':
			end++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}
	end = min(end, len(text))
	return text[at:end], end
}

// heredocOf reads a word as 3<<-"NAME".
func heredocOf(word string) (heredoc, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(word, "0123456789"), "<<")
	if !ok || strings.Contains(rest, "<") {
		return heredoc{}, false
	}
	name, tabs := strings.CutPrefix(rest, "-")
	name = strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(name)
	return heredoc{name: name, tabs: tabs}, name != ""
}

// heredoc adds a RUN instruction with here-documents: their text, when there
// is nothing else, or the command that reads them with them. It reports
// whether they end; if not, they are not here-documents.
func (d *dockerReader) heredoc(line Piece, at int, docs []heredoc, name string) bool {
	if d.unclosed > maxUnclosed {
		return false
	}
	start := d.pos
	w := &tree.Weaver{Data: d.data}
	alone := docs[0].alone
	if !alone {
		p := line.part(at, len(line.Text))
		w.Text.WriteString(p.Text)
		w.Segments = p.Segments
		w.Put("\n", w.End(d.pos))
	}
	for _, doc := range docs {
		if !d.body(doc, w, alone && doc.tabs, !alone) {
			d.pos = start
			d.unclosed++
			return false
		}
	}
	p := pieceOf(w, "image", "")
	old := d.shell
	if program, ok := shebang([]byte(p.Text)); ok && alone {
		dialect, isShell := dialectOf(program)
		d.shell = dockerShell{dialect: dialect, other: !isShell}
	}
	d.add(p, name)
	d.shell = old
	return true
}

// skipHeredocs skips the here-documents of an instruction that copies files.
func (d *dockerReader) skipHeredocs(docs []heredoc) {
	for _, doc := range docs {
		start := d.pos
		if d.unclosed > maxUnclosed || !d.body(doc, &tree.Weaver{Data: d.data}, false, false) {
			d.pos = start
			d.unclosed++
			return
		}
	}
}

// body copies the lines of a here-document, and its last one if asked to. It
// reports whether that was found.
func (d *dockerReader) body(doc heredoc, w *tree.Weaver, strip, last bool) bool {
	for d.pos < len(d.data) {
		from, to := d.line()
		text := string(d.data[from:to])
		if doc.tabs {
			text = strings.TrimLeft(text, "\t")
		}
		if text == doc.name {
			if last {
				w.Copy(from, d.pos)
			}
			return true
		}
		if strip {
			from = to - len(text)
		}
		w.Copy(from, to)
		if d.pos > to {
			w.Copy(d.pos-1, d.pos)
		}
	}
	return false
}
