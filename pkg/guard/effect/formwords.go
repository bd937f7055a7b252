package effect

import (
	"slices"
	"strings"
)

// strength says how much a verb takes away.
type strength uint8

// The strengths, from the least.
const (
	noVerb  strength = iota
	changes          // undone by another command, but felt: reset, rollback
	closes           // takes away access or service: revoke, disable
	removes          // delete: also what people call tidying up
	ruins            // destroy, purge: never said of what is wanted
	pays             // moves money
)

// strengthOf returns the strength of a verb.
func strengthOf(word string) strength {
	switch {
	case verbRuinsWord(word):
		return ruins
	case verbRemovesWord(word):
		return removes
	case verbClosesWord(word):
		return closes
	case verbChangesWord(word):
		return changes
	case verbPaysWord(word):
		return pays
	}
	return noVerb
}

// worth says whose the object of a verb is.
type worth uint8

// The worths.
const (
	unknownWorth worth = iota
	own                // of the user's own tools, and made again: a cache, a tag
	shared             // others may rely on it, or data is in it
)

// worthOf returns the worth of an object, in the singular or the plural.
func worthOf(word string) worth {
	for _, w := range [...]string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es"), strings.TrimSuffix(word, "ies") + "y"} {
		if v := singular(w); v != unknownWorth {
			return v
		}
	}
	return unknownWorth
}

func singular(word string) worth {
	switch {
	case objectSharedWord(word):
		return shared
	case objectOwnWord(word):
		return own
	}
	return unknownWorth
}

// compound reads a word that is a verb, or one that joins a verb and an object:
// delete-cluster, cluster:delete. A verb joined with anything else is a name.
func compound(word string) (verb, object string, strong strength) {
	word = strings.ToLower(word)
	if s := strengthOf(word); s != noVerb {
		return word, "", s
	}
	at := strings.IndexAny(word, ":.-_/")
	if at <= 0 || at == len(word)-1 {
		return "", "", noVerb
	}
	if s := strengthOf(word[:at]); s != noVerb && worthOf(word[at+1:]) != unknownWorth {
		return word[:at], word[at+1:], s
	}
	at = strings.LastIndexAny(word, ":.-_/")
	if s := strengthOf(word[at+1:]); s != noVerb && worthOf(word[:at]) != unknownWorth {
		return word[at+1:], word[:at], s
	}
	return "", "", noVerb
}

// otherVerb reports whether a word is a verb of another kind, which takes what is
// behind it as a name.
func otherVerb(word string) bool {
	return verbOtherWord(strings.ToLower(word))
}

// plainWord reports whether a word can be a subcommand and is no path or text.
func plainWord(word string) bool {
	if word == "" || word[0] < 'A' || word[0] > 'z' {
		return false
	}
	for i := range len(word) {
		switch b := word[i]; {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9', b == '-', b == '_', b == ':', b == '.', b == '/':
		default:
			return false
		}
	}
	return true
}

// parts splits a name at what joins words in names.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune("-_./:@,= ", c) })
}

// inUse reports whether a name says that it is in production.
func inUse(name string) bool {
	return slices.ContainsFunc(parts(name), nameProductionWord)
}

// forTrial reports whether a name says that it is for tests or for one developer.
func forTrial(name string) bool {
	if strings.HasPrefix(name, "/dev/") {
		return false // a device
	}
	for _, reserved := range [...]string{"example.com", "example.org", "example.net"} {
		name = strings.ReplaceAll(name, reserved, "") // stands for any domain, not for a trial
	}
	return slices.ContainsFunc(parts(name), nameTrialWord)
}
