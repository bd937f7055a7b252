package preferences

import (
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// token is a word of a sentence, or a command in marks.
type token struct {
	text string
	low  string // in lower case
	code bool   // it stood in backquotes, or in parentheses
	also bool   // it stood in parentheses: it names the words before it
}

// is reports whether a token is one of the words that | parts.
func (t token) is(words string) bool {
	return !t.code && t.low != "" && slices.Contains(strings.Split(words, "|"), t.low)
}

// tokens splits a text into words, commas and commands in marks.
func tokens(text string) (list []token) {
	comma := token{text: ",", low: ","}
	add := func(word string) {
		if word == "-" { // a dash
			word = ":"
		}
		word, colon := strings.CutSuffix(word, ":")
		if word != "" {
			list = append(list, token{text: word, low: strings.ToLower(strings.ReplaceAll(word, "’", "'"))})
		}
		if colon {
			list = append(list, comma)
		}
	}
	for text != "" {
		i := strings.IndexAny(text, " \t\n`(\"',;–—")
		if i < 0 {
			add(text)
			break
		}
		mark := text[i]
		if mark == '\'' && i > 0 { // don't
			end := strings.IndexAny(text[i:], " \t\n`(),;")
			if end < 0 {
				end = len(text) - i
			}
			add(text[:i+end])
			text = text[i+end:]
			continue
		}
		if strings.ContainsRune("(", rune(mark)) && i > 0 { // of a call: f()
			add(text[:i+1])
			text = text[i+1:]
			continue
		}
		add(text[:i])
		text = text[i:]
		switch mark {
		case '`', '"', '\'', '(':
			close := map[byte]string{'`': "`", '"': `"`, '\'': "'", '(': ")"}[mark]
			inner, rest, ok := strings.Cut(text[1:], close)
			if !ok {
				text = text[1:]
				continue
			}
			if words := strings.Fields(inner); mark == '(' && len(words) > 1 && (token{low: strings.ToLower(words[0])}).is("not|never|instead|rather") {
				list = append(append(append(list, comma), tokens(inner)...), comma) // use uv (not pip)
				text = rest
				continue
			}
			inner = strings.Trim(inner, "` ")
			if inner != "" {
				list = append(list, token{text: strings.Join(strings.Fields(inner), " "), code: true, also: mark == '('})
			}
			text = rest
		case ',', ';':
			list = append(list, comma)
			text = text[1:]
		case ' ', '\t', '\n':
			text = text[1:]
		default: // a dash
			list = append(list, comma)
			text = strings.TrimLeft(text, "–—")
		}
	}
	return list
}

func join(words []token) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.text
	}
	return strings.Join(parts, " ")
}

// sentences splits a text into sentences. A period ends one only before a space
// and behind a word: it is part of names, and a directory.
func sentences(text string) (list [][]token) {
	var marks strings.Builder
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '`' {
			quoted = !quoted
		}
		lone := c == '.' && i > 0 && text[i-1] == ' '
		end := !quoted && !lone && (c == '!' || c == '?' || c == '.' || c == '\n') && (c == '\n' || i+1 == len(text) || text[i+1] == ' ' || text[i+1] == '\n')
		if !end {
			marks.WriteByte(c)
			continue
		}
		list = append(list, tokens(marks.String()))
		marks.Reset()
	}
	return append(list, tokens(marks.String()))
}

// openings are words before a rule that add nothing to it.
var openings = []string{
	"please", "pls", "plz", "bitte", "always", "remember to", "remember that", "remember", "from now on", "in future", "in the future", "going forward", "make sure to",
	"make sure you", "make sure that you", "be sure to", "you should", "you must", "you have to", "you need to", "we should", "we must", "you", "we",
	"i want you to", "i'd like you to", "i would like you to", "note", "note that", "here", "in this project", "in this repo", "in this repository", "no",
	"i told you to", "i told you", "i've told you to", "i already told you to", "i already told you", "i said to", "i said", "i asked you to", "as i said", "like i said", "again", "hey", "wait",
	"important", "critical", "warning", "rule", "must", "must always",
	"once more", "actually", "ok", "okay", "just", "also", "and", "but", "do", "ever", ",",
}

