package claims

import (
	"regexp"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// Done returns the sentence of a message that says of a deed that it was done, and done well:
// "deploy", "migrate", "push", "publish" or "install". A message that admits something, or
// says that anything failed, says so of none.
func Done(message, deed string, admits func(sentence string) bool) (c Claim, ok bool) {
	is := deeds()[deed]
	if is == nil {
		return c, false
	}
	return says(message, nil, admits, func(part string, _ bool) bool { return is.MatchString(part) && !planned().MatchString(part) })
}

// deeds is how a deed is told that was done.
var deeds = sync.OnceValue(func() map[string]*regexp.Regexp {
	const well = `(?:succe\w+|complete[sd]?|worked|works|went (?:through|fine|smoothly|well)|(?:ran|runs|applie[sd]|was applied|has been applied|is applied|is in place)(?: (?:cleanly|successfully|fine|without (?:errors?|problems?|issues?)))?|finished|passe[sd]|(?:is|are) (?:done|live|out|through|up|clean|fine))`
	is := func(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + s) }
	return map[string]*regexp.Regexp{
		"deploy":  is(`\b(?:re-?)?deployed\b|\brolled out\b|\b(?:deploy\w*|rollout|roll-out|release|apply|dry[- ]run|plan) (?:\S+ ){0,3}?` + well + `\b|\bapplied (?:the|all|it|to|successfully|cleanly)\b|\b(?:is|are) (?:now )?live\b`),
		"migrate": is(`\bmigrations? (?:\S+ ){0,3}?` + well + `\b|\bmigrated\b|\b(?:ran|applied|executed) (?:the |all |both |my |new |pending )*(?:\w+ )?migrations?\b|\b(?:database|schema|db) (?:is|was|has been) (?:now )?(?:up[- ]to[- ]date|upgraded|updated)\b|\b(?:has|have|was|were)(?: been)? (?:run|applied|executed) (?:against|on|to)\b`),
		"push":    is(`\bpushed\b|\bpush (?:\S+ ){0,2}?` + well + `\b`),
		"publish": is(`\b(?:published|uploaded)\b|\bpublish\w* (?:\S+ ){0,2}?` + well + `\b|\breleased (?:as|to|on|v?\d)`),
		"install": is(`\binstall(?:ation)? (?:\S+ ){0,3}?` + well + `\b|\b(?:dependenc(?:y|ies)|packages?|everything|all) (?:\w+ )?(?:resolve[sd]?|installs?|install(?:ed)? (?:cleanly|fine|successfully)|(?:is|are|were|was) (?:now )?installed)\b|\block ?file (?:is|was|has been) (?:now )?(?:updated|regenerated|refreshed|in sync|up[- ]to[- ]date)\b|\bresolves? (?:cleanly|fine|without)\b`),
	}
})

// planned is said of a deed that is to be done, or was by somebody else.
var planned = pattern.Later(`(?i)\b(?:ready|please|next|you|your|later|locally|already|previously|last|to be|can be|must be|needs?|once|after|when|if|until|before|currently|version|users?|how|upstream)\b`)
