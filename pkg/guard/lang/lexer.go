package lang

import (
	"slices"
	"strings"
)

// TokenKind tells tokens apart.
type TokenKind uint8

const (
	EndToken TokenKind = iota
	NameToken
	NumberToken
	StringToken
	ExecToken // a string that a shell runs
	PatternToken
	PunctToken
	LineToken // the end of a line that ends a statement
)

// Token is a lexical unit. Strings carry their parts.
type Token struct {
	Kind  TokenKind
	Text  string
	parts []part
	words bool // a list of words: qw(a b)
	Space bool // blank in front
	From  int
	To    int
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

// bytesOfToken is about how long a token is, with the blank before it.
const bytesOfToken = 4

// lexer cuts src[at:end] into tokens.
type lexer struct {
	syn   *Syntax
	src   string
	at    int
	end   int
	depth int  // of interpolation
	ahead *int // bytes of looking ahead that are left
	toks  []Token
	open  []byte    // brackets that are open
	docs  []pending // here documents whose body follows the line
}

// pending is a here document that was opened on the line being read.
type pending struct {
	token int
	mark  string
	quote Quote
}

// lex cuts a range of a source into tokens, the last one an end.
func lex(syn *Syntax, src string, from, to, depth int, ahead *int) []Token {
	lx := &lexer{syn: syn, src: src, at: from, end: to, depth: depth, ahead: ahead}
	lx.toks = make([]Token, 0, (to-from)/bytesOfToken+1) // a token is large, and growing copies all
	if syn.tags != "" && depth == 0 && strings.Contains(src, syn.tags) {
		lx.leaveTag(false)
	}
	for lx.at < lx.end {
		lx.next()
	}
	lx.toks = append(lx.toks, Token{Kind: EndToken, From: to, To: to})
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
	case lx.syn.Signs != "":
		if !lx.quoted() {
			lx.plain()
		}
	case lx.here(), lx.prefixed(), lx.quoted(), lx.quoteLike(), lx.percentWord():
	case IsDigit(c) || c == '.' && lx.at+1 < lx.end && IsDigit(lx.src[lx.at+1]) && !lx.afterValue():
		lx.number()
	case lx.nameByte(c) || lx.sigil():
		lx.name()
	case c == ':' && lx.syn.symbols && lx.symbol():
	case c == '/' && lx.syn.Regex && !lx.afterValue() && lx.pattern():
	default:
		lx.punct()
	}
	if lx.at <= start {
		lx.at = start + 1
	}
	if len(lx.toks) > n {
		lx.toks[n].Space = space || start == 0
	}
}

// blank moves over blanks and continued lines.
func (lx *lexer) blank() bool {
	start := lx.at
	for lx.at < lx.end {
		switch c := lx.src[lx.at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			lx.at++
		case c == lx.syn.escape() && lx.at+1 < lx.end && lx.src[lx.at+1] == '\n':
			lx.at += 2
		case lx.syn.lists && strings.IndexByte("'`,@#\n", c) >= 0: // quoting, which changes nothing here
			lx.at++
		default:
			return lx.at > start
		}
	}
	return lx.at > start
}

