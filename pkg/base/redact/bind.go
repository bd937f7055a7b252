package redact

import "strings"

// This file is the grammar of a name and its value: what may stand between the two in
// code, configuration, markup, printed structures, commands and sentences.

// how is what stands between a name and its value.
type how uint8

const (
	unbound  how = iota
	assigned     // an equals sign or an arrow; or the value of the pair whose key the name is
	told         // a colon, which prose has too
	element      // <name>
	listed       // a comma between two texts in quotes
	called       // an opening bracket
	apart        // blanks
	linked       // words: the password is x
	below        // a line break
)

// bind finds where the value of the name in[start:end] begins.
func bind(in string, start, end int) (from int, h how) {
	g, ok := gapBehind(in, start, end)
	if !ok {
		return 0, unbound
	}
	if from, h, ok := g.mark(); ok {
		return from, h
	}
	return g.withoutMark()
}

// gap is what stands between a name and its value.
type gap struct {
	in         string
	start, end int  // of the name
	i          int  // of the first mark behind it and its quotes
	quoted     bool // the name
}

// gapBehind finds the first mark behind a name; false: it is no name that has a value.
func gapBehind(in string, start, end int) (gap, bool) {
	g := gap{in: in, start: start, end: end, i: end}
	if at(in, g.i, '\\') {
		g.i++ // JSON inside JSON
	}
	if g.quoted = g.i < len(in) && isQuote(in[g.i]); g.quoted {
		g.i++
	}
	if at(in, g.i, ']') {
		g.i++ // env["API_KEY"] = ..
		if !g.quoted && at(in, g.i, ':') && isAlpha(charAt(in, g.i+1)) {
			return g, false // [type=password]:hover
		}
	}
	if at(in, g.i, '?') && at(in, g.i+1, ':') {
		g.i++ // a member that may be left out
	}
	g.i = skipBlanks(in, g.i)
	return g, true
}

func (g gap) next() byte { return charAt(g.in, g.i+1) }

// mark finds the value behind a mark that gives a name one.
func (g gap) mark() (from int, h how, ok bool) {
	in, i := g.in, g.i
	switch charAt(in, i) {
	case '=':
		return g.behindEquals()
	case ':':
		return g.behindColon()
	case ',':
		return g.behindComma()
	case '<':
		return g.behindLess()
	case '-':
		if g.next() == '>' {
			return i + 2, assigned, true
		}
	case '|', '?':
		if from := skipBlanks(in, i+2); g.next() == in[i] && from < len(in) && isQuote(in[from]) {
			return from, listed, true // or else this: process.env.X || "x"
		}
	case '>':
		if from := pairValue(in, g.start, g.end); g.quoted && from > 0 {
			return from, assigned, true // <data name="pw"><value>
		}
		if g.quoted || openTag(in, g.start) {
			return i + 1, element, true
		}
	case '(':
		if i == g.end && i+1 < len(in) && isQuote(in[i+1]) {
			return i + 1, called, true
		}
	}
	return 0, unbound, false
}

func (g gap) behindEquals() (from int, h how, ok bool) {
	switch g.next() {
	case '=', '~':
		return 0, unbound, true
	case '>':
		return g.i + 2, assigned, true
	}
	return g.i + 1, assigned, true
}

// behindColon tells what prose and what structures have a colon for: of names without quotes
// and blanks before it either may be meant.
func (g gap) behindColon() (from int, h how, ok bool) {
	in, i, next := g.in, g.i, g.next()
	joined := i == g.end // the colon with the name
	switch {
	case next == '=':
		return i + 2, assigned, true
	case next == ':' && joined && at(in, i+2, ' ') && (g.start == 0 || in[g.start-1] == '\n'):
		return i + 2, assigned, true // base64 of LDIF
	case next == ':' || strings.HasPrefix(in[i:], "://"):
		return 0, unbound, true
	case joined && next != ' ' && next != '\n' && next != '\r':
		if g.start > 1 && in[g.start-1] == '/' && !isBlank(in[g.start-2]) {
			return 0, unbound, true // /etc/passwd:644, and not /password:x
		}
		return i + 1, told, true
	case g.quoted && isBlank(in[i-1]) && isAlpha(next):
		return 0, unbound, true // name="token" :value="expression"
	}
	if from := behindType(in, i+1); from > 0 {
		return from, assigned, true
	}
	if joined {
		return i + 1, told, true
	}
	return i + 1, assigned, true
}

// behindComma finds the text in quotes behind a name that is an operand or the key of a pair.
func (g gap) behindComma() (from int, h how, ok bool) {
	in, joined := g.in, g.i == g.end
	if from := pairValue(in, g.start, g.end); from > 0 {
		return from, assigned, true
	}
	from = skipBlanks(in, g.i+1)
	if strings.HasPrefix(in[from:], `<<"`) {
		return from + len("<<"), assigned, true // of Erlang
	}
	if from == len(in) || !isQuote(in[from]) {
		return 0, unbound, false
	}
	switch {
	case joined && inCapitals(in[g.start:g.end]):
		return from, listed, true // CURLOPT_USERPWD, "me:x"
	case joined && g.start > 0 && in[g.start-1] == ':':
		return from, called, true // request :basic_auth, 'me', 'x'
	case g.quoted && setsPair(in, g.start):
		return from, assigned, true
	}
	return from, listed, g.quoted
}

