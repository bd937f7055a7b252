package preferences

import (
	"strings"
)

// isSubcommand reports whether words may be a command with its subcommand or an option:
// "no docker system prune", but not "no security holes".
func isSubcommand(words []token) bool {
	return words[0].code || strings.HasPrefix(words[1].text, "-") || len(words) > 2 || !isEnglish(words[0].low) && !strings.HasSuffix(words[1].low, "s")
}

// cases begin what limits a command to some places, times or cases.
const cases = "in|on|at|for|to|with|without|unless|except|if|when|while|during|until|after|before"

// isLimit reports whether a word may limit what is never wanted to some cases, or
// is a command itself.
func (t token) isLimit() bool {
	return t.code || t.is(cases+"|from|but|or|and|,")
}

// IsOfFiles reports whether a sentence names something right behind what is done with files:
// "don't delete build" is about no command of that name.
func IsOfFiles(sentence, name string) bool {
	before, _, ok := strings.Cut(sentence, name)
	words := tokens(strings.TrimRight(before, " `'\""))
	for len(words) > 0 && words[len(words)-1].is("the|a|my|our|your|any|this|that") {
		words = words[:len(words)-1]
	}
	return ok && name != "" && len(words) > 0 && words[len(words)-1].is("delete|deleting|remove|removing|rm|erase|wipe|rename|move|edit|editing|modify|change|changing|touch|touching|overwrite|löschen|supprime|borres")
}

// IsLimited reports whether a sentence goes on behind a command with what limits it to some
// cases: "never run prettier on the whole repo".
func IsLimited(sentence, command string) bool {
	_, rest, ok := strings.Cut(sentence, command)
	words := tokens(strings.TrimSpace(rest))
	return ok && command != "" && len(words) > 0 && !words[0].code && words[0].is(cases+"|against")
}

// isBranch reports whether a word names a branch: in marks, or one of those that
// most projects have.
func isBranch(t token) bool {
	if t.code {
		return isOperand(strings.ReplaceAll(t.text, "*", "x")) && t.text[0] != '-' && !strings.Contains(t.text, ":")
	}
	kind, name, _ := strings.Cut(t.low, "/")
	return t.is("main|master|develop|trunk|production|staging") || name != "" && (token{low: kind}).is("release|releases|feature|features|feat|hotfix|bugfix|fix|chore|support")
}
