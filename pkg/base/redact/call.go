package redact

import "strings"

// This file finds secrets among the operands of calls in code, of whatever language: what
// a function takes its name says.

// takes is which operand of a function is a secret.
type takes struct {
	operand int
	typed   bool // only what looks like a password
	field   bool // only behind the name of a field for secrets
}

// behindFirst is for functions of which any operand but the first may be a secret.
const behindFirst = -1

// How much of a call is read.
const (
	longestCall = 64 // its name
	maxTaken    = 512

	maxTakenOperands = 8
)

// calls notes the secrets among the operands of functions that take one.
func (sc *scanner) calls() {
	in := sc.in
	for i := 0; ; i++ {
		n := strings.IndexByte(in[i:], '(')
		if n < 0 {
			return
		}
		if i += n; i < 3 {
			continue
		}
		end := i
		for end > 3 && end+3 > i && strings.IndexByte("= :", in[end-1]) >= 0 {
			end-- // auth=("me", "x")
		}
		row, bit := int(in[end-3]&31)<<5|int(in[end-2]&31), in[end-1]&31
		if endingsOfCalls[row]>>bit&1 == 0 {
			continue
		}
		if what, ok := takesBefore(in, end); ok {
			if end < i {
				what.typed = false
			}
			what.field = what.field && !namesField(in[max(0, i-far):i])
			sc.taken(i+1, what)
		}
	}
}

// namesField reports whether a text ends with a line that names a field for secrets in
// quotes.
func namesField(s string) bool {
	s = strings.ToLower(s[1+strings.LastIndexByte(s, '\n'):])
	if !strings.ContainsAny(s, "\"'`") {
		return false
	}
	return hasAny(s, []string{"passw", "#pw", "pwd", "secret", "token", "pin\"", "pin'", "passphrase"})
}

// takesBefore reads the name of a function, with that of its object, that ends at end.
func takesBefore(in string, end int) (takes, bool) {
	start := end
	for start > 0 && end-start < longestCall && (isWord(in[start-1]) || strings.IndexByte(".:->", in[start-1]) >= 0) {
		start--
	}
	var room [2 * longestCall]byte
	name := string(lowerWords(room[:0], in[start:end]))
	const most = 4
	from := len(name)
	var what takes
	found := false
	for range most {
		if from = strings.LastIndexByte(name[:max(from, 0)], ' '); from < 0 {
			if w, ok := takesOf(name); ok {
				return w, true
			}
			break
		}
		if w, ok := takesOf(name[from+1:]); ok {
			what, found = w, true // the most words count
		}
	}
	return what, found
}

// taken notes the secret among the operands that begin at i.
func (sc *scanner) taken(i int, what takes) {
	in := sc.in
	limit := min(len(in), i+maxTaken)
	for n := 1; i < limit && n <= maxTakenOperands; n++ {
		for i < limit && isSpace(in[i]) {
			i++
		}
		v, ok := unwrap(in, i)
		if !ok {
			if v = readValue(in, i); !v.quoted {
				v = value{from: i, to: i}
			}
		}
		text := in[v.from:v.to]
		switch {
		case what.operand == behindFirst:
			if n > 1 && v.quoted && !isHandler(text) && (isMadeUp(text) && !isNumbered(text) || isTyped(text) && strings.ContainsAny(text, "!#%^&*+~")) {
				sc.mask(v.from, v.to)
				return
			}
		case what.field && n == 1 && v.quoted && namesField(in[v.from-1:v.to+1]):
			what = takes{operand: n + 1} // type('[name=password]', 'x')
		case what.field:
			return
		case n == what.operand:
			if v.quoted && (!what.typed && (isChosen(text) || isPhrase(text)) || isChosen(text) && isTyped(text) && strings.ToUpper(text) != text) {
				sc.mask(v.from, v.to)
			}
			return
		}
		if i = nextOperand(in, i, limit); i < 0 {
			return
		}
	}
}

// nextOperand returns where the operand behind the one at i begins, or -1.
func nextOperand(in string, i, limit int) int {
	for depth := 0; i < limit; i++ {
		switch in[i] {
		case '\\':
			if i++; i < limit && isQuote(in[i]) { // of a text in a text
				i = closing(in, i, true) + 1
			}
		case '"', '\'', '`':
			if i = closing(in, i, false); i < limit && in[i] == '\n' {
				return -1
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return -1
			}
		case ';':
			return -1
		case ',':
			if depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
