package shell

import "strings"

// maxOpen bounds what may be open at once. The parser recurses for each, and
// Go cannot recover from an exhausted stack: 200,000 brackets need 1 GB and
// end the process with the exit status that agents read as "block".
const maxOpen = 1000

// tooNested returns the offset at which a text nests past the bound, or -1.
// It trusts nothing in the text, quotes and comments included: whatever could
// make the parser recurse is counted.
func tooNested(text string) int {
	if len(text) <= maxOpen {
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

// openBrackets counts brackets of any kind that are open.
func openBrackets(text string) int {
	open := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(', '{', '[':
			if open++; open > maxOpen {
				return i
			}
		case ')', '}', ']':
			open = max(open-1, 0)
		}
	}
	return -1
}

// openKeywords finds compound commands that begin one directly in another:
// if if if. With anything between them the text is long before it is deep.
func openKeywords(text string) int {
	run := 0
	for i := 0; i < len(text); {
		for i < len(text) && text[i] <= ' ' {
			i++
		}
		end := i
		for end < len(text) && text[end] > ' ' {
			end++
		}
		switch text[i:end] {
		case "if", "while", "until", "then", "do", "else", "!", "time", "coproc":
			if run++; run > maxOpen {
				return i
			}
		default:
			run = 0
		}
		i = end
	}
	return -1
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
		if line := text[from:end]; len(line) > maxOpen && arithmetic(line) {
			n := 0
			for i := range len(line) {
				if strings.IndexByte("-+!~?*", line[i]) >= 0 {
					n++
				}
			}
			if n > maxOpen {
				return from
			}
		}
		from = end + 1
	}
	return -1
}

func arithmetic(line string) bool {
	return strings.Contains(line, "((") || strings.Contains(line, "$[") || strings.Contains(line, "let ") ||
		strings.Contains(line, "[[") || strings.Contains(line, "${")
}
