package diagnose

import "strings"

// location is a line of output that names a place in a file: path:line:col,
// path(line,col), File "path", line 3, or a path followed by lines with
// numbers.
type location struct {
	file      string // "" for standard input
	span             // the line
	isError   bool   // the line mentions an error
	isWarning bool   // the line, or the one above that it belongs to, is a warning or a note
	hasColumn bool   // the line has a column, too
}

// The bounds on reading locations.
const (
	maxLocations    = 200
	maxLocationText = 256 << 10 // bytes of the output that are read
	maxPath         = 300
)

// locations returns the locations that an output names.
func locations(text string) []location {
	var list []location
	var head string // a path on a line of its own
	var headAt span
	var above string // the line before
	for at := range lines(text, span{0, min(len(text), maxLocationText)}) {
		if len(list) >= maxLocations {
			break
		}
		s := strings.TrimRight(text[at.from:min(at.to, at.from+maxLine)], "\r ")
		if file, ok := jsonFile(s); ok {
			list = append(list, location{file, at, isError(s), false, true})
			continue
		}
		switch file, mark, ok := locationIn(s); {
		case ok:
			warns := isWarning(s)
			if strings.HasPrefix(strings.TrimLeft(s, " "), "--> ") {
				warns = isWarning(above)
			}
			list = append(list, location{file, at, isError(s), warns, hasColumn(s[mark:])})
		case head != "" && isBelowPathLine(s):
			warns := isWarning(s)
			list = append(list, location{head, headAt, !warns, warns, true}, location{head, at, isError(s), warns, true})
		case isPathLine(s):
			head, headAt = strings.TrimSuffix(strings.TrimSpace(s), ":"), at
		}
		above = s
	}
	return list
}

// jsonFile returns the path in a line of JSON.
func jsonFile(s string) (string, bool) {
	if !strings.Contains(s, `":`) {
		return "", false
	}
	for _, key := range []string{`"file":`, `"filename":`, `"filePath":`, `"path":`, `"file_path":`} {
		_, rest, ok := strings.Cut(s, key)
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " "), `"`)
		if file, _, closed := strings.Cut(rest, `"`); ok && closed && isPath(file) {
			return file, true
		}
	}
	return "", false
}

// locationIn returns the first location of a line, and where it starts.
func locationIn(s string) (file string, at int, ok bool) {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == ':' || c == '(' || c == '[':
			file, at, ok = beforeNumber(s, i)
		case c == 'l' && strings.HasPrefix(s[i:], "line "):
			file, at, ok = beforeLine(s, i)
		}
		if ok {
			return file, at, true
		}
	}
	return "", 0, false
}

// beforeNumber returns the path before a mark and a number: path:12,
// path:12:5, path(12,5), path:[12,5] or path:(1:8).
func beforeNumber(s string, mark int) (string, int, bool) {
	i := mark + 1
	if s[mark] == ':' && i < len(s) && (s[i] == '[' || s[i] == '(') {
		i++
	}
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == start || i-start > 7 {
		return "", 0, false
	}
	switch {
	case s[mark] == ':' && start == mark+1: // path:12
		if i < len(s) && (isAlnum(s[i]) || s[i] == '/' && i+1 < len(s) && isAlnum(s[i+1])) {
			return "", 0, false
		}
	default: // in brackets
		if i == len(s) || !strings.ContainsRune(",:)]-", rune(s[i])) {
			return "", 0, false
		}
		if s[i] == ')' && i+1 < len(s) && strings.IndexByte(": ,;", s[i+1]) < 0 {
			return "", 0, false // a call: expect(Temp.f(100)).to
		}
	}
	if s[mark] == '[' && (i == len(s) || s[i] == ')') {
		return "", 0, false
	}
	if s[mark] == ':' && isStdin(strings.TrimSpace(s[:mark])) {
		return "", 0, true
	}
	end := mark
	if s[mark] == '(' && s[mark-1] == ' ' && i < len(s) && s[i] == ':' {
		end-- // path (3:9)
	}
	from := pathStart(s, end)
	file := s[from:end]
	if from == 0 && file != "" && strings.IndexByte(file, '/') > 0 && twoNumbers(s[mark:]) {
		return file, from, true // bin/setup:3:5: has no extension, but nothing else looks like that
	}
	if from > 3 && s[from-4:from] == "--> " && file != "" {
		return file, from, true
	}
	if !isPath(file) || strings.HasPrefix(strings.TrimLeft(s[:from], "("), "http") {
		return "", 0, false
	}
	return file, from, true
}

