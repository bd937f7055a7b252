package config

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// yamlFile is a file of settings as lines, with the tree of its keys.
type yamlFile struct {
	lines []string // without their ends
	end   string   // of a line
	root  node
}

func readYAML(path string, data []byte) (*yamlFile, *Problem) {
	f := &yamlFile{end: "\n"}
	if strings.Contains(string(data), "\r\n") {
		f.end = "\r\n"
	}
	if all := strings.TrimSuffix(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n"); all != "" {
		f.lines = strings.Split(all, "\n")
	}
	if isEmpty(data) {
		return f, nil
	}
	l := layer{from: FromUser, name: path}
	root, ok := l.parse(data)
	if !ok {
		return nil, &l.problems[0]
	}
	f.root = root
	return f, nil
}

func (f *yamlFile) bytes() []byte {
	if len(f.lines) == 0 {
		return nil
	}
	return []byte(strings.Join(f.lines, f.end) + f.end)
}

// find returns the entry at a path of one or two keys, or nil.
func (f *yamlFile) find(path []string) *entry {
	n, found := &f.root, (*entry)(nil)
	for _, name := range path {
		i := slices.IndexFunc(n.entries, func(e entry) bool { return e.key.text == name })
		if i < 0 {
			return nil
		}
		found = &n.entries[i]
		n = &found.value
	}
	return found
}

// span returns the lines of an entry in block layout: from the one of its key to
// the last that is set in deeper. Comments and blank lines at the end are not
// its own.
func (f *yamlFile) span(e *entry) (first, last int) {
	first = e.key.line - 1
	last = first
	for i := first + 1; i < len(f.lines); i++ {
		body := strings.TrimLeft(f.lines[i], " ")
		deep := len(f.lines[i]) - len(body)
		if body == "" || body[0] == '#' {
			continue
		}
		if deep < e.key.column-1 || deep == e.key.column-1 && !strings.HasPrefix(body, "-") {
			break
		}
		last = i
	}
	return first, last
}

// block reports whether an entry begins a line of its own.
func (f *yamlFile) block(e *entry) bool {
	line := f.lines[e.key.line-1]
	return e.key.column >= 1 && strings.TrimLeft(line[:min(e.key.column-1, len(line))], " ") == ""
}

// written is a value as it is written into the file. A single text for a list is
// its only item.
func (f *yamlFile) written(path []string, value string) string {
	value = strings.TrimSpace(value)
	if strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{") {
		return value
	}
	if i := keyNamed(strings.Join(path, ".")); i >= scalarKeys && strings.HasPrefix(keys[i].Kind, "list ") {
		return "[" + quoted(value) + "]"
	}
	return quoted(value)
}

// quoted returns a text as YAML reads it again, in quotes only where it needs
// them.
func quoted(s string) string {
	l := layer{}
	if doc, err := rulefile.Document("", []byte("k: "+s+"\n")); err == nil && !strings.ContainsAny(s, ",[]{}") {
		if n := l.node(doc); n.kind == mapping && len(n.entries) == 1 && n.entries[0].value.kind == text && n.entries[0].value.text == s {
			return s
		}
	}
	return text2yaml(s)
}

// head splits the first line of an entry into the key with its colon, and the
// comment at the end with the blanks before it.
func (f *yamlFile) head(e *entry) (head, comment string, ok bool) {
	line, at := f.lines[e.key.line-1], e.key.column-1
	if sign := line[at]; sign == '"' || sign == '\'' {
		at += 1 + strings.IndexByte(line[at+1:], sign)
	}
	colon := strings.IndexByte(line[at:], ':')
	if colon < 0 {
		return "", "", false
	}
	at += colon + 1
	return line[:at], commentOf(line[at:]), true
}

// commentOf returns the comment at the end of a line, with the blanks before it.
func commentOf(rest string) string {
	quote := byte(0)
	for i := range len(rest) {
		switch c := rest[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
		case (c == '"' || c == '\'') && (i == 0 || strings.IndexByte(" [{,", rest[i-1]) >= 0):
			quote = c
		case c == '#' && i > 0 && (rest[i-1] == ' ' || rest[i-1] == '\t'):
			return rest[len(strings.TrimRight(rest[:i], " \t")):]
		}
	}
	return ""
}

// place returns where a new key goes: below the line of "config example" that
// shows its default, else to the end.
func (f *yamlFile) place(name string) int {
	for i, line := range f.lines {
		if !strings.HasPrefix(line, "#"+name+":") {
			continue
		}
		for i++; i < len(f.lines) && strings.HasPrefix(f.lines[i], "#  "); i++ { // a group goes on
		}
		return i
	}
	return len(f.lines)
}

func (f *yamlFile) insert(at int, line string) { f.lines = slices.Insert(f.lines, at, line) }
