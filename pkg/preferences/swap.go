package preferences

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// swap returns call i written with the preferred command: as the user's words say
// where they name the whole call or one option of it, else as the family of the
// tools says.
func (f *finder) swap(i int) Hit {
	if hit, ok := f.asNamed(i); ok {
		return hit
	}
	if f.tools == nil {
		return Hit{}
	}
	c := &f.Calls[i]
	from := f.tool(c)
	to, more := toolOf(f.tools, f.rule.Prefer)
	start, first, ok := f.start(i)
	if from == "" || to == "" || to == from || !ok || f.differs(i) {
		return Hit{}
	}
	place := f.place(first)
	for k := range f.tools.Swaps {
		s := &f.tools.Swaps[k]
		w := writer{finder: f, call: c, swap: s, from: from, to: to, start: start, place: place}
		source, has := rule.Of(s.Commands, from)
		if !has || place != "" && s.Place == "" || !hasSpelling(s.Commands, to) || !w.aims(more) || !w.write(source) {
			continue
		}
		byPath := strings.Contains(first, "/") && !strings.Contains(from, "/") // that of an environment
		module := start != c.Argv[0].Span.From && f.tools.Differ.Beside != ""  // that of an interpreter
		return Hit{Edits: w.edits, Certain: s.Certain && !w.doubtful && !byPath && !module && place == "" && !f.doubtful(i)}
	}
	return Hit{}
}

// tool returns which tool of the family a call is of: the one that is avoided,
// else the one whose name takes most of its words.
func (f *finder) tool(c *shell.Call) (tool string) {
	if f.from != "" {
		return f.from
	}
	for _, name := range f.tools.Names {
		if len(name) > len(tool) && slices.ContainsFunc(asked(f.known, name), func(p string) bool { return Fits(p, c) }) {
			tool = name
		}
	}
	return tool
}

func hasSpelling(list []rule.Spelling, tool string) bool {
	_, ok := rule.Of(list, tool)
	return ok
}

// toolOf returns the tool of a family that a command begins with, "" for none,
// and the words behind it.
func toolOf(t *rule.Tools, words string) (tool string, more []string) {
	fields := strings.Fields(words)
	for n := len(fields); n > 0; n-- {
		if name := strings.Join(fields[:n], " "); slices.Contains(t.Names, name) {
			return name, fields[n:]
		}
	}
	return "", nil
}

// asNamed writes a call as the user's words say, without knowing its tools: where
// these are the whole call, or differ from the preferred ones in an option.
func (f *finder) asNamed(i int) (Hit, bool) {
	c := &f.Calls[i]
	avoid, prefer := strings.Fields(f.rule.Avoid), strings.Fields(f.rule.Prefer)
	if len(avoid) == len(prefer) {
		if k := differing(avoid, prefer); k > 0 && strings.HasPrefix(avoid[k], "-") {
			for _, w := range c.Argv[1:] {
				if w.Is(avoid[k]) && f.stands(w) {
					return Hit{Edits: []shell.Edit{{From: w.Span.From, To: w.Span.To, Text: prefer[k]}}, Certain: true}, true
				}
			}
			return Hit{}, false
		}
	}
	if len(avoid) < 2 || len(avoid) != len(c.Argv) {
		return Hit{}, false
	}
	own := slices.Clone(avoid) // in the words of the call
	for k, w := range c.Argv {
		if f.tools != nil && k > 0 && slices.Contains(strings.Split(synonyms(f.tools, f.from, avoid[k]), "|"), w.String()) {
			own[k] = w.String()
		}
		if !f.stands(w) || k > 0 && !w.Is(own[k]) || k > 0 && w.Span.From < c.Argv[k-1].Span.To {
			return Hit{}, false
		}
	}
	from, to := c.Argv[0].Span.From, c.Argv[len(c.Argv)-1].Span.To
	if strings.Trim(f.Text[from:to], `"'`) != strings.Join(own, " ") {
		return Hit{}, false
	}
	return Hit{Edits: []shell.Edit{{From: from, To: to, Text: f.rule.Prefer}}, Certain: true}, true
}

