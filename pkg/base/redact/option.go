package redact

import (
	"slices"
	"strings"
)

// program is the one whose options may carry a secret: its place in
// optionSets.
type program uint8

const progNone program = 0

// optionSet is which options of a program carry a secret: by their letters, or
// by their names where the generic names of secrets do not cover them.
type optionSet struct {
	attached   string // -pSECRET
	apart      string // -p SECRET
	login      string // -u user:SECRET
	loginNames []string
	input      string // none: the secret comes on standard input
	inputNames []string
	sub        string // the word after which it is another program
	then       program
}

// next returns the program after another word of the same command.
func (p program) next(w string) program {
	if named := programNamed(w); named != progNone {
		return named
	}
	if p != progNone && w == optionSets[p].sub {
		return optionSets[p].then
	}
	return p
}

// shortOption masks the secret of -pSECRET, -p SECRET or -u user:SECRET where
// the program is known to take one so.
func (sc *scanner) shortOption() {
	if sc.tool == progNone {
		sc.randomWord()
		return
	}
	in, i, set := sc.in, sc.pos+1, &optionSets[sc.tool]
	if set.input != "" {
		for end := sc.pos; end < len(in) && isAlpha(in[end]); end++ {
			if strings.IndexByte(set.input, in[end]) >= 0 {
				sc.fed(end)
				return
			}
		}
	}
	switch c := charAt(in, sc.pos); {
	case c == 0:
	case strings.IndexByte(set.login, c) >= 0:
		sc.userPassword(skipBlanks(in, i))
	case i == len(in):
	case isBlank(in[i]):
		if strings.IndexByte(set.apart, c) >= 0 {
			sc.maskWord(skipBlanks(in, i))
		}
	case !isSpace(in[i]) && strings.IndexByte(set.attached, c) >= 0:
		sc.maskWord(i)
	}
}

// shortestRandom is the least length of a random word that is masked behind an option.
const shortestRandom = 10

// randomWord masks a word that looks random behind a short option whose meaning is not known.
func (sc *scanner) randomWord() {
	in, i := sc.in, sc.pos+1
	if !at(in, i, ' ') {
		return
	}
	i = skipBlanks(in, i)
	if sc.besideUser(in[sc.pos], i) || sc.joinedLogin(i) || sc.keyOfLogin(i) {
		return
	}
	if i < len(in) && (in[i] == '"' || in[i] == '\'') {
		i++
	}
	to := i
	for to < len(in) && isAlnum(in[to]) {
		to++
	}
	if to-i >= shortestRandom && (to == len(in) || isSpace(in[to]) || isQuote(in[to])) && lookOf(in[i:to]) == lookRandom && !isPublicForm(in, i, to) {
		sc.mask(i, to)
	}
}

// besideUser masks the word at i behind a short option, which looks like a password, where
// another option of the command names a user: -u me -p x.
func (sc *scanner) besideUser(letter byte, i int) bool {
	if strings.IndexByte("pPwWa", letter) < 0 {
		return false
	}
	v := readValue(sc.in, i)
	text := sc.in[v.from:v.to]
	if len(text) < shortestTyped || isReference(text) || isMasked(text) || !isMadeUp(text) && !isTyped(text) && !isThree(text) && !(isInvented(text) && hasDigitInside(text)) {
		return false
	}
	first := max(lineStart(sc.in, i), i-lookBehind)
	line, _, _ := strings.Cut(sc.in[first:min(len(sc.in), v.to+lookBehind)], "\n")
	for _, option := range [...]string{" -u ", " -U ", " -l ", " --user", " -D ", " -H ", " --host"} {
		if strings.Contains(line, option) && (option[2]|0x20 != 'h' && option[3] != 'h' || isMadeUp(text)) {
			sc.mask(v.from, v.fullEnd(sc.in))
			return true
		}
	}
	return false
}

// keyOfLogin masks the word at i behind a short option of a command that logs in, which has the
// form of a key: login -t x.
func (sc *scanner) keyOfLogin(i int) bool {
	to := i
	for to < len(sc.in) && isAlnum(sc.in[to]) {
		to++
	}
	if to-i < shortest || !isHexKey(sc.in[i:to]) {
		return false
	}
	line := sc.in[max(lineStart(sc.in, i), i-lookBehind):i]
	if !strings.Contains(line, " login ") && !strings.Contains(line, " auth ") {
		return false
	}
	sc.mask(i, to)
	return true
}

// longOption masks the value of --password VALUE. --password=VALUE is an
// assignment, and found as one.
func (sc *scanner) longOption() {
	in, start := sc.in, sc.pos
	end := start
	for end < len(in) && (isWord(in[end]) || in[end] == '-' || in[end] == '.' && isAlpha(charAt(in, end+1))) {
		end++ // --server.password
	}
	name := in[start:end]
	switch {
	case slices.Contains(optionSets[sc.tool].loginNames, name) && end < len(in) && (isBlank(in[end]) || in[end] == '='):
		sc.userPassword(skipBlanks(in, end+1))
	case sc.stdinOption(name):
		sc.fed(end)
	case sc.echoed(name, end):
	default:
		if from := nextWord(in, end); from > 0 {
			sc.optionValue(name, from)
		}
	}
}

