package shell

import "strings"

// findItems works out what find and fd go through.
func findItems(c *Call) {
	switch c.Program {
	case "find", "bfs", "gfind":
		c.own().Items = finds(c)
	case "fd", "fdfind":
		c.own().Items = fdFinds(c)
	}
}

func fdFinds(c *Call) []Word {
	ops := c.Args.Operands
	glob := "**"
	if len(ops) > 0 {
		glob = fdGlob(ops[0].String(), c.Args.Has("-g"))
	}
	if f := c.Args.Flag("-e", "--extension"); f != nil && f.Value != nil {
		glob = "*." + f.Value.String()
	}
	if len(ops) > 1 {
		return under(ops[1:], glob)
	}
	return under([]Word{lit(".")}, glob)
}

// fdGlob returns a glob for the names that a pattern of fd finds.
func fdGlob(pattern string, glob bool) string {
	if glob {
		return pattern
	}
	name := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$"), `\.`, "\x00")
	switch {
	case strings.Trim(name, ".*+?") == "":
		return "**"
	case strings.ContainsAny(name, `.*+?[](){}|\^$/`):
		return "*"
	}
	name = strings.ReplaceAll(name, "\x00", ".")
	if !strings.HasPrefix(pattern, "^") {
		name = "*" + name
	}
	if !strings.HasSuffix(pattern, "$") {
		name += "*"
	}
	return name
}

// under returns a glob below each starting point.
func under(starts []Word, glob string) []Word {
	var out []Word
	for _, s := range starts {
		v := s.clone()
		if !strings.HasSuffix(v.String(), "/") {
			v.add(Part{Kind: Lit, Text: "/"})
		}
		v.Parts = append(v.Parts, Part{Kind: Glob, Text: glob})
		out = append(out, v)
	}
	return out
}

// withItems returns the command of xargs with its items in place.
func (r *runner) withItems(c *Call, words []Word) []Word {
	items := c.Stdin.items
	in := c.Stdin
	if f := c.Args.Flag("-a", "--arg-file"); f != nil && f.Value != nil {
		in = r.w.files.source(*f.Value, r.st)
		items = in.items
	}
	mark := itemMark(c)
	switch {
	case len(items) > 0:
	case in.Known && in.Kind != Inherited && mark != "": // each line is an item
		items = capAlts(lines(in.Text))
	case in.Known && in.Kind != Inherited:
		items = in.Text.split(" \t\n\x00")
		if len(items) > maxAlts {
			items = capAlts(items)
		}
	default:
		name := "items"
		if d := r.w.script.display(in.From); d != ".." {
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
		items = lines(c.Stdin.Text)
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

// replaced replaces the mark in the literal parts of a word by item.
func (v Word) replaced(mark string, item Word) Word {
	if text, ok := v.bare(); ok { // nearly always
		if with, ok := item.bare(); ok && len(text)+strings.Count(text, mark)*len(with) <= maxJoined {
			return Word{Span: v.Span, Parts: []Part{{Text: strings.ReplaceAll(text, mark, with)}}}
		}
	}
	var out Word
	out.Span = v.Span
	for _, p := range v.Parts {
		for p.Kind == Lit {
			i := strings.Index(p.Text, mark)
			if i < 0 {
				break
			}
			if i > 0 {
				out.add(Part{Kind: Lit, Text: p.Text[:i], From: p.From})
			}
			out.addWord(item)
			p.Text = p.Text[i+len(mark):]
		}
		if p.Kind != Lit || p.Text != "" {
			out.add(p)
		}
	}
	return out
}
