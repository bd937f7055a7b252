package config

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// Edited is a change of one key in the user's file.
type Edited struct {
	Path     string
	Old, New string // the value there; "" none
	data     []byte
}

// Set plans to write a key into the file of the user in s: one of Keys, or what is under a
// mapping, as packs.docker. The value is as in the file; for a list it may be its
// only item. Comments, order and layout of the rest stay.
func Set(s Sources, name, value string) (*Edited, error) {
	return edit(&s, name, func(f *yamlFile, path []string) error { return f.set(path, value) })
}

// Unset plans to remove a key from that file, so that its default counts.
func Unset(s Sources, name string) (*Edited, error) {
	return edit(&s, name, func(f *yamlFile, path []string) error { return f.remove(path) })
}

// Write writes the file, all of it or nothing.
func (e *Edited) Write() error { return paths.WriteFile(e.Path, e.data) }

// ErrNotSet is the error when there is no key to remove.
var ErrNotSet = errors.New("not set in the file")

// errLayout is the error for a file whose layout an edit would lose.
var errLayout = errors.New("the file is laid out in a way that only an editor can change")

// edit changes the user's file and compares what it says before and after: only
// the key may be different, and nothing may be wrong that was not before.
func edit(s *Sources, name string, change func(*yamlFile, []string) error) (*Edited, error) {
	out := &Edited{Path: s.Places.ConfigFile()}
	data, err := paths.ReadFile(out.Path, maxFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	key := keyOf(name)
	if key == nil {
		return nil, fmt.Errorf("there is no key %s", display.Quote(name))
	}
	f, problem := readYAML(out.Path, data)
	if problem != nil {
		return nil, *problem
	}
	path := []string{name}
	if group, under, ok := strings.Cut(name, "."); ok && f.find(path) == nil {
		path = []string{group, under}
	}
	if err := change(f, path); err != nil {
		return nil, err
	}
	out.data = f.bytes()

	was, problemsBefore := settingsIn(s, data)
	is, problems := settingsIn(s, out.data)
	for _, now := range problems {
		if !slices.ContainsFunc(problemsBefore, func(b Problem) bool { return b.Text == now.Text }) {
			return nil, now
		}
	}
	for i := range keys {
		k := &keys[i]
		before, after := valueIn(&was, k), valueIn(&is, k)
		if k.Name == key.Name {
			out.Old, out.New = before, after
		} else if before != after {
			return nil, errLayout
		}
	}
	return out, nil
}

// keyOf returns the key that a name means: its own, or the mapping it is under.
func keyOf(name string) *Key {
	if i := keyNamed(name); i >= 0 {
		return &keys[i]
	}
	group, under, _ := strings.Cut(name, ".")
	if i := keyNamed(group); i >= 0 && under != "" && strings.Contains(keys[i].Kind, ": ") && keys[i].list != nil {
		return &keys[i]
	}
	return nil
}

// settingsIn reads a file of the user's alone.
func settingsIn(s *Sources, data []byte) (Config, []Problem) {
	c := Default()
	l := layer{from: FromUser, name: s.Places.ConfigFile(), sources: s, loosen: always}
	problems := l.file(&c, data, nil)
	return c, problems
}

// valueIn shows the value of a key that a file gives, "" when it gives none.
func valueIn(c *Config, k *Key) string {
	if i := keyNamed(k.Name); i < scalarKeys {
		if c.scalars[i].origin.Source == FromDefault {
			return ""
		}
		return k.show(c.scalars[i].value)
	}
	var values []string
	for _, l := range k.lines(c) {
		values = append(values, l.Value)
	}
	return strings.Join(values, "; ")
}

// set writes the value of a key.
func (f *yamlFile) set(path []string, value string) error {
	if f.root.yaml != nil && len(f.root.entries) > 0 && !f.block(&f.root.entries[0]) {
		return errLayout // {a: b, c: d}
	}
	value = f.written(path, value)
	if e := f.find(path); e != nil {
		if !f.block(e) {
			return f.setInFlow(path, value)
		}
		return f.replace(e, value)
	}
	if len(path) == 1 {
		f.insert(f.place(path[0]), path[0]+": "+value)
		return nil
	}
	group := f.find(path[:1])
	switch {
	case group == nil:
		at := f.place(path[0])
		f.insert(at, path[0]+":")
		f.insert(at+1, "  "+quoted(path[1])+": "+value)
	case !f.block(group):
		return errLayout
	case group.value.kind == mapping && len(group.value.entries) > 0 && f.block(&group.value.entries[0]):
		_, last := f.span(group)
		f.insert(last+1, strings.Repeat(" ", group.value.entries[0].key.column-1)+quoted(path[1])+": "+value)
	case group.value.kind == nothing:
		f.insert(group.key.line, "  "+quoted(path[1])+": "+value)
	default:
		return f.setInFlow(path, value)
	}
	return nil
}

// replace writes a new value behind a key that has one.
func (f *yamlFile) replace(e *entry, value string) error {
	first, last := f.span(e)
	head, comment, ok := f.head(e)
	if !ok {
		return errLayout
	}
	if items, list := flowItems(value); list && last > first && e.value.kind == sequence {
		return f.replaceItems(e, items)
	}
	f.lines = slices.Replace(f.lines, first, last+1, head+" "+value+comment)
	return nil
}

// flowItems reads a list of texts in brackets.
func flowItems(value string) (items []string, ok bool) {
	l := layer{}
	doc, err := rulefile.Document("", []byte("k: "+value+"\n"))
	if err != nil {
		return nil, false
	}
	n := l.node(doc)
	if n.kind != mapping || len(n.entries) != 1 || n.entries[0].value.kind != sequence {
		return nil, false
	}
	for _, item := range n.entries[0].value.items {
		if item.kind != text {
			return nil, false
		}
		items = append(items, item.text)
	}
	return items, len(items) > 0
}

// replaceItems changes a list with an item a line: those that stay keep their
// lines and comments.
func (f *yamlFile) replaceItems(e *entry, items []string) error {
	first, last := f.span(e)
	var lines []string
	lead := ""
	old := e.value.items
	for i := first + 1; i <= last; i++ {
		line := f.lines[i]
		body := strings.TrimLeft(line, " ")
		if body == "" || body[0] == '#' {
			lines = append(lines, line)
			continue
		}
		k := slices.IndexFunc(old, func(n node) bool { return n.line == i+1 })
		if k < 0 || old[k].kind != text || !strings.HasPrefix(body, "- ") {
			return errLayout
		}
		lead = line[:len(line)-len(body)] + "- "
		if at := slices.Index(items, old[k].text); at >= 0 {
			items = slices.Delete(slices.Clone(items), at, at+1)
			lines = append(lines, line)
		}
	}
	for _, item := range items {
		lines = append(lines, lead+quoted(item))
	}
	f.lines = slices.Replace(f.lines, first+1, last+1, lines...)
	return nil
}

// setInFlow writes a key of a group that stands in braces: {a: b}.
func (f *yamlFile) setInFlow(path []string, value string) error {
	group := f.find(path[:1])
	if len(path) != 2 || group == nil || !f.block(group) {
		return errLayout
	}
	found := false
	var parts []string
	for _, e := range group.value.entries {
		v := value
		if e.key.text != path[1] {
			if e.value.kind != text {
				return errLayout
			}
			v = quoted(e.value.text)
		} else {
			found = true
		}
		parts = append(parts, quoted(e.key.text)+": "+v)
	}
	if !found {
		parts = append(parts, quoted(path[1])+": "+value)
	}
	return f.replaceFlow(group, parts)
}

func (f *yamlFile) replaceFlow(group *entry, parts []string) error {
	first, last := f.span(group)
	head, comment, ok := f.head(group)
	if !ok || last > first {
		return errLayout
	}
	f.lines[first] = head + " {" + strings.Join(parts, ", ") + "}" + comment
	return nil
}

// remove removes a key, and a group that it leaves empty.
func (f *yamlFile) remove(path []string) error {
	e := f.find(path)
	if e == nil {
		return ErrNotSet
	}
	if len(path) == 2 {
		group := f.find(path[:1])
		if len(group.value.entries) == 1 {
			return f.remove(path[:1])
		}
		if !f.block(e) {
			var parts []string
			for _, other := range group.value.entries {
				if other.value.kind != text {
					return errLayout
				}
				if other.key.text != path[1] {
					parts = append(parts, quoted(other.key.text)+": "+quoted(other.value.text))
				}
			}
			return f.replaceFlow(group, parts)
		}
	}
	if !f.block(e) {
		return errLayout
	}
	first, last := f.span(e)
	f.lines = slices.Delete(f.lines, first, last+1)
	return nil
}
