package formats

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// Instruction is one of a Dockerfile. Comments and empty lines between its lines are not
// part of it, nor is what stands before it: of "ONBUILD RUN x" it is RUN.
type Instruction struct {
	Name      string // in capitals
	OnBuild   bool   // it is for the images that are built on this one
	Line      int    // from 1
	Text      string // the whole of it as one line
	Segments  []tree.Segment
	Flags     int // where in Text its flags begin, such as --mount=..
	Args      int // where what follows them begins
	Documents []Document
}

// Document is a here-document of an instruction. One that never ends is none.
type Document struct {
	Name  string
	Tabs  bool // leading tabs are dropped
	Alone bool // nothing else is in the instruction
	Rows  []tree.Row
	End   tree.Row // the line with its name
}

// Dockerfile reads the instructions of a Dockerfile.
func Dockerfile(data []byte) []Instruction {
	d := &docker{data: data, escape: '\\'}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		d.pos = 3
	}
	d.directives()
	var list []Instruction
	for d.pos < len(d.data) {
		if in := d.instruction(); in.Text != "" {
			list = append(list, in)
		}
	}
	return list
}

// docker reads the instructions of a Dockerfile one by one.
type docker struct {
	data     []byte
	pos      int
	number   int // of lines read
	escape   byte
	unclosed int // here-documents that never end
}

// line returns the line at pos and moves past it.
func (d *docker) line() tree.Row {
	r := RowAt(d.data, d.pos)
	d.pos = min(r.EOL+1, len(d.data))
	d.number++
	return r
}

// directives reads the parser directives at the top, which look like comments.
func (d *docker) directives() {
	for {
		pos, number := d.pos, d.number
		r := d.line()
		text := strings.TrimSpace(string(d.data[r.From:r.To]))
		name, value, ok := strings.Cut(strings.TrimPrefix(text, "#"), "=")
		if !ok || !strings.HasPrefix(text, "#") {
			d.pos, d.number = pos, number
			return
		}
		if strings.EqualFold(strings.TrimSpace(name), "escape") && strings.TrimSpace(value) == "`" {
			d.escape = '`'
		}
	}
}

// instruction returns the next one. Its text is empty for a line without one.
func (d *docker) instruction() Instruction {
	in := Instruction{}
	w := &tree.Weaver{Data: d.data}
	for d.pos < len(d.data) {
		r := d.line()
		text := bytes.TrimLeft(d.data[r.From:r.To], " \t\r")
		if len(text) == 0 || text[0] == '#' {
			if in.Line == 0 {
				return in
			}
			continue
		}
		if in.Line == 0 {
			in.Line = d.number
			r.From = r.To - len(text)
		}
		end, goesOn := d.continuation(r)
		w.Copy(r.From, end)
		if !goesOn {
			break
		}
	}
	in.Text, in.Segments = w.Close()
	d.divide(&in)
	return in
}

// continuation returns where the text of a line ends, and whether the next
// line belongs to it. Two escape characters at its end do not continue it.
func (d *docker) continuation(r tree.Row) (end int, goesOn bool) {
	end = r.From + len(bytes.TrimRight(d.data[r.From:r.To], " \t\r"))
	if end == r.From || d.data[end-1] != d.escape || end-2 >= r.From && d.data[end-2] == d.escape {
		return r.To, false
	}
	return end - 1, true
}

// divide finds the name, the flags and the here-documents of an instruction.
func (d *docker) divide(in *Instruction) {
	word, at := WordAt(in.Text, 0)
	for in.Name = strings.ToUpper(word); in.Name == "ONBUILD" && at < len(in.Text); in.Name = strings.ToUpper(word) {
		in.OnBuild = true
		word, at = WordAt(in.Text, at)
	}
	in.Flags, in.Args = at, behindFlags(in.Text, at)
	switch in.Name {
	case "RUN", "COPY", "ADD":
		d.documents(in)
	}
}

// documents reads the here-documents behind an instruction: all of them, or none if one
// does not end.
func (d *docker) documents(in *Instruction) {
	docs := documentsIn(in.Text[in.Args:])
	if len(docs) == 0 || d.unclosed > maxUnclosed {
		return
	}
	pos, number := d.pos, d.number
	for i := range docs {
		if !d.body(&docs[i]) {
			d.pos, d.number = pos, number
			d.unclosed++
			return
		}
	}
	in.Documents = docs
}

// body reads the lines of a here-document, and reports whether it ends.
func (d *docker) body(doc *Document) bool {
	for d.pos < len(d.data) {
		r := d.line()
		text := string(d.data[r.From:r.To])
		if doc.Tabs {
			text = strings.TrimLeft(text, "\t")
		}
		if text == doc.Name {
			doc.End = r
			return true
		}
		doc.Rows = append(doc.Rows, r)
	}
	return false
}

// documentsIn returns the here-document operators in the arguments of an
// instruction, in order.
func documentsIn(text string) (docs []Document) {
	if !strings.Contains(text, "<<") {
		return nil
	}
	for at := SkipSpace(text, 0); at < len(text); {
		word, next := quotedWord(text, at)
		if doc, ok := documentOf(word); ok {
			doc.Alone = strings.TrimSpace(text) == word
			docs = append(docs, doc)
		}
		at = next
	}
	return docs
}

// documentOf reads a word as 3<<-"NAME".
func documentOf(word string) (Document, bool) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(word, "0123456789"), "<<")
	if !ok || strings.Contains(rest, "<") {
		return Document{}, false
	}
	name, tabs := strings.CutPrefix(rest, "-")
	name = strings.NewReplacer(`"`, "", "'", "", `\`, "").Replace(name)
	return Document{Name: name, Tabs: tabs}, name != ""
}

// behindFlags returns where the words after flags such as --mount=.. start.
func behindFlags(text string, at int) int {
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
		at = SkipSpace(text, at)
	}
	return at
}

// quotedWord is WordAt for a word that may have quotes with spaces in it.
func quotedWord(text string, at int) (word string, next int) {
	quote := byte(0)
	end := at
	for ; end < len(text); end++ {
		c := text[end]
		switch {
		case quote == 0 && (c == ' ' || c == '\t'):
			return text[at:end], SkipSpace(text, end)
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
