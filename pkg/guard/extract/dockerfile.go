package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
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

// dockerReader finds what an image runs.
type dockerReader struct {
	data   []byte
	shell  dockerShell
	values imageValues
	pieces []Piece
}

// dockerShell is what runs a shell form.
type dockerShell struct {
	dialect shell.Dialect
	other   bool // not a POSIX shell
}

// readDockerfile finds what an image runs when it is built, and when it is
// started.
func readDockerfile(_ string, data []byte) ([]Piece, error) {
	d := &dockerReader{data: data, shell: dockerShell{dialect: shell.Sh}}
	for _, in := range formats.Dockerfile(data) {
		d.instruction(&in)
	}
	return d.pieces, nil
}

func (d *dockerReader) instruction(in *formats.Instruction) {
	line := Piece{Surface: "image", Text: in.Text, Segments: in.Segments}
	name := in.Name
	if in.OnBuild {
		name = "ONBUILD " + name
	}
	switch in.Name {
	case "ARG", "ENV":
		d.values.set(in)
	case "FROM":
		d.values.stage()
		d.shell = dockerShell{dialect: shell.Sh, other: isWindowsImage(in.Text)}
	case "SHELL":
		d.setShell(in.Text[in.Flags:])
	case "HEALTHCHECK":
		if word, next := formats.WordAt(in.Text, in.Args); strings.EqualFold(word, "CMD") {
			d.command(line, next, name+" CMD")
		}
	case "RUN":
		if len(in.Documents) > 0 {
			d.documents(line, in, name)
			return
		}
		d.command(line, in.Args, name)
	case "CMD", "ENTRYPOINT":
		d.command(line, in.Args, name)
	}
}

// documents adds a RUN instruction with here-documents: their text, when there
// is nothing else, or the command that reads them with them.
func (d *dockerReader) documents(line Piece, in *formats.Instruction, name string) {
	w := &tree.Weaver{Data: d.data}
	alone := in.Documents[0].Alone
	if !alone {
		p := line.part(in.Args, len(in.Text))
		w.Text.WriteString(p.Text)
		w.Segments = p.Segments
		w.Put("\n", w.End(0))
	}
	for _, doc := range in.Documents {
		for _, r := range doc.Rows {
			from := r.From
			if alone && doc.Tabs {
				from = r.To - len(bytes.TrimLeft(d.data[r.From:r.To], "\t"))
			}
			w.Copy(from, r.To)
			w.Newline(r)
		}
		if !alone {
			w.Copy(doc.End.From, min(doc.End.EOL+1, len(d.data)))
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
	p.Name, p.Dialect, p.given = name, d.shell.dialect, d.values.now
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
