package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// usage returns the words that a usage message allows after the program, or
// after its subcommand: "usage: git bisect [start|bad|good]", or one word a
// line.
func (ff *fixFinder) usage(i int, c *shell.Call) []string {
	head := []string{c.Program}
	if n := firstOperand(c); n > 0 && n < len(c.Argv)-1 {
		head = append(head, c.Argv[n].String())
	}
	var list []string
	for _, at := range ff.lines[i:min(i+40, len(ff.lines))] {
		text := strings.TrimSpace(ff.text[at.from:at.to])
		form, ok := strings.CutPrefix(text, "usage: ")
		if !ok {
			if form, ok = strings.CutPrefix(text, "or: "); !ok {
				continue
			}
		}
		words := strings.Fields(form)
		if len(words) <= len(head) || words[0] != head[0] || len(head) > 1 && words[1] != head[1] {
			continue
		}
		list = append(list, alternatives(words[len(head):])...)
	}
	return list
}

// alternatives returns the words that may come first in a usage:
// "(pop|apply)", "[save", "add", and all options.
func alternatives(words []string) []string {
	var list []string
	leads := true  // the next word may come first
	value := false // inside the value of an option in brackets
	for _, w := range words {
		inner := strings.Trim(w, "([])")
		if value {
			value = !strings.HasSuffix(w, "]")
			continue
		}
		switch {
		case inner == "" || w == "|":
			leads = leads || w == "|"
		case strings.Contains(w, "|"), strings.HasPrefix(inner, "--"):
			list = append(list, wordsOf(w)...)
			leads = leads && strings.HasPrefix(inner, "-")
			value = leads && strings.HasPrefix(w, "[-") && !strings.HasSuffix(w, "]")
		case leads && isChoice(inner):
			list = append(list, inner)
			leads = false
		default:
			leads = leads && strings.HasPrefix(w, "[")
		}
	}
	return list
}

// choices returns the words that a line offers: the quoted ones, or else all,
// or else those of the following lines.
func (ff *fixFinder) choices(i int, rest string, listed bool) []string {
	if one, _, ok := strings.Cut(rest, "?"); ok && !isProse(one) && isChoice(strings.TrimSpace(one)) {
		return []string{strings.TrimSpace(one)}
	}
	if list := quotedIn(rest); len(list) > 0 {
		return list
	}
	if colon := strings.LastIndex(rest, ": "); colon >= 0 && !listed {
		rest = rest[colon:]
	} else if bracket := strings.IndexByte(rest, '['); bracket >= 0 && listed {
		rest = rest[bracket:]
	}
	most := 12
	if listed {
		most = 60
	}
	list := wordsOf(rest)
	if len(list) > 0 && !isProse(rest) && !strings.HasSuffix(strings.TrimSpace(rest), ":") {
		if !strings.HasSuffix(strings.TrimSpace(rest), ",") {
			return list
		}
	} else {
		list = nil
	}
	blank := 0
	for _, at := range ff.lines[min(i+1, len(ff.lines)):min(i+1+most, len(ff.lines))] {
		said := withoutLabel(ff.text[at.from:at.to])
		text := strings.TrimSpace(said)
		if text == "" {
			if blank++; len(list) > 0 || blank > 1 {
				break
			}
			continue
		}
		if !listed && strings.IndexByte(" \t*-", said[0]) < 0 && strings.Contains(text, " ") {
			break // prose again
		}
		if words := quotedIn(text); len(words) > 0 && !listed {
			list = append(list, words[0])
			continue
		}
		list = append(list, ff.listEntry(text)...)
	}
	return list
}

// withoutLabel drops the label that npm puts before each line.
func withoutLabel(said string) string {
	for _, label := range [...]string{"npm error", "npm ERR!"} {
		if rest, ok := strings.CutPrefix(said, label); ok {
			return rest
		}
	}
	return said
}

