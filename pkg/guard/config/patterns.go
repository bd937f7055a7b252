package config

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// Pattern is a text that the user blocks or allows.
type Pattern struct {
	Text   string // without the prefix that names its kind
	Kind   string // one of the kinds below
	Origin Origin
}

// The kinds of patterns.
const (
	PatternText  = "text"  // is part of the command
	PatternGlob  = "glob"  // holds for the words of a call
	PatternRegex = "regex" // a regular expression over the command
)

// maxPattern bounds one pattern.
const maxPattern = 2000

// String returns the pattern as the user writes it.
func (p Pattern) String() string {
	if p.Kind == PatternText {
		return p.Text
	}
	return p.Kind + ":" + p.Text
}

// parsePattern reads a pattern as the user writes it.
func parsePattern(s string) (Pattern, error) {
	p := Pattern{Text: s, Kind: PatternText}
	for _, kind := range [...]string{PatternGlob, PatternRegex} {
		if rest, ok := strings.CutPrefix(s, kind+":"); ok {
			p.Kind, p.Text = kind, strings.TrimSpace(rest)
		}
	}
	switch {
	case strings.TrimSpace(p.Text) == "":
		return p, errPattern("an empty pattern matches every command")
	case len(p.Text) > maxPattern:
		return p, errPattern("pattern too long")
	case p.Kind == PatternRegex:
		return p, rulefile.CheckPattern(p.Text)
	}
	return p, nil
}

// joining returns the first sign in a glob that joins commands, and so is in no
// single one.
func joining(p Pattern) string {
	if p.Kind != PatternGlob {
		return ""
	}
	for _, word := range strings.Fields(p.Text) {
		switch word {
		case "|", "||", "&&", ";", "&", ">", ">>", "<":
			return word
		}
	}
	return ""
}

type errPattern string

func (e errPattern) Error() string { return string(e) }

// each calls read for every item of a list, and for a single text as if it
// were a list of one.
func (l *layer) each(n node, what string, read func(node)) {
	switch n.kind {
	case sequence:
		for _, item := range n.items {
			read(item)
		}
	case nothing: // "blocked_patterns:" without a value
	case text:
		read(n)
	default:
		l.fail(n, what+" is a list", "")
	}
}

func (l *layer) patterns(n node, what string, to *[]Pattern) {
	l.each(n, what, func(item node) {
		if item.kind != text {
			l.fail(item, what+": a pattern is a text", "put it in quotes")
			return
		}
		p, err := parsePattern(item.text)
		if err != nil {
			l.fail(item, what+": "+err.Error(), "")
			return
		}
		if sign := joining(p); sign != "" {
			l.fail(item, what+": "+display.Quote(p.String())+": a glob is matched against one command, which has no "+sign+" outside quotes",
				"write a glob for each command, or use regex:")
		}
		p.Origin = l.origin(item)
		*to = append(*to, p)
	})
}

func (l *layer) blocked(c *Config, n node) { l.patterns(n, "blocked_patterns", &c.Blocked) }

func (l *layer) allowed(c *Config, n node) {
	if n.kind != nothing && !l.loosen() {
		l.ignore(n, "allowed_patterns of an untrusted project")
		return
	}
	l.patterns(n, "allowed_patterns", &c.Allowed)
}

func (l *layer) packs(c *Config, n node) {
	for _, e := range l.mapped(n, "packs", "write packs: {docker: off}") {
		on, err := parseBool(e.value.text)
		known := l.sources.Packs
		switch {
		case e.value.kind != text || err != nil:
			l.fail(e.value, "packs."+display.Quote(e.key.text)+" is neither on nor off", "")
		case known != nil && !slices.Contains(known, e.key.text):
			l.fail(e.key, "unknown pack "+display.Quote(e.key.text), suggest(e.key.text, known))
		case on == 0 && c.PackOn(e.key.text) && !l.loosen():
			l.ignore(e.key, "pack "+display.Quote(e.key.text)+" switched off by an untrusted project")
		default:
			c.setPack(Pack{Name: e.key.text, On: on != 0, Origin: l.origin(e.key)})
		}
	}
}

func (c *Config) setPack(p Pack) {
	for i := range c.Packs {
		if c.Packs[i].Name == p.Name {
			c.Packs[i] = p
			return
		}
	}
	c.Packs = append(c.Packs, p)
}

func (l *layer) types(c *Config, n node) {
	for _, e := range l.mapped(n, "types", "write types: {Deploy: [kamal, cap]}") {
		t := Type{Name: e.key.text, Origin: l.origin(e.key)}
		l.each(e.value, "types."+display.Quote(e.key.text), func(item node) {
			if item.kind != text || strings.ContainsAny(item.text, " \t\n/") || item.text == "" {
				l.fail(item, "a program is a word without a path", "")
				return
			}
			t.Programs = append(t.Programs, item.text)
		})
		if !isTypeName(t.Name) {
			l.fail(e.key, display.Quote(t.Name)+" is not a valid name for a new type", "write one word")
			continue
		}
		c.Types = append(c.Types, t)
	}
}

// isTypeName reports whether a text may name a command type. Users and models
// see it.
func isTypeName(s string) bool {
	for _, r := range s {
		if r != '-' && r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') {
			return false
		}
	}
	return s != "" && len(s) <= 40
}

func (l *layer) wrappers(c *Config, n node) {
	if n.kind != nothing && !l.loosen() {
		// If rm were a wrapper, its deletions would go unseen.
		l.ignore(n, "wrappers of an untrusted project")
		return
	}
	if n.kind == mapping {
		n = node{kind: sequence, items: []node{n}}
	}
	l.each(n, "wrappers", func(item node) {
		if item.yaml == nil {
			return
		}
		model, err := rulefile.Wrapper(l.name, item.yaml)
		if err != nil {
			l.broken(err)
			return
		}
		c.Wrappers = append(c.Wrappers, Wrapper{Command: model, Origin: l.origin(item)})
	})
}
