package install

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// register returns the settings with every hook in them, called by the name
// program. It keeps existing entries, and updates them.
func register(data []byte, hooks []Hook, program string) ([]byte, error) {
	if !utf8.ValidString(program) {
		return nil, fmt.Errorf("the path of ctxhook, %q, cannot be written in JSON", program)
	}
	if !isOurs(program) {
		return nil, fmt.Errorf("%s %w", program, ErrName)
	}
	for _, h := range hooks {
		var err error
		if data, err = registerOne(data, h, program); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func registerOne(data []byte, h Hook, program string) ([]byte, error) {
	for {
		d, err := parse(data)
		if err != nil {
			return nil, err
		}
		if event := d.event(h.Event); event != nil && event.kind != array {
			return nil, fmt.Errorf("line %d: hooks.%s is %s, not a list: correct it, or remove it", d.line(event.start), h.Event, event.kind)
		}
		found := d.serving(h)
		if extra := superfluous(h, found); extra >= 0 {
			// An older entry next to a newer one called the hook twice.
			if data, err = d.remove(found[extra], nil); err != nil {
				return nil, err
			}
			continue
		}
		if missing := unserved(h, found); len(missing) > 0 {
			data = d.extend(found, missing, h, program)
			continue
		}
		var next []byte
		for i := 0; i < len(found) && next == nil; i++ {
			next = d.update(found[i], h, program)
		}
		if next == nil {
			return data, nil
		}
		data = next
	}
}

// superfluous returns the last of some entries whose tools others serve, too,
// or -1.
func superfluous(h Hook, found []entry) int {
	for i := len(found) - 1; i >= 0; i-- {
		others := slices.Concat(found[:i], found[i+1:])
		if len(unserved(h, others)) == len(unserved(h, found)) {
			return i
		}
	}
	return -1
}

// extend has the hook called for more tools: by an entry that an older ctxhook
// registered, if it is alone in its group, else by a group of our own.
func (d *document) extend(found []entry, missing []string, h Hook, program string) []byte {
	for _, e := range found {
		group := &d.root.child("hooks").kids[e.event].kids[e.group]
		if e.isList() && len(group.child("hooks").kids) == 1 {
			return d.set(group, "matcher", strings.TrimRight(e.matcher, "|, ")+"|"+strings.Join(missing, "|"))
		}
	}
	h.Matcher = strings.Join(missing, "|")
	return d.add(h, program)
}

func (d *document) event(name string) *node {
	if hooks := d.root.child("hooks"); hooks != nil {
		return hooks.child(name)
	}
	return nil
}

// add appends a group of our own, and the missing levels above it.
func (d *document) add(h Hook, program string) []byte {
	handler := members{{"type", "command"}, {"command", program}, {"args", words{h.Command}}, {"timeout", h.Timeout}}
	if h.Closed {
		handler = append(handler, member{onFailure, "block"})
	}
	group := members{}
	if h.Matcher != "" {
		group = append(group, member{"matcher", h.Matcher})
	}
	group = append(group, member{"hooks", list{handler}})

	if d.root.kind == nothing {
		all := members{{"hooks", members{{h.Event, list{group}}}}}
		s := styleOf(d)
		bom := ""
		if strings.HasPrefix(string(d.text), "\xef\xbb\xbf") {
			bom = "\xef\xbb\xbf"
		}
		return []byte(bom + s.render(all, "") + s.newline)
	}
	hooks := d.root.child("hooks")
	if hooks == nil {
		return d.appended(&d.root, member{"hooks", members{{h.Event, list{group}}}})
	}
	event := hooks.child(h.Event)
	if event == nil {
		return d.appended(hooks, member{h.Event, list{group}})
	}
	return d.appended(event, member{value: group})
}

// update corrects the first thing about an entry that is out of date, or
// returns nil when nothing is. It leaves a correct shell command line alone,
// because the user may have written it for a reason.
func (d *document) update(e entry, h Hook, program string) []byte {
	handler := e.handler(d)
	switch {
	case e.program == program && handler.child("timeout") == nil:
		return d.set(handler, "timeout", h.Timeout)
	case e.program == program && h.Closed && !d.blocksOnFailure(handler):
		return d.set(handler, onFailure, "block")
	case e.program == program:
		return nil
	case e.exec:
		return d.set(handler, "command", program)
	}
	// In between, the entry would name a program that does not exist.
	half, err := parse(d.set(handler, "command", program))
	if err != nil {
		return nil
	}
	return half.set(e.handler(half), "args", words{h.Command})
}

// onFailure is the member of a handler that says what the agent does when it
// cannot be started, takes too long or ends badly. Clients before 2.1.295 go on
// whatever it says.
const onFailure = "onFailure"

func (d *document) blocksOnFailure(handler *node) bool {
	what, _ := d.str(handler.child(onFailure))
	return what == "block"
}

// unregister returns the settings without our hooks, or nil when nothing is
// left that the user wrote. was is what init found: a container that was empty
// then is left as it was, and one that did not exist is removed with its last
// value. Without was, empty containers are removed, too, but the file stays.
func unregister(data []byte, was *note) ([]byte, error) {
	var old *document
	if was != nil {
		// Settings that can no longer be read say nothing about the layout.
		old, _ = parse(was.Before)
	}
	for removed := false; ; removed = true {
		d, err := parse(data)
		if err != nil {
			return nil, err
		}
		entries := d.entries()
		if len(entries) == 0 {
			if _, empty := d.inner(&d.root); empty && removed && old != nil && old.root.kind == nothing {
				return was.Before, nil
			}
			return data, nil
		}
		if data, err = d.remove(entries[len(entries)-1], old); err != nil {
			return nil, err
		}
	}
}

// remove removes one entry, and then what it leaves empty.
func (d *document) remove(e entry, old *document) ([]byte, error) {
	hooks := d.root.child("hooks")
	event := &hooks.kids[e.event]
	group := &event.kids[e.group]
	handlers := group.child("hooks")
	if handlers == nil || e.index >= len(handlers.kids) {
		return nil, fmt.Errorf("hooks.%s[%d] has no handler %d", event.key, e.group, e.index)
	}
	if len(handlers.kids) > 1 {
		return d.removed(handlers, e.index, ""), nil
	}
	var oldRoot, oldHooks, oldEvent *node
	if old != nil {
		oldRoot = &old.root
		if oldHooks = oldRoot.child("hooks"); oldHooks != nil {
			oldEvent = oldHooks.child(event.key)
		}
	}
	if inner, was := old.inner(oldEvent); was || len(event.kids) > 1 {
		return d.removed(event, e.group, inner), nil
	}
	if inner, was := old.inner(oldHooks); was || len(hooks.kids) > 1 {
		return d.removed(hooks, e.event, inner), nil
	}
	inner, _ := old.inner(oldRoot)
	for i := range d.root.kids {
		if &d.root.kids[i] == hooks {
			return d.removed(&d.root, i, inner), nil
		}
	}
	return nil, fmt.Errorf("the hooks moved while the file was edited")
}
