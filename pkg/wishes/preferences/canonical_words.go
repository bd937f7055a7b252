package preferences

import (
	"slices"
	"strings"
)

// wordsAsTyped returns the words of a text, without marks around commands and without what
// stands in parentheses. A comma within a word belongs to it: py39,py312.
func wordsAsTyped(text string) (words []token) {
	comma := token{text: ",", low: ","}
	aside := 0
	for f := range strings.FieldsSeq(strings.ReplaceAll(text, "`", "")) {
		opens := strings.HasPrefix(f, "(")
		if opens {
			aside++
		}
		if aside > 0 {
			if strings.Contains(f, ")") {
				aside--
			}
			if strings.TrimRight(f, ",;") != f && aside == 0 {
				words = append(words, comma)
			}
			continue
		}
		word := strings.TrimRight(f, ",;")
		parts := word != f
		if whole := strings.TrimRight(word, ".!"); whole != "" && !strings.HasSuffix(word, "=.") && !strings.HasSuffix(word, "/...") { // a full stop, and not the directory
			word = whole
		}
		if word != "" {
			words = append(words, token{text: word, low: strings.ToLower(word)})
		}
		if parts {
			words = append(words, comma)
		}
	}
	return words
}

// clauseAsTyped returns the words of a rule without a reason, an exception or another rule behind a
// comma: "never run eslint on the whole repo, only on changed files".
func clauseAsTyped(w []token) []token {
	for i := 1; i+1 < len(w); i++ {
		if w[i].is(",") && w[i+1].is("only|just|not|use|instead|but|always|never|ask|i|we|it|they|that|that's|it's|because|since|so|except|and") || w[i].is("because|since") {
			return w[:i]
		}
	}
	return w
}

// asides are words at the end of a rule that add nothing to it.
var asides = [...]string{
	"in front", "in front of it", "by hand", "manually", "directly", "yourself", "again", "anymore", "ever", "at all", "here", "either", "on your own", "without asking", "without asking me", "without asking first", "without asking the user", "without permission", "without explicit permission", "without approval", "without the user's approval", "without explicit approval",
	"on localhost", "on my machine", "on my laptop", "on the laptop", "on this machine", "on this box", "on this host", "on this laptop", "on the login node", "on the login nodes", "on this cluster", "in this project", "in this repo", "in this session", "from now on", "for now", "every time", "each time",
	"locally", "from here", "for everything", "always",
}

func withoutAsides(w []token) []token {
	for cut := true; cut; {
		cut = false
		for _, a := range asides {
			if words := strings.Fields(a); len(words) < len(w) && isPhrase(w[len(w)-len(words):], words) {
				w, cut = w[:len(w)-len(words)], true
			}
		}
	}
	return w
}

// program is verbatim for what is surely a command, whatever word it is: head, behind a pipe.
func (c *canonical) program(w []token) string {
	if len(w) == 1 && c.isProgram(w[0].low) {
		return w[0].low
	}
	return c.verbatim(w)
}

// verbatims reads commands with "or" between them; nil where one is none.
func (c *canonical) verbatims(words []token) (list []string) {
	for _, part := range alternatives(words) {
		if len(part) == 0 {
			continue
		}
		command := c.verbatim(part)
		if len(part) == 1 && part[0].is("kill|find|head|tail|sort|cut|watch|mount|split|strip|touch") {
			command = c.program(part) // words of sentences, but not here
		}
		if command == "" {
			return nil
		}
		list = append(list, command)
	}
	return list
}

// sentenceWords are those of sentences, and of no command.
const sentenceWords = "a|an|the|it|its|this|that|these|those|them|any|anything|all|every|each|something|nothing|everything|in|on|at|by|for|from|into|without|unless|except|if|when|while|until|but|only|because|since|so|to|of|you|your|my|me|we|our|again|yourself|directly|whole|entire|more|than|not|never|and|or|as|command|commands|tasks|anymore|ever"

// mostVerbatim bounds the words of a command.
const mostVerbatim = 9

// verbatim returns words as a command; "" where they may be a part of a sentence.
func (c *canonical) verbatim(words []token) string {
	if c.strict && len(words) > 0 {
		if !c.quoted[words[0].text] {
			if slices.ContainsFunc(words[1:], func(t token) bool { return t.text != t.low && isName(t.low) || t.is(callWords) }) {
				return "" // all AWS CLI calls
			}
			name, _ := c.command(words)
			return name
		}
		if !c.named(join(words)) {
			return ""
		}
	}
	if len(words) == 0 || len(words) > mostVerbatim || len(words) == 1 && isEnglish(words[0].low) {
		return ""
	}
	for i, t := range words {
		text := strings.NewReplacer(",", "", "~", "", "#", "").Replace(strings.TrimSuffix(t.text, "()")) // a function is called in code
		if i > 0 {
			text = strings.ReplaceAll(text, "*", "x")
		}
		if t.is(sentenceWords) || !isOperand(text) || i == 0 && (t.text[0] == '-' || strings.Contains(t.text, "=")) {
			return ""
		}
	}
	if len(words) == 1 && !strings.HasSuffix(words[0].text, call) && (strings.Contains(words[0].text, "::") || isMember(words[0].text)) {
		return words[0].text + call // remotes::install_github, install.packages
	}
	return join(words)
}

// isMember reports whether a word is the name of a function behind a dot, and not of a file, whose
// name ends in fewer letters: os.system.
func isMember(word string) bool {
	const longestExtension = 5
	first, last, ok := strings.Cut(word, ".")
	letters := func(s string) bool { return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_") == "" }
	return ok && letters(first) && letters(last) && len(last) > longestExtension
}

// cutAt parts words at the first of some; after is nil where there is none.
func cutAt(words []token, at string) (before, after []token) {
	for i := 1; i < len(words)-1; i++ {
		if words[i].is(at) {
			return words[:i], words[i+1:]
		}
	}
	return words, nil
}
