package redact

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// scanner walks the text once and copies it to out. out stays nil while
// nothing is masked, so clean text costs no allocation.
type scanner struct {
	in         string
	pos        int
	out        []byte
	done       int      // in[:done] is in out
	tool       program  // the program of the current command, for its short options
	login      int      // where "login NAME" of a netrc line ended
	manifested int      // up to where a manifest was read
	noEnd      bool     // no "-----END" follows: do not search for one again
	notes      bool     // record what is masked
	recalls    bool     // record what is masked elsewhere, too
	found      []string // so
	sure       bool     // mask only what is certain, by Marker
	live       bool     // mask only what looks like a secret in use, by Marker
	count      int      // of what was masked for one of these

	asks    bool     // note in answers what a command prints
	answers []answer // so

	gathers bool  // note in dues what is masked
	dues    []due // what arguments found
}

// pass masks what one walk over s finds.
func pass(s string) string {
	sc := scanner{in: s, login: -1, recalls: true}
	sc.walk()
	if sc.out == nil {
		return s
	}
	s = string(append(sc.out, s[sc.done:]...))
	for _, value := range sc.found {
		s = withoutWord(s, value)
	}
	return s
}

// maxRecalled is how many values are searched for in the rest of a text.
const maxRecalled = 16

// recall notes a value that is a secret wherever else it stands in the text.
func (sc *scanner) recall(value string) {
	value = strings.Trim(value, "\"'`")
	if len(value) >= shortestValue && (isMadeUp(value) || isTyped(value) || isPhrase(value)) && !slices.Contains(sc.found, value) {
		sc.found = append(sc.found, value)
	}
}

// withoutWord masks a word wherever it stands alone.
func withoutWord(s, word string) string {
	for i := 0; ; {
		n := strings.Index(s[i:], word)
		if n < 0 {
			return s
		}
		i += n
		if end := i + len(word); (i == 0 || !isWord(s[i-1])) && (end == len(s) || !isWord(s[end])) {
			s = s[:i] + Mask + s[end:]
		}
		i++
	}
}

// walk looks at all of the text.
func (sc *scanner) walk() {
	s := sc.in
	sc.gathers = true
	sc.arguments()
	sc.calls()
	sc.sentences()
	sc.hereStrings()
	sc.gathers = false
	order.By(sc.dues, func(a, b due) int { return a.from - b.from })
	for {
		start, end := skip(s, sc.pos, sc.tool == progNone)
		if len(sc.dues) > 0 && end >= sc.dues[0].from {
			d := sc.dues[0]
			sc.dues = sc.dues[1:]
			sc.mask(d.from, d.to)
			continue
		}
		if start == len(s) {
			return
		}
		sc.pos = end
		if start < end {
			sc.word(start, end)
		} else {
			sc.sign(s[start])
		}
	}
}

// sign looks at a character outside of words.
func (sc *scanner) sign(c byte) {
	switch c {
	case '-':
		sc.dash()
		return
	case '@':
		sc.dsn()
		return
	case ':':
		if strings.HasPrefix(sc.in[sc.pos:], "://") {
			sc.url()
			return
		}
	case '$':
		sc.hash()
		return
	case '\n':
		if sc.pos == 0 || sc.in[sc.pos-1] != '\\' {
			sc.tool = progNone
		}
	default: // the end of a command
		sc.tool = progNone
	}
	sc.pos++
}

// mask replaces in[from:to] and continues after it. It leaves a mask as it is.
func (sc *scanner) mask(from, to int) {
	if sc.gathers {
		sc.dues = append(sc.dues, due{from, to})
		return
	}
	sc.pos = max(sc.pos, to)
	if from >= to || from < sc.done || sc.in[from:to] == Mask {
		return
	}
	if isPlaceholder(sc.in[from:to]) {
		return
	}
	mark := Mask
	if sc.sure || sc.live {
		if sc.sure && !certain(sc.in, from, to) || sc.live && !inUse(sc.in, from, to) {
			return
		}
		mark = Marker
		sc.count++
	}
	if sc.recalls && to-from >= shortestValue && len(sc.found) < maxRecalled {
		sc.recall(sc.in[from:to])
	}
	if sc.notes {
		sc.found = append(sc.found, sc.in[from:to])
	}
	if sc.out == nil {
		sc.out = make([]byte, 0, len(sc.in)+len(Mask))
	}
	sc.out = append(sc.out, sc.in[sc.done:from]...)
	sc.out = append(sc.out, mark...)
	sc.done = to
}

