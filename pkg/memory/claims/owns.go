package claims

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// Owns reports whether a message tells that a check of a kind fails: "The new test passes.
// `mix test` isn't fully green". A sentence says that something does, and is about checks, or
// about what failed by one of its names, of which tests are those that only tests have. Where
// it says why something failed and, later, that it is well, it owns nothing, but if it failed
// before the work as well. Of a message that claims all of it, whole, a word for checks alone
// is not enough.
func Owns(message, kind string, names, tests []string, whole bool, admits func(sentence string) bool) bool {
	g, w := grammar(), owning()
	owns := false // as long as nothing later says that it is well
	for line, s := range sentences(unquoted(message)) {
		named, admits := hasName(s, names), admits
		if named && !hasName(s, tests) && !w.checks.MatchString(s) {
			admits = nil // it may be about what is tested
		}
		if of := g.kindOf(s); of != "" && of != kind && !named {
			continue
		}
		about, before := named || w.checks.MatchString(s), w.before.MatchString(s)
		switch {
		case about && w.fail(s, before, admits) && (before || named && w.still.MatchString(s)),
			about && before && w.still.MatchString(s) && w.failed.MatchString(s):
			return true
		case about && w.contrast.MatchString(s):
			return true
		case (named || about && !whole) && w.fail(s, before, admits):
			owns = true
		case owns && g.claims(line, s, kind):
			owns = false
		}
	}
	return owns
}

// fail reports whether a sentence says that something fails now; of what did not fail before,
// why it does is rather what was done about it.
func (w *ownWords) fail(sentence string, before bool, admits func(sentence string) bool) bool {
	plain := sentence
	if !before {
		plain = w.cause.ReplaceAllString(plain, " ")
	}
	for _, taken := range [...]*regexp.Regexp{sound().none, sound().gone, conditional(), w.past} {
		plain = taken.ReplaceAllString(plain, " ")
	}
	return w.fails.MatchString(plain) || failsAbroad().MatchString(plain) || admits != nil && admits(wellAbroad().ReplaceAllString(plain, ""))
}

// conditional is what is so in some case.
var conditional = pattern.Later(`(?i)\b(?:if|whenever|unless|in case|should) [^,;.]*`)

// claims reports whether a sentence of a line claims something of a kind of checks, and
// not only of the others.
func (g *rules) claims(line, sentence, kind string) bool {
	if others().MatchString(sentence) {
		return false
	}
	return slices.ContainsFunc(g.splits.Split(sentence, -1), func(clause string) bool {
		found := g.claimed(clause)
		if hasWord(clause, abroad[:]) {
			found = append(found, saidAbroad(clause)...)
		}
		return slices.ContainsFunc(found, func(c Claim) bool { return c.About(kind) })
	}) || slices.ContainsFunc(g.byCommand(line), func(c Claim) bool { return strings.Contains(marks.Replace(c.Sentence), sentence) })
}

// others are what a claim is about that is not about all.
var others = pattern.Later(`(?i)\b(?:others?|rest|remaining|new|else)\b`)

// ownWords are the words of a sentence that owns that a check fails.
type ownWords struct{ fails, failed, before, still, checks, past, cause, contrast *regexp.Regexp }

