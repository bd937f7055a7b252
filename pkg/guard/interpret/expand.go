package interpret

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// expander works out what words stand for at one point of a text. It runs the
// commands that are substituted in them.
type expander struct {
	w     *Walker
	st    *State
	lists bool // a tilde counts behind a colon, too
}

func (w *Walker) expander(st *State) expander { return expander{w, st, false} }

// value expands the value of an assignment: PATH=$PATH:~/bin.
func (e expander) value(word *syntax.Word) []shell.Word {
	e.lists = true
	return e.word(word)
}

// fields is one way a word may expand: the words it becomes.
type fields []shell.Word

// partial is an expansion under construction.
type partial struct {
	done fields
	cur  shell.Word
	open bool // cur is a word, even when empty
}

func (p partial) copy() partial {
	p.done = p.done[:len(p.done):len(p.done)]
	p.cur = p.cur.Clone()
	return p
}

func (p *partial) flush() {
	if p.open {
		p.done = append(p.done, p.cur)
	}
	p.cur, p.open = shell.Word{}, false
}

// fields expands a word with splitting and braces; each element is one way
// it may come out.
func (e expander) fields(word *syntax.Word) []fields {
	if !e.w.Spend(stepsOfField) || word == nil {
		return nil
	}
	if n := openBraces(word); n > maxBraces && !e.w.Spend(n*n/nestedInStep) {
		return nil
	}
	words := braces(word)
	if len(words) > 1 && !e.w.Spend(len(words)*(stepsOfField+len(words[0].Parts))) {
		words = words[:1]
	}
	span := e.w.at.nodeSpan(word)
	if words == nil {
		return e.ways(word, span)
	}
	out := []fields{nil}
	for _, b := range words {
		out = product(out, e.ways(b, span))
	}
	return out
}

// ways returns the ways in which a word without braces may come out.
func (e expander) ways(word *syntax.Word, span shell.Span) []fields {
	if text, ok := e.w.verbatim(word); ok && e.w.Spend(1) {
		return []fields{{{Parts: []shell.Part{{Text: text}}, Span: span}}}
	}
	r := &room{}
	ps := e.parts(word.Parts, r.start(), false, true)
	alts := r.alts[:0]
	for i := range ps {
		ps[i].flush()
		for j := range ps[i].done {
			ps[i].done[j].Span = span
		}
		alts = append(alts, ps[i].done)
	}
	return alts
}

// verbatim returns the text of a word that stands for itself, as most do: one
// piece, quoted or not, in which nothing is expanded.
func (w *Walker) verbatim(word *syntax.Word) (string, bool) {
	text, ok := onePiece(word)
	return text, ok && !w.holes.in(text)
}

func onePiece(word *syntax.Word) (string, bool) {
	if len(word.Parts) != 1 {
		return "", false
	}
	switch x := word.Parts[0].(type) {
	case *syntax.Lit:
		return x.Value, x.Value != "" && shell.Plain(x.Value) && strings.IndexByte(x.Value, '~') < 0
	case *syntax.SglQuoted:
		return x.Value, !x.Dollar
	case *syntax.DblQuoted:
		if len(x.Parts) == 1 {
			if l, ok := x.Parts[0].(*syntax.Lit); ok {
				return l.Value, strings.IndexByte(l.Value, '\\') < 0
			}
		}
	}
	return "", false
}

// slab hands out pieces of arrays, which are larger the more of them there were: most
// commands have a few words, and most texts a few commands.
type slab[T any] struct {
	all, free []T // the last array, and what is left of it
	size      int
}

// take returns n zero values that nothing else has.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		s.size = min(max(2*s.size, 8), 256)
		s.all = make([]T, max(n, s.size))
		s.free = s.all
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// again hands out the last array again.
func (s *slab[T]) again() slab[T] {
	if len(s.all) > 256 {
		return slab[T]{}
	}
	clear(s.all[:len(s.all)-len(s.free)])
	return slab[T]{all: s.all, free: s.all, size: s.size}
}

// room is memory for an expansion to one word of one or two parts, which nearly
// all are, allocated at once.
type room struct {
	partials [1]partial
	alts     [1]fields
	words    [1]shell.Word
	parts    [2]shell.Part
}

// start returns an expansion that has yet to begin.
func (r *room) start() []partial {
	r.partials[0] = partial{done: r.words[:0], cur: shell.Word{Parts: r.parts[:0]}}
	return r.partials[:]
}

