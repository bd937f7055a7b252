package redact

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode"
)

// Marker stands for a secret in an output that a model goes on to work with.
// It differs from Mask so that a text that is written back can be told from
// one that only writes about masking.
const Marker = "[redacted by ctxhook]"

// Sure masks in the output of a command, or in a file, only what is a secret
// without doubt, and counts what it masked. Clean masks more, because what is
// stored may lose a harmless value: a model that reads source code may not.
func Sure(command, s string) (masked string, n int) {
	if shown, found := answered(command, s, true); found {
		s = shown
		n = strings.Count(s, Mask)
		s = strings.ReplaceAll(s, Mask, Marker)
	}
	for range maxPasses {
		sc := scanner{in: s, login: -1, sure: true}
		sc.walk()
		if sc.out == nil {
			break
		}
		n += sc.count
		s = string(append(sc.out, s[sc.done:]...))
	}
	return s, n
}

// longest bounds an example: in a key of a thousand letters, words such as xxx
// occur by chance.
const longest = 100

// certain reports whether in[from:to], which Clean would mask, is a secret
// without doubt, and not a name, an expression or an example.
func certain(in string, from, to int) bool {
	text := strings.Trim(in[from:to], "\"'`")
	if len(text) < 6 || len(text) < longest && isExample(text) {
		return false
	}
	if block := strings.HasSuffix(in[:from], "-----") || strings.HasPrefix(in[to:], pemEnd); block || strings.ContainsAny(text, "\n\r") {
		// The body of a key, and not the code between its two marks; or a token that is broken into lines.
		return !strings.ContainsAny(text, ";(") && (block || !strings.ContainsAny(text, "\"'`{:@"))
	}
	login := at(in, to, '@') && from > 0 && in[from-1] == ':'
	if login || setsVariable(in, from, to) {
		return !strings.ContainsAny(text, "$({<[") && (login || len(text) >= 8 || hasDigit(text))
	}
	if isLogin(text) {
		return true
	}
	if isSignature(in, from) {
		return false
	}
	switch quoted := from > 0 && isQuote(in[from-1]); {
	case at(in, to, '(') || !isMixed(text):
		return false
	case quoted:
		return true
	case at(in, to, ','):
		return len(text) >= 16 && strings.ContainsAny(text, "-+/") // else a name in code
	}
	return len(text) >= 12 || endsLine(in, to)
}

// isLogin reports whether a text is base64 of NAME:PASSWORD.
func isLogin(text string) bool {
	plain, err := base64.StdEncoding.DecodeString(text)
	if err != nil || bytes.IndexByte(plain, ':') < 1 {
		return false
	}
	return !bytes.ContainsFunc(plain, func(r rune) bool { return !unicode.IsPrint(r) })
}

// isSignature reports whether a value is a signature in a document, which
// everybody may read. In a query, it opens what it signs.
func isSignature(in string, from int) bool {
	before := strings.TrimRight(in[max(0, from-lookBehind):from], " \t\"':=")
	name, found := strings.CutSuffix(before, "sig")
	return found && !strings.HasSuffix(name, "?") && !strings.HasSuffix(name, "&")
}

// setsVariable reports whether in[from:to] is the whole value of a line
// NAME=value, as in a file of environment variables.
func setsVariable(in string, from, to int) bool {
	if from > 0 && isQuote(in[from-1]) {
		from--
	}
	name := from - 1
	if name < 0 || in[name] != '=' || !endsLine(in, to) {
		return false
	}
	start := name
	for start > 0 && (isUpper(in[start-1]) || isDigit(in[start-1]) || in[start-1] == '_') {
		start--
	}
	before := in[lineStart(in, start):start]
	return start < name && (before == "" || before == "export " || strings.HasSuffix(before, ":"))
}

// isExample reports whether a value is one that documents and tests write in
// place of a secret.
func isExample(s string) bool {
	low := strings.ToLower(s)
	letters := strings.Trim(low, "0123456789!-_")
	return letters == "" || isSampleWord(letters) || hasAny(low, exampleWords[:])
}
