package redact

import (
	"slices"
	"strings"
)

// fed masks the input of a command that reads a secret from its standard
// input: "echo SECRET | docker login --password-stdin", "<<< SECRET", and the
// body of a here-document. i is somewhere in that command.
func (sc *scanner) fed(i int) {
	in := sc.in
	from := i
	for least := max(0, i-lookAhead); from > least && !endsCommand(in, from-1); {
		from--
	}
	to := i
	for most := min(len(in), i+lookAhead); to < most && !endsCommand(in, to); {
		to++
	}
	pipe := from - 1
	if pipe > 0 && in[pipe] == '&' && in[pipe-1] == '|' {
		pipe-- // |&
	}
	if pipe >= 0 && in[pipe] == '|' && !(pipe > 0 && in[pipe-1] == '|') {
		from = sc.producer(pipe)
	}
	sc.hereText(from, to)
}

// endsCommand reports whether a simple command ends at i. It does not read
// quotes: an option with a semicolon in it ends the command early.
func endsCommand(in string, i int) bool {
	switch in[i] {
	case '|', ';', '&':
		return true
	case '\n':
		return i == 0 || in[i-1] != '\\'
	}
	return false
}

// producer masks the operands of the echo or printf before a pipe, and
// returns where the command before it begins.
func (sc *scanner) producer(pipe int) int {
	in := sc.in
	start := pipe
	for least := max(0, pipe-lookAhead); start > least && in[start-1] != '\n'; {
		start--
	}
	line := in[start:pipe]
	begin, operands := -1, -1
	for _, program := range [...]string{"echo", "printf", "print"} {
		if n := strings.LastIndex(line, program+" "); n > begin && (n == 0 || opensCommand(line[n-1])) {
			begin, operands = n, n+len(program)
		}
	}
	if begin < 0 {
		return start
	}
	var list [maxOperands]value
	n, ok := sc.operands(&list, start+operands, pipe)
	for _, v := range list[:n] {
		if !ok {
			break
		}
		sc.mask(v.from, v.fullEnd(in))
	}
	return start + begin
}

func opensCommand(c byte) bool {
	return isSpace(c) || isQuote(c) || c == ';' || c == '&' || c == '|' || c == '(' || c == '{'
}

// maxOperands is how many words of an echo are masked.
const maxOperands = 8

// operands lists the words from i to a pipe that may be a secret. ok is false
// when another command is between.
func (sc *scanner) operands(list *[maxOperands]value, i, pipe int) (n int, ok bool) {
	in := sc.in
	for {
		if i = skipBlanks(in, i); i >= pipe {
			return n, i == pipe
		}
		if endsValue(in[i]) && !isQuote(in[i]) {
			return 0, false
		}
		v := readValue(in, i)
		text := in[v.from:v.to]
		switch {
		case text == "" && !v.quoted:
			return 0, false
		case in[i] == '-' && len(text) <= len("-ne"), in[i] == '`', len(text) < 2:
		case isReference(text), isReference(text[strings.IndexByte(text, ':')+1:]), isSchema(text), strings.Contains(text, Mask):
		case n < maxOperands:
			list[n] = v
			n++
		}
		if i = v.to; v.quoted {
			i++
		} else if v.cut {
			return n, true
		}
	}
}

// hereText masks a here-string, or the body of a here-document, that is
// given to the command in in[from:to].
func (sc *scanner) hereText(from, to int) {
	in := sc.in
	n := strings.Index(in[from:to], "<<")
	if n < 0 {
		return
	}
	i := from + n + len("<<")
	if at(in, i, '<') {
		sc.maskWord(skipBlanks(in, i+1))
		return
	}
	if at(in, i, '-') {
		i++
	}
	v := readValue(in, skipBlanks(in, i))
	end := in[v.from:v.to]
	line := strings.IndexByte(in[v.to:], '\n')
	if end == "" || line < 0 {
		return
	}
	body := v.to + line + 1
	for i = body; i < len(in) && i-body < lookAhead; {
		next := i + len(in[i:])
		if n := strings.IndexByte(in[i:], '\n'); n >= 0 {
			next = i + n + 1
		}
		if strings.TrimSpace(in[i:next]) == end {
			if text := strings.TrimSpace(in[body:i]); !isReference(text) && !isMasked(text) {
				sc.mask(body, i-1)
			}
			return
		}
		i = next
	}
}

// stdinOption reports whether a long option means that a secret comes from
// standard input.
func (sc *scanner) stdinOption(name string) bool {
	switch name {
	case "password-stdin", "with-token", "passphrase-fd", "token-stdin", "secret-stdin":
		return true
	}
	return slices.Contains(optionSets[sc.tool].inputNames, name)
}

// fedWord looks at a program or a verb that reads a secret from its standard
// input without an option.
func (sc *scanner) fedWord(w string, end int) {
	switch w {
	case "htpasswd":
		sc.lastOperand(end)
		return
	case "chpasswd", "kinit", "passwd", "cryptsetup":
	case "secret", "secrets": // gh secret set NAME, docker secret create NAME -
		verb := strings.TrimLeft(sc.in[end:min(len(sc.in), end+16)], " ")
		verb, _, _ = strings.Cut(verb, " ")
		switch verb {
		case "set", "put", "create", "add", "import":
		default:
			return
		}
	default:
		return
	}
	sc.fed(end)
}
