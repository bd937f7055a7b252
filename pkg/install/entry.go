package install

import (
	"regexp"
	"slices"
	"strings"
)

// entry is a handler in settings that calls ctxhook.
type entry struct {
	event, group, index int // where it is

	name    string // of the event
	matcher string
	program string // as written
	sub     string // the subcommand; "" or "hook" serve every event
	exec    bool   // started directly, not by a shell
}

func (e entry) handler(d *document) *node {
	return &d.root.child("hooks").kids[e.event].kids[e.group].child("hooks").kids[e.index]
}

// entries finds every handler that calls ctxhook. Where an event occurs twice
// the agent reads only the last, but ours are found in both.
func (d *document) entries() []entry {
	var found []entry
	hooks := d.root.child("hooks")
	if hooks == nil || hooks.kind != object {
		return nil
	}
	for i := range hooks.kids {
		if hooks.kids[i].kind != array {
			continue
		}
		for j := range hooks.kids[i].kids {
			group := &hooks.kids[i].kids[j]
			handlers := group.child("hooks")
			if handlers == nil || handlers.kind != array {
				continue
			}
			matcher, _ := d.str(group.child("matcher"))
			for k := range handlers.kids {
				e := entry{event: i, group: j, index: k, name: hooks.kids[i].key, matcher: matcher}
				if d.calls(&e, &handlers.kids[k]) {
					found = append(found, e)
				}
			}
		}
	}
	return found
}

// calls reports whether a handler calls ctxhook, and how.
func (d *document) calls(e *entry, handler *node) bool {
	command, ok := d.str(handler.child("command"))
	if !ok {
		return false
	}
	argv := []string{command}
	if args := handler.child("args"); args != nil && args.kind == array {
		e.exec = true
		for i := range args.kids {
			arg, _ := d.str(&args.kids[i])
			argv = append(argv, arg)
		}
	} else {
		argv = firstWords(command)
	}
	if len(argv) == 0 || !isOurs(argv[0]) {
		return false
	}
	if e.program = argv[0]; len(argv) > 1 {
		e.sub = argv[1]
	}
	return true
}

// isOurs reports whether a program is ctxhook, wherever it is.
func isOurs(program string) bool {
	base := program[strings.LastIndexAny(program, `/\`)+1:]
	return strings.TrimSuffix(strings.ToLower(base), ".exe") == progName
}

// firstWords reads the first two words of a shell command, which may be
// quoted. That is enough to recognise our own entries.
func firstWords(command string) []string {
	var out []string
	var word strings.Builder
	var quote byte
	inWord := false
	for i := 0; i <= len(command) && len(out) < 2; i++ {
		switch {
		case i == len(command) || quote == 0 && strings.IndexByte(" \t\n;|&<>", command[i]) >= 0:
			if inWord {
				out = append(out, word.String())
				word.Reset()
				inWord = false
			}
		case quote == 0 && (command[i] == '"' || command[i] == '\''):
			quote, inWord = command[i], true
		case command[i] == quote:
			quote = 0
		default:
			word.WriteByte(command[i])
			inWord = true
		}
	}
	return out
}

// serving returns the entries that serve a hook, for any of its tools.
func (d *document) serving(h Hook) []entry {
	var found []entry
	for _, e := range d.entries() {
		if e.serves(h) {
			found = append(found, e)
		}
	}
	return found
}

func (e entry) serves(h Hook) bool {
	return e.name == h.Event && (e.sub == h.Command || e.sub == "hook" || e.sub == "") && slices.ContainsFunc(h.tools(), e.covers)
}

// unserved returns the tools of a hook that none of some entries serves.
func unserved(h Hook, by []entry) []string {
	return slices.DeleteFunc(h.tools(), func(tool string) bool {
		return slices.ContainsFunc(by, func(e entry) bool { return e.covers(tool) })
	})
}

// covers reports whether the matcher of an entry covers a tool. As in the
// agent, it is a list of exact names, or else a regular expression.
func (e entry) covers(tool string) bool {
	switch {
	case e.matcher == "" || e.matcher == "*":
		return true
	case e.isList():
		return slices.Contains(strings.FieldsFunc(e.matcher, betweenNames), tool)
	}
	re, err := regexp.Compile(e.matcher)
	return err == nil && re.MatchString(tool)
}

// isList reports whether the matcher of an entry is a list of names.
func (e entry) isList() bool {
	return strings.Trim(e.matcher, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-|, ") == ""
}

func betweenNames(r rune) bool { return strings.ContainsRune("|, ", r) }
