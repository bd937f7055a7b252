package redact

import "strings"

// An output is mostly words without secrets, and reading it delays every
// command. So the walk first checks, by the start of a word and what follows
// it, whether any of the readers could find something in it. The readers get
// the other words as if this file did not exist.

// traits are the properties of a byte that the walk uses.
type traits uint8

const (
	begins  traits = 1 << iota // a word
	goesOn                     // the inside of a word
	stirs                      // matters outside of words
	joins                      // after a word it may make it a name or a token
	endsURL                    // cannot be part of an address
	leads                      // may be the first of a broken token
	dots                       // may be the first of a word that is a token with what follows its dot
	opens                      // a command may begin behind it
)

// traitsOf is a table because it is used for every byte. Tests compare it with
// the functions on characters.
var traitsOf = [256]traits{
	'0': begins | goesOn, '1': begins | goesOn, '2': begins | goesOn, '3': begins | goesOn, '4': begins | goesOn,
	'5': begins | goesOn, '6': begins | goesOn, '7': begins | goesOn, '8': begins | goesOn, '9': begins | goesOn,
	'A': begins | goesOn | leads, 'B': begins | goesOn, 'C': begins | goesOn, 'D': begins | goesOn, 'E': begins | goesOn,
	'F': begins | goesOn, 'G': begins | goesOn, 'H': begins | goesOn, 'I': begins | goesOn, 'J': begins | goesOn,
	'K': begins | goesOn, 'L': begins | goesOn, 'M': begins | goesOn, 'N': begins | goesOn, 'O': begins | goesOn,
	'P': begins | goesOn, 'Q': begins | goesOn, 'R': begins | goesOn, 'S': begins | goesOn | dots, 'T': begins | goesOn,
	'U': begins | goesOn, 'V': begins | goesOn, 'W': begins | goesOn, 'X': begins | goesOn, 'Y': begins | goesOn,
	'Z': begins | goesOn, '_': begins | goesOn,
	'a': begins | goesOn | dots, 'b': begins | goesOn, 'c': begins | goesOn, 'd': begins | goesOn | leads | dots, 'e': begins | goesOn | dots,
	'f': begins | goesOn, 'g': begins | goesOn | leads | dots, 'h': begins | goesOn | leads | dots, 'i': begins | goesOn, 'j': begins | goesOn,
	'k': begins | goesOn, 'l': begins | goesOn, 'm': begins | goesOn, 'n': begins | goesOn | leads | dots, 'o': begins | goesOn,
	'p': begins | goesOn, 'q': begins | goesOn, 'r': begins | goesOn | dots, 's': begins | goesOn, 't': begins | goesOn | dots,
	'u': begins | goesOn, 'v': begins | goesOn, 'w': begins | goesOn, 'x': begins | goesOn | dots, 'y': begins | goesOn | dots,
	'z': begins | goesOn,

	'-': goesOn | stirs,
	'@': stirs, ';': stirs | opens, '&': stirs | opens, '(': opens,
	'|': stirs | endsURL | opens, '\n': stirs | endsURL | opens, '\r': endsURL, '<': endsURL,
	' ': joins | endsURL, '\t': joins | endsURL, '"': joins | endsURL | opens, '\'': joins | endsURL | opens, '`': joins | endsURL | opens,
	'\\': joins | endsURL | opens, '>': joins | endsURL,
	':': joins | stirs | opens, '=': joins | opens, '$': stirs, ']': joins, '.': joins, '~': joins,
}

// shortest is the length of the shortest token without a dot, a colon or a
// tilde in it, its prefix included.
const shortest = 18

// skip returns the next word from i on that may matter, or the offset of a
// character that may matter, with end equal to start. After the last it
// returns the end of the text. Outside of a command whose short options matter
// most characters do not.
func skip(in string, i int, idle bool) (start, end int) {
	for {
		for i < len(in) && traitsOf[in[i]]&(begins|stirs) == 0 {
			i++
		}
		if i >= len(in) {
			break
		}
		t := traitsOf[in[i]]
		if t&begins == 0 {
			if !(idle && quiet(in, i)) {
				return i, i
			}
			i++
			continue
		}
		start := i
		var next traits
		for i++; i < len(in); i++ {
			if next = traitsOf[in[i]]; next&goesOn == 0 {
				break
			}
		}
		n, last := i-start, in[i-1]
		if n >= shortest || stops[int(in[start]&31)<<5|int(last&31)]>>(n&31)&1 != 0 {
			return start, i
		}
		if n >= 3 && last >= 'A' && endings[int(in[i-3]&31)<<5|int(in[i-2]&31)]>>(last&31)&1 != 0 {
			return start, i
		}
		if i == len(in) {
			break
		}
		if next == 0 {
			i++
			continue // nothing that matters, as a slash
		}
		if in[i] == ' ' && i+1 < len(in) && traitsOf[in[i+1]]&joins == 0 {
			i++
			continue // mostly another word
		}
		if in[i] == '.' && t&dots == 0 {
			continue
		}
		if t&leads != 0 && next&endsURL != 0 && mayBreak(in, start, i) {
			return start, i
		}
		if next&joins != 0 && !harmless(in, start, i) {
			return start, i
		}
	}
	return i, i
}

// quiet reports whether a character that stirs means nothing where no short
// option does.
func quiet(in string, i int) bool {
	switch in[i] {
	case '-':
		if next := charAt(in, i+1); next == '-' || isAlpha(next) && charAt(in, i+2) == ' ' && i > 0 && in[i-1] == ' ' {
			return false // a long option, the line of a key, or a short option
		}
		return true
	case ':':
		return !strings.HasPrefix(in[i:], "://")
	case '@':
		return false
	case '$':
		return !beginsHash(in[i:])
	}
	return true // only ends the command
}

// harmless reports whether no reader can find anything in the short word
// in[start:end] and what follows it. It may report false for a harmless word,
// but never true for another.
func harmless(in string, start, end int) bool {
	switch in[end] {
	case ' ', '\t':
		if c := charAt(in, skipBlanks(in, end+1)); c != '=' && c != ':' {
			return true
		}
	case '.':
		return !beginsDotted(in[behindEscape(in, start, end):])
	case '~':
		return false // numbered
	case ':':
		if strings.HasPrefix(in[end:], ":AA") || pgPort(in[end:]) || start > 0 && in[start-1] == ':' && in[lineStart(in, start)] == '*' {
			return false // numbered, or a line of .pgpass
		}
	}
	return !mayEndName(in[start:end])
}

// beginsDotted reports whether a text begins as tokens do whose first word
// may be short because a dot follows it.
func beginsDotted(s string) bool {
	if len(s) < 2 {
		return false
	}
	switch s[:2] {
	case "ey", "dp", "dt", "gl", "hv", "SG", "at", "xo", "ya":
		return true
	}
	return false
}