// behindLess finds a text for a program, <<<, and what R assigns with an arrow.
func (g gap) behindLess() (from int, h how, ok bool) {
	switch {
	case strings.HasPrefix(g.in[g.i:], "<<<"):
		return g.i + 3, assigned, true
	case g.next() == '-' && g.i > g.end && at(g.in, g.i+2, ' '):
		return g.i + 2, assigned, true
	}
	return 0, unbound, false
}

// withoutMark finds the value of a name that is the key of a pair, an attribute, or has only
// blanks behind it.
func (g gap) withoutMark() (from int, h how) {
	in, i := g.in, g.i
	if from := pairValue(in, g.start, g.end); from > 0 {
		return from, assigned
	}
	if from := nextOfList(in, g.start, g.end); from > 0 {
		return from, assigned
	}
	if i == g.end {
		return 0, unbound
	}
	if !g.quoted && i < len(in) && isQuote(in[i]) && g.start > 0 && (in[g.start-1] == ':' || inCapitals(in[g.start:g.end]) && strings.HasSuffix(in[:g.start], ": ")) {
		return i, assigned // {:password "x"}, and me : EAP "x"
	}
	if g.start > 0 && in[g.start-1] == '<' {
		if n := strings.IndexAny(in[i:min(len(in), i+maxBetween)], "/<>\n"); n > 0 && in[i+n] == '>' {
			return i + n + 1, element // <Pass encoding="base64">
		}
	}
	if !g.quoted && i < len(in) && in[i] != '\n' && in[i] != '\r' {
		return i, apart
	}
	return 0, unbound
}

// openTag reports whether the name that begins at start is that of an element, with or
// without a namespace, or an attribute which ends the tag.
func openTag(in string, start int) bool {
	open := start
	for open > max(0, start-lookBehind) && (isWord(in[open-1]) || in[open-1] == '.' || in[open-1] == ':' || in[open-1] == '-') {
		open-- // <gpg.passphrase>, <ns:password>
	}
	return open > 0 && in[open-1] == '<'
}

// maxType bounds the name of a type between a name and its value.
const maxType = 40

// behindType finds a value behind a colon and its type: password: &str = "x". It returns 0
// if there is none.
func behindType(in string, i int) int {
	j := skipBlanks(in, i)
	begin := j
	for j < len(in) && j-begin < maxType && (isWord(in[j]) || strings.IndexByte("&:'.<>[]?*", in[j]) >= 0) {
		j++
	}
	if j == begin {
		return 0
	}
	j = skipBlanks(in, j)
	if !at(in, j, '=') || at(in, j+1, '=') {
		return 0
	}
	if j = skipBlanks(in, j+1); j < len(in) && isQuote(in[j]) {
		return j
	}
	return 0
}

// maxWrapped bounds the name of a function around a value.
const maxWrapped = 40

// unwrap reads the text in what holds it at i: Some("x"), SecretString::from("x"),
// string(20) "x", env('NAME', 'x').
func unwrap(in string, i int) (value, bool) {
	j := i
	if strings.HasPrefix(in[j:], "[]") {
		j += len("[]")
	}
	for j < len(in) && j-i < maxWrapped && (isWord(in[j]) || in[j] == '.' || in[j] == ':' || in[j] == '&' || in[j] == '!') {
		j++
	}
	name := in[i:j]
	if !at(in, j, '(') || name != "" && !isHoldsWord(name[strings.LastIndexAny(name, ".:&]")+1:]) {
		return value{}, false
	}
	j = skipBlanks(in, j+1)
	if n := strings.IndexByte(in[min(j, len(in)):min(len(in), j+8)], ')'); n > 0 && at(in, j+n+1, ' ') {
		j += n + 2 // string(20) "x"
	}
	if j >= len(in) || !isQuote(in[j]) {
		return value{}, false
	}
	v := readValue(in, j)
	if next := skipBlanks(in, v.to+1); v.quoted && at(in, next, ',') {
		if second := skipBlanks(in, next+1); second < len(in) && isQuote(in[second]) {
			v = readValue(in, second)
		}
	}
	return v, v.quoted
}

// said finds the value behind words that link it with a name in a sentence, which ends at
// i: the password of the server is x; passphrase for the backup: x. Other words, which are
// not sure, only hint at one: set the password to x.
func said(in string, i int) (from int, sure, ok bool) {
	const mostWords, mostFar = 12, 96
	most := min(len(in), i+mostFar)
	code := false
	for n := range mostWords {
		j := i
		for j < most && isBlank(in[j]) {
			j++
		}
		to := j
		for to < most && !isSpace(in[to]) {
			to++
		}
		word := in[j:to]
		low := strings.ToLower(word)
		if word == "" || word[0] == '#' || isPublicWord(low) || n == 0 && isCompoundWord(low) {
			return 0, false, false
		}
		i = to
		if code = code || strings.ContainsAny(word, "()*{}"); code && word == "=" {
			return 0, false, false // (token *Token) (err error) = f
		}
		sure = word[len(word)-1] == ':' || word == "=" || word == "->" || isLinkWord(low) && word != "IS" // COMMENT ON COLUMN a.password IS
		if sure || isHintWord(low) {
			from = skipBlanks(in, to)
			return from, sure, from < len(in) && in[from] != '\n' && in[from] != '\r'
		}
		if last := word[len(word)-1]; strings.IndexByte(".;!?", last) >= 0 || strings.ContainsAny(word, ";!?") && !strings.Contains(word, "@") && last != ',' {
			return 0, false, false
		}
	}
	return 0, false, false
}