// word expands a word that is not split: an assignment, a redirection's
// target, a here-string.
func (e expander) word(word *syntax.Word) []shell.Word {
	if word == nil || !e.w.Spend(stepsOfField) {
		return []shell.Word{{}}
	}
	if text, ok := e.w.verbatim(word); ok && text != "" && e.w.Spend(1) {
		return []shell.Word{{Parts: []shell.Part{{Text: text}}, Span: e.w.at.nodeSpan(word)}}
	}
	r := &room{}
	ps := r.start()
	ps[0].open = true
	ps = e.parts(word.Parts, ps, true, true)
	out := make([]shell.Word, 0, len(ps))
	for _, p := range ps {
		c := p.cur
		if len(p.done) > 0 || len(c.Parts) == 0 || c.Parts[0].Text == "" {
			c = shell.JoinWords(append(p.done, p.cur), " ")
		}
		c.Span = e.w.at.nodeSpan(word)
		out = addAlt(out, c)
	}
	return Capped(out)
}

// one expands a word and returns its first value.
func (e expander) one(word *syntax.Word) shell.Word { return e.word(word)[0] }

// parts expands word parts onto every partial. quoted parts are not split
// and not matched against files; first says the word begins here, so that a
// tilde counts.
func (e expander) parts(list []syntax.WordPart, ps []partial, quoted, first bool) []partial {
	for i, part := range list {
		if !e.w.Spend(1) {
			return ps
		}
		switch x := part.(type) {
		case *syntax.Lit:
			text := x.Value
			if first && i == 0 && strings.IndexByte(text, '~') >= 0 {
				if home, rest, ok := e.tilde(text); ok {
					appendAll(ps, home)
					text = rest
				} else if name, after, ok := strings.Cut(text, "=~"); ok && syntax.ValidName(name) { // of=~/disk
					if home, rest, ok := e.tilde("~" + after); ok {
						appendAll(ps, shell.LitWord(name+"="))
						appendAll(ps, home)
						text = rest
					}
				}
			}
			if e.lists && first {
				text = e.homes(text, ps)
			}
			for j := range ps {
				ps[j].cur.Unescape(text, quoted)
				ps[j].open = ps[j].open || text != ""
			}
		case *syntax.SglQuoted:
			v := x.Value
			if x.Dollar {
				v = shell.AnsiC(v)
			}
			appendAll(ps, e.w.holes.word(v)) // "rm '$X'" of an outer text has X in it
		case *syntax.DblQuoted:
			ps = e.quotedParts(x.Parts, ps)
		case *syntax.ParamExp:
			ps = e.paramParts(x, ps, quoted)
		case *syntax.CmdSubst:
			ps = spread(ps, []fields{{e.substitute(x)}}, quoted, e.st.ifs())
		case *syntax.ArithmExp:
			appendAll(ps, e.arithmetic(x.X))
		case *syntax.ProcSubst:
			appendAll(ps, e.procSubst(x))
		case *syntax.ExtGlob:
			for j := range ps {
				ps[j].cur.Parts = append(ps[j].cur.Parts, shell.Part{Kind: shell.Glob, Text: "*"})
				ps[j].open = true
			}
		case *syntax.BraceExp: // more of them than are multiplied out
			for _, elem := range x.Elems {
				e.parts(elem.Parts, []partial{{}}, quoted, false) // for the commands in them
			}
			appendAll(ps, shell.UnknownWord("{..}"))
		default:
			e.w.substitutions(part, e.st)
			appendAll(ps, shell.UnknownWord("?"))
		}
	}
	return ps
}

func (e expander) quotedParts(list []syntax.WordPart, ps []partial) []partial {
	alone := false
	if len(list) == 1 {
		_, alone = list[0].(*syntax.ParamExp)
	}
	for i := range ps {
		ps[i].open = ps[i].open || !alone // "$@" may be no word at all
	}
	for _, part := range list {
		if !e.w.Spend(1) {
			return ps
		}
		switch x := part.(type) {
		case *syntax.Lit:
			appendAll(ps, shell.LitWord(shell.DblUnescape(x.Value)))
		case *syntax.ParamExp:
			ps = e.paramParts(x, ps, true)
		case *syntax.CmdSubst:
			appendAll(ps, e.substitute(x))
		default:
			ps = e.parts([]syntax.WordPart{part}, ps, true, false)
		}
	}
	return ps
}

