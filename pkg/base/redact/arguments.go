package redact

import (
	"slices"
	"strings"
)

// argumentSet is which words of a program's calls carry a secret, and which of its
// options take the next word.
type argumentSet struct {
	rows   []argument
	valued []string
}

// argument is a row of it. Of options, operand and after, one is set.
type argument struct {
	sub     []string // the words before its operands
	with    string   // an option that must be there
	options []string // those with a secret
	apart   bool     // of short options: only -p SECRET
	joined  bool     // only -pSECRET
	operand int      // which operand is one, from 1, or last or each
	after   []string // the words before one, or before as many as operand says
	typed   bool     // only what looks like a password
	shared  bool     // by programs that may take a port or a file there
	login   string   // what stands between the user and the password, where that is part of the value
	input   bool     // the secret comes on standard input
}

// Operands by another place than their number.
const (
	last = -1 // of several
	each = -2
)

// How much of a command is read.
const (
	maxWords    = 64 // of the call of a program
	maxLaunched = 24 // between a program that starts another and that
)

// due is a range that is masked once the walk gets there.
type due struct{ from, to int }

// arguments looks at the commands in a text, whose first word is a program that takes
// secrets as arguments, and notes where these are.
func (sc *scanner) arguments() {
	for i := 0; i < len(sc.in); {
		i = sc.command(i)
		for i < len(sc.in) && traitsOf[sc.in[i]]&opens == 0 {
			i++
		}
		for i++; i < len(sc.in) && sc.in[i-1] == '\\'; { // a line within quotes: \n
			if sc.in[i] == 'n' {
				i++
				break
			}
			for i < len(sc.in) && traitsOf[sc.in[i]]&opens == 0 {
				i++
			}
			i++
		}
	}
}

// command reads the words that begin at i up to the first program that is known, and its
// arguments, and returns where it stopped.
func (sc *scanner) command(i int) int {
	in, launched := sc.in, false
	var quote byte // around the command
	if i > 0 && isQuote(in[i-1]) {
		quote = in[i-1]
	}
	for range maxLaunched {
		i = behindPrompt(in, i, launched)
		to := i
		for to < len(in) && (isWord(in[to]) || strings.IndexByte("-./~", in[to]) >= 0 || launched && in[to] == '@') {
			to++
		}
		switch {
		case at(in, to, '=') && to > i:
			to = behindValue(in, to+1) // a variable
		case to == i || to < len(in) && !isBlank(in[to]) && in[to] != '\'' && in[to] != '"' && !launched:
			return i
		default:
			name := programName(in[i:to], launched)
			sc.askedBy(name, i, to, quote)
			if n := argumentsOf(name); n > 0 && at(in, to, ' ') {
				sc.call(&argumentSets[n], i, to, quote)
				if !launches(name) {
					return to // a word in quotes may be a command, too
				}
			}
			if !launched && !launches(name) {
				return i
			}
			launched = true
			if to < len(in) && !isBlank(in[to]) {
				v := readValue(in, i)
				if v.quoted {
					return i
				}
				to = v.to
			}
		}
		if i = to; i >= len(in) || !isBlank(in[i]) {
			return i
		}
	}
	return i
}

// behindPrompt skips blanks, and in front of the first word the prompt of a shell, the mark
// of a trace and that of a list.
func behindPrompt(in string, i int, launched bool) int {
	for i < len(in) && (isBlank(in[i]) || !launched && strings.IndexByte("$#%+->", in[i]) >= 0 && at(in, i+1, ' ')) {
		i++
	}
	return i
}

// behindValue returns where the value at i ends, with its quotes.
func behindValue(in string, i int) int {
	to := readValue(in, i).to
	for to < len(in) && isQuote(in[to]) {
		to++
	}
	return to
}

// programName returns the name of the program that a word starts: without its directory, and
// of one that another fetches and launches without the version.
func programName(word string, launched bool) string {
	if n := strings.IndexByte(word, '/'); n > 0 && strings.IndexByte(word[:n], '.') > 0 {
		return word // example.org/user
	}
	name := strings.TrimSuffix(word[strings.LastIndexByte(word, '/')+1:], ".exe")
	if n := strings.IndexByte(name, '@'); launched && n > 0 {
		name = name[:n] // @scope/name@2
	}
	return name
}

// askedBy notes what the program in in[from:to] prints, if answers are asked for.
func (sc *scanner) askedBy(name string, from, to int, quote byte) {
	if !sc.asks {
		return
	}
	if n := outputsOf(name); n > 0 {
		sc.asked(&outputSets[n], name, from, to, quote)
	}
}

// callWord is a word of a call. An empty one may stand before a quote.
type callWord struct {
	value
	text string
}

// call notes the secrets among the arguments of a program.
func (sc *scanner) call(set *argumentSet, begin, i int, quote byte) {
	words, _ := sc.words(make([]callWord, 0, maxWords), i, quote)
	var room [maxWords]int
	operands := operandsOf(words, set.valued, room[:0])
	for r := range set.rows {
		sc.row(&set.rows[r], words, operands, begin)
	}
}

// words reads the words of a call from i on, and returns where it ends, at the latest with
// the quote around it.
func (sc *scanner) words(list []callWord, i int, quote byte) ([]callWord, int) {
	for len(list) < maxWords {
		for i = skipBlanks(sc.in, i); at(sc.in, i, '\\') && at(sc.in, i+1, '\n'); {
			i = skipBlanks(sc.in, i+2)
		}
		if i >= len(sc.in) || sc.in[i] == quote || endsValue(sc.in[i]) && !isQuote(sc.in[i]) {
			break
		}
		v := readValue(sc.in, i)
		if v.to == i && !v.quoted {
			break
		}
		list = append(list, callWord{v, sc.in[v.from:v.to]})
		if i = v.to; v.quoted && i < len(sc.in) {
			i++
		}
	}
	return list, i
}

