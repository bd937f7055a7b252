package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// writer writes a call as a row of swaps says.
type writer struct {
	*finder
	call  *shell.Call
	swap  *rule.Swap
	from  string // the tool that the call is of
	to    string // the tool that is written
	start int    // of the call
	lead  string // the program with options of its own, where both tools are subcommands of it
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
		w.edits = append(w.edits, shell.Edit{From: w.start, To: end, Text: w.name()}, shell.Edit{From: first.Span.From, To: first.Span.To, Text: target})
		return true
	}
	for k := 1; k <= last; k++ {
		if !w.blank(end, argv[k].Span.From) {
			return false
		}
		end = argv[k].Span.To
	}
	w.edits = append(w.edits, shell.Edit{From: w.start, To: end, Text: strings.TrimRight(w.name()+" "+target, " ")})
	return true
}

// name returns the tool as it is written.
func (w *writer) name() string {
	if w.lead == "" {
		return w.to
	}
	_, sub, _ := strings.Cut(w.to, " ")
	return w.lead + " " + sub
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
		return w.swap.Not == "" || at >= len(w.call.Argv) || strings.IndexAny(w.call.Argv[at].String(), w.swap.Not) != 0
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
			for _, value := range argv[at+1 : min(at+n, len(argv))] {
				if w.means(value) {
					return false
				}
			}
			at += n
			continue
		}
		if word.HasUnknown() && w.Text[word.Span.From] != '"' && len(word.Prefix()) == 0 {
			w.doubtful = true
		}
		if w.means(word) {
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

// means reports whether a word means something else to the other tool.
func (w *writer) means(word shell.Word) bool {
	return w.swap.Not != "" && strings.ContainsAny(word.String(), w.swap.Not)
}

// holes writes a command whose words all stand in the row.
func (w *writer) holes(wanted []string) bool {
	argv := w.call.Argv
	if len(argv)-1 != len(wanted) {
		return false
	}
	target := strings.Join(append([]string{w.name()}, w.target()...), " ")
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
		if isOption(word) || word.HasUnknown() || len(w.swap.Only) > 0 && !slices.ContainsFunc(w.swap.Only, func(want string) bool {
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
