package install

import (
	_ "embed"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// ownFile is a file that is ours alone, for clients that read a file for each hook
// or load a program.
type ownFile struct {
	name string // below the directory of the client's settings
	text string
	call string // the shell line by which the client calls ctxhook before a command; "" if it calls nothing then
	mode fs.FileMode
}

//go:embed inprocess.js
var pluginHead string

// inProcess writes the plugin of a client, which runs in its process and calls ctxhook
// from there.
func inProcess(c *Client, program string) []ownFile {
	head := strings.NewReplacer(`"ctxhook"`, quoteJSON(program), `"AGENT"`, quoteJSON(c.Name)).Replace(pluginHead)
	return []ownFile{{name: path.Base(c.User), mode: 0o644, text: head + *c.Plugin, call: c.call(program)}}
}

// ownHooks returns what writes the files that a client reads as hooks, by its name.
func ownHooks(client string) func(c *Client, program string) []ownFile {
	switch client {
	case "cline":
		return clineFiles
	case "kiro":
		return kiroFiles
	}
	return gooseFiles
}

// clineFiles returns a script for each event of Cline.
func clineFiles(c *Client, program string) []ownFile {
	var files []ownFile
	for _, h := range c.hooks {
		call := h.line(program)
		files = append(files, ownFile{name: h.Event, mode: 0o755, text: "#!/bin/sh\n# Written by ctxhook init, deleted by ctxhook uninstall.\n" + call + "\n", call: call})
	}
	return files
}

// kiroFiles returns the file of hooks of Kiro.
func kiroFiles(c *Client, program string) []ownFile {
	var hooks list
	for _, h := range c.hooks {
		m := members{{"name", progName + " " + h.Event}, {"trigger", h.Event}}
		if h.Matcher != "" {
			m = append(m, member{"matcher", h.Matcher})
		}
		hooks = append(hooks, append(m, member{"action", members{{"type", "command"}, {"command", h.line(program)}}}, member{"timeout", h.Timeout}))
	}
	return []ownFile{{name: "ctxhook.json", mode: 0o644, text: whole(members{{"version", "v1"}, {"hooks", hooks}}), call: c.call(program)}}
}

// gooseFiles returns a plugin of Goose.
func gooseFiles(c *Client, program string) []ownFile {
	events := members{}
	for _, h := range c.hooks {
		events = append(events, member{h.Event, list{(*layout)(&protocol.Grouped).entry(h, program)}})
	}
	return []ownFile{
		{name: "hooks.json", mode: 0o644, text: whole(members{{"hooks", events}}), call: c.call(program)},
		{name: "../plugin.json", mode: 0o644, text: whole(members{{"name", progName}, {"version", "1.0.0"}, {"description", "Guards shell commands"}})},
	}
}

// whole writes a JSON file.
func whole(v members) string {
	s := style{newline: "\n", unit: "  ", colon: ": "}
	return s.render(v, "") + s.newline
}

// writeOwn plans to write the files that are ours alone. It leaves alone a file
// that another program or the user wrote.
func (s *Setup) writeOwn(scope Scope) ([]*Change, error) {
	if program := s.program(scope); !isOurs(program) {
		return nil, fmt.Errorf("%s %w", program, ErrName)
	}
	return s.eachOwn(scope, func(f *ownFile, c *Change) error {
		if c.Before != nil && !s.client().ours(f, c.Before, c.note) {
			return fmt.Errorf("%s is not as ctxhook wrote it: add this line to it, or move it away: %s", c.Path, f.call)
		}
		c.After = []byte(f.text)
		if c.Before == nil {
			c.file.Mode = f.mode
			c.note = newNote(c)
		}
		return nil
	})
}

// deleteOwn plans to delete them.
func (s *Setup) deleteOwn(scope Scope) ([]*Change, error) {
	changes, err := s.eachOwn(scope, func(f *ownFile, c *Change) error {
		if c.Before != nil && !s.client().ours(f, c.Before, c.note) {
			return fmt.Errorf("%s is not as ctxhook wrote it: delete it by hand", c.Path)
		}
		c.remove = true
		return nil
	})
	if err != nil {
		return nil, err
	}
	var there []*Change
	for i := len(changes) - 1; i >= 0; i-- {
		if changes[i].Before != nil {
			there = append(there, changes[i])
		}
	}
	if len(there) == 0 {
		path, err := s.File(scope)
		if err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%w in %s", ErrNotRegistered, path)
	}
	return there, nil
}

func (s *Setup) eachOwn(scope Scope, plan func(*ownFile, *Change) error) ([]*Change, error) {
	first, err := s.File(scope)
	if err != nil {
		return nil, err
	}
	var changes []*Change
	for _, f := range s.client().own(s.client(), s.program(scope)) {
		c, was, err := s.change(filepath.Join(filepath.Dir(first), f.name))
		if err != nil {
			return nil, err
		}
		c.note = was
		if err := plan(&f, c); err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// ours reports whether init wrote a file: one as this version writes it, or one that
// an earlier version noted.
func (c *Client) ours(f *ownFile, data []byte, was *note) bool {
	return was != nil && was.Wrote == hashOf(data) || c.wrote(f, data)
}

// wrote reports whether this version writes a file so, for whatever path of the
// program.
func (c *Client) wrote(f *ownFile, data []byte) bool {
	for _, program := range append(programsIn(string(data)), progName) {
		for _, other := range c.own(c, program) {
			if other.name == f.name && other.text == string(data) {
				return true
			}
		}
	}
	return false
}

// programsIn returns the words of a text, and what stands in quotes in it, that name
// ctxhook.
func programsIn(text string) []string {
	quotes := func(r rune) bool { return r == '\'' || r == '"' }
	parts := append(strings.FieldsFunc(text, quotes), strings.FieldsFunc(text, func(r rune) bool { return quotes(r) || unicode.IsSpace(r) })...)
	return slices.DeleteFunc(parts, func(part string) bool { return !isOurs(part) })
}
