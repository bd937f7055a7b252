package lang

// Token returns the token that is read next. After the last one it is an end.
func (r *Reader) Token() *Token { return &r.toks[min(r.pos, len(r.toks)-1)] }

// Peek returns the token n places behind the next one.
func (r *Reader) Peek(n int) *Token { return &r.toks[min(r.pos+n, len(r.toks)-1)] }

// Next moves over a token.
func (r *Reader) Next() { r.pos++ }

// Skip moves over n tokens.
func (r *Reader) Skip(n int) { r.pos += n }

// Pos returns the number of the token that is read next: a loop in which it
// does not grow would not end.
func (r *Reader) Pos() int { return r.pos }

// Done reports whether there is nothing more to read, or nothing more may be
// found.
func (r *Reader) Done() bool {
	return r.pos >= len(r.toks)-1 || len(r.found) >= MaxSteps
}

// Is reports whether the next token is this sign.
func (r *Reader) Is(sign string) bool {
	t := r.Token()
	return t.Kind == PunctToken && t.Text == sign
}

// Accept moves over a sign if it is next.
func (r *Reader) Accept(sign string) bool {
	if r.Is(sign) {
		r.pos++
		return true
	}
	return false
}

// IsName reports whether the next token is this name.
func (r *Reader) IsName(name string) bool {
	t := r.Token()
	return t.Kind == NameToken && t.Text == name
}

// End returns where the token ends that was read last.
func (r *Reader) End() int {
	if r.pos == 0 {
		return r.toks[0].From
	}
	return r.toks[min(r.pos, len(r.toks))-1].To
}

// Closing returns the number of the token that closes the bracket that is next.
func (r *Reader) Closing() int { return r.closing[r.pos] }

// Enter reports whether another level of nesting may be read; Leave ends it.
func (r *Reader) Enter() bool {
	if r.depth >= maxDepth {
		return false
	}
	r.depth++
	return true
}

// Leave ends a level of nesting that Enter allowed.
func (r *Reader) Leave() { r.depth-- }

// Lookup returns what a name was bound to.
func (r *Reader) Lookup(name string) (Value, bool) {
	v, bound := r.env[name]
	return v, bound
}

// pairs finds for every opening bracket the token that closes it, or the end.
func pairs(toks []Token) []int {
	out := make([]int, len(toks))
	var open []int
	for i := range toks {
		if toks[i].Kind != PunctToken {
			continue
		}
		switch toks[i].Text {
		case "(", "[", "{":
			open = append(open, i)
			out[i] = len(toks) - 1
		case ")", "]", "}":
			if n := len(open); n > 0 {
				out[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
	return out
}