// operandsOf lists which words are no options and no values of those that take one.
func operandsOf(words []callWord, valued []string, list []int) []int {
	for i := 0; i < len(words); i++ {
		w := words[i].text
		switch {
		case i > 0 && words[i].quoted && strings.HasSuffix(words[i-1].text, "=") && words[i].from == words[i-1].to+1: // of an option
		case words[i].quoted || !strings.HasPrefix(w, "-") || w == "-":
			list = append(list, i)
		case slices.Contains(valued, w):
			i++
		}
	}
	return list
}

// row notes what one row finds.
func (sc *scanner) row(a *argument, words []callWord, operands []int, begin int) {
	for _, sub := range a.sub {
		if len(operands) == 0 || words[operands[0]].text != sub {
			return
		}
		operands = operands[1:]
	}
	if a.with != "" && !slices.ContainsFunc(words, func(w callWord) bool { return isOption(w.text, a.with) }) {
		return
	}
	switch n := a.operand; {
	case len(a.after) > 0:
		sc.behindWord(a, words)
	case n == last && len(operands) > 1:
		sc.secretWord(a, &words[operands[len(operands)-1]])
	case n == each:
		for _, i := range operands {
			sc.secretWord(a, &words[i])
		}
	case n > 0 && n <= len(operands):
		sc.secretWord(a, &words[operands[n-1]])
	}
	switch {
	case len(a.options) > 0:
		sc.secretOptions(a, words, begin)
	case a.input:
		sc.fed(begin)
	}
}

// behindWord notes the word behind one of those of a row, or the one whose number it says:
// AUTH me x.
func (sc *scanner) behindWord(a *argument, words []callWord) {
	for i := range words {
		if !slices.ContainsFunc(a.after, func(w string) bool {
			return words[i].text == w || w[0] == '*' && strings.HasSuffix(words[i].text, w[1:])
		}) {
			continue
		}
		n, most := 0, max(a.operand, 1)
		if a.operand == last {
			most = len(words)
		}
		for n < most && i+n+1 < len(words) && (n == 0 || strings.IndexByte("+-", charAt(words[i+n+1].text, 0)) < 0) {
			n++
		}
		if n > 0 && (a.operand <= 0 || n == a.operand) {
			sc.secretWord(a, &words[i+n])
		}
	}
}

// isOption reports whether a word is an option, or short ones with its letter.
func isOption(word, option string) bool {
	short := len(option) == 2 && len(word) > 1 && word[0] == '-' && word[1] != '-'
	return word == option || short && strings.IndexByte(word[1:], option[1]) >= 0
}

// secretOptions notes the values of options.
func (sc *scanner) secretOptions(a *argument, words []callWord, begin int) {
	for i := range words {
		w := &words[i]
		if w.quoted {
			continue
		}
		for _, option := range a.options {
			rest, ok := strings.CutPrefix(w.text, option)
			short := option[0] == '-' && (len(option) == 2 || a.joined && option[1] != '-')
			switch {
			case !ok:
				continue
			case a.input && rest == "":
				sc.fed(begin)
			case rest == "" && i+1 < len(words) && (!a.joined || words[i+1].quoted && words[i+1].from == w.to+1):
				sc.secretWord(a, &words[i+1])
			case rest == "":
			case rest[0] == '=' || rest[0] == ':' && option[0] == '/':
				rest = rest[1:]
				fallthrough
			case short && !a.apart && (a.joined || !isName(rest)):
				if rest == "" && i+1 < len(words) {
					sc.secretWord(a, &words[i+1]) // in quotes
				} else if rest != "" {
					sc.secretWord(a, &callWord{value{from: w.to - len(rest), to: w.to, cut: w.cut}, rest})
				}
			}
		}
	}
}

// isName reports whether what follows the letter of an option may be the rest of a long
// one: -keyout.
func isName(s string) bool {
	for i := range len(s) {
		if !isAlpha(s[i]) || isUpper(s[i]) && i > 0 {
			return false
		}
	}
	return s != ""
}

// longestPort is the most digits of a port.
const longestPort = 5

// shortestOperand is the least length of a word that is masked for its place.
const shortestOperand = 2

// secretWord notes a word, or the password in it.
func (sc *scanner) secretWord(a *argument, w *callWord) {
	from, text := w.from, w.text
	if a.login != "" {
		var user string
		if user, text, _ = strings.Cut(w.text, a.login); user == "" && a.login == "/" {
			return // the user of the system: sqlplus "/ as sysdba"
		}
		if a.login == "=" && isOpenWord(strings.ToLower(user)) {
			return // user=me
		}
		from = w.to - len(text)
	}
	if a.shared && (isNumber(text) && len(text) <= longestPort || isFile(text) || strings.IndexByte(text, '/') >= 0) {
		return
	}
	if a.typed && isNumbered(text) && strings.ToUpper(text) == text {
		return // XOAUTH2
	}
	if a.typed && !isTyped(text) && !isMadeUp(text) && !isThree(text) {
		return
	}
	if len(strings.Trim(text, "\"'")) < shortestOperand || text == "-" || isReference(text) || isMasked(text) || len(text) > 1 && text[0] == '-' && !w.quoted {
		return
	}
	sc.mask(from, w.fullEnd(sc.in))
}
