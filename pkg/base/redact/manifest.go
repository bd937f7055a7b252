package redact

import "strings"

// following masks the only word on the next line that is not empty, where the line of a
// name, which ends at i, ends with a colon.
func (sc *scanner) following(i int) bool {
	in := sc.in
	n := strings.IndexByte(in[i:min(len(in), i+lookBehind)], '\n')
	for n > 0 && (in[i+n-1] == '\r' || in[i+n-1] == ' ') {
		n--
	}
	if n < 1 || in[i+n-1] != ':' {
		return false
	}
	from := i + n
	for from < len(in) && (isSpace(in[from]) || in[from] == '-' && strings.HasPrefix(in[from:], "----\n")) {
		if in[from] == '-' {
			from += len("----") // of kubectl describe
		}
		from++
	}
	to := wordEnd(in, from)
	if text := in[from:to]; len(text) < shortestLive || !endsLine(in, to) || !isMixed(text) || strings.IndexByte(text, ':') >= 0 || isReference(text) || isMasked(text) {
		return false
	}
	sc.mask(from, to)
	return true
}

// publicBlock begins a certificate in base64.
const publicBlock = "LS0tLS1CRUdJTiBDRVJU"

// maxManifest bounds how much of a manifest is read.
const maxManifest = 8 << 10

// manifest masks the values below data and stringData in a manifest of a cluster, behind
// whose word kind, which ends at i, stands Secret.
func (sc *scanner) manifest(i int) {
	in := sc.in
	i += len(": Secret")
	if i > len(in) || in[i-len(": Secret"):i] != ": Secret" || i < len(in) && in[i] != '\n' && in[i] != '\r' {
		return // SecretStore
	}
	if i < sc.manifested-maxManifest/2 {
		return // of a list, most of which is read
	}
	const mark = "\n---"
	from, to := max(0, i-maxManifest), min(len(in), i+maxManifest)
	if n := strings.LastIndex(in[from:i], mark); n >= 0 {
		from += n + 1
	}
	if n := strings.Index(in[i:to], mark); n >= 0 {
		to = i + n + 1
	}
	sc.manifested = to
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
			if text := in[begin:end]; len(text) >= 4 && !isReference(strings.Trim(text, "\"'")) && !isMasked(text) && !strings.HasPrefix(text, publicBlock) && !strings.Contains(in[from:next], "{{") {
				sc.mask(begin, end)
			}
		}
		from = next
	}
}
