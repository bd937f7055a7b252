package shell

import "strings"

// MaxNested bounds what may be open at once. The parser and the walk recurse for
// each, and what one holds is joined with what is around it. Go cannot recover from
// an exhausted stack: 200,000 brackets need 1 GB and end the process with the exit
// status that agents read as "block".
const MaxNested = 250

// Bounds of what may stand open in a text that was not parsed yet, where a bracket
// may be quoted or part of a comment.
const (
	maxOpen      = 8 * MaxNested
	maxInRow     = 1000   // keywords
	maxOperators = 16_000 // on a line
)

// TooNested returns the offset at which a text nests so deeply that the parser might
// exhaust the stack, or -1. It trusts nothing in the text, quotes and comments
// included: whatever could make the parser recurse is counted. What the text really
// nests is known when it was parsed: see measure.
func TooNested(text string) int {
	if len(text) <= MaxNested {
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

// openBrackets counts brackets that are open, square ones on their own: those of
// colours are never closed, \e[0m.
func openBrackets(text string) int {
	if strings.Count(text, "(")+strings.Count(text, "{") <= maxOpen && strings.Count(text, "[") <= maxOpen {
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
		if round+curly > maxOpen || square > maxOpen {
			return i
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
			if run++; run > maxInRow {
				return i
			}
		default:
			run = 0
		}
		i = end
	}
	return -1
}

// openOperators finds lines whose operators might exhaust the stack, as each holds
// what comes behind it: - - - 1, a ? b : c ? d : e, 2**2**2. Only in arithmetic they do.
func openOperators(text string) int {
	if len(text) <= maxOperators || !arithmetic(text) {
		return -1
	}
	if strings.Count(text, "?") > 4*maxOperators {
		return 0
	}
	for from := 0; len(text)-from > maxOperators; {
		end := len(text)
		if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
			end = from + n
		}
		n := 0
		for i := from; i < end && end-from > maxOperators; i++ {
			if strings.IndexByte("-+!~?*=", text[i]) >= 0 {
				n++
			}
		}
		if n > maxOperators {
			return from
		}
		from = end + 1
	}
	return -1
}

func arithmetic(text string) bool {
	for _, opener := range [...]string{"((", "$[", "[[", "${", "let "} {
		if strings.Contains(text, opener) {
			return true
		}
	}
	return false
}