// word looks at a run of letters, digits, "_" and "-": a token, a name before
// its value, or a program whose options matter.
func (sc *scanner) word(start, end int) {
	in := sc.in
	if from, to, ok := token(in, start, end); ok {
		sc.mask(from, to)
		return
	}
	w := in[start:end]
	if sc.bearer(w, end) || sc.passSource(w, start, end) || sc.netrc(w, end) || sc.named(start, end) || sc.webhook(w, end) || sc.pgpass(start, end) || sc.statement(w, end) || sc.net(start, end) {
		return
	}
	switch w {
	case "kty":
		sc.jwk(end)
	case "values", "VALUES":
		sc.inserted(start, end)
	case "sensitive", "masked", "secret":
		sc.declared(start, end, "true")
	case "SecureString", "CONCEALED":
		sc.declared(start, end, "")
	case "accounts":
		sc.walletKeys(end)
	case "Private-Lines":
		sc.puttyKey(end)
	case "kind":
		sc.manifest(end)
	case "PRAGMA", "pragma":
		sc.pragma(end)
	case "random_password":
		sc.result(end)
	case "chpasswd":
		sc.listOfUsers(end)
	case "NickServ", "nickserv":
		sc.nickServ(end)
	case "LOGIN":
		sc.mailLogin(start, end)
	}
	sc.tool = sc.tool.next(w)
	sc.fedWord(w, end)
}

// bearer masks the token after the word Bearer, when no header name precedes
// it.
func (sc *scanner) bearer(w string, end int) bool {
	if len(w) != len("bearer") || !strings.EqualFold(w, "bearer") || !at(sc.in, end, ' ') {
		return false
	}
	from := end + 1
	to := from
	digit := false
	for to < len(sc.in) && isToken68(sc.in[to]) {
		digit = digit || isDigit(sc.in[to])
		to++
	}
	if to-from < 12 || !digit || isPair(sc.in[from:to]) {
		return false
	}
	sc.mask(from, to)
	return true
}

// netrc masks the password of "machine HOST login NAME password SECRET", on
// one line or on several.
func (sc *scanner) netrc(w string, end int) bool {
	switch w {
	case "login":
		sc.login = end
	case "password":
		if sc.login < 0 || end-sc.login > 200 || !isBlank(charAt(sc.in, end)) || len(strings.Fields(sc.in[sc.login:end])) != 2 {
			return false
		}
		sc.login = -1
		from := skipBlanks(sc.in, end)
		to := wordEnd(sc.in, from)
		if text := strings.Trim(sc.in[from:to], "\"'"); isPlainWord(text) || isReference(text) {
			return false // asks for login and password to join
		}
		sc.mask(from, to)
		return true
	}
	return false
}

// webhook masks addresses that are secrets as a whole.
func (sc *scanner) webhook(w string, end int) bool {
	var path string
	switch w {
	case "hooks":
		path = ".slack.com/services/"
	case "discord", "discordapp":
		path = ".com/api/webhooks/"
	case "webhook":
		path = ".office.com/webhookb2/"
	default:
		return false
	}
	if !strings.HasPrefix(sc.in[end:], path) {
		return false
	}
	from := end + len(path)
	to := from
	for to < len(sc.in) && (isWord(sc.in[to]) || sc.in[to] == '-' || sc.in[to] == '/' || sc.in[to] == '@') {
		to++
	}
	sc.mask(from, to)
	return true
}

// dash looks at a private key block, a long option with its value in the next
// word, or a short option of a known program.
func (sc *scanner) dash() {
	in := sc.in
	start := sc.pos
	for sc.pos < len(in) && in[sc.pos] == '-' {
		sc.pos++
	}
	n := sc.pos - start
	switch {
	case n == len("-----") && strings.HasPrefix(in[start:], pemBegin):
		sc.pos = start
		sc.pem()
	case n == len("-----") && strings.HasPrefix(in[start:], pemEnd):
		sc.pos = start
		sc.pemTail()
	case n > 2 || start > 0 && !opensWord(in[start-1]):
	case n == 2:
		sc.longOption()
	default:
		sc.shortOption()
	}
}

const (
	pemBegin = "-----BEGIN "
	pemEnd   = "-----END "
)

// pem masks the body of a private key. Certificates and public keys are not
// secrets. It masks a key whose end was cut off as far as it looks like one.
func (sc *scanner) pem() {
	in := sc.in
	name := sc.pos + len(pemBegin)
	n := strings.Index(in[name:min(len(in), name+64)], "-----")
	if n < 0 || !isPrivate(in[name:name+n]) {
		sc.pos = name
		return
	}
	body := name + n + len("-----")
	if !sc.noEnd {
		if e := strings.Index(in[body:], pemEnd); e >= 0 {
			if e < lookBehind && (strings.Trim(in[body:body+e], "\\nxX.…\n\r \"'+*") == "" || quotesEnd(in[body:body+e])) {
				sc.pos = body + e
				return
			}
			sc.mask(body, body+e)
			return
		}
		sc.noEnd = true
	}
	to, width, widest := body, 0, 0
	for to < len(in) && (isBase64(in[to]) || isBlank(in[to]) || in[to] == '\n' || in[to] == '\r' || in[to] == '\\') {
		if width++; !isBase64(in[to]) {
			width = 0
		}
		widest = max(widest, width)
		to++
	}
	if widest >= 16 || to == len(in) {
		sc.mask(body, to)
		return
	}
	sc.pos = body
}

