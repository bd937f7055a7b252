package interpret

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// take appends the words of an expansion.
func (p *partial) take(words fields, quoted bool, ifs string) {
	for i, v := range words {
		if i > 0 {
			p.flush()
		}
		if quoted {
			p.cur.AddWord(v)
			p.open = true
			continue
		}
		p.splitInto(v, ifs)
	}
}

// splitInto appends an unquoted expansion: blanks in it end words, and so does
// any other character of ifs, each of them one.
func (p *partial) splitInto(v shell.Word, ifs string) {
	ended := false // a blank has ended a word, which a separator after it may do as well
	if slices.ContainsFunc(v.Parts, func(p shell.Part) bool { return p.Kind == shell.Lit && strings.ContainsAny(p.Text, "*?[") }) {
		v = v.Globbed()
	}
	for _, part := range v.Parts {
		if part.Kind != shell.Lit {
			p.cur.Add(part)
			p.open, ended = true, false
			continue
		}
		for rest := part.Text; rest != ""; {
			i := strings.IndexAny(rest, ifs)
			if i < 0 {
				i = len(rest)
			}
			if i > 0 {
				p.cur.Add(shell.Part{Kind: shell.Lit, Text: rest[:i], From: part.From})
				p.open, ended = true, false
				rest = rest[i:]
				continue
			}
			switch blank := strings.IndexByte(" \t\n", rest[0]) >= 0; {
			case p.open:
				p.flush()
				ended = blank
			case !blank && !ended:
				p.open = true // an empty word
				p.flush()
			case !blank:
				ended = false
			}
			rest = rest[1:]
		}
	}
}

func (st *State) ifs() string {
	if v, ok := st.get("IFS"); ok && len(v.alts) > 0 {
		if s, ok := v.alts[0].Literal(); ok {
			return s
		}
	}
	return " \t\n"
}

// joiner returns what "$*" puts between words.
func (st *State) joiner() string {
	ifs := st.ifs()
	return ifs[:min(1, len(ifs))]
}
