package redact

import "strings"

// How much of an INSERT is read.
const (
	maxColumns = 32
)

// inserted masks the values of columns that are secrets: INSERT INTO t (name, password)
// VALUES ('me', 'x'), ('you', 'y'). The word for values is in[start:end].
func (sc *scanner) inserted(start, end int) {
	in := sc.in
	head := strings.TrimRight(in[max(0, start-lookAhead):start], " \t\n")
	if !strings.HasSuffix(head, ")") {
		return
	}
	open := strings.LastIndexByte(head, '(')
	if open < 0 {
		return
	}
	var secret [maxColumns]bool
	n, any := 0, false
	for name := range strings.SplitSeq(head[open+1:len(head)-1], ",") {
		if n == maxColumns {
			return
		}
		c := classify(strings.Trim(name, " \t\n`\"'[]\\"))
		secret[n] = c > ofKey && c < header
		any = any || secret[n]
		n++
	}
	for i := end; any && i < len(in); {
		for i < len(in) && (isSpace(in[i]) || in[i] == ',') {
			i++
		}
		if !at(in, i, '(') {
			return
		}
		limit := min(len(in), i+lookAhead)
		i++
		for k := 0; k < n && i >= 0 && i < limit; k++ {
			for i < limit && isSpace(in[i]) {
				i++
			}
			v, ok := unwrap(in, i)
			if !ok {
				v = readValue(in, i)
			}
			if text := in[v.from:v.to]; secret[k] && v.quoted && len(text) > 3 && !isReference(text) && !isSchema(text) && !isMasked(text) {
				sc.mask(v.from, v.to)
				sc.pos = min(sc.pos, v.to)
			}
			next := nextOperand(in, i, limit)
			if next < 0 {
				break
			}
			i = next
		}
		n := strings.IndexByte(in[i:limit], ')')
		if n < 0 {
			return
		}
		i += n + 1
	}
}
