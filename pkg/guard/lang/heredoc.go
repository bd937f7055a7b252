package lang

import "strings"

// here reads the opening of a here document and keeps its body for the end of
// the line.
func (lx *lexer) here() bool {
	op := lx.syn.heredoc
	if op == "" || !strings.HasPrefix(lx.src[lx.at:lx.end], op) {
		return false
	}
	i := lx.at + len(op)
	for i < lx.end && (lx.src[i] == '~' || lx.src[i] == '-' || lx.src[i] == ' ' && op == "<<<") {
		i++
	}
	if i >= lx.end {
		return false
	}
	q := Quote{Escape: 'c', Lines: true, Interp: 'v'}
	if lx.syn.percent {
		q.Interp = '#'
	}
	c := lx.src[i]
	if c == '\'' || c == '"' || c == '`' {
		i++
	}
	j := i
	for j < lx.end && IsWord(lx.src[j]) {
		j++
	}
	upper := j > i && (lx.src[i] >= 'A' && lx.src[i] <= 'Z' || lx.src[i] == '_')
	if j == i || !upper && IsWord(c) || IsDigit(lx.src[i]) || IsWord(c) && lx.afterValue() && lx.src[i-1] == ' ' {
		return false
	}
	if c == '\'' {
		q.Escape, q.Interp = 0, 0
	}
	q.Exec = c == '`'
	from, mark := lx.at, lx.src[i:j]
	lx.at = j
	if !IsWord(c) && j < lx.end && lx.src[j] == c {
		lx.at++
	}
	lx.add(StringToken, from)
	lx.docs = append(lx.docs, pending{token: len(lx.toks) - 1, mark: mark, quote: q})
	return true
}

// body reads the lines of a here document.
func (lx *lexer) body(d pending) {
	from, to := lx.at, lx.end
	next := lx.end
	for at := lx.at; at < lx.end; {
		end := strings.IndexByte(lx.src[at:lx.end], '\n')
		if end < 0 {
			end = lx.end - at
		}
		line := strings.TrimLeft(lx.src[at:at+end], " \t")
		if strings.HasPrefix(line, d.mark) && (len(line) == len(d.mark) || !IsWord(line[len(d.mark)])) {
			to, next = at, at+end-len(line)+len(d.mark)
			break
		}
		at += end + 1
	}
	inner := &lexer{syn: lx.syn, src: lx.src, at: from, end: max(from, to-1), depth: lx.depth, ahead: lx.ahead}
	d.quote.Close = "\x00"
	t := &lx.toks[d.token]
	t.parts = inner.parts(d.quote)
	if d.quote.Exec {
		t.Kind = ExecToken
	}
	lx.at = min(next, lx.end)
}
