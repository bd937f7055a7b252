package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isDockerfile(f *file) bool {
	base := f.lower
	for _, kind := range []string{"dockerfile", "containerfile"} {
		if base == kind || strings.HasSuffix(base, "."+kind) {
			return true
		}
		if rest, ok := strings.CutPrefix(base, kind); ok && (rest[0] == '.' || rest[0] == '-') {
			switch path.Ext(base) {
			case ".dockerignore", ".md", ".go", ".py", ".js", ".ts", ".j2", ".tmpl", ".tpl", ".template", ".erb":
				return false
			}
			return true
		}
	}
	return false
}

// dockerReader reads the instructions of a Dockerfile one by one.
type dockerReader struct {
	data   []byte
	pos    int
	escape byte
	shell  dockerShell
	pieces []Piece
	// unclosed counts here-documents that never end.
	unclosed int
}

// dockerShell is what runs a shell form.
type dockerShell struct {
	dialect shell.Dialect
	other   bool // not a POSIX shell
}

// readDockerfile finds what an image runs when it is built, and when it is
// started.
func readDockerfile(_ string, data []byte) ([]Piece, error) {
	d := &dockerReader{data: data, escape: '\\', shell: dockerShell{dialect: shell.Sh}}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		d.pos = 3
	}
	d.directives()
	for d.pos < len(d.data) {
		if line := d.logical(); line.Text != "" {
			d.instruction(line, "")
		}
	}
	return d.pieces, nil
}

// line returns the line at pos, without its end, and moves past it.
func (d *dockerReader) line() (from, to int) {
	from = d.pos
	to = len(d.data)
	d.pos = to
	if i := bytes.IndexByte(d.data[from:], '\n'); i >= 0 {
		to = from + i
		d.pos = to + 1
	}
	if to > from && d.data[to-1] == '\r' {
		to--
	}
	return from, to
}

// directives reads the parser directives at the top, which look like comments.
func (d *dockerReader) directives() {
	for {
		start := d.pos
		from, to := d.line()
		name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(d.data[from:to])), "#"), "=")
		if !ok || from == to || strings.TrimSpace(string(d.data[from:to]))[0] != '#' {
			d.pos = start
			return
		}
		if strings.EqualFold(strings.TrimSpace(name), "escape") && strings.TrimSpace(value) == "`" {
			d.escape = '`'
		}
	}
}

// logical returns the next instruction with its lines joined. Comments and
// empty lines between them are not part of it.
func (d *dockerReader) logical() Piece {
	w := &tree.Weaver{Data: d.data}
	for first := true; d.pos < len(d.data); {
		from, to := d.line()
		text := bytes.TrimLeft(d.data[from:to], " \t\r")
		if len(text) == 0 || text[0] == '#' {
			if first {
				break
			}
			continue
		}
		if first {
			from = to - len(text)
			first = false
		}
		end, goesOn := d.continuation(from, to)
		w.Copy(from, end)
		if !goesOn {
			break
		}
	}
	return pieceOf(w, "image", "")
}

// continuation returns where the text of a line ends, and whether the next
// line belongs to it. Two escape characters at its end do not continue it.
func (d *dockerReader) continuation(from, to int) (end int, goesOn bool) {
	end = from + len(bytes.TrimRight(d.data[from:to], " \t\r"))
	if end == from || d.data[end-1] != d.escape || end-2 >= from && d.data[end-2] == d.escape {
		return to, false
	}
	return end - 1, true
}

// instruction reads an instruction; outer is "ONBUILD " inside of ONBUILD.
func (d *dockerReader) instruction(line Piece, outer string) {
	word, at := wordAt(line.Text, 0)
	switch name := strings.ToUpper(word); name {
	case "FROM":
		d.shell = dockerShell{dialect: shell.Sh, other: isWindowsImage(line.Text)}
	case "SHELL":
		d.setShell(line.Text[at:])
	case "ONBUILD":
		d.instruction(line.part(at, len(line.Text)), "ONBUILD ")
	case "HEALTHCHECK":
		at = dockerFlags(line.Text, at)
		if word, next := wordAt(line.Text, at); strings.EqualFold(word, "CMD") {
			d.command(line, next, outer+"HEALTHCHECK CMD")
		}
	case "CMD", "ENTRYPOINT":
		d.command(line, dockerFlags(line.Text, at), outer+name)
	case "RUN":
		at = dockerFlags(line.Text, at)
		if docs := heredocs(line.Text[at:]); len(docs) > 0 && d.heredoc(line, at, docs, outer+name) {
			return
		}
		d.command(line, at, outer+name)
	case "COPY", "ADD":
		d.skipHeredocs(heredocs(line.Text[at:]))
	}
}

// command adds the shell or the exec form that starts at a place.
func (d *dockerReader) command(line Piece, at int, name string) {
	text := line.Text[at:]
	if strings.HasPrefix(text, "[") {
		f, err := newFinder("image", tree.JSON, []byte(text))
		if err == nil && len(f.doc.Roots) == 1 && allStrings(f.doc.Roots[0]) {
			if p := f.words(f.doc.Roots[0], name); p != nil {
				exec := line.part(at, len(line.Text))
				p.Segments = compose(p.Segments, exec.Segments)
				d.pieces = append(d.pieces, *p)
			}
			return
		}
	}
	d.add(line.part(at, len(line.Text)), name)
}

// add adds a shell form.
func (d *dockerReader) add(p Piece, name string) {
	if d.shell.other || strings.TrimSpace(p.Text) == "" {
		return
	}
	p.Name, p.Dialect = name, d.shell.dialect
	d.pieces = append(d.pieces, p)
}

// allStrings reports whether a list holds only strings, as an exec form must.
func allStrings(n *tree.Node) bool {
	for _, item := range n.Items {
		if item == nil || item.Kind != tree.Scalar || item.Style != '"' {
			return false
		}
	}
	return n.Kind == tree.Sequence
}

// setShell reads the SHELL instruction.
func (d *dockerReader) setShell(list string) {
	doc, err := tree.JSON([]byte(list))
	if err != nil || len(doc.Roots) != 1 || len(doc.Roots[0].Items) == 0 {
		return
	}
	dialect, ok := dialectOf(strings.ReplaceAll(doc.Str(doc.Roots[0].Items[0]), `\`, "/"))
	d.shell = dockerShell{dialect: dialect, other: !ok}
}

func isWindowsImage(from string) bool {
	from = strings.ToLower(from)
	for _, part := range []string{"windows", "nanoserver", "servercore"} {
		if strings.Contains(from, part) {
			return true
		}
	}
	return false
}

// dockerFlags returns where the words after flags such as --mount=.. start.
func dockerFlags(text string, at int) int {
	for strings.HasPrefix(text[at:], "--") {
		quote := byte(0)
		for ; at < len(text); at++ {
			c := text[at]
			if quote == 0 && (c == ' ' || c == '\t') {
				break
			}
			switch {
			case c == quote:
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			}
		}
		at = skipSpace(text, at)
	}
	return at
}
