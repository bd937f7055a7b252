package redact

import "strings"

// maxDeclared bounds how much of an object is read around what says that its value is a
// secret.
const maxDeclared = 600

// declared masks the value of an object that says that it is a secret:
//
//	{"sensitive": true, "value": "x"}    {"Type": "SecureString", "Value": "x"}
//	- name: x                            variable "x" {
//	  secret: true                         sensitive = true
//	  value: y                             default = "y"
//
// The word that says so is in[start:end], and has the value is.
func (sc *scanner) declared(start, end int, is string) {
	in := sc.in
	i := end
	if i < len(in) && isQuote(in[i]) {
		i++
	}
	if is != "" {
		if i = skipBlanks(in, i); i >= len(in) || in[i] != ':' && in[i] != '=' {
			return
		}
		if i = skipBlanks(in, i+1); !strings.HasPrefix(in[i:], is) || i+len(is) < len(in) && isWord(in[i+len(is)]) {
			return
		}
	} else if before := strings.TrimRight(in[max(0, start-4):start], "\" "); !strings.HasSuffix(before, ":") {
		return
	}
	from, to, ok := objectAround(in, start)
	if !ok {
		from, to = itemAround(in, start)
	}
	for k := from; k < to; {
		if !isAlpha(in[k]) {
			k++
			continue
		}
		name := k
		for k < to && isAlpha(in[k]) {
			k++
		}
		if name == start || name > 0 && (isWord(in[name-1]) || in[name-1] == '-') || !isValueWord(strings.ToLower(in[name:k])) {
			continue
		}
		j := k
		if j < to && isQuote(in[j]) {
			j++
		}
		if j = skipBlanks(in, j); j >= to || in[j] != ':' && in[j] != '=' {
			continue
		}
		v := readValue(in, skipBlanks(in, j+1))
		text := in[v.from:v.to]
		if v.to > to || !v.quoted && ok || len(text) < 3 || isReference(text) || isSchema(text) || isMasked(text) {
			return
		}
		at := sc.pos
		sc.mask(v.from, v.to)
		sc.pos = max(at, sc.pos)
		return
	}
}

// objectAround returns the text between the brackets around i.
func objectAround(in string, i int) (from, to int, ok bool) {
	depth := 0
	for from = i; from > 0 && i-from < maxDeclared; from-- {
		if c := in[from-1]; c == '}' {
			depth++
		} else if c == '{' {
			if depth--; depth < 0 {
				break
			}
		}
	}
	if depth >= 0 {
		return 0, 0, false
	}
	depth = 0
	for to = i; to < len(in) && to-i < maxDeclared; to++ {
		if in[to] == '{' {
			depth++
		} else if in[to] == '}' {
			if depth--; depth < 0 {
				return from, to, true
			}
		}
	}
	return from, to, true
}

// itemAround returns the lines around i that are indented as its own is.
func itemAround(in string, i int) (from, to int) {
	line := lineStart(in, i)
	depth := indent(in, line)
	column := func(at int) int {
		n := indent(in, at)
		if strings.HasPrefix(in[at+n:], "- ") {
			n += len("- ")
		}
		return n
	}
	if strings.HasPrefix(in[line+depth:], "- ") {
		depth += len("- ")
	}
	from = line
	for from > 0 && i-from < maxDeclared && indent(in, from) == column(from) {
		before := lineStart(in, from-1)
		if column(before) != depth || before == from {
			break
		}
		from = before
	}
	for to = line; to < len(in) && to-i < maxDeclared; {
		next := min(len(in), i+maxDeclared)
		if n := strings.IndexByte(in[to:next], '\n'); n >= 0 {
			next = to + n + 1
		}
		if to > line && (column(to) != depth || indent(in, to) != depth) {
			break
		}
		to = next
	}
	return max(from, i-maxDeclared), to
}

// result masks the result of a password that was made at random, in a state of Terraform
// whose type ends at i.
func (sc *scanner) result(i int) {
	in := sc.in
	rest := in[i:min(len(in), i+maxDeclared)]
	if next := strings.Index(rest, `"type"`); next >= 0 {
		rest = rest[:next]
	}
	n := strings.Index(rest, `"result":`)
	if n < 0 {
		return
	}
	v := readValue(in, skipBlanks(in, i+n+len(`"result":`)))
	if text := in[v.from:v.to]; v.quoted && len(text) >= shortestValue && !isMasked(text) {
		at := sc.pos
		sc.mask(v.from, v.to)
		sc.pos = max(at, sc.pos)
	}
}
