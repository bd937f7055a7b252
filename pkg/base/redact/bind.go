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
	i := end
	if at(in, i, '\\') {
		i++ // JSON inside JSON
	}
	quoted := i < len(in) && isQuote(in[i])
	if quoted {
		i++
	}
	if at(in, i, ']') {
		i++ // env["API_KEY"] = ..
		if !quoted && at(in, i, ':') && isAlpha(charAt(in, i+1)) {
			return 0, unbound // [type=password]:hover
		}
	}
	if at(in, i, '?') && at(in, i+1, ':') {
		i++ // a member that may be left out
	}
	i = skipBlanks(in, i)
	next := charAt(in, i+1)
	switch charAt(in, i) {
	case '=':
		switch {
		case next == '=' || next == '~':
			return 0, unbound
		case next == '>':
			i++
		}
		return i + 1, assigned
	case ':':
		switch {
		case next == '=':
			return i + 2, assigned
		case next == ':' && i == end && at(in, i+2, ' ') && (start == 0 || in[start-1] == '\n'):
			return i + 2, assigned // base64 of LDIF
		case next == ':' || strings.HasPrefix(in[i:], "://"):
			return 0, unbound
		case i == end && !quoted && next != ' ' && next != '\n' && next != '\r':
			if start > 1 && in[start-1] == '/' && !isBlank(in[start-2]) {
				return 0, unbound // /etc/passwd:644, and not /password:x
			}
			return i + 1, told
		}
		if quoted && isBlank(in[i-1]) && isAlpha(next) {
			return 0, unbound // name="token" :value="expression"
		}
		if from := behindType(in, i+1); from > 0 {
			return from, assigned
		}
		if i == end {
			return i + 1, told
		}
		return i + 1, assigned
	case '-':
		if next == '>' {
			return i + 2, assigned
		}
	case '|', '?':
		if from := skipBlanks(in, i+2); next == in[i] && from < len(in) && isQuote(in[from]) {
			return from, listed // or else this: process.env.X || "x"
		}
	case ',':
		if from := pairValue(in, start, end); from > 0 {
			return from, assigned
		}
		if from := skipBlanks(in, i+1); i == end && inCapitals(in[start:end]) && from < len(in) && isQuote(in[from]) {
			return from, listed // CURLOPT_USERPWD, "me:x"
		}
		if from := skipBlanks(in, i+1); i == end && start > 0 && in[start-1] == ':' && from < len(in) && isQuote(in[from]) {
			return from, called // request :basic_auth, 'me', 'x'
		}
		if from := skipBlanks(in, i+1); quoted && from < len(in) && isQuote(in[from]) {
			if setsPair(in, start) {
				return from, assigned
			}
			return from, listed
		}
	case '<':
		if strings.HasPrefix(in[i:], "<<<") {
			return i + 3, assigned
		}
		if next == '-' && i > end && at(in, i+2, ' ') {
			return i + 2, assigned // of R
		}
	case '>':
		if from := pairValue(in, start, end); quoted && from > 0 {
			return from, assigned // <data name="pw"><value>
		}
		if quoted || openTag(in, start) {
			return i + 1, element
		}
	case '(':
		if i == end && i+1 < len(in) && isQuote(in[i+1]) {
			return i + 1, called
		}
	}
	if from := pairValue(in, start, end); from > 0 {
		return from, assigned
	}
	if from := nextOfList(in, start, end); from > 0 {
		return from, assigned
	}
	if i > end && !quoted && i < len(in) && isQuote(in[i]) && start > 0 && in[start-1] == ':' {
		return i, assigned // {:password "x"}
	}
	if i > end && start > 0 && in[start-1] == '<' {
		if n := strings.IndexAny(in[i:min(len(in), i+maxBetween)], "/<>\n"); n > 0 && in[i+n] == '>' {
			return i + n + 1, element // <Pass encoding="base64">
		}
	}
	if i > end && !quoted && i < len(in) && in[i] != '\n' && in[i] != '\r' {
		return i, apart
	}
	return 0, unbound
}

