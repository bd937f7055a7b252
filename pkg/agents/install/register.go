package install

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// register returns the settings with every hook in them, called by the name
// program. It keeps existing entries, and updates them.
func (l *layout) register(data []byte, hooks []Hook, program string) ([]byte, error) {
	if !utf8.ValidString(program) {
		return nil, fmt.Errorf("the path of ctxhook, %q, cannot be written in JSON", program)
	}
	if !isOurs(program) {
		return nil, fmt.Errorf("%s %w", program, ErrName)
	}
	for _, h := range hooks {
		var err error
		if data, err = l.registerOne(data, h, program); err != nil {
			return nil, err
		}
	}
	return data, nil
}

func (l *layout) registerOne(data []byte, h Hook, program string) ([]byte, error) {
	for {
		d, err := l.parse(data)
		if err != nil {
			return nil, err
		}
		if err := d.canTake(h); err != nil {
			return nil, err
		}
		found := d.serving(h)
		if extra := superfluous(h, found); extra >= 0 {
			// An older entry next to a newer one called the hook twice.
			data = d.remove(found[extra], nil)
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

// canTake returns an error where a hook cannot be added, because what would contain it
// is something else.
func (d *document) canTake(h Hook) error {
	at, where := &d.root, ""
	for _, key := range d.as.Under {
		if at.kind == object {
			if at = at.child(key); at == nil {
				return nil
			}
			where += key + "."
		}
	}
	switch event := at.child(h.Event); {
	case at.kind == nothing:
		return nil
	case at.kind != object:
		return fmt.Errorf("line %d: %s is %s, not an object: correct it, or remove it", d.line(at.start), strings.TrimSuffix(where, "."), at.kind)
	case event != nil && event.kind != array:
		return fmt.Errorf("line %d: %s%s is %s, not a list: correct it, or remove it", d.line(event.start), where, h.Event, event.kind)
	}
	return nil
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
		group := e.group(d)
		if group != nil && e.isList() && len(group.child("hooks").kids) == 1 {
			return d.set(group, "matcher", strings.TrimRight(e.matcher, "|, ")+"|"+strings.Join(missing, "|"))
		}
	}
	h.Matcher = strings.Join(missing, "|")
	return d.add(h, program)
}

func (d *document) event(name string) *node {
	if events := d.events(); events != nil {
		return events.child(name)
	}
	return nil
}

// add appends an entry of our own, and the missing levels above it.
func (d *document) add(h Hook, program string) []byte {
	value := d.as.entry(h, program)
	if event := d.event(h.Event); event != nil {
		return d.appended(event, member{value: value})
	}
	// The levels that are there, and below them those that are not.
	at, missing := &d.root, append(d.as.Under[:len(d.as.Under):len(d.as.Under)], h.Event)
	for at.kind == object {
		next := at.child(missing[0])
		if next == nil {
			break
		}
		at, missing = next, missing[1:]
	}
	value = list{value}
	for i := len(missing) - 1; i > 0; i-- {
		value = members{{missing[i], value}}
	}
	if at.kind == nothing {
		s := styleOf(d)
		bom := ""
		if strings.HasPrefix(string(d.text), "\xef\xbb\xbf") {
			bom = "\xef\xbb\xbf"
		}
		return []byte(bom + s.render(append(d.as.head(), member{missing[0], value}), "") + s.newline)
	}
	return d.appended(at, member{missing[0], value})
}

// update corrects the first thing about an entry that is out of date, or
// returns nil when nothing is. It leaves a correct shell command line alone,
// because the user may have written it for a reason.
func (d *document) update(e entry, h Hook, program string) []byte {
	handler := e.handler(d)
	if !d.as.Direct {
		if line := h.line(program); e.program != program || e.sub != h.Command || e.misnamed() {
			return d.set(handler, d.as.Line, line)
		}
		return nil
	}
	switch same := e.program == program && !e.misnamed(); {
	case same && handler.child("timeout") == nil:
		return d.set(handler, "timeout", h.Timeout)
	case same && h.Closed && !d.blocksOnFailure(handler):
		return d.set(handler, onFailure, "block")
	case same:
		return nil
	case e.exec && e.misnamed():
		return d.set(handler, "args", words{h.Command})
	case e.exec:
		return d.set(handler, "command", program)
	}
	// In between, the entry would name a program that does not exist.
	half, err := d.as.parse(d.set(handler, "command", program))
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
// value. Without was, empty containers are removed, too, but the file stays. Our
// status line goes, too, unless it is to be kept.
func (l *layout) unregister(data []byte, was *note, keepLine bool) ([]byte, error) {
	var old *document
	if was != nil {
		// Settings that can no longer be read say nothing about the layout.
		old, _ = l.parse(was.Before)
	}
	for removed := false; ; removed = true {
		d, err := l.parse(data)
		if err != nil {
			return nil, err
		}
		if next, ok := d.withoutStatusLine(old); ok && !keepLine {
			data = next
			continue
		}
		entries := d.entries()
		if len(entries) == 0 {
			if d.blank() && removed && old != nil && old.root.kind == nothing {
				return was.Before, nil
			}
			return data, nil
		}
		data = d.remove(entries[len(entries)-1], old)
	}
}

// remove removes one entry, and then what it leaves empty.
func (d *document) remove(e entry, old *document) []byte {
	// The containers from the root to the entry, the index of the next in each, and
	// what they were before init.
	chain, at, was := []*node{&d.root}, []int(nil), []*node{nil}
	if old != nil {
		was[0] = &old.root
	}
	step := func(i int) {
		from := chain[len(chain)-1]
		next := &from.kids[i]
		var before *node
		if b := was[len(was)-1]; b != nil && from.kind == object {
			before = b.child(next.key)
		}
		chain, at, was = append(chain, next), append(at, i), append(was, before)
	}
	for _, key := range d.as.Under {
		i, _ := chain[len(chain)-1].member(key)
		step(i)
	}
	for _, i := range e.at {
		step(i)
	}
	level := len(at) - 1
	if !d.as.Flat && len(chain[level].kids) == 1 {
		level -= 2 // the group goes with its only handler
	}
	for ; level > 0; level-- {
		if _, empty := old.inner(was[level]); empty || len(chain[level].kids) > 1 {
			break
		}
	}
	inner, _ := old.inner(was[level])
	return d.removed(chain[level], at[level], inner)
}