// nextWord returns where the word behind an option begins that ends at i: behind a blank, or
// as the next of a list in JSON or code. It returns 0 if there is none.
func nextWord(in string, i int) int {
	switch rest := in[i:]; {
	case strings.HasPrefix(rest, " ") && !strings.HasPrefix(rest, "  "):
		return i + 1
	case strings.HasPrefix(rest, `", "`) || strings.HasPrefix(rest, `', '`):
		return i + 3
	case strings.HasPrefix(rest, `","`) || strings.HasPrefix(rest, `','`):
		return i + 2
	}
	return 0
}

// optionValue masks the value at from of a long option.
func (sc *scanner) optionValue(name string, from int) {
	in := sc.in
	if at(in, from, '-') {
		return // another option
	}
	c := classify(name)
	if name == "pass" {
		c = strong
	}
	v := readValue(in, from)
	text := in[v.from:v.to]
	switch {
	case c <= noSecret && name == "auth" && isMadeUp(text) && !isNumbered(text):
		sc.maskWord(from)
		return
	case c <= noSecret:
		sc.joinedLogin(from)
		return
	case strings.HasPrefix(text, "--") || strings.HasPrefix(text, "-") && len(text) == len("-x"):
		return // another option, in a list
	case strings.HasPrefix(name, "verify-"), isNumber(text) && len(text) < 3: // --pass 2 of an encoder
		return
	case !v.quoted && isPlainWord(strings.TrimRight(text, ".,;:)")), speaks(text):
		return // of a help text
	case c == ofKey:
		if len(text) < shortestApart || lookOf(text) < lookMixed && !isHexKey(text) {
			return
		}
	case c < weak:
		if !isTyped(text) {
			return
		}
	case c == weak:
		if isFile(text) || isNumber(text) && len(text) < shortestTyped || strings.IndexByte("/.~", charAt(in, from)) >= 0 {
			return // --private-key ./deploy.pem
		}
	}
	sc.maskWord(from)
}

// isHexKey reports whether a text has the form of a key in small hexadecimal digits: those
// of keys that everybody may read are written with capitals.
func isHexKey(s string) bool {
	return (len(s) == 32 || len(s) == 40 || len(s) == 48 || len(s) == 64) && lookOf(s) == lookHex && strings.ToLower(s) == s
}

// echoed masks what the command prints from which an option takes a secret:
// --password-command "echo x", --password-file=<(echo x).
func (sc *scanner) echoed(name string, end int) bool {
	in := sc.in
	if !strings.Contains(name, "pass") && !strings.Contains(name, "secret") && !strings.Contains(name, "token") && !strings.Contains(name, "key") {
		return false
	}
	i := end
	for i < len(in) && i-end < 4 && strings.IndexByte(" =\"'", in[i]) >= 0 {
		i++
	}
	if strings.HasPrefix(in[i:], "<(") {
		i += len("<(")
	}
	for _, program := range [...]string{"echo ", "printf "} {
		if !strings.HasPrefix(in[i:], program) {
			continue
		}
		i += len(program)
		to := min(len(in), i+lookAhead)
		if end := strings.IndexAny(in[i:min(len(in), i+lookAhead)], ")\n"); end >= 0 {
			to = i + end
		}
		if n := strings.LastIndexAny(in[i:to], "\"'"); n > 0 {
			to = i + n
		}
		from := i + strings.LastIndexAny(strings.TrimRight(in[i:to], "\"' "), " \"'") + 1
		if text := in[from:to]; !isReference(text) && !isMasked(text) {
			sc.mask(from, to)
			return true
		}
	}
	return false
}

// userPassword masks the password of user:password. Two numbers are a user and
// a group.
func (sc *scanner) userPassword(i int) {
	v := readValue(sc.in, i)
	text := sc.in[v.from:v.to]
	c := strings.IndexByte(text, ':')
	if c < 0 || c == len(text)-1 || isReference(text[c+1:]) || strings.HasPrefix(text[c:], "://") || isMasked(text[c+1:]) {
		return
	}
	sc.mask(v.from+c+1, v.fullEnd(sc.in))
}

// maskWord masks the word at i, unless it is a reference to a secret.
func (sc *scanner) maskWord(i int) {
	v := readValue(sc.in, i)
	text := sc.in[v.from:v.to]
	if isReference(text) || isSchema(text) || isMasked(text) {
		return
	}
	sc.mask(v.from, v.fullEnd(sc.in))
}