func appendAll(ps []partial, v shell.Word) {
	for i := range ps {
		ps[i].cur.AddWord(v)
		ps[i].open = true
	}
}

func (e expander) paramParts(x *syntax.ParamExp, ps []partial, quoted bool) []partial {
	if !quoted && e.takesArgument(x) {
		return e.argument(x.Exp.Word.Parts, ps)
	}
	alts, list := e.param(x)
	ifs := ""
	if !quoted {
		ifs = e.st.ifs()
	}
	for _, words := range alts {
		if !e.w.Spend(expandingAll(words, ifs)) {
			alts, list = []fields{{shell.UnknownWord("$..")}}, false
			break
		}
	}
	if list && quoted && len(alts) == 1 { // "$@": one field an element
		for i := range ps {
			ps[i] = appendFields(ps[i], alts[0])
		}
		return ps
	}
	return spread(ps, alts, quoted, ifs)
}

// argument expands the word of ${name:-word}. It is split like the value of a variable,
// except where it is quoted.
func (e expander) argument(list []syntax.WordPart, ps []partial) []partial {
	for i, part := range list {
		l, ok := part.(*syntax.Lit)
		if !ok || !strings.ContainsAny(l.Value, e.st.ifs()) {
			ps = e.parts(list[i:i+1], ps, false, i == 0)
			continue
		}
		from, text := 0, l.Value
		for at := 0; at <= len(text); at++ {
			if at < len(text) && text[at] == '\\' {
				at++
				continue
			}
			if at < len(text) && strings.IndexByte(e.st.ifs(), text[at]) < 0 {
				continue
			}
			piece := *l
			piece.Value = text[from:at]
			ps = e.parts([]syntax.WordPart{&piece}, ps, false, i == 0 && from == 0)
			if from = at + 1; at < len(text) {
				for j := range ps {
					ps[j].flush()
				}
			}
		}
	}
	return ps
}

// appendFields adds words of which the first and last join their neighbours.
func appendFields(p partial, words fields) partial {
	for i, v := range words {
		if i > 0 {
			p.flush()
		}
		p.cur.AddWord(v)
		p.open = true
	}
	return p
}

// spread appends every alternative to every partial; unquoted ones are split.
func spread(ps []partial, alts []fields, quoted bool, ifs string) []partial {
	if len(ps)*len(alts) > maxAlts {
		alts = alts[:max(1, maxAlts/len(ps))]
	}
	if len(alts) == 1 { // the common case, and there may be many parts
		for i := range ps {
			ps[i].take(alts[0], quoted, ifs)
		}
		return ps
	}
	out := make([]partial, 0, len(ps)*len(alts))
	for _, p := range ps {
		for _, a := range alts {
			q := p.copy()
			q.take(a, quoted, ifs)
			out = append(out, q)
		}
	}
	return out
}

// homes appends a text as far as a tilde stands behind a colon, and returns the rest.
func (e expander) homes(text string, ps []partial) string {
	for {
		before, after, ok := strings.Cut(text, ":~")
		if !ok || strings.HasSuffix(before, "\\") {
			return text
		}
		home, rest, ok := e.tilde("~" + after)
		if !ok {
			return text
		}
		for j := range ps {
			ps[j].cur.Unescape(before+":", false)
		}
		appendAll(ps, home)
		text = rest
	}
}

// tilde reads a tilde prefix.
func (e expander) tilde(text string) (home shell.Word, rest string, ok bool) {
	if text == "" || text[0] != '~' {
		return shell.Word{}, text, false
	}
	end := strings.IndexAny(text, "/:")
	if end < 0 {
		end = len(text)
	}
	switch user := text[1:end]; {
	case user == "":
		return e.variable("HOME")[0], text[end:], true
	case user == "+":
		return e.pwd(), text[end:], true
	case user == "-":
		return e.st.previous(), text[end:], true
	case user == "root":
		return shell.LitWord("/root"), text[end:], true
	case strings.ContainsAny(user, "\\'\"$"):
		return shell.Word{}, text, false
	case user == path.Base(e.w.opt.Home):
		return shell.LitWord(e.w.opt.Home), text[end:], true // wherever it lies
	default:
		return shell.LitWord("/home/" + user), text[end:], true
	}
}

// expandingAll returns what expanding a parameter to words costs.
func expandingAll(words []shell.Word, ifs string) int {
	n := 0
	for i := range words {
		n += stepsOfField + words[i].Expanding(ifs)
	}
	return n
}
