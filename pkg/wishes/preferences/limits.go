package preferences

import "strings"

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