// endings are words behind a rule, or a part of it, that add nothing to it.
var endings = []string{
	"for package management", "for managing packages", "for packages", "for dependencies", "for dependency management", "for managing dependencies", "for installing packages",
	"for installing dependencies", "for search", "for searching", "for searches", "for everything", "now", "in this one", "over here", "around here", "in this monorepo", "for this repo",
	"please", "pls", "plz", "bitte", "stp", "svp", "por favor", "laufen lassen", "ausführen", "in this project", "in this repo", "in this repository", "in this codebase", "for this project", "on this machine", "on this box", "every time", "each time", "every single time", "here", "from now on", "in future", "in the future", "always",
	"anymore", "any more", "ever", "again", "ever again", "instead", "at all", ",",
	"for package management", "for dependency management", "for managing packages", "for managing dependencies", "for installing packages", "for all packages", "for packages", "for dependencies",
	"for all package management", "for all dependencies", "for searching", "for search", "as package manager", "as the package manager",
}

// reasons begin what explains a rule.
var reasons = []string{"because", "since", "as", "so", "otherwise"}

// withoutOpening returns a sentence without the words around its rule.
func withoutOpening(s []token) []token {
	for i := range s {
		if i > 1 && slices.ContainsFunc(reasons, s[i].is) && !(s[i].is("as") && i+1 < len(s) && s[i+1].is("root|admin|administrator")) {
			s = s[:i]
			break
		}
	}
	for cut := true; cut; {
		cut = false
		for _, o := range openings {
			if words := strings.Fields(o); len(words) < len(s) && isPhrase(s[:len(words)], words) && !(o == "no" && len(s) > 1 && s[1].low != ",") && !(o == "do" && s[1].is("not")) {
				s, cut = s[len(words):], true
			}
		}
		if t := withoutTail(s); len(t) < len(s) {
			s, cut = t, true
		}
	}
	if len(s) > 1 && s[0].is("do") && s[1].is("not") {
		s = s[1:]
	}
	if rest, ok := startsWith(s, saysNever); ok && len(rest) > 0 {
		s = append([]token{{text: "never", low: "never"}}, rest...)
	}
	return s
}

// saysNever are ways to begin what is not to be done.
const saysNever = "i'd rather you didn't|i'd rather you not|i would rather you didn't|i'd prefer you didn't|i'd prefer if you didn't|i would prefer you didn't|you're not to|you are not to|you're not allowed to|you are not allowed to|you may not|you must not|you mustn't|you should not|you shouldn't|you can not|you can't|you cannot|i don't want you to|i dont want you to|i do not want you to|don't you dare|don't you dare to|don't even think about|don't even think of|refrain from|it's not ok to|it's not okay to|it's forbidden to|you have no business"

// withoutTail returns words without endings.
func withoutTail(s []token) []token {
	for cut := true; cut; {
		cut = false
		for _, e := range endings {
			if words := strings.Fields(e); len(words) < len(s) && isPhrase(s[len(s)-len(words):], words) {
				s, cut = s[:len(s)-len(words)], true
			}
		}
	}
	return s
}

// withoutKind returns the name of a command without words for what it is: "all
// python commands".
func withoutKind(s []token) []token {
	if len(s) > 1 && s[len(s)-1].is("commands|command|scripts|programs|invocations") {
		s = s[:len(s)-1]
	}
	for len(s) > 1 && s[0].is("all|any|every|each") {
		s = s[1:]
	}
	return s
}

// withoutPackages returns a sentence without the end that says what a tool is for where
// that is packages: "for Python packages", "for all dependency management".
func withoutPackages(s []token) []token {
	for i := 1; i < len(s); i++ {
		if tail := s[i:]; tail[0].is("for|für|pour|para") && len(tail) <= 5 && len(tail) > 1 && slices.ContainsFunc(tail[1:], func(t token) bool { return !t.code && t.is(packages) }) {
			return s[:i]
		}
	}
	return s
}

// packages are what a tool for them is for.
const packages = "package|packages|dependency|dependencies|paket|pakete|abhängigkeiten|paquet|paquets|dépendances|paquetes|dependencias"

func isPhrase(s []token, words []string) bool {
	for i, w := range words {
		if s[i].code || s[i].low != w {
			return false
		}
	}
	return true
}

