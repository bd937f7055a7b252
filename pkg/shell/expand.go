package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// fields is one way a word may expand: the words it becomes.
type fields []Word

// partial is an expansion under construction.
type partial struct {
	done fields
	cur  Word
	open bool // cur stands, even when empty
}

func (p partial) copy() partial {
	p.done = p.done[:len(p.done):len(p.done)]
	p.cur = p.cur.clone()
	return p
}

func (p *partial) flush() {
	if p.open {
		p.done = append(p.done, p.cur)
	}
	p.cur, p.open = Word{}, false
}

// fields expands a word with splitting and braces; each element is one way
// it may come out.
func (w *walker) fields(word *syntax.Word, st *state) []fields {
	if !w.spend(1) || word == nil {
		return nil
	}
	words := braces(word)
	span := w.nodeSpan(word)
	out := []fields{nil}
	for _, b := range words {
		ps := w.parts(b.Parts, st, []partial{{}}, false, true)
		var alts []fields
		for i := range ps {
			ps[i].flush()
			for j := range ps[i].done {
				ps[i].done[j].Span = span
			}
			alts = append(alts, ps[i].done)
		}
		out = product(out, alts)
	}
	return out
}

// product appends every alternative to every list, within the bound on
// alternatives; past it each alternative is used once.
func product(lists, alts []fields) []fields {
	switch {
	case len(alts) == 0:
		return lists
	case len(alts) == 1:
		for i := range lists { // in place: every list has an array of its own
			lists[i] = append(lists[i], alts[0]...)
		}
		return lists
	case len(lists)*len(alts) <= maxAlts:
		var out []fields
		for _, l := range lists {
			for _, a := range alts {
				out = append(out, append(l[:len(l):len(l)], a...))
			}
		}
		return out
	}
	n := max(len(lists), len(alts))
	out := make([]fields, n)
	for i := range out {
		l := lists[i%len(lists)]
		out[i] = append(l[:len(l):len(l)], alts[i%len(alts)]...)
	}
	return out
}

// word expands a word that is not split: an assignment, a redirection's
// target, a here-string.
func (w *walker) word(word *syntax.Word, st *state) []Word {
	if word == nil {
		return []Word{{}}
	}
	ps := w.parts(word.Parts, st, []partial{{open: true}}, true, true)
	var out []Word
	for _, p := range ps {
		c := joinWords(append(p.done, p.cur), " ")
		c.Span = w.nodeSpan(word)
		out = addAlt(out, c)
	}
	return capAlts(out)
}

// one expands a word and returns its first value.
func (w *walker) one(word *syntax.Word, st *state) Word { return w.word(word, st)[0] }

// parts expands word parts onto every partial. quoted parts are not split
// and not matched against files; first says the word begins here, so that a
// tilde counts.
func (w *walker) parts(list []syntax.WordPart, st *state, ps []partial, quoted, first bool) []partial {
	for i, part := range list {
		if w.stopped {
			return ps
		}
		switch x := part.(type) {
		case *syntax.Lit:
			text := x.Value
			if first && i == 0 {
				if home, rest, ok := w.tilde(text, st); ok {
					appendAll(ps, home)
					text = rest
				}
			}
			for j := range ps {
				ps[j].cur.unescape(text, quoted)
				ps[j].open = ps[j].open || text != ""
			}
		case *syntax.SglQuoted:
			v := x.Value
			if x.Dollar {
				v = ansiC(v)
			}
			appendAll(ps, lit(v))
		case *syntax.DblQuoted:
			ps = w.quotedParts(x.Parts, st, ps)
		case *syntax.ParamExp:
			ps = w.paramParts(x, st, ps, quoted)
		case *syntax.CmdSubst:
			ps = spread(ps, []fields{{w.substitute(x, st)}}, quoted, st.ifs())
		case *syntax.ArithmExp:
			appendAll(ps, w.arithm(x.X, st))
		case *syntax.ProcSubst:
			appendAll(ps, w.procSubst(x, st))
		case *syntax.ExtGlob:
			for j := range ps {
				ps[j].cur.Parts = append(ps[j].cur.Parts, Part{Kind: Glob, Text: "*"})
				ps[j].open = true
			}
		case *syntax.BraceExp: // more of them than are multiplied out
			for _, e := range x.Elems {
				w.parts(e.Parts, st, []partial{{}}, quoted, false) // for the commands in them
			}
			appendAll(ps, unknown("{..}"))
		default:
			w.substitutions(part, st)
			appendAll(ps, unknown("?"))
		}
	}
	return ps
}

