package shell

import "strings"

// maxNested bounds what may be open at once. The parser and the walk recurse for
// each, and what one holds is joined with what is around it. Go cannot recover from
// an exhausted stack: 200,000 brackets need 1 GB and end the process with the exit
// status that agents read as "block".
const maxNested = 250

// maxInRow bounds what nests by standing in a row, as operators and keywords do.
const maxInRow = 1000

// tooNested returns the offset at which a text nests past the bound, or -1.
// It trusts nothing in the text, quotes and comments included: whatever could
// make the parser recurse is counted.
func tooNested(text string) int {
	if len(text) <= maxNested {
		return -1
	}
	if at := openBrackets(text); at >= 0 {
		return at
	}
	if at := openKeywords(text); at >= 0 {
		return at
	}
	return openOperators(text)
}

// openBrackets counts brackets of each kind that are open. There may be more square
// ones: those of colours are never closed, \e[0m.
func openBrackets(text string) int {
	if strings.Count(text, "(")+strings.Count(text, "{") <= maxNested && strings.Count(text, "[") <= maxInRow {
		return -1 // nearly always, and to count costs far less
	}
	round, curly, square := 0, 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			round++
		case '{':
			curly++
		case '[':
			square++
		case ')':
			round = max(round-1, 0)
			continue
		case '}':
			curly = max(curly-1, 0)
			continue
		case ']':
			square = max(square-1, 0)
			continue
		default:
			continue
		}
		if round+curly > maxNested || square > maxInRow {
			return i
		}
	}
	return -1
}

// openKeywords finds compound commands that begin one directly in another:
// if if if. With anything between them the text is long before it is deep.
func openKeywords(text string) int {
	for at := maxInRow; at < len(text); at += maxInRow { // too many with blanks between do not fit beside these words
		from := at
		for from > 0 && text[from] > ' ' && text[from-1] > ' ' {
			from--
		}
		_, end, keyword := nextWord(text, from)
		if keyword {
			return keywordsInRow(text)
		}
		at = end
	}
	return -1
}

// keywordsInRow is openKeywords word by word.
func keywordsInRow(text string) int {
	run := 0
	for i := 0; i < len(text); {
		from, end, keyword := nextWord(text, i)
		if i = end; !keyword {
			run = 0
		} else if run++; run > maxInRow {
			return from
		}
	}
	return -1
}

// nextWord returns the range of the first word at or behind an offset, and whether it
// begins a compound command.
func nextWord(text string, from int) (begin, end int, keyword bool) {
	for from < len(text) && text[from] <= ' ' {
		from++
	}
	end = from
	for end < len(text) && text[end] > ' ' {
		end++
	}
	switch text[from:end] {
	case "if", "while", "until", "then", "do", "else", "!", "time", "coproc":
		return from, end, true
	}
	return from, end, false
}

// openOperators counts, on lines with arithmetic, the operators that nest
// without brackets: - - - 1, a ? b : c ? d : e, 2**2**2.
func openOperators(text string) int {
	for from := 0; from < len(text); {
		end := strings.IndexByte(text[from:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += from
		}
		if line := text[from:end]; len(line) > maxInRow && arithmetic(line) && nestsOperators(line) {
			return from
		}
		from = end + 1
	}
	return -1
}

// nestsOperators reports whether too many operators of a line may nest. Those of
// ${x:-y} end with it, as long as they are not very many: its end may be quoted.
func nestsOperators(line string) bool {
	var outside [maxNested + 1]int // operators before each ${ that is open
	open, n, all := 0, 0, 0
	for i := range len(line) {
		switch c := line[i]; {
		case c == '{' && i > 0 && line[i-1] == '$' && open < len(outside):
			outside[open] = n
			open++
		case c == '}' && open > 0:
			open--
			n = outside[open]
		case strings.IndexByte("-+!~?*", c) >= 0:
			n++
			all++
			if n > maxInRow || all > 16*maxInRow {
				return true
			}
		}
	}
	return false
}

func arithmetic(line string) bool {
	return strings.Contains(line, "((") || strings.Contains(line, "$[") || strings.Contains(line, "let ") ||
		strings.Contains(line, "[[") || strings.Contains(line, "${")
}
