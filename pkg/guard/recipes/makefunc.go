package recipes

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// function works a function of make out. It reports whether there is one of the
// name.
func (m *makefile) function(name, args string, auto *automatic, depth int) (value string, ok bool) {
	switch name {
	case "shell":
		text := strings.TrimSpace(m.expand(args, auto, depth))
		if auto == nil || auto.target == "" {
			m.shell(text)
		}
		return shellMark + "(" + text + ")", true
	case "eval":
		m.eval(m.expand(args, auto, depth), depth)
		return "", true
	case "info", "warning", "error":
		m.expand(args, auto, depth)
		return "", true
	case "value":
		if v := m.vars[strings.TrimSpace(args)]; v != nil {
			return v.value, true
		}
		return "", true
	case "if", "and", "or", "foreach", "let", "call":
		return m.control(name, arguments(args), auto, depth), true
	case "file", "origin", "flavor", "guile":
		m.expand(args, auto, depth)
		return makeUnknown, true
	}
	change, ok := functions()[name]
	if !ok {
		return "", false
	}
	list := arguments(args)
	for len(list) > change.args {
		n := len(list)
		list = append(list[:n-2:n-2], list[n-2]+","+list[n-1])
	}
	if len(list) < change.args {
		return "", true
	}
	for i := range list {
		list[i] = m.expand(list[i], auto, depth)
	}
	return m.grown(change.do(list)), true
}

// arguments splits the arguments of a function at commas.
func arguments(text string) []string {
	var list []string
	for {
		before, after, ok := cutOutside(text, ',')
		list = append(list, before)
		if !ok || len(list) >= maxArguments {
			return list
		}
		text = after
	}
}

const maxArguments = 64

// maxGrown bounds how much longer a replacement may make a text: the text that it puts in
// may be longer than this, or the places be more, but not both.
const maxGrown = 24

// control works out the functions that do not expand all of their arguments.
func (m *makefile) control(name string, args []string, auto *automatic, depth int) string {
	at := func(i int) string {
		if i < len(args) {
			return m.expand(args[i], auto, depth)
		}
		return ""
	}
	switch name {
	case "if":
		cond := strings.TrimSpace(at(0))
		switch {
		case cond == "":
			return at(2)
		case certain(cond):
			return at(1)
		}
		m.guessed = true
		if m.guess {
			return at(1)
		}
		return at(2)
	case "or", "and":
		last := ""
		for i := range args {
			if last = at(i); (last != "") == (name == "or") {
				break
			}
		}
		return last
	case "foreach", "let":
		if len(args) < 3 {
			return ""
		}
		return m.foreach(strings.TrimSpace(at(0)), words(at(1)), strings.Join(args[2:], ","), auto, depth)
	}
	params := make([]string, len(args))
	for i := range args {
		params[i] = at(i)
	}
	fn := strings.TrimSpace(params[0])
	v := m.vars[fn]
	if v == nil {
		if value, ok := m.function(fn, strings.Join(args[1:], ","), auto, depth+1); ok {
			return value
		}
		return ""
	}
	with := automatic{args: params}
	if auto != nil {
		with.target, with.stem, with.needs, with.order, with.names = auto.target, auto.stem, auto.needs, auto.order, auto.names
	}
	return m.expand(v.value, &with, depth+1)
}

// foreach expands a text once for each word.
func (m *makefile) foreach(name string, list []string, text string, auto *automatic, depth int) string {
	var out []string
	for _, w := range list {
		with := automatic{names: map[string]string{name: w}}
		if auto != nil {
			with.target, with.stem, with.needs, with.order, with.args = auto.target, auto.stem, auto.needs, auto.order, auto.args
			for k, v := range auto.names {
				if k != name {
					with.names[k] = v
				}
			}
		}
		out = append(out, m.expand(text, &with, depth+1))
		if m.volume > maxVolume {
			break
		}
	}
	return strings.Join(out, " ")
}

// eval reads a text as lines of the makefile.
func (m *makefile) eval(text string, depth int) {
	if depth > maxDepth || m.files > maxFiles {
		return
	}
	m.files++
	line, define, open := m.line, m.define, m.open
	m.define, m.open = nil, nil
	m.statements(text, line)
	m.line, m.define, m.open = line, define, open
	m.files--
}