func (w *walker) quotedParts(list []syntax.WordPart, st *state, ps []partial) []partial {
	for i := range ps {
		ps[i].open = true
	}
	for _, part := range list {
		if w.stopped {
			return ps
		}
		switch x := part.(type) {
		case *syntax.Lit:
			appendAll(ps, lit(dblUnescape(x.Value)))
		case *syntax.ParamExp:
			ps = w.paramParts(x, st, ps, true)
		case *syntax.CmdSubst:
			appendAll(ps, w.substitute(x, st))
		default:
			ps = w.parts([]syntax.WordPart{part}, st, ps, true, false)
		}
	}
	return ps
}

func appendAll(ps []partial, v Word) {
	for i := range ps {
		ps[i].cur.addWord(v)
		ps[i].open = true
	}
}

func (w *walker) paramParts(x *syntax.ParamExp, st *state, ps []partial, quoted bool) []partial {
	alts, list := w.param(x, st)
	if !w.spend(size(alts)) {
		alts, list = []fields{{unknown("$..")}}, false
	}
	if list && quoted && len(alts) == 1 { // "$@": one field an element
		for i := range ps {
			ps[i] = appendFields(ps[i], alts[0])
		}
		return ps
	}
	return spread(ps, alts, quoted, st.ifs())
}

// appendFields adds words of which the first and last join their neighbours.
func appendFields(p partial, words fields) partial {
	for i, v := range words {
		if i > 0 {
			p.flush()
		}
		p.cur.addWord(v)
		p.open = true
	}
	return p
}

// size is what expanding a parameter costs. It counts against the bound on all
// work, because a text of a few lines can double a value with each of them.
func size(alts []fields) int {
	n := 0
	for _, a := range alts {
		for _, v := range a {
			n += stepsOfWord
			for i := range v.Parts {
				n += len(v.Parts[i].Text) / bytesOfStep
			}
		}
	}
	return n
}

// What a word costs that an expansion gives, and how much text one more step.
const (
	stepsOfWord = 4
	bytesOfStep = 32
)

// spread appends every alternative to every partial; unquoted ones are split.
func spread(ps []partial, alts []fields, quoted bool, ifs string) []partial {
	if len(ps)*len(alts) > maxAlts {
		alts = alts[:max(1, maxAlts/len(ps))]
	}
	if len(alts) == 1 { // nearly always, and there may be many parts
		for i := range ps {
			ps[i].take(alts[0], quoted, ifs)
		}
		return ps
	}
	var out []partial
	for _, p := range ps {
		for _, a := range alts {
			q := p.copy()
			q.take(a, quoted, ifs)
			out = append(out, q)
		}
	}
	return out
}

// take appends the words of an expansion.
func (p *partial) take(words fields, quoted bool, ifs string) {
	for i, v := range words {
		if i > 0 {
			p.flush()
		}
		if quoted {
			p.cur.addWord(v)
			p.open = true
			continue
		}
		p.splitInto(v, ifs)
	}
}

// splitInto appends an unquoted expansion: blanks in it end words.
func (p *partial) splitInto(v Word, ifs string) {
	if ifs == "" {
		p.cur.addWord(v.globbed())
		p.open = p.open || len(v.Parts) > 0
		return
	}
	first := v.Prefix()
	if first != "" && strings.IndexByte(ifs, first[0]) >= 0 {
		p.flush()
	}
	for i, f := range v.split(ifs) {
		if i > 0 {
			p.flush()
		}
		p.cur.addWord(f.globbed())
		p.open = true
	}
	if n := len(v.Parts); n > 0 && v.Parts[n-1].Kind == Lit {
		if t := v.Parts[n-1].Text; t != "" && strings.IndexByte(ifs, t[len(t)-1]) >= 0 {
			p.flush()
		}
	}
}

func (st *state) ifs() string {
	if v, ok := st.get("IFS"); ok && len(v.alts) > 0 {
		if s, ok := v.alts[0].Literal(); ok {
			return s
		}
	}
	return " \t\n"
}

// joiner is what "$*" puts between words.
func (st *state) joiner() string {
	ifs := st.ifs()
	return ifs[:min(1, len(ifs))]
}

// tilde reads a tilde prefix.
func (w *walker) tilde(text string, st *state) (home Word, rest string, ok bool) {
	if text == "" || text[0] != '~' {
		return Word{}, text, false
	}
	end := strings.IndexAny(text, "/:")
	if end < 0 {
		end = len(text)
	}
	switch user := text[1:end]; {
	case user == "":
		return w.variable("HOME", st)[0], text[end:], true
	case user == "+":
		return w.pwd(st), text[end:], true
	case user == "-":
		return st.oldpwd, text[end:], true
	case user == "root":
		return lit("/root"), text[end:], true
	case strings.ContainsAny(user, "\\'\"$"):
		return Word{}, text, false
	default:
		return lit("/home/" + user), text[end:], true
	}
}