// differing returns the index of the only word in which two commands differ, or
// -1.
func differing(a, b []string) int {
	at := -1
	for i := range a {
		if a[i] != b[i] {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// start returns where call i begins, with the words that only start its program,
// as python -m does, and its first word. It reports false where those are not as
// they are known.
func (f *finder) start(i int) (at int, first string, ok bool) {
	c := &f.Calls[i]
	at, first = c.Argv[0].Span.From, c.Argv[0].String()
	if c.Via < 0 || len(f.tools.Through) == 0 {
		return at, first, true
	}
	p := &f.Calls[c.Via]
	k := slices.IndexFunc(p.Argv, func(w shell.Word) bool { return w.Span == c.Argv[0].Span })
	for _, lead := range f.tools.Through {
		fields := strings.Fields(lead)
		if !isWord(fields[0], p.Program) || k < 1 || !p.Argv[k-1].Is(fields[len(fields)-1]) {
			continue
		}
		if k != len(fields) || !f.stands(p.Argv[0]) || fields[0] != p.Program && f.tools.Differ.Beside == "" {
			return 0, "", false // options of the interpreter, or one of its versions
		}
		return p.Argv[0].Span.From, p.Argv[0].String(), true
	}
	return at, first, true
}

// differs reports whether call i stands where the tools of its family do not do
// the same: under sudo, or with a variable that only one of them reads.
func (f *finder) differs(i int) bool {
	d := &f.tools.Differ
	for via := f.Calls[i].Via; via >= 0; via = f.Calls[via].Via {
		if slices.Contains(d.Under, f.Calls[via].Program) {
			return true
		}
	}
	if len(d.Variables) == 0 {
		return false
	}
	const apart = " \t\n;&|(){}\"'`"
	for word := range strings.FieldsFuncSeq(f.Text, func(r rune) bool { return strings.ContainsRune(apart, r) }) {
		if name, _, ok := strings.Cut(word, "="); ok && slices.ContainsFunc(d.Variables, func(v string) bool { return isWord(v, name) }) {
			return true
		}
	}
	return false
}

// doubtful reports whether the preferred tool may do something else in place of
// call i, though its command is the same: other tools are there by then, or a word
// means something else to it.
func (f *finder) doubtful(i int) bool {
	d := &f.tools.Differ
	return slices.ContainsFunc(f.Calls, func(c shell.Call) bool { return slices.Contains(d.Switches, c.Program) }) ||
		slices.ContainsFunc(f.Calls[i].Argv[1:], func(w shell.Word) bool {
			return slices.ContainsFunc(d.Words, func(glob string) bool { return isWord(glob, w.String()) })
		})
}

// place returns the interpreter whose environment a call is for, where its first
// word says more than the name of a program does: a path, or a version. "" is the
// usual one.
func (f *finder) place(first string) string {
	beside := f.tools.Differ.Beside
	if beside == "" {
		return ""
	}
	dir, name := path.Split(first)
	version := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	switch {
	case dir == "" && !strings.Contains(version, "."):
		return ""
	case strings.HasPrefix(name, beside):
		return shell.Quote(first)
	case strings.Contains(version, "."):
		return shell.Quote(dir + beside + version)
	}
	return shell.Quote(dir + beside)
}

// writer writes a call as a row of swaps says.
type writer struct {
	*finder
	call  *shell.Call
	swap  *rule.Swap
	from  string // the tool that the call is of
	to    string // the tool that is written
	start int    // of the call
	place string // interpreter whose environment the call is for, as the text has it; "" is the usual one

	edits    []shell.Edit
	doubtful bool // a word may be an option: $OPTS
}

// aims reports whether the row writes a command that begins with the words that
// the user prefers.
func (w *writer) aims(more []string) bool {
	target := w.target()
	return len(target) >= len(more) && slices.Equal(target[:len(more)], more)
}

// target returns the words behind the tool that the row writes. Where the rest
// stays as it is, that goes for words that both tools have.
func (w *writer) target(own ...string) []string {
	as, _ := rule.Of(w.swap.Commands, w.to)
	fields := strings.Fields(as)
	for i, f := range fields {
		alternatives := strings.Split(f, "|")
		if fields[i] = alternatives[0]; w.swap.Rest && i < len(own) && slices.Contains(alternatives, own[i]) {
			fields[i] = own[i]
		}
	}
	return slices.DeleteFunc(fields, func(s string) bool { return s == "" })
}

// write fills the edits. It reports whether the call is what the row is about.
func (w *writer) write(source string) bool {
	wanted := append(strings.Fields(w.from)[1:], strings.Fields(source)...)
	if strings.Contains(source, "{1}") {
		return w.holes(wanted)
	}
	argv := w.call.Argv
	at, last := 1, 0 // last is the index of the last word of the command
	split := false   // options stand between these words
	var taken []int
	for _, want := range wanted {
		for at < len(argv) && want[0] != '-' && isOption(argv[at]) {
			n, ok := w.option(at)
			if !ok {
				return false
			}
			at, split = at+n, true
		}
		alternatives := strings.Split(want, "|")
		switch {
		case at < len(argv) && slices.ContainsFunc(alternatives, func(a string) bool { return a != "" && argv[at].Is(a) }):
			taken = append(taken, at)
			last = at
			at++
		case at == len(argv) && slices.Contains(alternatives, ""):
		default:
			return false
		}
	}
	if !w.rest(at) {
		return false
	}
	return w.head(taken, last, split)
}

// head writes the tool and the words behind it in place of the call's own, each
// where it stands if there are options between them.
func (w *writer) head(taken []int, last int, split bool) bool {
	argv := w.call.Argv
	own := make([]string, 0, len(taken))
	for _, k := range taken[len(strings.Fields(w.from))-1:] {
		own = append(own, argv[k].String())
	}
	target := strings.Join(w.target(own...), " ")
	if w.place != "" {
		target = strings.TrimSpace(target + " " + w.swap.Place + " " + w.place)
	}
	end := argv[0].Span.To
	if split {
		if len(own) != 1 || len(taken) != 1 || target == "" || !w.raw(argv[taken[0]]) {
			return false // none is taken where the row needs none: yarn --silent
		}
		first := argv[taken[0]]
		w.edits = append(w.edits, shell.Edit{From: w.start, To: end, Text: w.to}, shell.Edit{From: first.Span.From, To: first.Span.To, Text: target})
		return true
	}
	for k := 1; k <= last; k++ {
		if !w.blank(end, argv[k].Span.From) {
			return false
		}
		end = argv[k].Span.To
	}
	w.edits = append(w.edits, shell.Edit{From: w.start, To: end, Text: strings.TrimRight(w.to+" "+target, " ")})
	return true
}

// blank reports whether there are only blanks between two offsets.
func (w *writer) blank(from, to int) bool {
	return from <= to && to <= len(w.Text) && strings.Trim(w.Text[from:to], " \t\\\n") == ""
}

// remove takes a word out, with the blanks before it.
func (w *writer) remove(word shell.Word) bool {
	from := word.Span.From
	for from > 0 && (w.Text[from-1] == ' ' || w.Text[from-1] == '\t') {
		from--
	}
	if !w.raw(word) {
		return false
	}
	w.edits = append(w.edits, shell.Edit{From: from, To: word.Span.To})
	return true
}

// raw reports whether a word has a place of its own in the text.
func (w *writer) raw(word shell.Word) bool {
	return word.Span.From < word.Span.To && word.Span.To <= len(w.Text)
}

func isOption(w shell.Word) bool {
	s := w.Prefix()
	return len(s) > 1 && s[0] == '-'
}

// rest reads the words behind the command: options that are known, and operands.
func (w *writer) rest(at int) bool {
	if w.swap.Rest {
		return true
	}
	argv := w.call.Argv
	operands := 0
	end := argv[at-1].Span.To
	for at < len(argv) {
		word := argv[at]
		if word.Span.From < end { // not of the text: what xargs adds
			operands++
			at++
			continue
		}
		end = word.Span.To
		if isOption(word) {
			n, ok := w.option(at)
			if !ok || w.swap.Script && (operands > 0 || w.swap.Operands == "") && !word.Is("--") {
				return false
			}
			if word.Is("--") {
				operands += len(argv) - at - 1
				break
			}
			at += n
			continue
		}
		if word.HasUnknown() && w.Text[word.Span.From] != '"' && len(word.Prefix()) == 0 {
			w.doubtful = true
		}
		if w.swap.Not != "" && strings.ContainsAny(word.String(), w.swap.Not) {
			return false
		}
		operands++
		at++
	}
	switch w.swap.Operands {
	case rule.NoOperands:
		return operands == 0
	case rule.SomeOperands:
		return operands > 0
	}
	return true
}

// holes writes a command whose words all stand in the row.
func (w *writer) holes(wanted []string) bool {
	argv := w.call.Argv
	if len(argv)-1 != len(wanted) {
		return false
	}
	target := strings.Join(append([]string{w.to}, w.target()...), " ")
	end := argv[0].Span.To
	for i, want := range wanted {
		word := argv[i+1]
		if !w.raw(word) || !w.blank(end, word.Span.From) {
			return false
		}
		end = word.Span.To
		if want[0] != '{' {
			if !word.Is(want) {
				return false
			}
			continue
		}
		if isOption(word) || len(w.swap.Only) > 0 && !slices.ContainsFunc(w.swap.Only, func(want string) bool {
			return isWord(want, word.String()) || want == "{hash}" && isHash(word.String())
		}) {
			return false
		}
		target = strings.ReplaceAll(target, want, w.Text[word.Span.From:word.Span.To])
	}
	w.edits = append(w.edits, shell.Edit{From: w.start, To: end, Text: target})
	return true
}

// isHash reports whether a word looks like the hash of a commit.
func isHash(word string) bool {
	return 7 <= len(word) && len(word) <= 40 && strings.Trim(word, "0123456789abcdef") == "" && strings.ContainsAny(word, "0123456789")
}
