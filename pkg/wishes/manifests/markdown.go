package manifests

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// What stands in a file, and around a block, that ctxhook wrote: these state no
// rules of others.
const (
	Ours       = "<!-- Written by ctxhook"
	OursBegins = "<!-- ctxhook:begin"
	OursEnds   = "<!-- ctxhook:end"
)

// Bounds of the text of a line: one that is longer than the first explains, mostly, and one
// that is longer than the second states no rule.
const (
	maxLine = 300
	maxLong = 1200
)

// linesOf returns the items of lists and the paragraphs of a file, unless what
// stands around them may turn their sense: a heading or an introduction such as
// "Don't:", "For example:" or "In CI:", quotes, tables, code and comments.
// Beside them it returns the files that the text imports.
func linesOf(file, text string) (lines []Line, imports []string) {
	if strings.Contains(text, Ours) {
		return nil, nil
	}
	r := reader{file: file}
	ours := false
	for i, l := range formats.Markdown([]byte(text)) {
		bare := strings.TrimSpace(l.Text)
		switch {
		case ours:
			ours = !strings.HasPrefix(bare, OursEnds)
		case l.Kind == formats.MarkdownText:
			r.read(l.Text, i+1)
		default:
			r.finish()
			ours = strings.HasPrefix(bare, OursBegins)
		}
	}
	r.finish()
	return r.lines, r.imports
}

// frontMatter returns the lines of the front matter of a file.
func frontMatter(text string) (head []string, ok bool) {
	for _, l := range formats.Markdown([]byte(text)) {
		if l.Kind != formats.MarkdownFront {
			break
		}
		head = append(head, l.Text)
	}
	return head, len(head) > 0
}

// reader reads a file line by line.
type reader struct {
	file    string
	lines   []Line
	imports []string

	turned  int   // level of the heading that turns what stands below it; 0: none
	carried carry // what the heading says of each item below it
	level   int   // of that heading
	at      Line  // the item or paragraph that goes on
	indent  int   // of the item that goes on; -1: it is a paragraph
	parents []parent
}

// parent is an item or a paragraph that introduces the items below it.
type parent struct {
	indent int
	turns  bool // the sense of what stands below it
	carry  carry
}

func (r *reader) read(line string, n int) {
	text := strings.TrimSpace(line)
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	if strings.HasPrefix(line, "\t") {
		indent *= 4
	}
	item, isItem := bullet(text)
	switch {
	case text == "":
		r.finish()
	case text[0] == '#':
		r.finish()
		r.heading(text)
	case text[0] == '|':
		r.finish()
		r.parents = nil
		r.row(text, n)
	case text[0] == '>', text[0] == '<':
		r.finish()
		r.parents = nil
	case isItem:
		r.finish()
		r.at, r.indent = Line{File: r.file, Line: n, Last: n, Text: item}, indent
	case r.at.Text != "": // goes on
		r.at.Text += " " + text
		r.at.Last = n
	case indent >= 4 && len(r.parents) == 0: // code
	default:
		r.at, r.indent = Line{File: r.file, Line: n, Last: n, Text: text}, -1
	}
}

// heading reads a heading: those of examples and of what not to do turn what
// stands below them.
func (r *reader) heading(text string) {
	level := len(text) - len(strings.TrimLeft(text, "#"))
	r.parents = nil
	switch {
	case r.carried != "" && level > r.level:
		r.turned, r.carried = r.level, "" // what stands there may be said otherwise
	case r.turned == 0 || level <= r.turned:
		r.turned, r.carried, r.level = 0, carryOf(text), level
		if r.carried == "" && turns(text, level > 1) {
			r.turned = level
		}
	}
}

// finish ends the item or paragraph that goes on.
func (r *reader) finish() {
	if r.at.Text == "" {
		return
	}
	for len(r.parents) > 0 && r.indent >= 0 && r.parents[len(r.parents)-1].indent >= r.indent {
		r.parents = r.parents[:len(r.parents)-1]
	}
	if r.indent < 0 {
		r.parents = nil
	}
	inside, carried := r.turned > 0, carry("")
	if r.indent >= 0 {
		carried = r.carried
	}
	for _, p := range r.parents {
		inside = inside || p.turns
		if p.carry != "" || p.indent >= 0 {
			carried = p.carry
		}
	}
	if plain := withoutMarks(r.at.Text); !inside && plain != "" {
		if plain = carried.over(plain); plain != "" && len(plain) <= maxLong {
			r.lines = append(r.lines, Line{File: r.at.File, Line: r.at.Line, Last: r.at.Last, Text: plain, Long: len(plain) > maxLine})
		}
	}
	r.imports = append(r.imports, importsOf(r.at.Text)...)
	introduces := strings.HasSuffix(strings.Trim(r.at.Text, "*_ "), ":")
	below := parent{indent: r.indent}
	if introduces {
		below.carry = carryOf(r.at.Text)
	}
	below.turns = below.carry == "" && (introduces || r.indent >= 0) && turns(r.at.Text, false)
	r.parents = append(r.parents, below)
	r.at = Line{}
}