// quotesEnd reports whether what stands between the marks of a key is code in which both are
// quoted: START = "..", END = "..
func quotesEnd(s string) bool {
	return isQuote(charAt(s, 0)) && len(s) > 1 && isQuote(s[len(s)-1]) && strings.IndexByte(s, '=') > 0 && strings.Count(s, s[:1]) == 2
}

// isPrivate reports whether a block of this name is secret.
func isPrivate(name string) bool {
	return strings.Contains(name, "PRIVATE KEY") || strings.HasPrefix(name, "OpenVPN Static key")
}

// pemTail masks the lines of a private key whose beginning was cut off.
func (sc *scanner) pemTail() {
	in, end := sc.in, sc.pos
	sc.pos += len(pemEnd)
	name, _, _ := strings.Cut(in[sc.pos:min(len(in), sc.pos+64)], "-----")
	if !isPrivate(name) {
		return
	}
	from, widest := end, 0
	for from > sc.done && in[from-1] == '\n' {
		line := from - 1
		for line > sc.done && (isBase64(in[line-1]) || in[line-1] == '\r') {
			line--
		}
		if line > sc.done && in[line-1] != '\n' {
			break
		}
		widest, from = max(widest, from-1-line), line
	}
	if widest >= 16 {
		sc.mask(from, end)
	}
}

// url masks the password of scheme://user:password@host, and a user name that
// is a token.
func (sc *scanner) url() {
	in, from := sc.in, sc.pos+len("://")
	sc.pos = from
	slash, last, to := -1, -1, from
	// Ending at a further "://" keeps the walk linear.
	for to < len(in) && traitsOf[in[to]]&endsURL == 0 && !(in[to] == ':' && strings.HasPrefix(in[to:], "://")) {
		switch in[to] {
		case '/', '?', '#':
			if slash < 0 {
				slash = to
			}
		case '@':
			// After the first slash an @ belongs to the path, unless the
			// password itself has a slash: then no port can precede it.
			if slash < 0 || last < 0 && !portBefore(in[from:slash]) {
				last = to
			}
		}
		to++
	}
	if last < 0 {
		sc.account(from, to)
		return
	}
	user := in[from:last]
	if c := strings.IndexByte(user, ':'); c >= 0 {
		if !strings.HasPrefix(user, ":pserver:") && !isReference(user[c+1:]) && !speaks(user[c+1:]) {
			sc.mask(from+c+1, last)
		}
		return
	}
	if len(user) >= 20 && hasDigit(user) && !isReference(user) && strings.IndexByte(user, '/') < 0 {
		sc.mask(from, last)
	}
}

// portBefore reports whether the text before the first slash is a plain host,
// with or without a port.
func portBefore(host string) bool {
	c := strings.IndexByte(host, ':')
	if c < 0 {
		return true
	}
	for _, d := range []byte(host[c+1:]) {
		if !isDigit(d) {
			return false
		}
	}
	return true
}

// dsn masks the password of user:password@tcp(host) as Go's database drivers
// write it.
func (sc *scanner) dsn() {
	in, amp := sc.in, sc.pos
	sc.pos++
	if before := in[max(0, amp-lookBehind):amp]; strings.Contains(before, ":thin:") {
		if n := strings.LastIndexByte(before, '/'); n > strings.LastIndex(before, ":thin:") && !strings.ContainsAny(before[n:], " \n\"'") && !isReference(before[n+1:]) {
			sc.mask(amp-len(before)+n+1, amp) // jdbc:oracle:thin:me/x@
		}
		return
	}
	if sc.relay(amp) {
		return
	}
	if !strings.HasPrefix(in[amp:], "@tcp(") && !strings.HasPrefix(in[amp:], "@unix(") {
		return
	}
	from := amp
	for from > sc.done && amp-from < 256 && traitsOf[in[from-1]]&endsURL == 0 && in[from-1] != '/' && in[from-1] != '=' {
		from--
	}
	if c := strings.IndexByte(in[from:amp], ':'); c >= 0 {
		sc.mask(from+c+1, amp)
	}
}
