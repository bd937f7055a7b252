package preferences

import (
	"slices"
	"strings"
)

// maxWords bounds the words of a command that is not in marks.
const maxWords = 4

// command reads the first words of a command: in marks as they are, otherwise
// those of a known program and what looks like its subcommand.
func (p *parser) command(words []token) (string, bool) {
	words = withoutTail(words)
	for len(words) > 1 && words[0].is("the|a|an|wrapper|script") {
		words = words[1:]
	}
	var first token
	if len(words) > 0 {
		first = words[0]
	}
	if last := len(words) - 1; last == 1 && words[last].also {
		inner := words[last]
		words = words[last:] // ripgrep (`rg`)
		if first.code && strings.IndexByte(inner.text, ' ') < 0 {
			words = []token{first} // `docker compose` (v2)
		}
	}
	if len(words) == 1 && words[0].code {
		text := withoutPlaceholders(words[0].text)
		return text, isCommand(text) && p.named(text)
	}
	if len(words) == 0 || len(words) > maxWords {
		return "", false
	}
	parts := make([]string, len(words))
	for i, w := range words {
		switch {
		case w.code:
			return "", false
		case i == 0 && p.isProgram(w.text), i > 0 && isOperand(w.text):
			parts[i] = w.text
		case i == 0 && p.isProgram(w.low): // at the beginning of a sentence
			parts[i] = w.low
		case i == 0 && strings.HasPrefix(w.text, "./") && isOperand(w.text):
			parts[i] = w.text
		default:
			return "", false
		}
	}
	if len(parts) > 1 && (isEnglish(parts[0]) || words[0].is("for|in|on|to|at|by|with|from|if|while") || slices.ContainsFunc(words[1:], token.isProse)) || len(parts) == 2 && parts[1] == "." {
		return "", false
	}
	return strings.Join(parts, " "), true
}

// withoutPlaceholders returns a command without the words at its end that stand
// for others: <file>.
func withoutPlaceholders(text string) string {
	for {
		i := strings.LastIndexByte(text, ' ')
		if i < 0 || text[i+1] != '<' || text[len(text)-1] != '>' {
			return text
		}
		text = strings.TrimSpace(text[:i])
	}
}

// named reports whether a command in marks is one of a shell, and not of code:
// its program is known, a file or a tool of a family, or the words speak of
// running it.
func (p *parser) named(command string) bool {
	program := programOf(command)
	if p.runs || strings.Contains(program, "/") || p.isProgram(program) {
		return true
	}
	tools, _ := family(p.known, command)
	return tools != nil
}

// isProse reports whether a word behind the name of a program is none of its
// command: of a sentence, how it is done, or a version.
func (t token) isProse() bool {
	return isFiller([]token{t}) || len(t.low) > 5 && strings.HasSuffix(t.low, "ly") || strings.Trim(t.low, "0123456789.x") == "" && t.low != "."
}

// isCommand reports whether a text in marks is a plain command: words, and no
// operators of the shell.
func isCommand(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return len(text) < 100 && isOperand(first) && !strings.HasPrefix(first, "-") && !isAssignment(first) && !strings.ContainsAny(text, "|;&<>$`\n(){}#\\")
}

// isName reports whether a word may be the name of a program.
func isName(word string) bool {
	return isOperand(word) && 'a' <= word[0] && word[0] <= 'z' && len(word) <= 24 && !strings.ContainsAny(word, "/=:") && !isFiller([]token{{text: word, low: word}})
}

// isOperand reports whether a word consists of what stands in the first words of
// commands.
func isOperand(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/:=@+") == ""
}

// isAssignment reports whether a word sets a variable.
func isAssignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") == "" && (name[0] < '0' || name[0] > '9')
}

// isEnglish reports whether the name of a program is a word that begins phrases:
// "find out why" is no command unless it stands in marks.
func isEnglish(name string) bool {
	return token{low: name}.is("less|more|time|test|find|sort|cut|head|tail|look|type|file|who|which|watch|wait|link|split|join|paste|touch|free|top|last|pass|set|let|local|read|write|at|date|script|true|false|yes|install|kill|tree|fold|env|comm|strip|size|nice|history|alias|help|return|exit|continue|break|command|sleep|mount|host|mail|stat|open|start|say|code")
}

// isFiller reports whether one of some words belongs to a sentence, and not to a
// command.
func isFiller(words []token) bool {
	for _, w := range words {
		if w.is("a|an|the|it|its|this|that|these|those|to|of|in|on|at|by|for|with|from|into|and|or|but|not|if|when|while|until|unless|before|after|instead|sure|changes|change|commits|back|out|up|down|them|they|you|your|me|my|i|we|our|us|any|all|every|each|some|more|less|new|only|just|please|is|are|be|was|were|ahead|so|too|also|again|always|never|ever|first|then|than|as|directly|manually|commands|command|code|files|file|things|thing|something|anything|edits|use|using|without|here|there|now|today|through|via|under|inside|everywhere|locally|myself|yourself|prefer|as-is") {
			return true
		}
	}
	return false
}

// isSubcommand reports whether words may be a command with its subcommand or an option:
// "no docker system prune", but not "no security holes".
func isSubcommand(words []token) bool {
	return words[0].code || strings.HasPrefix(words[1].text, "-") || len(words) > 2 || !isEnglish(words[0].low) && !strings.HasSuffix(words[1].low, "s")
}
