package lang

import "strings"

// kind tells tokens apart.
type kind uint8

const (
	endToken kind = iota
	nameToken
	numberToken
	stringToken
	execToken // a string that a shell runs
	patternToken
	punctToken
	lineToken // the end of a line that ends a statement
)

// token is a lexical unit. Strings carry their parts.
type token struct {
	kind  kind
	text  string
	parts []part
	words bool // a list of words: qw(a b)
	space bool // blank in front
	from  int
	to    int
}

// part is a piece of a string: text, or an expression of the source.
type part struct {
	text string
	expr bool
	from int
	to   int
}

// maxNesting bounds strings in expressions in strings.
const maxNesting = 6

// lexer cuts src[at:end] into tokens.
type lexer struct {
	syn   *syntax
	src   string
	at    int
	end   int
	depth int  // of interpolation
	ahead *int // bytes of looking ahead that are left
	toks  []token
	open  []byte    // brackets that are open
	docs  []pending // here documents whose body follows the line
}

// pending is a here document that was opened on the line being read.
type pending struct {
	token int
	mark  string
	quote quote
}

// lex cuts a range of a source into tokens, the last one an end.
func lex(syn *syntax, src string, from, to, depth int, ahead *int) []token {
	lx := &lexer{syn: syn, src: src, at: from, end: to, depth: depth, ahead: ahead}
	if syn.tags != "" && depth == 0 && strings.Contains(src, syn.tags) {
		lx.leaveTag(false)
	}
	for lx.at < lx.end {
		lx.next()
	}
	lx.toks = append(lx.toks, token{kind: endToken, from: to, to: to})
	return lx.toks
}

// leaveTag moves over text outside of <?php ?> tags.
func (lx *lexer) leaveTag(closed bool) {
	rest := lx.src[lx.at:lx.end]
	i := strings.Index(rest, lx.syn.tags)
	if i < 0 {
		if closed {
			lx.at = lx.end
		}
		return
	}
	lx.at += i + len(lx.syn.tags)
	for _, name := range []string{"php", "="} {
		if strings.HasPrefix(lx.src[lx.at:lx.end], name) {
			lx.at += len(name)
			return
		}
	}
}

func (lx *lexer) next() {
	start := lx.at
	space := lx.blank()
	if lx.at >= lx.end {
		return
	}
	if lx.comment() {
		return
	}
	c := lx.src[lx.at]
	if c == '\n' {
		lx.lineEnd()
		return
	}
	n := len(lx.toks)
	switch {
	case lx.here(), lx.prefixed(), lx.quoted(), lx.quoteLike(), lx.percentWord():
	case isDigit(c) || c == '.' && lx.at+1 < lx.end && isDigit(lx.src[lx.at+1]) && !lx.afterValue():
		lx.number()
	case isWord(c) || lx.sigil():
		lx.name()
	case c == ':' && lx.syn.symbols && lx.symbol():
	case c == '/' && lx.syn.regex && !lx.afterValue() && lx.pattern():
	default:
		lx.punct()
	}
	if lx.at <= start {
		lx.at = start + 1
	}
	if len(lx.toks) > n {
		lx.toks[n].space = space || start == 0
	}
}

// blank moves over blanks and continued lines.
func (lx *lexer) blank() bool {
	start := lx.at
	for lx.at < lx.end {
		switch c := lx.src[lx.at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			lx.at++
		case c == '\\' && lx.at+1 < lx.end && lx.src[lx.at+1] == '\n':
			lx.at += 2
		default:
			return lx.at > start
		}
	}
	return lx.at > start
}

func (lx *lexer) comment() bool {
	rest := lx.src[lx.at:lx.end]
	for _, b := range lx.syn.block {
		open := b[0]
		if open[0] == '\n' { // only at the start of a line
			open = open[1:]
			if lx.at > 0 && lx.src[lx.at-1] != '\n' {
				continue
			}
		}
		if !strings.HasPrefix(rest, open) || open == "=" && (len(rest) < 2 || !isWord(rest[1]) || isDigit(rest[1])) {
			continue
		}
		i := strings.Index(rest[len(open):], b[1])
		if i < 0 {
			lx.at = lx.end
			return true
		}
		lx.at += len(open) + i + len(b[1])
		return true
	}
	for _, l := range lx.syn.line {
		if !strings.HasPrefix(rest, l) || l == "#" && strings.HasPrefix(rest, "#[") && lx.syn.tags != "" {
			continue
		}
		i := strings.IndexByte(rest, '\n')
		if i < 0 {
			i = len(rest)
		}
		if lx.syn.tags != "" {
			if j := strings.Index(rest[:i], "?>"); j >= 0 {
				i = j
			}
		}
		lx.at += i
		return true
	}
	return false
}

