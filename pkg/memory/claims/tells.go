package claims

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// Tells reports whether a message tells of something by one of its names, such as a test
// that failed, and not that it is well: who names it knows of it. "all but test_total pass"
// tells of it, "test_total passes now" does not.
func Tells(message string, names []string) bool {
	g := grammar()
	tells := false // as long as nothing later says that it is well
	for line := range strings.Lines(end(message)) {
		line = strings.TrimSpace(line)
		for _, s := range g.sentences(marks.Replace(line)) {
			switch named := hasName(conditional().ReplaceAllString(s, " "), names); {
			case named && included().MatchString(s) && !failsAbroad().MatchString(s) && !g.fails.MatchString(g.plain(s)) && g.claims(line, s, "test"):
				tells = false // alle Tests laufen durch, auch test_total
			case named && !saysWell(s, names) && !owning().past.MatchString(s):
				tells = true
			case tells && !besides().MatchString(s) && g.claims(line, s, "test"):
				tells = false
			}
		}
	}
	return tells
}

// saysWell reports whether a sentence says of what it names that it is well, or that it was
// written.
func saysWell(sentence string, names []string) bool {
	if besides().MatchString(sentence) || grammar().hedges.MatchString(sentence) || grammar().fails.MatchString(grammar().plain(sentence)) {
		return false
	}
	if _, is := named(sentence, names); is {
		return true
	}
	s := sound()
	return s.well.MatchString(sentence) || s.none.MatchString(sentence) || s.gone.MatchString(sentence) || s.mended.MatchString(sentence) || s.wrote.MatchString(sentence) || newTest().MatchString(sentence)
}

// newTest names a test that was written.
var newTest = pattern.Later(`(?i)\bnew (?:\w+ )?(?:tests?|specs?|cases?)\b`)

// besides is said of what is not so of something else.
var besides = pattern.Later(`(?i)\b(?:but|except\w*|excluding|exception of|apart from|aside|other than|save for|besides|minus|remaining|only|needs?|wants?|expects?|asserts?|old|flaky|nur|lediglich|nicht|seulement|solamente|außer|bis auf|sauf|salvo|exceto|tranne|behalve|кроме)\b`)

// included is said of what is so of something as well.
var included = pattern.Later(`(?i)[,(–-] ?(?:including|incl\.?|also|as well as|auch|inklusive|einschließlich|y compris|dont|également|incluid[oa]s?|también|inclusive|também)\b`)
