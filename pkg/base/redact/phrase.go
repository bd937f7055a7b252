package redact

import "strings"

// passSource masks the password of openssl's -pass pass:SECRET.
func (sc *scanner) passSource(w string, start, end int) bool {
	if w != "pass" || !at(sc.in, end, ':') || start == 0 {
		return false
	}
	before := strings.TrimRight(sc.in[max(0, start-lookBehind):start], " =\"'")
	option := before[strings.LastIndexAny(before, " \t\"',[")+1:]
	switch option {
	case "-pass", "-passin", "-passout", "--pass", "--passin", "--passout":
	default:
		return false
	}
	v := readValue(sc.in, end+1)
	if isReference(sc.in[v.from:v.to]) || isMasked(sc.in[v.from:]) {
		return false
	}
	sc.mask(v.from, v.end(sc.in))
	return true
}

// lookBehind bounds how far the text before a word is read.
const lookBehind = 128

// pgPort reports whether a text begins with a port as in a line of .pgpass.
func pgPort(s string) bool {
	return strings.HasPrefix(s, ":54") || strings.HasPrefix(s, ":6432:") || strings.HasPrefix(s, ":*:")
}

// pgpass masks the password of host:port:database:user:password.
func (sc *scanner) pgpass(start, end int) bool {
	in := sc.in
	if !pgPort(in[end:]) {
		return false
	}
	from := start
	for least := max(0, start-lookBehind); from > least && (isWord(in[from-1]) || in[from-1] == '.' || in[from-1] == '-'); {
		from--
	}
	if from > 0 && !opensWord(in[from-1]) {
		return false
	}
	at := end
	for field := range 3 { // port, database, user
		next := at + 1
		for next < len(in) && (isWord(in[next]) || in[next] == '-' || in[next] == '.' || in[next] == '*') {
			next++
		}
		if next == at+1 || next == len(in) || in[next] != ':' || field == 1 && isDigit(in[at+1]) {
			return false
		}
		at = next
	}
	to := at + 1
	for to < len(in) && !isSpace(in[to]) && !isQuote(in[to]) {
		to++
	}
	if to-at < 4 || isReference(in[at+1:to]) {
		return false
	}
	sc.mask(at+1, to)
	return true
}

// told masks what a sentence says a password is: "my password is hunter2", "user shift,
// password Vq7UymnpQphW".
func (sc *scanner) told(w string, start, end int) bool {
	in := sc.in
	if !at(in, end, ' ') || !strings.EqualFold(w, "password") && !strings.EqualFold(w, "passwd") {
		return false
	}
	if !strings.HasPrefix(in[end:], " is ") {
		from := end + 1
		coded := isDigit(charAt(in, from)) && at(in, from+1, ' ') // of a router: password 7 0822..
		if coded {
			from += len("7 ")
		}
		v := readValue(in, from)
		text := strings.TrimRight(in[v.from:v.to], ".!,")
		if coded && len(text) >= shortestValue && hasDigit(text) && endsLine(in, v.to) && !isMasked(text) {
			sc.mask(v.from, v.to)
			return true
		}
		if len(text) < shortestLive || len(text) > longest || !isRandom(text) || isReference(text) || isMasked(text) {
			return false
		}
		sc.mask(v.from, v.from+len(text))
		return true
	}
	from := end + len(" is ")
	if at(in, from, ':') {
		from = skipBlanks(in, from+1)
	}
	v := readValue(in, from)
	text := strings.TrimRight(in[v.from:v.to], ".!,")
	if isReference(text) || isMasked(text) || isTypeWord(text) {
		return false
	}
	own := false
	before := strings.Fields(in[max(0, start-lookBehind):start])
	if n := len(before); n > 0 {
		switch strings.ToLower(before[n-1]) {
		case "my", "our", "whose":
			own = !isState(text)
		}
	}
	if !v.quoted && !own && !looksRandom(text) {
		return false
	}
	sc.mask(v.from, v.from+len(text))
	return true
}

// isState reports whether a word says of a password how it is.
func isState(s string) bool {
	switch strings.ToLower(s) {
	case "wrong", "incorrect", "correct", "expired", "weak", "strong", "safe", "secret", "stored", "hashed", "encrypted", "hidden", "known", "unknown", "rejected", "refused", "accepted",
		"asked", "needed", "used", "being", "never", "always", "now", "still", "also", "too", "longer", "shorter", "this", "that", "what", "here", "there", "redacted", "masked", "visible", "lost", "forgotten", "stale", "valid", "it", "in", "on", "at", "printed", "shown", "logged", "leaked", "read", "kept", "saved", "sent", "different", "fine", "ok":
		return true
	}
	return false
}

// lastOperand masks the last word of a command that takes a password there if
// it has the option -b, as htpasswd does.
func (sc *scanner) lastOperand(end int) {
	in := sc.in
	batch := false
	var last value
	n := 0
	for i, most := end, min(len(in), end+lookAhead); i < most; {
		if i = skipBlanks(in, i); i >= len(in) || endsValue(in[i]) && !isQuote(in[i]) {
			break
		}
		v := readValue(in, i)
		text := in[v.from:v.to]
		if text == "" && !v.quoted {
			break
		}
		if strings.HasPrefix(text, "-") {
			batch = batch || strings.Contains(text, "b")
		} else {
			last = v
			n++
		}
		if i = v.to; v.quoted {
			i++
		}
	}
	if text := in[last.from:last.to]; batch && n >= 2 && !isReference(text) && !isMasked(text) {
		sc.mask(last.from, last.end(in))
	}
}

// printsSecret reports whether a command prints nothing but a secret of a
// cluster.
func printsSecret(command string) bool {
	if !strings.Contains(command, "kubectl") && !strings.Contains(command, "oc get") {
		return false
	}
	return strings.Contains(command, " secret") && (strings.Contains(command, "jsonpath") || strings.Contains(command, "go-template"))
}

// maskLines masks every line, except those that report an error.
func maskLines(output string) string {
	var b strings.Builder
	for line := range strings.Lines(output) {
		text := strings.TrimRight(line, "\r\n")
		low := strings.ToLower(text)
		if text != "" && !strings.HasPrefix(low, "error") && !strings.HasPrefix(low, "unable to ") && !strings.HasPrefix(low, "the connection ") {
			text = Mask
		}
		b.WriteString(text)
		b.WriteString(line[len(strings.TrimRight(line, "\r\n")):])
	}
	return b.String()
}