// lineEnd ends a line: bodies of here documents follow, and perhaps the
// statement ends.
func (lx *lexer) lineEnd() {
	at := lx.at
	lx.at++
	for _, d := range lx.docs {
		lx.body(d)
	}
	lx.docs = lx.docs[:0]
	if !lx.syn.newline {
		return
	}
	if n := len(lx.open); n > 0 && (lx.open[n-1] != '{' || lx.syn.keyword == "=") {
		return
	}
	if n := len(lx.toks); n > 0 && lx.toks[n-1].kind == lineToken {
		return
	}
	lx.toks = append(lx.toks, token{kind: lineToken, from: at, to: at + 1})
}

// afterValue reports whether the last token can end a value, so that an
// operator follows it.
func (lx *lexer) afterValue() bool {
	if len(lx.toks) == 0 {
		return false
	}
	t := &lx.toks[len(lx.toks)-1]
	switch t.kind {
	case nameToken:
		return !has(lx.syn.not, t.text) && t.text != "split" && t.text != "grep"
	case numberToken, stringToken, execToken, patternToken:
		return true
	case punctToken:
		return t.text == ")" || t.text == "]" || t.text == "}"
	}
	return false
}

func (lx *lexer) add(k kind, from int) *token {
	lx.toks = append(lx.toks, token{kind: k, text: lx.src[from:lx.at], from: from, to: lx.at})
	return &lx.toks[len(lx.toks)-1]
}

func (lx *lexer) number() {
	from := lx.at
	for lx.at < lx.end && (isWord(lx.src[lx.at]) || lx.src[lx.at] == '.' && lx.at+1 < lx.end && isDigit(lx.src[lx.at+1])) {
		lx.at++
	}
	lx.add(numberToken, from)
}

// sigil reports whether a variable starts here: $x, @x, %x.
func (lx *lexer) sigil() bool {
	c := lx.src[lx.at]
	if !strings.ContainsRune(lx.syn.sigils, rune(c)) || lx.at+1 >= lx.end {
		return false
	}
	n := lx.src[lx.at+1]
	if lx.syn.lang == "javascript" { // part of any name, and a name itself
		return true
	}
	if (c == '%' || c == '&') && (lx.afterValue() || n == c) {
		return false
	}
	return isWord(n) || c == n && c == '@' || c == '$' && (n == '$' || n == '!' || n == '/' || n == '#') && lx.syn.qlike
}

func (lx *lexer) name() {
	from := lx.at
	if !isWord(lx.src[lx.at]) { // a sigil
		lx.at++
		if c := lx.src[lx.at]; !isWord(c) && lx.syn.lang != "javascript" {
			lx.at++
		}
	}
	for lx.at < lx.end && (isWord(lx.src[lx.at]) || lx.src[lx.at] == '$' && lx.syn.lang == "javascript") {
		lx.at++
	}
	if (lx.syn.lang == "ruby" || lx.syn.lang == "elixir") && lx.at < lx.end && (lx.src[lx.at] == '!' || lx.src[lx.at] == '?') &&
		(lx.at+1 >= lx.end || lx.src[lx.at+1] != '=') && lx.at-from > 1 {
		lx.at++
	}
	t := lx.add(nameToken, from)
	if (t.text == "__END__" || t.text == "__DATA__") && lx.syn.bare {
		lx.at = lx.end
	}
}

// symbol reads :name as a string.
func (lx *lexer) symbol() bool {
	if lx.at+1 >= lx.end || !isWord(lx.src[lx.at+1]) || lx.at > 0 && (lx.src[lx.at-1] == ':' || isWord(lx.src[lx.at-1])) {
		return false
	}
	from := lx.at
	lx.at++
	for lx.at < lx.end && isWord(lx.src[lx.at]) {
		lx.at++
	}
	t := lx.add(stringToken, from)
	t.parts = []part{{text: lx.src[from+1 : lx.at]}}
	return true
}

// operators of more than one character, longest first where one begins another.
var operators = [...]string{
	"===", "!==", "**=", "...", "<=>", "||=", "&&=", "??=", "//=", "?->", "=>", "->", "==", "!=", "<=", ">=",
	"&&", "||", "??", "+=", "-=", "*=", "/=", ".=", "%=", "::", "?.", "&.", "<<", ">>", "=~", "!~", ":=", "..", "++", "--", "//",
}

func (lx *lexer) punct() {
	from := lx.at
	rest := lx.src[lx.at:lx.end]
	if lx.syn.tags != "" && strings.HasPrefix(rest, "?>") {
		lx.at += 2
		lx.leaveTag(true)
		lx.toks = append(lx.toks, token{kind: punctToken, text: ";", from: from, to: from + 2})
		return
	}
	n := 1
	for _, op := range operators {
		if op[0] == rest[0] && strings.HasPrefix(rest, op) {
			n = len(op)
			break
		}
	}
	lx.at += n
	t := lx.add(punctToken, from)
	switch t.text {
	case "(", "[", "{":
		lx.open = append(lx.open, t.text[0])
	case ")", "]", "}":
		if len(lx.open) > 0 {
			lx.open = lx.open[:len(lx.open)-1]
		}
	}
}

func has(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