func (lx *lexer) comment() bool {
	rest := lx.src[lx.at:lx.end]
	for _, b := range lx.syn.Block {
		open := b[0]
		if open[0] == '\n' { // only at the start of a line
			open = open[1:]
			if lx.at > 0 && lx.src[lx.at-1] != '\n' {
				continue
			}
		}
		if !strings.HasPrefix(rest, open) || open == "=" && (len(rest) < 2 || !IsWord(rest[1]) || IsDigit(rest[1])) {
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
	for _, l := range lx.syn.Line {
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
	if !lx.syn.Newline {
		return
	}
	if n := len(lx.open); lx.syn.Signs == "" && n > 0 && (lx.open[n-1] != '{' || lx.syn.keyword == "=") {
		return
	}
	if n := len(lx.toks); n > 0 && lx.toks[n-1].Kind == LineToken {
		return
	}
	lx.toks = append(lx.toks, Token{Kind: LineToken, From: at, To: at + 1})
}

// afterValue reports whether the last token can end a value, so that an
// operator follows it.
func (lx *lexer) afterValue() bool {
	if len(lx.toks) == 0 {
		return false
	}
	t := &lx.toks[len(lx.toks)-1]
	switch t.Kind {
	case NameToken:
		return !has(lx.syn.Keywords, t.Text) && t.Text != "split" && t.Text != "grep"
	case NumberToken, StringToken, ExecToken, PatternToken:
		return true
	case PunctToken:
		return t.Text == ")" || t.Text == "]" || t.Text == "}"
	}
	return false
}

func (lx *lexer) add(k TokenKind, from int) *Token {
	if n := len(lx.toks); n == cap(lx.toks) && n > 0 { // append would copy many of them five times: the text goes on as it began
		lx.toks = slices.Grow(lx.toks, 4+n*(lx.end-from)/max(from-lx.toks[0].From, 1))
	}
	lx.toks = append(lx.toks, Token{Kind: k, Text: lx.src[from:lx.at], From: from, To: lx.at})
	return &lx.toks[len(lx.toks)-1]
}

func (lx *lexer) number() {
	from := lx.at
	for lx.at < lx.end && (IsWord(lx.src[lx.at]) || lx.src[lx.at] == '.' && lx.at+1 < lx.end && IsDigit(lx.src[lx.at+1])) {
		lx.at++
	}
	lx.add(NumberToken, from)
}

// sigil reports whether a variable starts here: $x, @x, %x.
func (lx *lexer) sigil() bool {
	c := lx.src[lx.at]
	if !strings.ContainsRune(lx.syn.Sigils, rune(c)) || lx.at+1 >= lx.end {
		return false
	}
	n := lx.src[lx.at+1]
	if lx.syn.Lang == "javascript" { // part of any name, and a name itself
		return true
	}
	if (c == '%' || c == '&') && (lx.afterValue() || n == c) {
		return false
	}
	return IsWord(n) || c == n && c == '@' || c == '$' && (n == '$' || n == '!' || n == '/' || n == '#') && lx.syn.qlike
}

// nameByte reports whether a name of the language may hold c.
func (lx *lexer) nameByte(c byte) bool {
	return IsWord(c) || lx.syn.names != "" && strings.IndexByte(lx.syn.names, c) >= 0
}

func (lx *lexer) name() {
	from := lx.at
	if !lx.nameByte(lx.src[lx.at]) { // a sigil
		lx.at++
		if c := lx.src[lx.at]; !IsWord(c) && lx.syn.Lang != "javascript" {
			lx.at++
		}
	}
	for lx.at < lx.end && (lx.nameByte(lx.src[lx.at]) || lx.src[lx.at] == '$' && lx.syn.Lang == "javascript") {
		lx.at++
	}
	if (lx.syn.Lang == "ruby" || lx.syn.Lang == "elixir") && lx.at < lx.end && (lx.src[lx.at] == '!' || lx.src[lx.at] == '?') &&
		(lx.at+1 >= lx.end || lx.src[lx.at+1] != '=') && lx.at-from > 1 {
		lx.at++
	}
	t := lx.add(NameToken, from)
	if (t.Text == "__END__" || t.Text == "__DATA__") && lx.syn.bare {
		lx.at = lx.end
	}
}

// symbol reads :name as a string.
func (lx *lexer) symbol() bool {
	if lx.at+1 >= lx.end || !IsWord(lx.src[lx.at+1]) || lx.at > 0 && (lx.src[lx.at-1] == ':' || IsWord(lx.src[lx.at-1])) {
		return false
	}
	from := lx.at
	lx.at++
	for lx.at < lx.end && IsWord(lx.src[lx.at]) {
		lx.at++
	}
	t := lx.add(StringToken, from)
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
		lx.toks = append(lx.toks, Token{Kind: PunctToken, Text: ";", From: from, To: from + 2})
		return
	}
	n := 1
	for _, op := range operators {
		if op[0] == rest[0] && strings.HasPrefix(rest, op) {
			n = len(op)
			break
		}
	}
	if arrow := strings.TrimPrefix(rest, "<"); lx.syn.Lang == "r" && rest[0] == '<' {
		switch {
		case strings.HasPrefix(arrow, "<-"):
			n = len("<<-")
		case strings.HasPrefix(arrow, "-"):
			n = len("<-")
		}
	}
	lx.at += n
	lx.bracket(lx.add(PunctToken, from))
}

// bracket keeps the brackets that are open.
func (lx *lexer) bracket(t *Token) {
	switch t.Text {
	case "(", "[", "{":
		lx.open = append(lx.open, t.Text[0])
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