// setsPair reports whether a name in quotes, which begins at start, is the first operand of
// a function that sets it: define("NAME", setProperty("name",.
func setsPair(in string, start int) bool {
	for least := max(0, start-lookBehind); start > least && (isWord(in[start-1]) || strings.IndexByte(".- \"'", in[start-1]) >= 0); {
		start-- // javax.net.ssl.keyPassword
	}
	if start == 0 || in[start-1] != '(' {
		return false
	}
	end := start - 1
	start = end
	for start > 0 && end-start < maxWrapped && isWord(in[start-1]) {
		start--
	}
	var room [2 * maxWrapped]byte
	first, _, _ := strings.Cut(string(lowerWords(room[:0], in[start:end])), " ")
	switch first {
	case "define", "set", "put", "setenv", "putenv", "setdefault":
		return true
	}
	return false
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

// maxBetween bounds what stands between the two of a pair.
const maxBetween = 48

// pairValue finds the value of a pair whose key, or whose name, is in[start:end]:
//
//	{"name": "DB_PASSWORD", "value": "x"}    <add key="DbPassword" value="x"/>
//	<key>ApiKey</key><string>x</string>      variable "db_password" { default = "x" }
//	- name: DB_PASSWORD                      std::string token("x")
//	  value: x
//
// It returns 0 if there is none.
func pairValue(in string, start, end int) int {
	i, most := end, min(len(in), end+maxBetween)
	if start > 0 && in[start-1] == '>' && strings.HasPrefix(in[i:], "</") {
		for i < most && in[i] != '>' {
			i++
		}
	}
	marks := 0
	for i < most && strings.IndexByte(" \t\r\n\"',;{<>/\\(", in[i]) >= 0 {
		if !isBlank(in[i]) {
			marks++
		}
		i++
	}
	word := i
	for i < most && isAlpha(in[i]) {
		i++
	}
	for n := 0; n < maxMembers && marks > 0 && i > word && i < most && isQuote(in[i]) && !isValueWord(strings.ToLower(in[word:i])); n++ {
		next := memberEnd(in, i)
		if next < 0 {
			break
		}
		word, most = next, min(len(in), next+maxBetween)
		for i = word; i < most && isAlpha(in[i]); {
			i++
		}
	}
	if marks == 0 || word == i || i-word > longestName || !isValueWord(strings.ToLower(in[word:i])) || !namesPair(in, start) {
		return 0
	}
	if at(in, i, '\\') {
		i++
	}
	if i < len(in) && isQuote(in[i]) {
		i++
	}
	if i = skipBlanks(in, i); i >= len(in) || strings.IndexByte(":=>", in[i]) < 0 {
		return 0
	}
	return skipBlanks(in, i+1)
}

// maxMembers bounds how many other members may stand between the two of a pair.
const maxMembers = 3

// memberEnd returns where the name of the next member of an object in JSON begins, behind
// the one whose name ends at i and whose value is a short one, or -1.
func memberEnd(in string, i int) int {
	rest := in[i:min(len(in), i+maxBetween)]
	end := strings.IndexByte(rest, ',')
	if end < 0 || !strings.HasPrefix(rest[1:], ":") || strings.ContainsAny(rest[:end], "{[") {
		return -1
	}
	name := i + end + 1
	for name < len(in) && isSpace(in[name]) {
		name++
	}
	if !at(in, name, in[i]) {
		return -1
	}
	return name + 1
}

// nextOfList finds the value of a name in quotes that is one of a numbered list, as a store
// prints a map: 1) "token" and 2) "x" on the next line. It returns 0 if there is none.
func nextOfList(in string, start, end int) int {
	if start < 3 || !isQuote(in[start-1]) || in[start-2] != ' ' || in[start-3] != ')' || !strings.HasPrefix(in[end:], string(in[start-1])+"\n") {
		return 0
	}
	i := skipBlanks(in, end+2)
	for i < len(in) && isDigit(in[i]) {
		i++
	}
	if !at(in, i, ')') || !at(in, i+2, in[start-1]) {
		return 0
	}
	return i + 2
}

// namesPair reports whether a name is the value of what names a pair: name=, key:, or the
// label of a block.
func namesPair(in string, start int) bool {
	for least := max(0, start-lookBehind); start > least && (isWord(in[start-1]) || strings.IndexByte("./-", in[start-1]) >= 0); {
		start-- // jdbc.password, prod/db_password
	}
	i := start
	for i > 0 && (isBlank(in[i-1]) || isQuote(in[i-1]) || strings.IndexByte("=:>\\", in[i-1]) >= 0) {
		i--
	}
	end := i
	for i > 0 && isAlpha(in[i-1]) && end-i < 16 {
		i--
	}
	switch strings.ToLower(in[i:end]) {
	case "name", "key", "parameterkey", "outputkey", "variable", "id", "option", "field", "label", "param", "env":
		return i < start
	}
	return false
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
