package recipes

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// shellMark stands for the dollar of what is left to the shell, so that make does
// not expand it when it reads a text again, as $(eval ..) does.
const shellMark = "\x01"

const makeUnknown = shellMark + "{recipe:?}"

// forShell returns a text as the shell gets it. A file that uses the outputs of many
// commands in many places has those of the first alone: each place is a command.
func (m *makefile) forShell(text string) string {
	for at := 0; strings.Contains(text[at:], shellMark+"("); {
		at += strings.Index(text[at:], shellMark+"(")
		end := formats.Closing(text, at+1)
		if m.asked++; m.asked > maxAsked && end >= 0 {
			text = text[:at] + makeUnknown + text[end+1:]
		}
		at++
	}
	return strings.ReplaceAll(text, shellMark, "$")
}

// automatic holds the variables that make sets for each rule.
type automatic struct {
	target, stem string
	needs, order []string
	args         []string // of $(call ..)
	names        map[string]string
}

// expand expands the references of a text. What is not known stays for the shell.
func (m *makefile) expand(text string, auto *automatic, depth int) string {
	if strings.IndexByte(text, '$') < 0 {
		return text
	}
	var b strings.Builder
	for text != "" && m.volume <= maxVolume && depth <= maxDepth {
		i := strings.IndexByte(text, '$')
		if i < 0 || i+1 == len(text) {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:i])
		var value string
		switch c := text[i+1]; c {
		case '$':
			value, text = "$", text[i+2:]
		case '(', '{':
			end := formats.Closing(text, i+1)
			if end < 0 {
				b.WriteString(text[i:])
				return m.grown(b.String())
			}
			value, text = m.reference(text[i+2:end], c, auto, depth+1), text[end+1:]
		default:
			value, text = m.variable(string(c), auto, depth+1), text[i+2:]
		}
		b.WriteString(value)
	}
	return m.grown(b.String())
}

// reference expands what stands in brackets: a variable, a variable with a
// substitution, or a function.
func (m *makefile) reference(inner string, bracket byte, auto *automatic, depth int) string {
	if depth > maxDepth {
		return makeUnknown
	}
	name, args, isCall := strings.Cut(strings.TrimLeft(inner, " \t\n"), " ")
	if !isCall {
		name, args, isCall = strings.Cut(name, "\t")
	}
	if isCall && certain(name) {
		if value, ok := m.function(name, strings.TrimLeft(args, " \t\n"), auto, depth); ok {
			return value
		}
	}
	if v, change, ok := cutOutside(inner, ':'); ok {
		if from, to, ok := strings.Cut(change, "="); ok {
			from, to = m.expand(from, auto, depth), m.expand(to, auto, depth)
			if !strings.Contains(from, "%") {
				from, to = "%"+from, "%"+to
			}
			return eachWord(m.variable(m.expand(v, auto, depth), auto, depth), func(w string) string { return patsubst(from, to, w) })
		}
	}
	return m.variable(m.expand(inner, auto, depth), auto, depth)
}

// variable returns the value of a variable.
func (m *makefile) variable(name string, auto *automatic, depth int) string {
	if auto != nil {
		if value, ok := auto.value(name); ok {
			return value
		}
	}
	if v := m.vars[name]; v != nil {
		if v.simple {
			return v.value
		}
		if v.busy {
			return makeUnknown // make gives up
		}
		v.busy = true
		value := m.expand(v.value, auto, depth+1)
		v.busy = false
		return value
	}
	if value, ok := m.order.env(name); ok {
		return value
	}
	if isName(name) {
		return shellMark + "{" + name + "}"
	}
	return ""
}

// value returns the value of an automatic variable.
func (a *automatic) value(name string) (string, bool) {
	if v, ok := a.names[name]; ok {
		return v, true
	}
	if n, err := strconv.Atoi(name); err == nil && a.args != nil {
		if n >= 0 && n < len(a.args) {
			return a.args[n], true
		}
		return "", true
	}
	if a.target == "" {
		return "", false
	}
	part := byte(0)
	if len(name) == 2 && (name[1] == 'D' || name[1] == 'F') {
		name, part = name[:1], name[1]
	}
	var words []string
	switch name {
	case "@":
		words = []string{a.target}
	case "<":
		words = a.needs[:min(len(a.needs), 1)]
	case "^", "?", "+":
		words = a.needs
	case "|":
		words = a.order
	case "*":
		words = []string{a.stem}
	case "%":
		return "", true
	default:
		return "", false
	}
	text := strings.Join(words, " ")
	switch part {
	case 'D':
		text = eachWord(text, path.Dir)
	case 'F':
		text = eachWord(text, path.Base)
	}
	return text, true
}

// shell adds a command that make runs while it reads the file.
func (m *makefile) shell(text string) {
	if text = strings.TrimSpace(m.forShell(text)); text != "" {
		m.out = append(m.out, Command{Text: text, File: m.file, Line: m.line})
	}
}

// words splits a list. One that is not known is a single word.
func words(list string) []string {
	if strings.Contains(list, shellMark+"(") || strings.Contains(list, "$(") || strings.Contains(list, "`") {
		return []string{makeUnknown}
	}
	return strings.Fields(list)
}

// eachWord changes each word of a list.
func eachWord(list string, change func(string) string) string {
	out := words(list)
	for i, w := range out {
		if w != makeUnknown {
			out[i] = change(w)
		}
	}
	return strings.Join(out, " ")
}

// patsubst replaces a word that fits a pattern.
func patsubst(pattern, to, word string) string {
	stem, ok := matchStem(pattern, word)
	if !ok {
		return word
	}
	return strings.Replace(to, "%", stem, 1)
}

// fits reports whether a word fits one of the patterns.
func fits(patterns []string, word string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		_, ok := matchStem(p, word)
		return ok
	})
}
