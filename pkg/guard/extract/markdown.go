package extract

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isMarkdown(f *file) bool {
	switch strings.ToLower(f.ext) {
	case ".md", ".markdown", ".mdx", ".mdc":
		return true
	}
	return false
}

// fence is an open code block.
type fence struct {
	formats.Fence
	indent  int // columns to drop from its lines
	quotes  int // how many > precede it
	dialect shell.Dialect
	session bool // a terminal session: prompts, commands and output
	shell   bool
	number  int // of its first line
	rows    []tree.Row
}

// readMarkdown finds the code blocks that are marked as shell. Other blocks,
// and indented code, may hold anything.
func readMarkdown(_ string, data []byte) ([]Piece, error) {
	m := &markdown{data: data}
	m.read()
	return m.pieces, nil
}

func (m *markdown) read() {
	data, number := m.data, 0
	for at := 0; at < len(data); {
		r := formats.RowAt(data, at)
		number++
		m.line(r, number)
		at = r.EOL + 1
	}
	m.closeIndented()
	m.close()
}

type markdown struct {
	data   []byte
	runs   bool // the agent runs the text in !`..`
	told   bool // an agent does what the text says
	open   *fence
	pieces []Piece

	indented *fence // a block without marks
	blank    bool   // the line before is empty
	list     bool   // a list goes on, whose text is indented, too
}

func (m *markdown) line(r tree.Row, number int) {
	if m.open == nil {
		f := m.fenceAt(r)
		if f == nil && m.told && m.indentedCode(r, number) {
			return
		}
		if f != nil {
			m.closeIndented()
			f.number = number
			m.open = f
			return
		}
		if m.runs {
			m.inline(r)
		}
		if m.told {
			m.inlineCode(r, number)
		}
		return
	}
	if m.open.closedBy(m.data, r) {
		m.close()
		return
	}
	if m.open.shell {
		m.open.rows = append(m.open.rows, m.open.strip(m.data, r))
	}
}

// fenceAt reads the opening of a code block. In a list it may be indented.
func (m *markdown) fenceAt(r tree.Row) *fence {
	f := &fence{}
	at, start := r.From, r.From
	for ; at < r.To; at++ {
		c := m.data[at]
		if c == '>' {
			f.quotes++
			start = at + 1
			if start < r.To && m.data[start] == ' ' {
				start++
			}
		} else if c != ' ' && c != '\t' {
			break
		}
	}
	if at == r.To {
		return nil
	}
	text := string(m.data[at:r.To])
	item := formats.BehindBullet(text)
	f.indent = max(at+item-start, 0)
	var ok bool
	if f.Fence, ok = formats.FenceIn(text[item:]); !ok {
		return nil
	}
	f.language(f.Info)
	return f
}

// language reads the words after a fence: "bash", "{.bash}", "sh,ignore".
func (f *fence) language(info string) {
	info = strings.ToLower(strings.TrimLeft(info, " \t{."))
	end := strings.IndexAny(info, " \t,}{:;")
	if end >= 0 {
		info = info[:end]
	}
	f.shell = true
	switch info {
	case "sh", "shell", "bash", "zsh", "ksh", "mksh", "dash":
		f.dialect, _ = dialectOf(info)
	case "console", "terminal", "shell-session", "shellsession", "sh-session", "bash-session", "zsh-session":
		f.session = true
	case "shellscript":
	default:
		f.shell = false
	}
}

// closedBy reports whether a line is the end of the block.
func (f *fence) closedBy(data []byte, r tree.Row) bool {
	return r.To-r.From < 1000 && f.ClosedBy(strings.Trim(string(data[r.From:r.To]), " \t>"))
}

// strip removes from a line of the block the quote marks and the indentation
// of what the block is in.
func (f *fence) strip(data []byte, r tree.Row) tree.Row {
	for range f.quotes {
		rest := bytes.TrimLeft(data[r.From:r.To], " \t")
		if len(rest) == 0 || rest[0] != '>' {
			break
		}
		r.From = r.To - len(rest) + 1
		if r.From < r.To && data[r.From] == ' ' {
			r.From++
		}
	}
	for n := 0; n < f.indent && r.From < r.To && (data[r.From] == ' ' || data[r.From] == '\t'); n++ {
		r.From++
	}
	return r
}

// close makes a piece of the open block.
func (m *markdown) close() {
	f := m.open
	m.open = nil
	if f == nil || !f.shell {
		return
	}
	rows := f.rows
	if commands := m.prompted(rows); len(commands) > 0 {
		rows = commands
	} else if f.session {
		return
	}
	w := &tree.Weaver{Data: m.data}
	for _, r := range rows {
		w.Copy(r.From, r.To)
		w.Newline(r)
	}
	p := pieceOf(w, "doc", "code block in line "+strconv.Itoa(f.number))
	if strings.TrimSpace(p.Text) == "" {
		return
	}
	p.Dialect = f.dialect
	p.mask(placeholders(p.Text), asName)
	m.pieces = append(m.pieces, p)
}

// prompted returns the lines after a "$ " prompt, with those that continue
// them, or none when the block shows no prompts. The rest is output.
func (m *markdown) prompted(rows []tree.Row) []tree.Row {
	var out []tree.Row
	goesOn, document := false, ""
	for _, r := range rows {
		line := string(m.data[r.From:r.To])
		trimmed := strings.TrimLeft(line, " \t")
		switch {
		case document != "":
			if strings.TrimSpace(line) == document {
				document = ""
			}
		case goesOn:
			if rest, ok := strings.CutPrefix(trimmed, "> "); ok {
				r.From = r.To - len(rest)
			}
		case strings.HasPrefix(trimmed, "$ ") || strings.HasPrefix(trimmed, "% "):
			r.From = r.To - len(trimmed) + 2
			document = documentOf(trimmed)
		default:
			continue
		}
		out = append(out, r)
		goesOn = strings.HasSuffix(line, `\`)
	}
	return out
}

// documentOf returns the name that ends a here-document that a line starts.
func documentOf(line string) string {
	_, rest, ok := strings.Cut(line, "<<")
	if !ok || strings.HasPrefix(rest, "<") {
		return ""
	}
	rest = strings.TrimLeft(rest, "- '\"\\")
	end := 0
	for end < len(rest) && isNameByte(rest[end]) {
		end++
	}
	return rest[:end]
}

// inline adds the commands that an agent runs before it reads the file: !`..`.
func (m *markdown) inline(r tree.Row) {
	for at := r.From; at < r.To; {
		i := bytes.Index(m.data[at:r.To], []byte("!`"))
		if i < 0 {
			return
		}
		from := at + i + 2
		end := bytes.IndexByte(m.data[from:r.To], '`')
		if end < 0 {
			return
		}
		w := &tree.Weaver{Data: m.data}
		w.Copy(from, from+end)
		if p := pieceOf(w, rule.Unattended, "!`..`"); strings.TrimSpace(p.Text) != "" {
			m.pieces = append(m.pieces, p)
		}
		at = from + end + 1
	}
}

// placeholders finds <what-to-put-here>, which is not a redirection.
func placeholders(text string) []shell.Span {
	spans := references(text, "<", ">", func(c byte) bool {
		return isNameByte(c) || c == '-' || c == '.' || c == '/' || c == '|' || c == ':' || c == ' ' || c >= 0x80
	})
	keep := spans[:0]
	for _, s := range spans {
		name := text[s.From+1 : s.To-1]
		if (isLetter(name[0]) || name[0] >= 0x80) && name[len(name)-1] != ' ' && !strings.HasSuffix(name, " 2") {
			keep = append(keep, s)
		}
	}
	return keep
}
