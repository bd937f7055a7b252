package accident

import (
	"slices"
	"sort"
	"strings"
)

// statement is a statement of PowerShell or cmd.exe, or the head of a block of them.
type statement struct {
	at   int    // where it begins
	text string // as written, with the lines that continue it
	low  string // the same in small letters
	in   int    // the head of the block in which it stands, or -1
	head bool   // opens a block
}

// read splits a text into its statements.
func (w *windows) read() {
	if w.batch {
		w.readBatch()
	} else {
		w.readPowerShell()
	}
	w.gather()
}

// put adds the statement that a piece of the text holds, and returns its index or, if the
// piece holds none, -1.
func (w *windows) put(from, to, in int, head bool) int {
	text := w.text[from:to]
	body := strings.TrimLeft(text, " \t\r\n@")
	from += len(text) - len(body)
	body = strings.TrimRight(body, " \t\r\n")
	if body == "" && !head {
		return -1
	}
	w.all = append(w.all, statement{from, body, strings.ToLower(body), in, head})
	return len(w.all) - 1
}

// readBatch reads lines. Those that end in ^ go on, and a parenthesis at the end of a line
// opens a block.
func (w *windows) readBatch() {
	in := -1
	for from := 0; from < len(w.text); {
		to := from
		for {
			n := strings.IndexByte(w.text[to:], '\n')
			if n < 0 {
				to = len(w.text)
				break
			}
			line := strings.TrimRight(w.text[to:to+n], " \t\r")
			to += n + 1
			if !strings.HasSuffix(line, "^") {
				break
			}
		}
		body := strings.Trim(w.text[from:to], " \t\r\n@")
		low := strings.ToLower(body)
		switch {
		case strings.HasPrefix(low, "rem ") || low == "rem" || strings.HasPrefix(low, "::"):
		default:
			if strings.HasPrefix(body, ")") && in >= 0 {
				in = w.all[in].in
			}
			opens := strings.HasSuffix(body, "(")
			if k := w.put(from, to, in, opens); opens {
				in = k
			}
		}
		from = to
	}
}

// reader of PowerShell: where the statement begins that is read, and what is open in it.
type reader struct {
	w     *windows
	from  int
	in    int    // the head of the block
	open  string // brackets of the statement that are open
	quote byte
}

// readPowerShell reads statements up to the end of a line or a semicolon, unless something
// is open or a pipe goes on. A brace behind a word of the language, or behind a command that
// runs it for each of what it gets, opens a block.
func (w *windows) readPowerShell() {
	r := reader{w: w, in: -1}
	text := w.text
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case r.quote != 0:
			if c == '`' && r.quote == '"' {
				i++
			} else if c == r.quote {
				r.quote = 0
			}
		case c == '#' && strings.HasPrefix(text[max(0, i-1):], "<#"):
			end := strings.Index(text[i:], "#>")
			if end < 0 {
				end = len(text) - i - 2
			}
			if strings.TrimSpace(text[r.from:i-1]) == "" {
				r.from = i + end + 2
			}
			i += end + 1
		case c == '#' && (i == 0 || strings.IndexByte(" \t\n;{}()|", text[i-1]) >= 0):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				end = len(text) - i
			}
			if strings.TrimSpace(text[r.from:i]) == "" {
				r.from = i + end
			}
			i += end - 1
		case c == '@' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\''):
			if end := strings.Index(text[i+2:], "\n"+text[i+1:i+2]+"@"); end >= 0 {
				i += 2 + end + 2
			}
		case c == '"' || c == '\'':
			r.quote = c
		case c == '`' && i+1 < len(text):
			if text[i+1] == '\r' {
				i++
			}
			i++
		case c == '(' || c == '[':
			r.open += string(c)
		case c == ')' || c == ']':
			r.shut()
		case c == '{' && r.open == "" && opensBlock(strings.ToLower(strings.TrimSpace(text[min(r.from, i):i]))):
			r.in = w.put(min(r.from, i), i, r.in, true)
			r.from = i + 1
		case c == '{':
			r.open += "{"
		case c == '}' && r.open == "":
			r.end(i)
			if r.in >= 0 {
				r.in = w.all[r.in].in
			}
		case c == '}':
			r.shut()
		case c == ';' && r.open == "":
			r.end(i)
		case c == '\n' && r.open == "":
			above := strings.TrimRight(text[min(r.from, i):i], " \t\r")
			below := strings.TrimLeft(text[i:], " \t\r\n")
			if !strings.HasSuffix(above, "|") && !strings.HasSuffix(above, ",") && !strings.HasPrefix(below, "| ") {
				r.end(i)
			}
		}
	}
	r.end(len(text))
}

// shut closes the bracket that was opened last.
func (r *reader) shut() { r.open = r.open[:max(0, len(r.open)-1)] }

// end puts what was read up to an offset.
func (r *reader) end(at int) {
	if r.from < at {
		r.w.put(r.from, at, r.in, false)
	}
	r.from, r.open = at+1, ""
}

// opensBlock reports whether a brace behind a piece of a statement opens a block.
func opensBlock(before string) bool {
	first := strings.TrimRight(before, " ")
	if n := strings.IndexAny(first, " (\t\r\n"); n >= 0 {
		first = first[:n]
	}
	switch first {
	case "", "if", "elseif", "else", "foreach", "for", "while", "do", "try", "catch", "finally", "function", "filter", "switch", "begin", "process", "end":
		return true
	}
	for _, each := range [...]string{"foreach-object", "%", "-scriptblock", "-process", "-parallel"} {
		if strings.HasSuffix(before, each) {
			return true
		}
	}
	return false
}

// statementAt returns the statement in which an offset lies, or the last one before it.
func (w *windows) statementAt(at int) int {
	return sort.Search(len(w.all), func(i int) bool { return w.all[i].at > at }) - 1
}

// within reports whether a statement stands in the block of another one.
func (w *windows) within(s, block int) bool {
	for ; s >= 0; s = w.all[s].in {
		if w.all[s].in == block {
			return true
		}
	}
	return block < 0
}

// inside reports whether a statement stands in a block whose head begins with a word.
func (w *windows) inside(s int, words ...string) bool {
	for in := w.all[s].in; in >= 0; in = w.all[in].in {
		first, _, _ := strings.Cut(w.all[in].low, " ")
		if first, _, _ = strings.Cut(first, "("); slices.Contains(words, first) {
			return true
		}
	}
	return false
}

// words splits a statement at blanks outside of quotes and brackets, and drops the quotes.
func (w *windows) words(text string) []string {
	var out []string
	var b strings.Builder
	quote, depth := byte(0), 0
	for i := 0; i <= len(text); i++ {
		c := byte(' ')
		if i < len(text) {
			c = text[i]
		}
		switch {
		case quote != 0 && c == quote && i < len(text):
			quote = 0
		case quote != 0 && i < len(text):
			b.WriteByte(c)
		case c == '"' || c == '\'' && !w.batch:
			quote = c
		case (c == '(' || c == '{') && !w.batch:
			depth++
			b.WriteByte(c)
		case (c == ')' || c == '}') && !w.batch && depth > 0:
			depth--
			b.WriteByte(c)
		case depth == 0 && (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '|' || c == ',' || c == ';'):
			if b.Len() > 0 && b.String() != "`" {
				out = append(out, b.String())
			}
			b.Reset()
			if c == '|' {
				out = append(out, "|")
			}
		default:
			b.WriteByte(c)
		}
	}
	return out
}
