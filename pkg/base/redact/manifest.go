package redact

import "strings"

// following notes the only word on the next line that is not empty, where the line of a
// word for a password, which ends at i, ends with a colon.
func (sc *scanner) following(i int) {
	in := sc.in
	n := strings.IndexByte(in[i:min(len(in), i+lookBehind)], '\n')
	if n <= 1 || !strings.HasSuffix(strings.TrimRight(in[i:i+n], "\r "), ":") {
		return
	}
	from := i + n
	for from < len(in) && isSpace(in[from]) {
		from++
	}
	to := wordEnd(in, from)
	if text := in[from:to]; len(text) < shortestLive || !endsLine(in, to) || !isMixed(text) || isReference(text) || isMasked(text) {
		return
	}
	sc.mask(from, to)
}

// pair notes the random value of {"key": "NAME", "value": "x"}, where the name stands for
// a secret, or is only "value". The word "value" ends at i.
func (sc *scanner) pair(i int) {
	in := sc.in
	before := in[max(0, i-lookBehind) : i-len(`"value"`)]
	before = strings.TrimRight(before, " \t\r\n")
	before, ok := strings.CutSuffix(before, `",`)
	n := strings.LastIndexByte(before, '"')
	if !ok || n < 0 {
		return
	}
	name, label := before[n+1:], strings.TrimRight(before[:n], " :")
	if !strings.HasSuffix(label, `"key"`) && !strings.HasSuffix(label, `"name"`) || name != "value" && classify(name) < weak {
		return
	}
	from := skipBlanks(in, i)
	if !at(in, from, ':') {
		return
	}
	v := readValue(in, skipBlanks(in, from+1))
	if text := in[v.from:v.to]; v.quoted && len(text) >= shortestLive && isMixed(text) && !isReference(text) && !isMasked(text) {
		sc.mask(v.from, v.to)
	}
}

// share notes a key share that opens a store of secrets: Unseal Key 1: x. Its number stands at i.
func (sc *scanner) share(i int) {
	in := sc.in
	for i < len(in) && isDigit(in[i]) {
		i++
	}
	if !at(in, i, ':') {
		return
	}
	from := skipBlanks(in, i+1)
	to := wordEnd(in, from)
	if text := in[from:to]; len(text) >= shortestKey && !isReference(text) && !isMasked(text) {
		sc.mask(from, to)
	}
}

// maxManifest bounds how much of a manifest is read.
const maxManifest = 8 << 10

// manifest notes the values below data and stringData in a manifest of a cluster whose
// kind, which ends at i, is Secret.
func (sc *scanner) manifest(i int) {
	in := sc.in
	if i < len(in) && in[i] != '\n' && in[i] != '\r' {
		return // SecretStore
	}
	const mark = "\n---"
	from, to := max(0, i-maxManifest), min(len(in), i+maxManifest)
	if n := strings.LastIndex(in[from:i], mark); n >= 0 {
		from += n + 1
	}
	if n := strings.Index(in[i:to], mark); n >= 0 {
		to = i + n + 1
	}
	depth := -1 // of the name above the values
	for from < to {
		next := to
		if n := strings.IndexByte(in[from:to], '\n'); n >= 0 {
			next = from + n + 1
		}
		name, value, ok := strings.Cut(in[from:next], ":")
		switch deep := indent(in, from); {
		case strings.TrimSpace(value) == "" && (strings.TrimSpace(name) == "data" || strings.TrimSpace(name) == "stringData"):
			depth = deep
		case depth >= 0 && strings.TrimSpace(in[from:next]) != "" && deep <= depth:
			depth = -1
		case depth >= 0 && ok:
			begin, end := trimmed(in, from+len(name)+1, next)
			if text := in[begin:end]; len(text) >= 4 && !isReference(strings.Trim(text, "\"'")) && !isMasked(text) {
				sc.mask(begin, end)
			}
		}
		from = next
	}
}
