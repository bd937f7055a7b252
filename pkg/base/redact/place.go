package redact

import "strings"

// This file finds passwords by their place in a command or in code, where no name speaks of
// them: they must look as people make them up.

// hereStrings notes what a command gets as its standard input: <<< 'x'.
func (sc *scanner) hereStrings() {
	const mark = "<<<"
	in := sc.in
	for i := 0; ; {
		n := strings.Index(in[i:], mark)
		if n < 0 {
			return
		}
		i += n + len(mark)
		v := readValue(in, skipBlanks(in, i))
		if text := in[v.from:v.to]; isMadeUp(text) || isThree(text) {
			sc.mask(v.from, v.fullEnd(in))
		}
	}
}

// joinedLogin masks the password in the word at i, which an option takes, if it has the form
// of a user and a password: me:x, me:x@host.
func (sc *scanner) joinedLogin(i int) bool {
	v := readValue(sc.in, i)
	text := sc.in[v.from:v.to]
	user, word, ok := strings.Cut(text, ":")
	if n := strings.LastIndexByte(word, '@'); n > 0 {
		word = word[:n]
	}
	if !ok || word == "" || word[0] == ':' || isPair(word) || !isUser(user) || hasDigit(user) || !isMadeUp(word) || isNumbered(word) {
		return false
	}
	from := v.from + len(user) + len(":")
	sc.mask(from, from+len(word))
	return true
}

// instead masks the text in quotes that stands in for a value which is asked for elsewhere:
// getenv("X") ?: "y", env.get(x).unwrap_or("y").
func (sc *scanner) instead(from int) bool {
	in := sc.in
	line, _, _ := strings.Cut(in[from:min(len(in), from+lookBehind)], "\n")
	for _, mark := range insteadWords {
		n := strings.LastIndex(line, mark)
		if n < 0 {
			continue
		}
		i := from + n + len(mark)
		if i >= len(in) || !isQuote(in[i]) {
			continue
		}
		v := readValue(in, i)
		if text := in[v.from:v.to]; v.quoted && (isMadeUp(text) || isTyped(text)) {
			sc.mask(v.from, v.to)
			return true
		}
	}
	return false
}

// ofWireless reports whether what stands before a key on its line speaks of a wireless
// network.
func ofWireless(in string, start int) bool {
	line := strings.ToLower(in[max(lineStart(in, start), start-lookBehind):start])
	return strings.Contains(line, "wifi") || strings.Contains(line, "wlan") || strings.Contains(line, "wireless") || strings.Contains(line, "ssid")
}

// nickServ masks the password of a line for a service of a chat, whose name ends at i:
// NickServ IDENTIFY x.
func (sc *scanner) nickServ(i int) {
	in := sc.in
	rest := in[i:min(len(in), i+lookBehind)]
	verb := strings.TrimLeft(rest, " :")
	for _, name := range [...]string{"IDENTIFY ", "identify ", "REGISTER ", "register "} {
		if !strings.HasPrefix(verb, name) {
			continue
		}
		from := i + len(rest) - len(verb) + len(name)
		for n := 0; n < 2; n++ {
			v := readValue(in, from)
			if text := in[v.from:v.to]; isMadeUp(text) || isTyped(text) || isThree(text) {
				sc.mask(v.from, v.fullEnd(in))
				return
			}
			if from = v.to; !at(in, from, ' ') {
				return
			}
			from++
		}
	}
}

// listOfUsers masks the passwords in the list of users of an image for a cloud, whose name
// ends at i: chpasswd: list: | with lines me:x.
func (sc *scanner) listOfUsers(i int) {
	in := sc.in
	const head = "list: |\n"
	rest := in[i:min(len(in), i+lookAhead)]
	n := strings.Index(rest, head)
	if n < 0 || strings.TrimSpace(rest[:n]) != ":" {
		return
	}
	depth := -1
	for from := i + n + len(head); from < len(in); {
		next := len(in)
		if k := strings.IndexByte(in[from:], '\n'); k >= 0 {
			next = from + k + 1
		}
		begin, end := trimmed(in, from, next)
		if deep := indent(in, from); depth < 0 {
			depth = deep
		} else if deep != depth {
			return
		}
		user, word, ok := strings.Cut(in[begin:max(begin, end)], ":")
		if !ok {
			return
		}
		if !isReference(word) && !isMasked(word) && word != "RANDOM" {
			at := sc.pos
			sc.mask(begin+len(user)+1, end)
			sc.pos = max(at, sc.pos)
		}
		from = next
	}
}
