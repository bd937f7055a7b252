package shell

import "strings"

// withItems returns the command of xargs with its items in place.
func (r *runner) withItems(c *Call, words []Word) []Word {
	items := c.Stdin.items
	in := c.Stdin
	if f := c.Args.Flag("-a", "--arg-file"); f != nil && f.Value != nil {
		in = r.w.written().source(*f.Value, r.st)
		items = in.items
	}
	mark := itemMark(c)
	switch {
	case len(items) > 0:
	case in.Known && in.Kind != Inherited && mark != "": // each line is an item
		items = capAlts(in.Text.Lines())
	case in.Known && in.Kind != Inherited:
		items = capAlts(in.Text.split(" \t\n\x00"))
	default:
		name := "items"
		if d := r.f.script.display(in.From); d != ".." {
			name = "$(" + d + ")"
		}
		items = []Word{unknown(name, in.From...)}
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

// itemMark returns what xargs replaces by an item, "" where it appends them.
func itemMark(c *Call) string {
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
func parallelWords(c *Call, words []Word) []Word {
	items := c.Stdin.items
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
	case c.Stdin.Known && c.Stdin.Kind != Inherited:
		items = c.Stdin.Text.Lines()
	case c.Stdin.Kind == Inherited:
		return words
	default:
		items = []Word{unknown("items", c.Stdin.From...)}
	}
	words, items = words[:from], capAlts(items)
	if len(words) == 0 || mention(words, "{}") || mention(words, "{1}") {
		for _, mark := range [...]string{"{}", "{1}"} {
			words = replaceItems(words, items, mark)
		}
		if len(words) == 0 { // every item is a command of its own
			return []Word{joinWords(items, "\n")}
		}
		return words
	}
	return append(words[:len(words):len(words)], items...)
}

func mention(words []Word, s string) bool {
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
func replaceItems(words, items []Word, mark string) []Word {
	out := make([]Word, 0, len(words)+len(items))
	for _, v := range words {
		switch {
		case v.Is(mark) && len(out) > 0 && out[len(out)-1].Is("-c"):
			v = joinWords(items, "\n")
		case v.Is(mark):
			out = append(out, items...)
			continue
		case len(items) > 0 && strings.Contains(v.String(), mark):
			v = v.replaced(mark, items[0])
		}
		out = append(out, v)
	}
	return out
}