// turning are words of a heading or an introduction after which the words of a
// rule may mean something else: its opposite, an example, or a rule for some
// other place or time.
var turning = []string{
	"don't", "dont", "do not", "avoid", "never", "not", "no", "anti-pattern", "anti-patterns", "antipattern", "antipatterns", "bad", "wrong", "incorrect", "mistake",
	"mistakes", "pitfall", "pitfalls", "forbidden", "deprecated", "old", "legacy", "example", "examples", "e.g.", "sample", "template", "troubleshooting", "if", "when", "unless",
	"users", "ci", "docker", "windows", "macos", "linux", "production", "release", "releases", "deployment", "migration", "alternatively", "optional", "option", "either",
}

// placing are such words where a heading has them anywhere, and where an introduction begins
// with them: "in CI:", but not "the tests live in a group of their own:".
var placing = []string{"before", "for", "in", "on", "with", "without", "or"}

func turns(text string, heading bool) bool {
	first := true
	for _, word := range strings.Fields(ofAll.Replace(withoutParentheses(strings.ToLower(strings.ReplaceAll(text, "’", "'"))) + " ")) {
		if word = strings.Trim(word, "#*_`:,.()[]\"!"); word == "" {
			continue
		}
		if slices.Contains(turning, word) || (heading || first) && slices.Contains(placing, word) {
			return true
		}
		first = false
	}
	return strings.Contains(strings.ToLower(text), "do not") || strings.ContainsAny(text, "❌✗✘🚫")
}

// ofAll are phrases of headings and introductions that limit what stands below them to nothing.
var ofAll = strings.NewReplacer(
	"for agents", "", "for parallel agents", "", "for subagents", "", "for ai agents", "", "for coding agents", "", "for ai assistants", "", "for claude code", "", "for claude", "", "for contributors", "", "for this repo ", "", "for this repository", "", "for this project", "", "for all", "",
	"in this file", "", "in this repo ", "", "in this repository", "", "in this project", "", "in this codebase", "", "when in conflict", "", "when working in this repo", "", "when working on this project", "", "working with git", "", "non-negotiable", "", "must not be broken", "",
)

// withoutParentheses returns a text without what stands in parentheses.
func withoutParentheses(text string) string {
	for {
		from := strings.IndexByte(text, '(')
		to := strings.IndexByte(text[max(from, 0):], ')')
		if from < 0 || to < 0 {
			return text
		}
		text = text[:from] + text[from+to+1:]
	}
}

// bullet returns an item of a list without its mark.
func bullet(text string) (item string, ok bool) {
	rest := strings.TrimLeft(text, "0123456789")
	n := len(text) - len(rest)
	isMark := n == 0 && strings.ContainsAny(text[:min(1, len(text))], "-*+") || n > 0 && n < 4 && strings.ContainsAny(rest[:min(1, len(rest))], ".)")
	if !isMark || len(rest) < 3 || rest[1] != ' ' {
		return "", false
	}
	item = strings.TrimSpace(rest[2:])
	for _, box := range [...]string{"[ ] ", "[x] ", "[X] "} {
		item = strings.TrimPrefix(item, box)
	}
	return item, true
}

// withoutMarks returns a text without the marks of Markdown, "" where a mark says
// that the text is wrong.
func withoutMarks(text string) string {
	if rest := strings.TrimLeft(text, "❌✗✘🚫*_ "); rest != text && denies(rest) {
		text = rest // ❌ **NEVER run .. says it once
	}
	if strings.ContainsAny(text, "❌✗✘🚫") || strings.Contains(text, "~~") {
		return ""
	}
	text = strings.TrimSpace(strings.TrimLeft(text, "✅✓✔☑️ "))
	var b strings.Builder
	code := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '`':
			code = !code
			b.WriteByte(c)
		case c == '*' && !code, c == '_' && !code && i+1 < len(text) && (text[i+1] == '_' || i > 0 && text[i-1] == '_'):
		default:
			b.WriteByte(c)
		}
	}
	return strings.TrimSpace(b.String())
}
