package prompts

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// token is a word of a prompt, a sign, or a span that is taken whole.
type token struct {
	kind tokenKind
	text string // in lower case
	from int    // in the text of the prompt
	to   int
}

type tokenKind uint8

const (
	word  tokenKind = iota
	code            // in backquotes
	quote           // in quotation marks, of more than a word
	path            // names a file
	sign            // punctuation
	stop            // the end of a sentence, or of a line
	query           // the end of a question
)

// unspaced reports whether a token is of a script that is written without spaces.
func (t *token) unspaced() bool {
	r, _ := utf8.DecodeRuneInString(t.text)
	return isUnspaced(r)
}

// named reports whether a token is a name or a word of the user's own.
func (t *token) named() bool { return t.kind == word || t.kind == code }

// stopWords are those that are no part of a name.
var stopWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, words := range classOf("STOP") {
		m[words[0]] = true
	}
	return m
})

func (t *token) isStop() bool { return stopWords()[t.text] }

const (
	maxTokens = 1500
	maxQuoted = 200 // bytes between quotation marks
)

// tokens splits a text.
func tokens(text string) []token {
	list := make([]token, 0, min(len(text)/4+4, maxTokens))
	add := func(kind tokenKind, from, to int) {
		list = append(list, token{kind, strings.ToLower(text[from:to]), from, to})
	}
	for i := 0; i < len(text) && len(list) < maxTokens; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n':
			add(stop, i, i+size)
		case unicode.IsSpace(r):
		case r == '`':
			if end := strings.IndexAny(text[i+1:], "`\n"); end > 0 && text[i+1+end] == '`' {
				list = append(list, token{code, text[i+1 : i+1+end], i, i + end + 2})
				size = end + 2
			}
		case closing(r) != 0 && !(r == '\'' && i > 0 && isWordByte(text[i-1])):
			n := quoted(text[i+size:], closing(r))
			if n < 0 {
				add(sign, i, i+size)
				break
			}
			inner := text[i+size : i+size+n]
			if n > 0 && !strings.ContainsAny(inner, " \t") {
				add(word, i+size, i+size+n) // quoted only to be clear
			} else {
				add(quote, i, i+size+n)
			}
			size += n + utf8.RuneLen(closing(r))
		case r == '@' || isWordRune(r) || r == '.' && isDotFile(text, i):
			end := wordEnd(text, i)
			size = end - i
			list = appendWord(list, text, i, end)
		case strings.ContainsRune(".!。！", r):
			add(stop, i, i+size)
		case strings.ContainsRune("?？", r):
			add(query, i, i+size)
		case (r == '*' || r == '•' || r == '→') && isContrasted(list, text, i+size):
			add(word, i, i+size)
		default:
			add(sign, i, i+size)
			if r == '，' || r == '、' || r == '–' || r == '—' {
				list[len(list)-1].text = ","
			}
		}
		i += size
	}
	return list
}

// isDotFile reports whether a name that begins with a dot stands at i: ".env",
// "./gradlew".
func isDotFile(text string, i int) bool {
	return i+1 < len(text) && (isLetter(text[i+1]) || text[i+1] == '/') && (i == 0 || strings.IndexByte(" \t\n('\"*", text[i-1]) >= 0)
}

// closing returns the mark that ends a quotation begun with r, or 0.
func closing(r rune) rune {
	switch r {
	case '"', '\'':
		return r
	case '“', '„':
		return '”'
	case '‘':
		return '’'
	case '«':
		return '»'
	case '「':
		return '」'
	}
	return 0
}

// quoted returns the length of a quotation, or -1.
func quoted(s string, end rune) int {
	for i, r := range s {
		switch {
		case i > maxQuoted || r == '\n':
			return -1
		case r == end:
			if next := i + utf8.RuneLen(end); end != '\'' && end != '’' || next == len(s) || !isWordByte(s[next]) {
				return i
			}
		}
	}
	return -1
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c >= utf8.RuneSelf }

