package install

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// style is the layout of the user's JSON, so that additions look like the
// rest.
type style struct {
	newline string
	unit    string // of indentation
	colon   string
	inline  bool // all in one line
}

// styleOf reads the style of a document from its outermost members.
func styleOf(d *document) style {
	s := style{newline: "\n", unit: "  ", colon: ": "}
	if i := bytes.IndexByte(d.text, '\n'); i > 0 && d.text[i-1] == '\r' {
		s.newline = "\r\n"
	}
	if len(d.root.kids) == 0 {
		return s
	}
	first := &d.root.kids[0]
	if first.key != "" || d.root.kind == object {
		between := d.text[first.start:first.from]
		s.colon = ":" + string(between[bytes.LastIndexByte(between, ':')+1:])
		if strings.ContainsAny(s.colon, "\r\n") {
			s.colon = ": "
		}
	}
	indent, broken := d.indent(&d.root, 0)
	if s.inline = !broken; broken {
		if unit, ok := strings.CutPrefix(indent, d.lineIndent(d.root.from)); ok {
			s.unit = unit
		}
	}
	return s
}

// indent returns the white space before the i-th value of a container, and
// whether that value begins a line.
func (d *document) indent(container *node, i int) (string, bool) {
	end := container.kids[i].start
	from := end
	for from > 0 && strings.IndexByte(" \t\r\n", d.text[from-1]) >= 0 {
		from--
	}
	gap := string(d.text[from:end])
	if nl := strings.LastIndexByte(gap, '\n'); nl >= 0 {
		return gap[nl+1:], true
	}
	return gap, false
}

// lineIndent returns the indentation of the line of a position.
func (d *document) lineIndent(at int) string {
	line := d.text[bytes.LastIndexByte(d.text[:at], '\n')+1:]
	n := 0
	for n < len(line) && (line[n] == ' ' || line[n] == '\t') {
		n++
	}
	return string(line[:n])
}

// The values that are written. A list of strings is one line.
type (
	members []member
	member  struct {
		key   string
		value any
	}
	list  []any
	words []string
)

// render writes a value. indent is that of the line it begins in.
func (s style) render(v any, indent string) string {
	switch v := v.(type) {
	case string:
		return quoteJSON(v)
	case int:
		return strconv.Itoa(v)
	case words:
		parts := make([]string, len(v))
		for i, w := range v {
			parts[i] = quoteJSON(w)
		}
		return "[" + strings.Join(parts, s.comma()) + "]"
	case list:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = s.render(v[i], indent+s.unit)
		}
		return s.wrap("[", parts, "]", indent)
	case members:
		parts := make([]string, len(v))
		for i, m := range v {
			parts[i] = s.member(m, indent+s.unit)
		}
		return s.wrap("{", parts, "}", indent)
	}
	return "null"
}

func (s style) member(m member, indent string) string {
	return quoteJSON(m.key) + s.colon + s.render(m.value, indent)
}

func (s style) wrap(open string, parts []string, end, indent string) string {
	if s.inline {
		return open + strings.Join(parts, s.comma()) + end
	}
	line := s.newline + indent
	return open + line + s.unit + strings.Join(parts, ","+line+s.unit) + line + end
}

// comma returns the separator of two values in a line.
func (s style) comma() string {
	if s.inline && s.colon == ":" {
		return ","
	}
	return ", "
}

// quoteJSON quotes a string, and leaves & < > readable.
func quoteJSON(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
