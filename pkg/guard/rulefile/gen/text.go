package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// text returns the content of knowledge.txt.
func (k knowledge) text() ([]byte, error) {
	lines := k.index()
	for i := range k.safety {
		r := &k.safety[i]
		entry, err := encoded(rule.KindRule, r.ID, r, new(rule.Rule))
		if err != nil {
			return nil, err
		}
		lines = append(lines, entry...)
	}
	for i := range k.commands {
		c := &k.commands[i]
		entry, err := encoded(rule.KindProgram, c.Names[0], c, new(rule.Command))
		if err != nil {
			return nil, err
		}
		lines = append(lines, entry...)
		for _, n := range c.Names[1:] {
			lines = append(lines, rule.AliasLine(rule.KindProgram, n, c.Names[0]))
		}
	}
	for _, l := range k.languages {
		for name, f := range l.Functions {
			lines = append(lines, rule.Lines(rule.KindFunction, l.Name+" "+name, f.Text())...)
		}
	}
	more, err := k.preferenceLines()
	if err != nil {
		return nil, err
	}
	lines = append(lines, more...)
	if err := k.checkOutput(); err != nil {
		return nil, err
	}
	lines = append(lines, rule.OutputLines(k.checks, k.fixes)...)
	return []byte(rule.Sort(lines)), nil
}

// preferenceLines returns the lines for preferences: families of tools under the names of
// all their tools, classes of commands under their names and those of their wrappers, and
// versions under the programs that ask for one.
func (k knowledge) preferenceLines() ([]string, error) {
	var lines []string
	known := make(map[string]string)
	add := func(kind, id string, names []string, e, again rule.Entry) error {
		entry, err := encoded(kind, names[0], e, again)
		lines = append(lines, entry...)
		for i, name := range names {
			if other, ok := known[kind+name]; ok {
				return fmt.Errorf("%s: %s is in %s already", id, name, other)
			}
			known[kind+name] = id
			if i > 0 {
				lines = append(lines, rule.AliasLine(kind, name, names[0]))
			}
		}
		return err
	}
	for _, t := range k.tools {
		t.Examples = nil
		names := t.Names
		for _, a := range t.Also {
			names = append(names[:len(names):len(names)], a.As)
		}
		if err := add(rule.KindTools, t.ID, names, &t, new(rule.Tools)); err != nil {
			return nil, err
		}
	}
	for _, c := range k.classes {
		c.Hit, c.Miss = nil, nil
		if err := add(rule.KindClass, c.Name, append([]string{c.Name}, c.Wrappers...), &c, new(rule.CommandClass)); err != nil {
			return nil, err
		}
	}
	for _, p := range k.pinned {
		p.Hit, p.Miss = nil, nil
		names := slices.Clone(p.Programs)
		for _, c := range p.Calls {
			if program, _, _ := strings.Cut(c, " "); !strings.Contains(program, "{}") && !slices.Contains(names, program) {
				names = append(names, program)
			}
		}
		if err := add(rule.KindPinned, p.Name, append([]string{p.Name}, names...), &p, new(rule.Pinned)); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// checkOutput checks that checks and known errors survive encoding, except for
// their examples, which are only for tests.
func (k knowledge) checkOutput() error {
	for _, c := range k.checks {
		c.Examples = nil
		if _, err := encoded(rule.KindCheck, c.ID, &c, new(rule.Check)); err != nil {
			return err
		}
	}
	for _, f := range k.fixes {
		f.Examples = nil
		if _, err := encoded(rule.KindFix, f.ID, &f, new(rule.Fix)); err != nil {
			return err
		}
	}
	return nil
}

// encoded returns the lines of an entry. It fails if decoding them, into again,
// does not give the same entry.
func encoded(kind, name string, e, again rule.Entry) ([]string, error) {
	text := rule.Encode(e)
	if strings.Contains(text, "\n") || !rule.Decode(text, again) || rule.Encode(again) != text {
		return nil, fmt.Errorf("%s%s is not the same once encoded", kind, name)
	}
	if again, ok := again.(interface{ Settle() }); ok {
		again.Settle()
	}
	if !reflect.DeepEqual(e, again) {
		return nil, fmt.Errorf("%s%s loses something once encoded: does its method fields miss a field?", kind, name)
	}
	return rule.Lines(kind, name, text), nil
}
