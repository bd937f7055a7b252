package install

import (
	"regexp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// entry is a handler in settings that calls ctxhook.
type entry struct {
	at []int // where it is: the index in each container, from the events on

	name    string // of the event
	matcher string
	program string // as written
	sub     string // the subcommand; "" or "hook" serve every event
	exec    bool   // started directly, not by a shell
	agent   string // told with --agent
}

func (e entry) handler(d *document) *node {
	n := d.events()
	for _, i := range e.at {
		n = &n.kids[i]
	}
	return n
}

// group returns the group of an entry, which has the matcher and a list of
// handlers; nil where handlers are not grouped.
func (e entry) group(d *document) *node {
	if d.as.Flat {
		return nil
	}
	return &d.events().kids[e.at[0]].kids[e.at[1]]
}

// entries finds every handler that calls ctxhook. Where an event occurs twice
// the agent reads only the last, but ours are found in both.
func (d *document) entries() []entry {
	var found []entry
	events := d.events()
	if events == nil || events.kind != object {
		return nil
	}
	for i := range events.kids {
		event := &events.kids[i]
		if event.kind != array {
			continue
		}
		for j := range event.kids {
			matcher, _ := d.str(event.kids[j].child("matcher"))
			if d.as.Flat {
				e := entry{at: []int{i, j}, name: event.key, matcher: matcher}
				if d.calls(&e, &event.kids[j]) {
					found = append(found, e)
				}
				continue
			}
			l, handlers := event.kids[j].member("hooks")
			if handlers == nil || handlers.kind != array {
				continue
			}
			for k := range handlers.kids {
				e := entry{at: []int{i, j, l, k}, name: event.key, matcher: matcher}
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
	command, ok := d.str(handler.child(d.as.Line))
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
		argv = callIn(command)
	}
	if len(argv) == 0 || !isOurs(argv[0]) {
		return false
	}
	if e.program = argv[0]; len(argv) > 1 {
		e.sub = argv[1]
	}
	for i, word := range argv {
		if value, ok := strings.CutPrefix(word, "--agent="); ok {
			e.agent = value
		} else if word == "--agent" && i+1 < len(argv) {
			e.agent = argv[i+1]
		}
	}
	return true
}

// misnamed reports whether an entry names an agent that does not exist, so that
// ctxhook goes by the payload.
func (e entry) misnamed() bool { return e.agent != "" && protocol.Named(e.agent) == nil }

// isOurs reports whether a program is ctxhook, wherever it is.
func isOurs(program string) bool {
	base := program[strings.LastIndexAny(program, `/\`)+1:]
	return strings.TrimSuffix(strings.ToLower(base), ".exe") == progName
}

// callIn returns the words of a shell command from the one on that names ctxhook
// and has it run: the first, what exec starts, or what is told to hook. That is enough
// to recognise our own entries.
func callIn(command string) []string {
	words := shellWords(command)
	for i, word := range words {
		if isOurs(word) && (i == 0 || words[i-1] == "exec" || i+1 < len(words) && words[i+1] == "hook") {
			return words[i:]
		}
	}
	return nil
}

// shellWords splits a shell command at blanks and operators outside of quotes.
func shellWords(command string) []string {
	var out []string
	var word strings.Builder
	var quote byte
	inWord := false
	for i := 0; i <= len(command); i++ {
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
