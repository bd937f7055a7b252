package redact

import "strings"

// Live counts the values in a text that look like secrets in use: keys, tokens as their
// issuers write them, and random values under the name of a secret. Names, references
// and examples do not count, nor do short passwords of local databases.
func Live(s string) int {
	sc := scanner{in: s, login: -1, live: true}
	sc.walk()
	return sc.count
}

// shortestLive is the least length of a random value that counts as a secret in use.
const shortestLive = 12

// inUse reports whether in[from:to], which Clean would mask, looks like a secret in use.
func inUse(in string, from, to int) bool {
	text := strings.Trim(in[from:to], "\"'`")
	if strings.HasSuffix(in[:from], "-----") || strings.HasPrefix(in[to:], pemEnd) {
		return len(text) >= shortestKey && certain(in, from, to)
	}
	if at(in, to, '(') || strings.HasSuffix(in[:from], "_test_") || !(from > 0 && isQuote(in[from-1])) && isSelector(text) {
		return false
	}
	if len(text) < shortestLive || len(text) < longest && isExample(text) || isSignature(in, from) || inARN(in, from) {
		return false
	}
	return isRandom(text)
}

// shortestKey is the least length of what stands between the marks of a key.
const shortestKey = 40

// inARN reports whether a value is a part of a name of AWS, or of one that is made so: what names a secret shows
// nothing of it.
func inARN(in string, from int) bool {
	before := in[max(0, from-longestARN):from]
	return hasAnyPrefix(before[strings.LastIndexAny(before, " \t\r\n\"'`(=,")+1:], "arn:aws", "crn:", "urn:")
}

// longestARN is how much of a name of AWS may stand in front of the name of a secret.
const longestARN = 128
