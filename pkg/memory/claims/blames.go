package claims

import "github.com/ctxhook/ctxhook/pkg/base/pattern"

// Blamed is a sentence that says of what fails that it did so before the work.
type Blamed struct {
	Kind     string // of the checks of which it speaks; "": it does not say
	Sentence string
}

// Blames returns the sentences of a message by which something that fails did so before the
// work: "one pre-existing failure". That it is not so, or may be, they do not say.
func Blames(message string) (list []Blamed) {
	if !hasWord(message, []string{"exist", "predate", "before", "already", "on main", "on master"}) {
		return nil
	}
	before := ""
	for _, s := range sentences(message) {
		if pronoun().MatchString(s) {
			s = before + "; " + s
		}
		if before = s; earlier().MatchString(s) && failing().MatchString(s) && !doubted().MatchString(s) {
			list = append(list, Blamed{grammar().kindOf(s), s})
		}
	}
	return list
}

// earlier is said of what was so before the work.
var earlier = pattern.Later(`(?i)\bpre-?exist\w*|\bpredates?\b|\b(?:already|also) (?:\w+ )?(?:fail\w*|red|broken)\b.*\b(?:before|on (?:main|master|trunk))\b|\b(?:fail\w*|red|broken|so|there|exist\w*|present) (?:\w+ ){0,2}(?:before (?:my|this|these|the|any|I|we)|on (?:main|master|trunk))\b`)

// pronoun begins a sentence about what the one before it is about.
var pronoun = pattern.Later(`(?i)^(?:it|they|that|this|those|these|both|all of (?:it|them))\b`)

// failing is said of what fails, or of what a linter finds.
var failing = pattern.Later(`(?i)\b(?:fail\w*|red|broken|broke|errors?|findings?|warnings?|problems?|offen[cs]es?|violations?|complain\w*|complaints?)\b`)

// doubted is said where that is not said to be so, or where it is said of what is put right.
var doubted = pattern.Later(`(?i)\b(?:not|no|never|none|if|whether|may|might|could|possibly|probably|maybe|seems?|fixed|fixes|fix|resolved|now (?:pass\w*|green)|\w+n['’]t)\b|\?$`)
