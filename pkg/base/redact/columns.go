package redact

import "strings"

// maxRows bounds how many rows of a table are read below a head.
const maxRows = 40

// columns masks the values below the head of a column, which is the name in
// in[start:end]: of a table with bars, of one with blanks, and of lines with commas.
func (sc *scanner) columns(start, end int, c class) bool {
	in := sc.in
	if at(in, end, ' ') && isAlnum(charAt(in, end+1)) {
		return false // a sentence
	}
	first := lineStart(in, start)
	stop := strings.IndexByte(in[end:min(len(in), end+lookAhead)], '\n')
	if stop < 0 {
		return false
	}
	head := strings.TrimRight(in[first:end+stop], "\r")
	var bar byte
	switch {
	case strings.Contains(head, "|"):
		bar = '|'
	case strings.IndexByte(head, '\t') >= 0:
		bar = '\t'
	case strings.Count(head, ",") > 0 && !strings.Contains(head, ", ") && !strings.ContainsAny(head, "=:({\"'"):
		bar = ','
	case strings.Count(head, ":") > 1 && strings.IndexByte(strings.TrimPrefix(head, "# "), ' ') < 0 && !strings.ContainsAny(head, "=/({\"'"):
		bar = ':' // # host:user:password
	case !isHead(head, start-first, end-first):
		return false
	}
	if bar != 0 && !isCell(head, start-first, end-first, bar) {
		return false
	}
	column := strings.Count(in[first:start], string(bar))
	ofUser := c == strong && bar != 0 && namesUser(head)
	masked := false
	for i, n := end+stop+1, 0; i < len(in) && n < maxRows; n++ {
		next := len(in)
		if k := strings.IndexByte(in[i:min(len(in), i+lookAhead)], '\n'); k >= 0 {
			next = i + k + 1
		}
		from, to := i+start-first, next
		if bar != 0 {
			from = i
			rule := strings.Trim(in[i:next], "-+=:| \r\n") == ""
			for range column {
				k := strings.IndexByte(in[from:next], bar)
				if k < 0 && !rule {
					return masked
				}
				from += k + 1
			}
			if k := strings.IndexByte(in[from:next], bar); k >= 0 {
				to = from + k
			}
		} else if from >= next || from > i && !isBlank(in[from-1]) {
			return masked
		} else {
			to = wordEnd(in, from)
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
	return start > 0 && !strings.ContainsAny(line, "=:;(){}\"'")
}

// inColumn reports whether the value of a column is a secret.
func inColumn(text string, c class) bool {
	switch {
	case isMadeUp(text):
		return true
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