var owning = sync.OnceValue(func() *ownWords {
	is := func(s ...string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + strings.Join(s, "|")) }
	return &ownWords{
		fails: is(`\b(?:fails?|failing|failures?|red|broken|breakage|snags?|hiccups?)\b|\b(?:was|were) there (?:before|already)\b|\b(?:stays?|remains?) (?:as (?:it )?(?:is|was)|there|open)\b|(?:\bnot|n['’]t) (?:merge|ship|deploy|release)\b|\b\d+ failed\b|\b(?:has|have|reports?|shows?|finds?|gives?) (?:one|an?|two|three|some|[1-9]\d*) (?:\w+ )?(?:errors?|findings?|problems?|complaints?|offen[cs]es?|violations?)\b`,
			`(?:\bnot|n['’]t) (?:\w+ )?(?:green|passing|pass|clean|happy|succeed\w*|compile\w*|type-?check\w*|build)\b`,
			`\b(?:exits?|exited) (?:with )?(?:code |status )?[1-9]`,
			`\b(?:is|are|was|were)(?:n['’]t| not)(?:\s*[,.;]|\s*$)`),
		failed: is(`\b(?:fail\w*|red|broken|broke)\b`),
		// before says that it did so without the work, or is none of it.
		before: is(`\bpre-?(?:exist|dat)\w*|\bpredates?\b|\bunrelated\b|\b(?:un(?:touched|changed|affected)) (?:by|from)\b`,
			`\b(?:already|also) (?:\w+ )?(?:fail\w*|red|broken)|\b(?:fail\w*|red|broken|there|so|did|were\w*|was\w*|are|is) (?:\w+ ){0,2}(?:before|beforehand|on (?:main|master|trunk|develop)|on a clean (?:tree|checkout))\b`,
			`\bbefore (?:my|this|the|these|those|our|any|I|we)\b|\bsince before\b|\bwith (?:and|or) without\b|\b(?:as|like|than) before\b|\bbefore and after\b|\bwhen I (?:arrived|started|began)\b`,
			`(?:\bnot|n['’]t) (?:\w+ )?(?:caused by|new|mine|related|due to|from this|because of)\b|\b(?:nothing|n['’]t (?:anything|a thing)) to do with\b|\buntouched by\b|\bout(?:side)? of (?:the )?scope\b|\boutside (?:the|my|this) (?:scope|task|change)\b`,
			`(?:^|[^\pL])(?:(?:schon|bereits) (?:vorher|zuvor|davor)|wie (?:vorher|zuvor|bisher)|vor meiner|comme avant|avant ma|déjà (?:rouge|cassé|en échec)|(?:ya|antes) (?:fall\pL+|estaba)|como (?:antes|já)|già (?:ross|fall)\pL+|come prima|zoals (?:voorheen|eerder)|net als voorheen|tak jak (?:wcześniej|przedtem)|и (?:раньше|до)|до моих)(?:$|[^\pL])|(?:之前|修改前|変更前|以前)`),
		still: is(`\b(?:still|remain\w*|continues?|unchanged|unaffected|untouched|unrelated|as is|left|leave|ignore|known|open|nothing to do)\b`),
		checks: is(`\b[\w.:-]*(?:tests?|specs?|suites?|lint\w*|type-?check\w*|builds?|ci|pipeline|findings?)\b|\b(?:one|an?|\d+|two|the|no|same|only) (?:\w+ ){0,2}(?:failures?|failing|failed|case)\b|\b(?:one|1|only) (?:\w+ ){0,1}error\b|\b(?:preexisting|pre-existing|unrelated|known|full|whole) (?:\w+ )?(?:failures?|errors?|breakage|findings?|run|failing)\b`,
			`^(?:still |already )?failing\b|тест|проверк|测试|テスト|테스트`),
		// contrast says of a part that it is not so: green on 3.11, not on 3.12.
		contrast: is(`(?:,|\bbut|\baber|\bmais|\bpero|\bmas)\s+(?:[\pL\d.+-]+\s+){0,4}(?:nicht|not|pas|no|não|\w+n['’]t)\s*(?:$|[:;,(])`),
		cause:    is(`\bfail\w* (?:because|since|due to|as|when|whenever|only when) `),
		past: is(`\b(?:was|were|had been|have been|has been|used to be|got) (?:\w+ )?(?:failing|red|broken|failures?)\b|\b(?:previously|originally|initially|formerly|earlier|at first)\b.*\b(?:failed|failing|red|broken)\b|\bmade [^.]*\bfail\b|\bwhy\b[^.]*\bfail\w*|\b(?:the|that|this|both|all|each|every) (?:\w+ )?(?:failing|broken|red|failed) (?:\w+ ){0,2}(?:tests?|specs?|cases?|checks?|build|suite)\b`,
			`\b(?:fix\w*|resolv\w*|address\w*|repair\w*|correct\w*|unblock\w*|trac\w+|debug\w*|no longer|took care of|remov\w*|clos\w*) [^.]*\b(?:fail\w*|broken|red|complain\w*)\b`),
	}
})