// classOf returns the class of commands that words name, or "".
func (p *parser) classOf(s []token) string {
	if p.said == nil {
		p.said = make(map[string]string)
		for name := range p.known.Names(rule.KindClass) {
			if class := classNamed(p.known, name); class != nil {
				for _, words := range class.Said {
					p.said[words] = class.Name
				}
			}
		}
	}
	name := plain(s)
	class := p.said[name]
	for _, object := range [...]string{" anything", " changes", " stuff", " things", " branches", " work", " commits"} { // "stashing my changes"
		if verb, ok := strings.CutSuffix(name, object); ok && class == "" {
			class = p.said[verb]
		}
	}
	if k := classNamed(p.known, class); k != nil && s[0].is("git") && slices.ContainsFunc(k.Commands, func(c string) bool { return strings.HasPrefix(c, join(s)+" ") }) {
		return "" // git stash is more than to put something away
	}
	return class
}

// NamesClass reports whether some words of a text stand for a class of commands, or a kind of
// check.
func NamesClass(known rule.Knowledge, text, class string) bool {
	const most = 4
	p := parser{known: known}
	words := tokens(text)
	for i := range words {
		for n := 1; n <= most && i+n <= len(words) && class != ""; n++ {
			if s := words[i : i+n]; p.classOf(s) == class || checkOf(s) == class || join(s) == class {
				return true
			}
		}
	}
	return false
}

// HasSubcommand reports whether a program has a subcommand, as far as is known.
func HasSubcommand(known rule.Knowledge, program, word string) bool {
	m := new(rule.Command)
	if !find(known, rule.KindProgram, program, m) {
		return false
	}
	begins := func(list []string) bool {
		return slices.ContainsFunc(list, func(sub string) bool { return programOf(sub) == word })
	}
	return slices.ContainsFunc(m.Verbs, func(v rule.Verb) bool { return begins(v.Sub) }) ||
		slices.ContainsFunc(m.SubOptions, func(s rule.SubOptions) bool { return begins(s.Sub) }) ||
		slices.ContainsFunc(m.Traits.All(), func(t rule.TraitRow) bool { return begins(t.Sub) })
}

// IsClass reports whether words, as they are, stand for a class of commands, or a kind of checks.
func IsClass(known rule.Knowledge, text, class string) bool {
	p := parser{known: known}
	s := tokens(text)
	return class != "" && len(s) > 0 && (p.classOf(s) == class || checkOf(s) == class || join(s) == class)
}

// checks are the words for the kinds of checks.
var checks = sync.OnceValue(func() map[string][]string {
	return map[string][]string{
		"test":   {"test", "tests", "all tests", "unit tests", "test suite", "testing", "run tests", "tests pass", "running tests", "spec", "specs", "complete test suite", "whole test suite", "full test suite", "entire test suite", "whole suite", "full suite", "suite", "testsuite", "testen", "tester", "pruebas", "test run"},
		"lint":   {"lint", "linter", "linters", "linting", "running linter", "linten", "linter run"},
		"types":  {"typecheck", "type check", "type checks", "type checker", "types", "typechecks"},
		"build":  {"build", "builds", "building", "bauen", "compiler le projet", "compilar"},
		"format": {"format", "formatter", "formatting", "formatieren", "formater", "formatage", "formatear", "code formatting"},
	}
})

// checkOf returns the kind of check that words name, or "".
func checkOf(s []token) string {
	name := plain(s)
	for kind, words := range checks() {
		if slices.Contains(words, name) {
			return kind
		}
	}
	return ""
}

// plain returns words without articles, in lower case; "" for a command in marks.
func plain(s []token) string {
	var parts []string
	for _, t := range s {
		switch {
		case t.code:
			return ""
		case !t.is("the|a|an|any|my|your|our|git"):
			parts = append(parts, t.low)
		}
	}
	return strings.Join(parts, " ")
}

func setOf(list, sep string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.SplitSeq(list, sep) {
		if w = strings.TrimSpace(w); w != "" {
			m[w] = true
		}
	}
	return m
}

func isOther(t token) bool { return !t.code && otherWords()[t.low] }

var otherWords = sync.OnceValue(func() map[string]bool { return setOf(ofOthers, "|") })
