package install

import "bytes"

// replaced returns the text with [from, to) replaced.
func (d *document) replaced(from, to int, with string) []byte {
	out := make([]byte, 0, len(d.text)+len(with))
	out = append(out, d.text[:from]...)
	out = append(out, with...)
	return append(out, d.text[to:]...)
}

// appended returns the text with one more value at the end of a container: a
// member, or in a list its value. It is on a line of its own when the value
// before it is.
func (d *document) appended(container *node, m member) []byte {
	s := styleOf(d)
	if len(container.kids) == 0 {
		indent := d.lineIndent(container.from)
		open, end := "{", "}"
		if container.kind == array {
			open, end = "[", "]"
		}
		return d.replaced(container.from, container.to, s.wrap(open, []string{s.item(container, m, indent+s.unit)}, end, indent))
	}
	last := len(container.kids) - 1
	indent, broken := d.indent(container, last)
	between := s.newline + indent
	if s.inline = !broken; s.inline {
		between = s.comma()[1:]
	}
	at := container.kids[last].to
	return d.replaced(at, at, ","+between+s.item(container, m, indent))
}

func (s style) item(container *node, m member, indent string) string {
	if container.kind == array {
		return s.render(m.value, indent)
	}
	return s.member(m, indent)
}

// removed returns the text without the i-th value of a container. inner is
// what stays between the brackets of a container that becomes empty.
func (d *document) removed(container *node, i int, inner string) []byte {
	kids := container.kids
	switch {
	case i > 0:
		return d.replaced(kids[i-1].to, kids[i].to, "")
	case len(kids) > 1:
		return d.replaced(kids[0].start, kids[1].start, "")
	}
	return d.replaced(container.from+1, container.to-1, inner)
}

// inner returns the text between the brackets of a container, when it is
// empty.
func (d *document) inner(n *node) (string, bool) {
	if n == nil || n.kind != object && n.kind != array || len(n.kids) > 0 {
		return "", false
	}
	return string(d.text[n.from+1 : n.to-1]), true
}

// set returns the text with a member of an object set to a value.
func (d *document) set(container *node, key string, value any) []byte {
	if old := container.child(key); old != nil {
		s := styleOf(d)
		s.inline = !bytes.ContainsRune(d.text[old.from:old.to], '\n')
		return d.replaced(old.from, old.to, s.render(value, d.lineIndent(old.from)))
	}
	return d.appended(container, member{key, value})
}
