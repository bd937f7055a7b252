package redact

import "strings"

// maxRows bounds how many rows of a table are read below a head.
const maxRows = 40

// columns masks the values below the head of a column, which is the name in
// in[start:end]: of a table with bars, of one with blanks, and of lines with commas.
func (sc *scanner) columns(start, end int, c class) bool {
	in := sc.in
	first := lineStart(in, start)
	inWords := at(in, end, ' ') && isAlnum(charAt(in, end+1))
	if inWords && !at(in, first, '#') {
		return false // a sentence
	}
	stop := strings.IndexByte(in[end:min(len(in), end+lookAhead)], '\n')
	if stop < 0 {
		return false
	}
	head := strings.TrimRight(in[first:end+stop], "\r")
	col := column{bar: barOf(head), from: start - first}
	if inWords && !isHeadOfWords(head) {
		return false
	} else if col.bar == 0 && at(head, 0, '#') && isHeadOfWords(head) {
		col.bar = ' '
		col.number = len(strings.Fields(head[1 : start-first]))
	} else if col.bar == 0 && !isHead(head, start-first, end-first) || col.bar != 0 && !isCell(head, start-first, end-first, col.bar) {
		return false
	} else {
		col.number = strings.Count(in[first:start], string(col.bar))
	}
	ofUser := c == strong && col.bar != 0 && namesUser(head)
	masked := false
	for i, n := end+stop+1, 0; i < len(in) && n < maxRows; n++ {
		next := len(in)
		if k := strings.IndexByte(in[i:min(len(in), i+lookAhead)], '\n'); k >= 0 {
			next = i + k + 1
		}
		from, to, ok := col.cell(in, i, next)
		if !ok {
			return masked
		}
		from, to = trimmed(in, from, to)
		if text := in[from:max(from, to)]; inColumn(text, c) || ofUser && isOneWord(text) {
			sc.mask(from, to)
			masked = true
		} else if strings.Trim(text, "-+=: ") != "" && !isMasked(text) {
			return masked
		}
		i = next
	}
	return masked
}

// column is a column of a table.
type column struct {
	bar    byte // between it and the next; 0: blanks as far as its head says, ' ': each word is a cell
	number int  // from 0, of those with bars or words
	from   int  // where it begins in its line, of those without
}

// barOf returns what stands between the columns of a table with a head, 0 for blanks.
func barOf(head string) byte {
	switch {
	case strings.Contains(head, "|") && !strings.Contains(head, "...") && !strings.ContainsAny(head, "=;(){}\"'"): // neither a table of contents nor code
		return '|'
	case strings.IndexByte(strings.TrimLeft(head, " \t"), '\t') >= 0:
		return '\t'
	case strings.Count(head, ",") > 0 && !strings.Contains(head, ", ") && !strings.ContainsAny(head, "=:({\"'"):
		return ','
	case strings.Count(head, ":") > 1 && strings.IndexByte(strings.TrimPrefix(head, "# "), ' ') < 0 && !strings.ContainsAny(head, "=/({\"'"):
		return ':' // # host:user:password
	}
	return 0
}

// cell returns where the cell of a column stands in the line in[i:next]; false: the line is no
// row of its table.
func (c column) cell(in string, i, next int) (from, to int, ok bool) {
	if c.bar == 0 {
		from = i + c.from
		if from >= next || from > i && !isBlank(in[from-1]) {
			return 0, 0, false
		}
		return from, wordEnd(in, from), true
	}
	if c.bar == ' ' {
		for from = i; c.number > 0; c.number-- {
			if from = skipBlanks(in, wordEnd(in, from)); from >= next || in[from] == '\n' {
				return 0, 0, false
			}
		}
		return from, wordEnd(in, from), true
	}
	from, to = i, next
	rule := strings.Trim(in[i:next], "-+=:| \r\n") == ""
	for range c.number {
		k := strings.IndexByte(in[from:next], c.bar)
		if k < 0 && !rule {
			return 0, 0, false
		}
		from += k + 1
	}
	if k := strings.IndexByte(in[from:next], c.bar); k >= 0 {
		to = from + k
	}
	return from, to, true
}

// isHeadOfWords reports whether a line that is a comment lists the columns of the lines below
// it: # client server secret addresses.
func isHeadOfWords(line string) bool {
	const fewest, most = 3, 6
	n := 0
	for word := range strings.FieldsSeq(strings.TrimLeft(line, "# ")) {
		for i := range len(word) {
			if !isAlpha(word[i]) {
				return false
			}
		}
		n++
	}
	return n >= fewest && n <= most
}

// isCell reports whether a name is all of a cell of a line.
func isCell(line string, start, end int, bar byte) bool {
	for start > 0 && line[start-1] == ' ' {
		start--
	}
	for end < len(line) && line[end] == ' ' {
		end++
	}
	return (start == 0 || line[start-1] == bar) && (end == len(line) || line[end] == bar) && (start > 0 || end < len(line))
}

// isHead reports whether a line is the head of a table whose columns have blanks in
// between, and a name in it is one of them.
func isHead(line string, start, end int) bool {
	if start > 0 && (start < 2 || !isBlank(line[start-1]) || !isBlank(line[start-2])) || end < len(line) && !(isBlank(line[end]) && (end+1 == len(line) || isBlank(line[end+1]))) {
		return false
	}
	return start > 0 && strings.TrimSpace(line) != line[start:end] && !strings.ContainsAny(line, "=:;(){}\"'")
}

// inColumn reports whether the value of a column is a secret.
func inColumn(text string, c class) bool {
	switch {
	case isMadeUp(text):
		return true
	case isNumbered(text) && strings.ToLower(text) == text:
		return false // scram-sha-256
	case isTyped(text):
		return c == strong || len(text) >= shortestLive && isMixed(text)
	case c != strong || strings.HasPrefix(text, "-"):
		return false
	}
	return looksWordy(text) && !speaks(text) || isChosen(text) && !isFile(text) || isPhrase(text)
}

// namesUser reports whether one of the columns of a table is for users, whose passwords stand
// in another.
func namesUser(head string) bool {
	head = strings.ToLower(head)
	return strings.Contains(head, "user") || strings.Contains(head, "login") || strings.Contains(head, "account") || strings.Contains(head, "benutzer")
}
