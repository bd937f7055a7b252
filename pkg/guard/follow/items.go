package follow

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// withItems returns the command of xargs with its items in place.
func (r *runner) withItems(c *shell.Call, words []shell.Word) []shell.Word {
	items := c.Stdin.Items
	in := c.Stdin
	if f := c.Args.Flag("-a", "--arg-file"); f != nil && f.Value != nil {
		in = r.w.Written().Source(*f.Value, r.st)
		items = in.Items
	}
	mark := itemMark(c)
	switch {
	case len(items) > 0:
	case in.Known && in.Kind != shell.Inherited && mark != "": // each line is an item
		items = interpret.Capped(in.Text.Lines())
	case in.Known && in.Kind != shell.Inherited:
		items = interpret.Capped(in.Text.Split(" \t\n\x00"))
	case len(r.f.listOf(r.i, c)) > 0:
		items = r.f.listOf(r.i, c)
	default:
		name := "items"
		if d := r.f.script.Display(in.From); d != ".." {
			name = "$(" + d + ")"
		}
		items = []shell.Word{shell.UnknownWord(name, in.From...)}
	}
	for i := range items {
		items[i].Span = words[0].Span
	}
	if mark != "" || c.Program != "xargs" && mention(words, "{}") {
		if mark == "" {
			mark = "{}"
		}
		return replaceItems(words, items, mark)
	}
	return append(words[:len(words):len(words)], items...)
}

// The bounds of a list of names that is read from this machine.
const (
	maxList      = 16 << 10
	maxListNames = 200
)

// listOf returns the lines of the file that xargs, call k, gets its items from, if it is a
// short one: xargs rm < names, cat names | xargs rm. Each may lie below what the list names.
func (f *follower) listOf(k int, c *shell.Call) (items []shell.Word) {
	var lists []*onDisk
	if f.opt.Files == nil {
		return nil
	}
	if a := c.Args.Flag("-a", "--arg-file"); a != nil && a.Value != nil {
		lists = f.inputOf(k, []shell.Word{*a.Value}, maxPassed)
	} else {
		lists = f.sourceOf(k, maxPassed)
	}
	for _, list := range lists {
		if len(list.Text) > maxList || strings.ContainsAny(list.Text, "'\"\\$") {
			return nil
		}
		between := "\n\r\x00"
		if itemMark(c) == "" && c.Program == "xargs" && !c.Args.Has("-0", "--null", "-d", "--delimiter") {
			between += " \t"
		}
		for item := range strings.FieldsFuncSeq(list.Text, func(r rune) bool { return strings.ContainsRune(between, r) }) {
			items = append(items, shell.LitWord(item))
		}
	}
	if len(items) > maxListNames {
		return nil
	}
	return items
}

// itemMark returns what xargs replaces by an item, "" where it appends them.
func itemMark(c *shell.Call) string {
	f := c.Args.Flag("-I", "-i", "--replace", "-J")
	if f == nil {
		return ""
	}
	if f.Value != nil {
		return f.Value.String()
	}
	return "{}"
}

// parallelWords returns the command of parallel with its items in place: those
// after ::: or, without it, the lines of standard input.
func parallelWords(c *shell.Call, words []shell.Word) []shell.Word {
	items := c.Stdin.Items
	from := len(words)
	for i, v := range words {
		if t := v.String(); t == ":::" || t == ":::+" || t == "::::" || t == "::::+" {
			from = i
			break
		}
	}
	switch {
	case from < len(words):
		items = nil
		for _, v := range words[from:] {
			if !strings.HasPrefix(v.Prefix(), ":::") {
				items = append(items, v)
			}
		}
	case len(items) > 0:
	case c.Stdin.Known && c.Stdin.Kind != shell.Inherited:
		items = c.Stdin.Text.Lines()
	case c.Stdin.Kind == shell.Inherited:
		return words
	default:
		items = []shell.Word{shell.UnknownWord("items", c.Stdin.From...)}
	}
	words, items = words[:from], interpret.Capped(items)
	if len(items) > 1 && inLonger(words, "{}") { // 'rm -rf {}': a line for each
		var lines []shell.Word
		for _, item := range items {
			lines = append(lines, shell.JoinWords(replaceItems(words, []shell.Word{item}, "{}"), " "))
		}
		return []shell.Word{shell.JoinWords(lines, "\n")}
	}
	if len(words) == 0 || mention(words, "{}") || mention(words, "{1}") {
		for _, mark := range [...]string{"{}", "{1}"} {
			words = replaceItems(words, items, mark)
		}
		if len(words) == 0 { // every item is a command of its own
			return []shell.Word{shell.JoinWords(items, "\n")}
		}
		return words
	}
	return append(words[:len(words):len(words)], items...)
}

// inLonger reports whether a mark stands in a word beside other text.
func inLonger(words []shell.Word, mark string) bool {
	for _, v := range words {
		if s := v.String(); s != mark && strings.Contains(s, mark) {
			return true
		}
	}
	return false
}

func mention(words []shell.Word, s string) bool {
	for _, v := range words {
		if strings.Contains(v.String(), s) {
			return true
		}
	}
	return false
}

// replaceItems replaces the mark by items. In a longer word, as in sh -c 'rm
// {}', the first item stands for all. Where the mark is the program text
// itself, sh -c {}, it becomes all items, one after the other.
func replaceItems(words, items []shell.Word, mark string) []shell.Word {
	out := make([]shell.Word, 0, len(words)+len(items))
	for _, v := range words {
		switch {
		case v.Is(mark) && len(out) > 0 && out[len(out)-1].Is("-c"):
			v = shell.JoinWords(items, "\n")
		case v.Is(mark):
			out = append(out, items...)
			continue
		case len(items) > 0 && strings.Contains(v.String(), mark):
			v = v.Replaced(mark, items[0])
		}
		out = append(out, v)
	}
	return out
}