// twoNumbers reports whether a text begins like :12:5:.
func twoNumbers(s string) bool {
	i := 1
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	j := i + 1
	for j < len(s) && isDigit(s[j]) {
		j++
	}
	return s[0] == ':' && j > i+1 && i < len(s) && s[i] == ':' && j < len(s) && s[j] == ':'
}

// beforeLine returns the path before the word line: File "path", line 12;
// path: line 12; path on line 12.
func beforeLine(s string, mark int) (string, int, bool) {
	if i := mark + len("line "); i == len(s) || !isDigit(s[i]) {
		return "", 0, false
	}
	head := strings.TrimRight(s[:mark], " ")
	for _, word := range []string{" on", " at", ", in", ","} {
		head = strings.TrimRight(strings.TrimSuffix(head, word), " ")
	}
	head = strings.TrimRight(head, `:,"'`+"`")
	from := pathStart(head, len(head))
	if quote := strings.LastIndexAny(head, `"`); quote >= 0 && quote < from && strings.HasPrefix(strings.TrimSpace(head), "File ") {
		from = quote + 1 // a quoted path may contain spaces
	}
	if file := head[from:]; isPath(file) {
		return file, from, true
	} else if isStdin(file) && strings.HasPrefix(head, "File ") {
		return "", from, true
	}
	return "", 0, false
}

// pathStart returns where the path that ends at an offset starts.
func pathStart(s string, end int) int {
	i := end
	for i > 0 && end-i < maxPath {
		c := s[i-1]
		if c <= ' ' || strings.IndexByte("\"'`()[]<>{}|,;=*", c) >= 0 {
			break
		}
		if c == ':' && (i >= end || s[i] != '/' && s[i] != '\\') {
			break
		}
		i--
	}
	return i
}

// hasColumn reports whether a path is followed by two numbers.
func hasColumn(s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if (s[i] == ':' || s[i] == ',') && isDigit(s[i-1]) && (isDigit(s[i+1]) || s[i+1] == ' ' && i+2 < len(s) && isDigit(s[i+2])) {
			return true
		}
	}
	return false
}

// isStdin reports whether a name is one that tools use for standard input.
func isStdin(s string) bool {
	switch s {
	case "<stdin>", "[stdin]", "(stdin)", "/dev/stdin", "<text>", "<input>", "<string>", "<standard input>", "<unknown>", "stdin", "STDIN", "-", "input":
		return true
	}
	return false
}

// isPathLine reports whether a line consists of a path.
func isPathLine(s string) bool {
	s = strings.TrimSuffix(strings.TrimSpace(s), ":")
	return len(s) < maxPath && !strings.ContainsAny(s, " \t\"'()<>|") && isPath(s)
}

// isBelowPathLine reports whether a line below a path starts with a line
// number.
func isBelowPathLine(s string) bool {
	t := strings.TrimLeft(s, " \t")
	if len(t) == len(s) {
		return false
	}
	t = strings.TrimPrefix(t, "line ")
	i := 0
	for i < len(t) && isDigit(t[i]) {
		i++
	}
	if i == 0 || i > 6 || i == len(t) {
		return false
	}
	switch t[i] {
	case ':':
		return i+1 < len(t) && isDigit(t[i+1])
	case ' ', '\t':
		// A line number without a column needs a severity: lists, counts and
		// measurements look the same.
		return hasSeverity(t[i:])
	}
	return false
}

func hasSeverity(s string) bool {
	s = strings.ToLower(strings.TrimLeft(s, " \t|"))
	for _, w := range []string{"error", "warning", "fatal", "✖", "✗", "⚠", "×"} {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// isError reports whether a line mentions an error, and does not call it a
// warning or a note.
func isError(s string) bool {
	for i := 0; i < len(s); i++ {
		for _, w := range errorWords {
			if s[i]|0x20 != w[0]|0x20 || len(s)-i < len(w) || !strings.EqualFold(s[i:i+len(w)], w) || i > 1 && s[i-2:i] == "0 " {
				continue
			}
			low := strings.ToLower(s[:i])
			return !strings.Contains(low, "warning:") && !strings.Contains(low, "note:") && !strings.Contains(low, ": assertion ")
		}
	}
	return false
}

// isWarning reports whether a line has the severity of a warning or a note.
func isWarning(s string) bool {
	if strings.HasPrefix(s, "warning") || strings.HasPrefix(s, "note") {
		return true
	}
	for _, w := range [...]string{": warning:", ": note:", ": warning ", "  warning  ", " - warning "} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// errorWords occur in lines about errors.
var errorWords = [...]string{"error", "fatal", "syntax", "panic", "undefined", "cannot ", "failed", "[e]", "unexpected", "exception", "not allowed", "✖"}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || isDigit(c)
}