// listEntry returns the choices of one line of a list: all its words, or the
// first one if the rest describes it.
func (ff *fixFinder) listEntry(text string) []string {
	text = strings.TrimLeft(text, "*•⇂ \t")
	text = strings.TrimPrefix(text, "- ")
	text, _, _ = strings.Cut(text, " # ")
	if program, rest, ok := strings.Cut(text, " "); ok && ff.callsProgram(program) && allLower(rest) {
		return []string{strings.TrimSpace(text)} // a whole command
	} else if ok && ff.callsProgram(program) {
		text = rest
	}
	if name, _, described := strings.Cut(text, "  "); described && !strings.Contains(text, " | ") && !strings.Contains(text, ",") {
		text = name
	}
	words := wordsOf(text)
	if strings.Contains(text, ",") || strings.Contains(text, "|") || allLower(text) {
		return words
	}
	return words[:min(1, len(words))]
}

// allLower reports whether a line contains only names. A sentence has capitals
// or punctuation.
func allLower(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' && c != ' ' && c != '_' && c != ':' })
}

// isProse reports whether the text after an offer only introduces the list.
func isProse(rest string) bool {
	switch strings.Trim(strings.ToLower(rest), " \t:?.!()") {
	case "", "this", "one of these", "these", "one of", "s are", "commands are", "command is", "one of the following", "is", "are", "arguments", "s", "one of these perhaps":
		return true
	}
	return false
}

// fitting returns the choices that can stand in a call. For a choice that is a
// whole command it returns the one word in which the call differs.
func fitting(c *shell.Call, list []string) []string {
	var out []string
	for _, w := range list {
		w = strings.TrimRight(strings.TrimSpace(w), "?.!,")
		if words := strings.Fields(w); len(words) > 1 && words[0] == c.Program {
			if w = differing(c, words[1:]); w == "" {
				continue
			}
		}
		if strings.HasPrefix(w, "-") {
			w, _, _ = strings.Cut(w, "=")
		}
		if isChoice(w) {
			out = append(out, w)
		}
	}
	return out
}

// differing returns the only word that differs from the call's operands, or ""
// if there is none or more than one.
func differing(c *shell.Call, words []string) string {
	n := firstOperand(c)
	if n < 0 {
		n = 1
	}
	other := ""
	for i, w := range words {
		switch {
		case n+i >= len(c.Argv):
			return ""
		case c.Argv[n+i].Is(w):
		case other != "":
			return ""
		default:
			other = w
		}
	}
	return other
}

// callsProgram reports whether the script calls a program.
func (ff *fixFinder) callsProgram(program string) bool {
	return slices.ContainsFunc(ff.out.Script.Calls, func(c shell.Call) bool { return c.Program == program })
}

// quotedIn returns the quoted texts of a line.
func quotedIn(text string) []string {
	var list []string
	for text != "" {
		open := strings.IndexAny(text, "`'\"‘“«»")
		if open < 0 {
			break
		}
		if open > 0 && open+1 < len(text) && text[open] == '\'' && isAlnum(text[open-1]) && isAlnum(text[open+1]) { // doesn't
			text = text[open+1:]
			continue
		}
		mark, size := quoteAt(text[open:])
		end := strings.IndexAny(text[open+size:], mark)
		if end < 0 {
			break
		}
		if inner := strings.TrimSpace(text[open+size : open+size+end]); inner != "" && len(inner) < 200 && !strings.HasPrefix(text[open+size:], " ") {
			list = append(list, inner)
		}
		text = text[open+size+end:]
		_, size = quoteAt(text)
		text = text[size:]
	}
	return list
}

// quoteAt returns the characters that end a quotation, and the length of the
// opening mark.
func quoteAt(text string) (end string, size int) {
	switch {
	case strings.HasPrefix(text, "‘"):
		return "’", len("‘")
	case strings.HasPrefix(text, "“"):
		return "”", len("“")
	case strings.HasPrefix(text, "«"), strings.HasPrefix(text, "»"), strings.HasPrefix(text, "’"), strings.HasPrefix(text, "”"):
		for _, r := range text {
			return "«»", len(string(r))
		}
	case strings.HasPrefix(text, "`"):
		return "`'", 1 // old tools write `this'
	}
	return text[:min(1, len(text))], 1
}