// function is a function of make: how many arguments it takes, and what of them
// comes out.
type function struct {
	args int
	do   func(a []string) string
}

// functions are those that work on text alone.
var functions = sync.OnceValue(func() map[string]function {
	return map[string]function{
		"strip":    {1, func(a []string) string { return strings.Join(strings.Fields(a[0]), " ") }},
		"wildcard": {1, func(a []string) string { return a[0] }},
		"realpath": {1, func(a []string) string { return a[0] }},
		"abspath":  {1, func(a []string) string { return a[0] }},
		"sort": {1, func(a []string) string {
			w := words(a[0])
			slices.Sort(w)
			return strings.Join(slices.Compact(w), " ")
		}},
		"words":     {1, func(a []string) string { return strconv.Itoa(len(words(a[0]))) }},
		"firstword": {1, func(a []string) string { return strings.Join(words(a[0])[:min(len(words(a[0])), 1)], "") }},
		"lastword":  {1, func(a []string) string { w := words(a[0]); return strings.Join(w[max(len(w)-1, 0):], "") }},
		"dir": {1, func(a []string) string {
			return eachWord(a[0], func(w string) string { return w[:strings.LastIndexByte(w, '/')+1] })
		}},
		"notdir": {1, func(a []string) string {
			return eachWord(a[0], func(w string) string { return w[strings.LastIndexByte(w, '/')+1:] })
		}},
		"suffix": {1, func(a []string) string { return eachWord(a[0], path.Ext) }},
		"basename": {1, func(a []string) string {
			return eachWord(a[0], func(w string) string { return strings.TrimSuffix(w, path.Ext(w)) })
		}},
		"addprefix": {2, func(a []string) string { return eachWord(a[1], func(w string) string { return a[0] + w }) }},
		"addsuffix": {2, func(a []string) string { return eachWord(a[1], func(w string) string { return w + a[0] }) }},
		"findstring": {2, func(a []string) string {
			if strings.Contains(a[1], a[0]) {
				return a[0]
			}
			if !certain(a[1]) {
				return makeUnknown
			}
			return ""
		}},
		"filter":     {2, func(a []string) string { return selected(a[1], strings.Fields(a[0]), true) }},
		"filter-out": {2, func(a []string) string { return selected(a[1], strings.Fields(a[0]), false) }},
		"join":       {2, func(a []string) string { return zipped(words(a[0]), words(a[1])) }},
		"word": {2, func(a []string) string {
			w := words(a[1])
			if n, err := strconv.Atoi(strings.TrimSpace(a[0])); err == nil && n > 0 && n <= len(w) {
				return w[n-1]
			}
			return ""
		}},
		"wordlist": {3, func(a []string) string {
			w := words(a[2])
			from, err := strconv.Atoi(strings.TrimSpace(a[0]))
			to, err2 := strconv.Atoi(strings.TrimSpace(a[1]))
			if err != nil || err2 != nil || from < 1 || from > len(w) || to < from {
				return ""
			}
			return strings.Join(w[from-1:min(to, len(w))], " ")
		}},
		"subst": {3, func(a []string) string {
			if a[0] == "" || len(a[1]) > maxGrown && strings.Count(a[2], a[0]) > maxGrown {
				return a[2]
			}
			return strings.ReplaceAll(a[2], a[0], a[1])
		}},
		"patsubst": {3, func(a []string) string {
			return eachWord(a[2], func(w string) string { return patsubst(strings.TrimSpace(a[0]), strings.TrimSpace(a[1]), w) })
		}},
	}
})

// selected returns the words of a list that fit the patterns, or those that do
// not.
func selected(list string, patterns []string, fit bool) string {
	var out []string
	for _, w := range words(list) {
		if w == makeUnknown || fits(patterns, w) == fit {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

func zipped(a, b []string) string {
	out := make([]string, 0, max(len(a), len(b)))
	for i := range max(len(a), len(b)) {
		w := ""
		if i < len(a) {
			w = a[i]
		}
		if i < len(b) {
			w += b[i]
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}