func isWordRune(r rune) bool {
	return r == '_' || r == '-' || r == '/' || r == '\\' || r == '~' || r == '=' || r == '+' || r == '%' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// wordEnd returns where the word that begins at i ends. Signs belong to it
// where another letter follows: "docker-compose.yml", "it's".
func wordEnd(text string, i int) int {
	before := false
	for first := true; i < len(text); first = false {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isWordRune(r) && !((r == '@' || r == '.') && first) {
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			if !strings.ContainsRune(".'’:@", r) || !isWordRune(next) || next == '-' {
				return i
			}
		}
		// Names stand between other letters without a space: "今後はbunを使って".
		if unspaced := isUnspaced(r); first {
			before = unspaced
		} else if unspaced != before {
			return i
		}
		i += size
	}
	return i
}

// isUnspaced reports whether a letter is one of Chinese, Japanese or Korean, which
// stand beside a name without a space.
func isUnspaced(r rune) bool { return 0x3040 <= r && r <= 0xd7af }

// Contractions, and the words that they are read as.
var (
	endings = [...]struct{ is, word string }{
		{"'s", "is"}, {"'ll", "will"}, {"'re", "are"}, {"'ve", "have"}, {"'m", "am"}, {"'d", "would"},
	}
	negated = sync.OnceValue(func() map[string]string {
		return map[string]string{
			"isn't": "is", "aren't": "are", "wasn't": "was", "weren't": "were", "shouldn't": "should", "can't": "can", "cannot": "can",
			"won't": "will", "wouldn't": "would", "mustn't": "must", "couldn't": "could",
		}
	})
	spelled = sync.OnceValue(func() map[string]string {
		return map[string]string{
			"dont": "don't", "didnt": "didn't", "thats": "that's", "pls": "please", "plz": "please", "doesnt": "doesn't", "isnt": "isn't", "arent": "aren't",
			"wasnt": "wasn't", "werent": "weren't", "shouldnt": "shouldn't", "cant": "can't", "wont": "won't", "wouldnt": "wouldn't", "couldnt": "couldn't",
			"youre": "you're", "youve": "you've", "theyre": "they're", "ive": "i've", "im": "i'm", "u": "you", "shouldve": "should've",
		}
	})
)

// appendWord adds a word, or the two that it contracts.
func appendWord(list []token, text string, from, to int) []token {
	w := strings.ReplaceAll(strings.ToLower(text[from:to]), "’", "'")
	if s := spelled()[w]; s != "" {
		w = s
	}
	if v := negated()[w]; v != "" {
		return append(list, token{word, v, from, to}, token{word, "not", from, to})
	}
	for _, e := range endings {
		if v, ok := strings.CutSuffix(w, e.is); ok && v != "" && w != "let's" {
			return append(list, token{word, v, from, to}, token{word, e.word, from, to})
		}
	}
	if n := len(list); w == "not" && n > 0 && list[n-1].kind == word {
		switch last := &list[n-1]; last.text {
		case "do", "did", "does":
			last.text, last.to = last.text+"n't", to
			return list
		}
	}
	kind := word
	if isPath(w) {
		kind = path
	}
	if strings.Trim(w, "-=~+/\\%") == "" && !isContrasted(list, text, to) {
		kind = sign
		if w == "-" || w == "--" {
			w = "," // "no - use uv"
		}
	}
	return append(list, token{kind, w, from, to})
}

// isContrasted reports whether a sign that ends at an offset is what is not wanted: "use
// bullets, not -".
func isContrasted(list []token, text string, to int) bool {
	if n := len(list); n < 2 || list[n-1].kind != word || !strings.Contains(" not over than instead_of of nicht pas ", " "+list[n-1].text+" ") {
		return false
	}
	rest := strings.TrimLeft(text[to:], " ")
	return rest == "" || strings.ContainsRune(".!,\n", rune(rest[0]))
}

// isPath reports whether a word names a file or an address.
func isPath(w string) bool {
	if (w[0] == '@' || w[0] == '.' && isLetter(w[len(w)-1])) && len(w) > 1 && !strings.HasPrefix(w, "./") || strings.Contains(w, "://") {
		return !strings.Contains(w[1:], "@")
	}
	if name, ok := strings.CutPrefix(w, "./"); ok && !strings.ContainsAny(name, "./") {
		return false // "./gradlew" is a command
	}
	if i := strings.LastIndexByte(w, '.'); i > 0 && i < len(w)-1 && len(w)-i <= 6 && isLetter(w[i+1]) {
		return true
	}
	return strings.Count(w, "/") > 1 || strings.HasPrefix(w, "/") || strings.HasSuffix(w, "/") || strings.HasPrefix(w, "./") || strings.HasPrefix(w, "~")
}
