package rule

import (
	"fmt"
	"slices"
	"strings"
)

// Template is a text with holes, written {name}. A name is a named group of
// the error's pattern, or a part of the call that failed:
//
//	{command}          the call as it was written
//	{command: a -> b}  the call with the word a replaced by b; without b, a is left out,
//	                   with b = choices it is each of those that are most like it, and
//	                   with b = options those that the call may have. first is the first
//	                   word behind the program that is no option, second the next one
//	{program} {args}   its first word, and all the others as they were written
//	{head} {rest}      its words up to the first behind the program that is no option, and what follows that
//	{flags} {operands} of {rest} the options, and the other words
//	{first} {last}     of the words behind the program that are no options
//
// A hole may ask for a form: {path|dir} is the directory of a path,
// {path|base} its last element, {file|path} is there only when it looks like
// a path, {file|target} is the directory of a file that the call writes its
// output to, {name|word} only when it is a plain word; {args|bare} is without
// the prompt signs in front, {command|blank} with plain blanks for wide ones,
// {command|closed} with the last delimiter of sed's s command,
// {command|unsuffixed} without the empty word behind sed -i, and
// {command|once} without the words it begins with where they stand twice.
type Template []Piece

// Piece is a piece of a template: text, or a hole.
type Piece struct {
	Text string // "" in a hole
	Name string
	Form string // one of TemplateForms, or ""
	From string // of {command: a -> b}: the name of a group, or a word
	To   string
}

// TemplateChoices is the name of the choices: a group of the pattern, or what
// the row lists.
const TemplateChoices = "choices"

// TemplateOptions is the name of the options that a call may have: those that
// the output lists, that the model of the program knows, or that the row lists
// because programs usually have them.
const TemplateOptions = "options"

// The names of holes that every template has, and the forms of holes.
var (
	TemplateParts = [...]string{"command", "program", "args", "head", "rest", "flags", "operands", "first", "last"}
	TemplateForms = [...]string{"dir", "base", "path", "word", "bare", "blank", "closed", "unsuffixed", "target", "once"}
)

// ParseTemplate reads a template.
func ParseTemplate(s string) (Template, error) {
	var t Template
	for s != "" {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			return append(t, Piece{Text: s}), nil
		}
		if open > 0 {
			t = append(t, Piece{Text: s[:open]})
		}
		end := strings.IndexByte(s[open:], '}')
		if end < 0 {
			return nil, fmt.Errorf("{ without }")
		}
		p, err := parseHole(s[open+1 : open+end])
		if err != nil {
			return nil, err
		}
		t = append(t, p)
		s = s[open+end+1:]
	}
	return t, nil
}

func parseHole(s string) (Piece, error) {
	if name, words, ok := strings.Cut(s, ":"); ok {
		from, to, arrow := strings.Cut(words, "->")
		p := Piece{Name: name, From: strings.TrimSpace(from), To: strings.TrimSpace(to)}
		if name != "command" || !arrow || p.From == "" {
			return Piece{}, fmt.Errorf("{%s}: write {command: old -> new}", s)
		}
		return p, nil
	}
	name, form, ok := strings.Cut(s, "|")
	if name == "" || ok && !slices.Contains(TemplateForms[:], form) {
		return Piece{}, fmt.Errorf("{%s}: no such hole", s)
	}
	return Piece{Name: name, Form: form}, nil
}
