package redact

import "strings"

// This file finds the value of a name that is the key of a pair.

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

// bytes masks a list of bytes, which the key of a network is: [12, 201, ..].
func (sc *scanner) bytes(i int) bool {
	const fewest, most, largest = 16, 64, 255
	if !at(sc.in, i, '[') {
		return false
	}
	from := i + 1
	n, number, digits, different := 0, 0, 0, map[int]bool{}
	for i = from; i < len(sc.in); i++ {
		switch c := sc.in[i]; {
		case isDigit(c):
			number, digits = number*10+int(c-'0'), digits+1
		case c == ',' || c == ']':
			if digits == 0 || number > largest || n >= most {
				return false
			}
			different[number] = true
			n, number, digits = n+1, 0, 0
			if c == ']' {
				if n < fewest || len(different)*2 < n {
					return false
				}
				sc.mask(from, i)
				return true
			}
		case !isSpace(c) || digits > 0:
			return false
		}
	}
	return false
}

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
	return i < start && isPairWord(strings.ToLower(in[i:end]))
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
	return isSetsWord(first)
}
