package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A script that is run with its arguments takes the branches that these choose: "dev.sh help"
// does nothing of what stands under "nuke)". What is typed, and files that are only read,
// are judged in all their branches.

// certain returns the text of a word in a script that runs, if it has only one.
func (w *Walker) certain(word *syntax.Word, st *State) (text string, ok bool) {
	f := w.at.pos.file
	if !st.script || st.anyArgs || st.loop || word == nil || f == nil || f.rebinds() {
		return "", false
	}
	ways := w.expander(st).word(word)
	if len(ways) != 1 {
		return "", false
	}
	return ways[0].Literal()
}

// rebinds reports whether a file may give variables values by names or code that are not
// known: eval, declare "$PAIR".
func (f *FileText) rebinds() bool {
	if !f.searched {
		f.searched, f.unbound = true, mayRebind(f.Text)
	}
	return f.unbound
}

func mayRebind(text string) bool {
	before := ""
	for field := range strings.FieldsSeq(text) {
		word := strings.Trim(field, ";&|(){}`")
		switch word {
		case "eval", "source", ".", "getopts", "enable", "builtin", "command", "nocasematch", "extglob":
			return true
		}
		switch before {
		case "export", "declare", "typeset", "local", "readonly", "printf", "wait":
			if strings.HasPrefix(word, "-") && before != "printf" && before != "wait" {
				if strings.ContainsAny(word, "uliInc") { // other letters, numbers, other names
					return true
				}
				continue // its options
			}
			if word == "-v" || word == "-p" || before != "printf" && before != "wait" && strings.ContainsAny(word[:min(len(word), 2)], `$"'`) {
				return true
			}
		}
		before = word
	}
	return false
}

// fit says whether the pattern of a case is that of a text.
type fit int

const (
	fitsMaybe fit = iota
	fitsNot
	fitsSurely
)

// fitOf compares the patterns of an item with a text.
func fitOf(item *syntax.CaseItem, text string) fit {
	all := fitsNot
	for _, p := range item.Patterns {
		pattern, ok := plainText(p)
		switch {
		case ok && (pattern == "*" || pattern == text && !strings.ContainsAny(pattern, `*?[\+@!`)):
			return fitsSurely
		case !ok || strings.ContainsAny(pattern, `*?[\+@!`):
			all = fitsMaybe
		}
	}
	return all
}

// chosen returns the items of a case that may run.
func (w *Walker) chosen(c *syntax.CaseClause, st *State) (items []*syntax.CaseItem, sure bool) {
	text, ok := w.certain(c.Word, st)
	if !ok {
		return c.Items, false
	}
	for _, item := range c.Items {
		if item.Op != syntax.Break {
			return c.Items, false // one goes on in the next
		}
	}
	for _, item := range c.Items {
		switch fitOf(item, text) {
		case fitsSurely:
			return append(items, item), true
		case fitsMaybe:
			items = append(items, item)
		}
	}
	return items, false
}

// decided returns whether the conditions of an if hold, where that is sure: [ "$1" = nuke ].
func (w *Walker) decided(cond []*syntax.Stmt, st *State) (holds, known bool) {
	if len(cond) != 1 || len(cond[0].Redirs) > 0 || cond[0].Background {
		return false, false
	}
	var left, right *syntax.Word
	var op string
	switch c := cond[0].Cmd.(type) {
	case *syntax.CallExpr:
		words := c.Args
		if len(c.Assigns) > 0 || len(words) < 4 {
			return false, false
		}
		name, last := words[0].Lit(), words[len(words)-1].Lit()
		if name == "[" && last == "]" {
			words = words[:len(words)-1]
		} else if name != "test" {
			return false, false
		}
		if len(words) != 4 {
			return false, false
		}
		left, op, right = words[1], words[2].Lit(), words[3]
	default:
		return false, false
	}
	if op != "=" && op != "==" && op != "!=" {
		return false, false
	}
	a, ok := w.certain(left, st)
	b, also := w.certain(right, st)
	if !ok || !also {
		return false, false
	}
	return (a == b) == (op != "!=") != cond[0].Negated, true
}
