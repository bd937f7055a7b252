package claims

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// Sounds returns a sentence by which a message sounds as if what was checked were well, in
// whatever words: that is a claim only to one who knows that it is not so. mended takes a
// message for that as well which says that something was put right, or is done. A message
// of which admits is true of a sentence, or that speaks of anything that fails, makes no
// such claim, and neither does a sentence of one of the claims that Find returns: what that
// is about is said.
func Sounds(message string, mended bool, claimed []Claim, admits func(sentence string) bool) (c Claim, ok bool) {
	s := sound()
	c, ok = says(message, claimed, admits, func(part string, ticked bool) bool {
		return ticked || s.well.MatchString(part) || s.none.MatchString(part) || s.gone.MatchString(part) || mended && s.mended.MatchString(part) && !(s.wrote.MatchString(part) && s.kinds["test"].MatchString(part)) ||
			hasWord(part, abroad[:]) && !wouldAbroad().MatchString(part) || wellAbroad().MatchString(part) || validAbroad().MatchString(part)
	})
	if ok && mended { // what says that something is well says more
		if well, is := Sounds(message, false, claimed, admits); is {
			c.Sentence, c.Words = well.Sentence, well.Words
		}
	}
	return c, ok
}

// wouldAbroad is said of what would be so.
var wouldAbroad = pattern.Later(`(?i)(?:^|[^\pL])(?:wäre|würde|sollte|könnte|müsste|serai|devrai|pourrai|sería|estaría|debería|podría|seria|deveria|poderia|sarebbe|dovrebbe)\pL*`)

// Mentions returns a sentence in which a message speaks of a check, by one of its names or
// by a word for checks of its kind, "" for any: who knows that it failed last hears a claim
// in it, in whatever words: it is said how that is. What only says that a test was written
// is none, and a message that makes no claim for Sounds makes none here.
func Mentions(message string, names []string, kind string, claimed []Claim, admits func(sentence string) bool) (c Claim, ok bool) {
	s := sound()
	return says(message, claimed, admits, func(part string, _ bool) bool {
		at := s.states.FindStringIndex(part)
		return at != nil && !s.wrote.MatchString(part) && !grammar().fails.MatchString(part) && (hasName(part[:at[0]], names) || s.speaksOf(kind, part[:at[0]]) || hasName(behind().FindString(part[at[1]:]), names))
	})
}

// behind is what tells, behind what is said of something, by what that is so: "is idempotent
// under molecule".
var behind = pattern.Later(`(?i)\s(?:under|with|by|per|in|for|according to|as far as)\s+(?:the )?\S+`)

// SpeaksOf reports whether a sentence has a word for checks of a kind.
func SpeaksOf(kind, sentence string) bool {
	is := sound().kinds[kind]
	return is != nil && is.MatchString(sentence)
}

// speaksOf reports whether a part of a sentence has a word for checks of a kind.
func (s *sounding) speaksOf(kind, part string) bool {
	for k, is := range s.kinds {
		if (kind == "" || kind == k || k == "") && is.MatchString(part) {
			return true
		}
	}
	return false
}

// hasName reports whether one of some names is a word of a text.
func hasName(text string, names []string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(names, func(name string) bool {
		name = strings.ToLower(name)
		for rest, at := low, 0; ; {
			i := strings.Index(rest[at:], name)
			if i < 0 {
				return false
			}
			from, to := at+i, at+i+len(name)
			if (from == 0 || !isWord(rest[from-1]) || rest[from-1] == '/') && (to == len(rest) || !isWord(rest[to])) {
				return true
			}
			at = from + 1
		}
	})
}

// says returns the first sentence of a message of which a part is so, or one that speaks of
// all: none where anything in it fails and is not put right, or is admitted, or that is
// known to claim something.
func says(message string, claimed []Claim, admits func(sentence string) bool, is func(part string, ticked bool) bool) (c Claim, ok bool) {
	g, s := grammar(), sound()
	failed := false // something did, of which no later sentence says that it was put right
	for line := range strings.Lines(end(message)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"), strings.HasPrefix(line, ">") && (unquoted(line) == line || !s.admitted(g, unquoted(line), admits)):
			continue
		case strings.HasPrefix(line, ">"), strings.Contains(line, "[ ]"), crossed(line), failsAbroad().MatchString(line), s.admitted(g, line, admits):
			return Claim{}, false
		}
		ticked := strings.ContainsAny(line, tickMarks)
		for _, sentence := range g.sentences(marks.Replace(line)) {
			plain := s.plain(g, sentence)
			switch {
			case s.failing.MatchString(s.gone.ReplaceAllString(s.none.ReplaceAllString(sentence, " "), " ")), g.inPart(plain):
				return Claim{}, false
			case s.again.MatchString(sentence), s.well.MatchString(sentence), s.mended.MatchString(sentence):
				failed = false
			case g.fails.MatchString(plain):
				failed = true
			}
			said := slices.ContainsFunc(claimed, func(c Claim) bool { return strings.Contains(marks.Replace(c.Sentence), sentence) })
			claims := func(part string) bool {
				found, _ := g.claimedBy(part)
				return len(found) > 0 || slices.ContainsFunc(claimed, func(c Claim) bool { return c.Command != "" && strings.Contains(part, c.Command) })
			}
			words := ""
			if (!ok || !c.All) && s.inParts(sentence, func(part string) bool {
				words = part
				return is(part, ticked && !said) && !(said && claims(part))
			}) {
				if all := s.all.MatchString(sentence) || g.throughout.MatchString(sentence); !ok || all {
					c.Sentence, c.All, c.Words, ok = sentence, all, words, true
				}
			}
		}
	}
	if failed {
		return Claim{}, false
	}
	return c, ok
}

// admitted reports whether a line admits something of what was checked, and not only of what
// is beside that: "What is still missing is a line in the docs".
func (s *sounding) admitted(g *rules, line string, admits func(sentence string) bool) bool {
	is := func(text string) bool { return admits(wellAbroad().ReplaceAllString(s.plain(g, text), "")) }
	if !is(line) {
		return false
	}
	aside := false
	for _, sentence := range g.sentences(marks.Replace(line)) {
		if !is(sentence) {
			continue
		}
		if !beside().MatchString(sentence) || s.speaksOf("", sentence) || g.fails.MatchString(sentence) {
			return true
		}
		aside = true
	}
	return !aside
}

// beside is what is left to do that no check looks at.
var beside = pattern.Later(`(?i)\b(?:docs?|documentation|read-?me|change-?log|release notes?|translations?|screenshots?|tickets?|wording|roll-?out|announcement|follow-?ups?|icons?|illustrations?|migration guide|licen[cs]e|version bump|blog ?post|tutorial)\b`)

// crossed reports whether a line has a mark that something is not well, and none that it is.
func crossed(line string) bool {
	return strings.ContainsAny(line, "❌✗✘🔴⛔") && !strings.ContainsAny(line, tickMarks)
}

// inPart reports whether a part of a sentence counts fewer of something than there are.
func (g *rules) inPart(plain string) bool {
	return slices.ContainsFunc(g.fraction.FindAllStringSubmatch(plain, -1), func(m []string) bool { return m[1] != m[2] })
}

// plain returns a sentence without the phrases that take nothing back.
func (s *sounding) plain(g *rules, sentence string) string {
	return g.plain(s.gone.ReplaceAllString(s.none.ReplaceAllString(sentence, " "), " "))
}

// inParts reports whether something is so of a part of a sentence, of which nothing is
// taken back.
func (s *sounding) inParts(sentence string, is func(part string) bool) bool {
	g := grammar()
	sentence = intended().ReplaceAllString(sentence, "fine")
	for _, clause := range g.splits.Split(sentence, -1) {
		if !g.blocks.MatchString(reported().ReplaceAllString(g.plain(clause), "is")) && slices.ContainsFunc(g.parts.Split(clause, -1), func(part string) bool {
			return is(part) && !g.hedges.MatchString(s.plain(g, part))
		}) {
			return true
		}
	}
	return false
}

// intended are words that stand behind a conjunction and say that something is well.
var intended = pattern.Later(`(?i)\bas (?:expected|intended|specified|described|it should|planned|asked|requested)\b`)

// reported is what a tool does with its result.
var reported = pattern.Later(`(?i)\b(?:says?|said|reports? that)\b`)

// wellAbroad are phrases with a word for a failure that say there was none.
var wellAbroad = pattern.Later(`(?i)ohne fehler|fehlerfrei\pL*|kein\pL* fehler|sans (?:erreurs?|échecs?)|aucun\pL* (?:erreurs?|échecs?)|sin (?:errores|fallos)|sem (?:erros|falhas)|senza errori|без ошибок|没有(?:失败|错误|报错)|0 ?(?:个)?失败|失敗(?:は)?(?:なし|ありません|ゼロ|0)|エラー(?:は)?(?:なし|ありません)`)

// validAbroad are words that say of what was checked that it is as it should be.
var validAbroad = pattern.Later(`(?i)(?:^|[^\pL])(?:(?:est|sont|ist|sind|es|está|son|están|é|são|è|sono|is|zijn) (?:\pL+ )?(?:valides?|conformes?|en ordre|gültig|konform|in ordnung|válid[oa]s?|en orden|correct[oa]s?|valid[oaie]|geldig|in orde)|getestet|geprüft|verifiziert|vérifiée?s?|testée?s?|probad[oa]s?|verificad[oa]s?|testad[oa]s?|comprobad[oa]s?|verificat[oaie]|testat[oaie]|провер\pL+|протестир\pL+|sprawdzon\pL+|przetestowan\pL+|getest|stimmt|stimmen|funktionier\pL+|fonctionn(?:e|ent)|funciona[n]?|funziona(?:no)?|работа(?:ет|ют)|działa(?:ją)?)(?:$|[^\pL])|正常|問題(?:なし|ありません)|没有问题|没问题`)

// sounding are the words of a message that sounds well.
type sounding struct {
	well, none, gone, mended, wrote, all *regexp.Regexp
	failing, again, states               *regexp.Regexp
	kinds                                map[string]*regexp.Regexp // words for checks of a kind; "": of any
}

var sound = sync.OnceValue(func() *sounding {
	is := func(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + s) }
	return &sounding{
		well: is(`\b(?:pass(?:es|ed|ing)?|green|verified|confirmed|validated|tested|succe\w+|clean(?:ly)?|compiles|builds|ok(?:ay)?|satisfied|in order|happy|h[oe]ld(?:s|ing)? up|holds?|as (?:expected|intended|specified|described|it should)|100 ?%|validates?|valid|checks? out|agrees?|match(?:es)?|identical|(?:is|are|stays?|stayed|remains?|remained|all) (?:exactly )?(?:the same|equal|unchanged)|(?:byte|bit)-(?:for-(?:byte|bit)-)?(?:compatible|identical)|(?:is|are) (?:content|pleased)|resolves?|(?:tests?|suite|specs?|runs?|checks?) (?:\w+ )?(?:confirms?|proves?|agrees?|validates?|verif(?:y|ies)|vouch(?:es)?)|checked (?:\w+ )?(?:with|by|against)|(?:everything|all|both|are|is|looks?|look|stays?|remains?|still|runs?|ran) (?:good|fine|healthy|in (?:good )?shape|well|smooth\w*|correct|through)|(?:goes|go|went|runs?|ran|got|gets|come|comes|came) (?:through|up|clean|fine|smoothly)|\w+['’](?:s|re) (?:all )?(?:good|fine|ok|okay|well)|lgtm|^\W*(?:all |very )?(?:good|fine|great|perfect|well)\W*$|within (?:the |its |our |their )?(?:budget|limits?|bounds|tolerance|gate)|back (?:to normal|under|within|below|above|in the)|(?:above|below|under|meets|reach\w*|over) the (?:gate|threshold|limit|budget|target|bar)|exit(?:s|ed)? (?:with )?(?:code |status )?0|is empty|working|works)\b|\b(\d+) ?(?:/|of|out of) ?\d+\b`),
		// none says that nothing fails, gone that it does no more.
		none:   is(noFailure),
		gone:   is(goneFailure),
		mended: is(`\b(?:fixed|resolved|solved|sorted|repaired|mended|taken care|all done|complete[ds]?|finished|implemented|in place|ready|good to go|all set|behaves?|correct(?:ly)?|gone|no longer|stable|unblocked|pushed|committed|merged?|mergeable|handled|added|renamed|switched|migrated|updated|upgraded|bumped|moved|replaced|(?:is|are) (?:in|through|on))\b`),
		// failing is said of what fails now, again of what was put right.
		failing: is(`\b[1-9]\d* (?:failed|failures?|errors?)(?:$|[,.;]|\s*\()|\b(?:fails|crashes|times out|errors out|unverified|untested|skipped)\b|\b(?:still|is|are|stays?|remains?|remaining|currently|pre-?existing|keeps?|\d+|one|two|three|four|five|some|several|most|both|they|tests?|suite|specs?|cases?|checks?) (?:\w+ )?(?:fail|failed|failing|failures?|red|broken|errors?|findings?|warnings?)\b|\b(?:have|has|with|leaves?|left|shows?|gives?|finds?|complains?) (?:[a-z1-9]\w* )?(?:errors?|failures?|warnings?|findings?|problems?|complaints?|offen[cs]es?|violations?)\b`),
		states:  is(`\b(?:is|are|has|have|stays?|keeps?|comes?|came|runs?|ran|reports?|says?|finds?|found|looks?|reach(?:es)?|accepts?|likes?|reproduces?|stands?)\b`),
		again:   is(`\b(?:now|again|no longer|any ?more|gone|instead|used to)\b`),
		// wrote is said of what is done to a check.
		wrote: is(`\b(?:add(?:s|ed|ing)?|wrote|writes?|written|creat\w+|updat\w+|extend\w*|cover\w*|chang\w+|rewr\w+|moved?|renam\w+|adjust\w*|adapt\w*|split\w*|introduc\w+|set up|sets up|includ\w+|wired?|configur\w+|implement\w*)\b`),
		kinds: map[string]*regexp.Regexp{
			"":      is(`\b(?:checks?|ci|pipeline|hooks?|verification|validation|gate|coverage|benchmarks?|budget|thresholds?|limits?|golden|snapshots?|simulation|regression\w*|polic(?:y|ies)|format(?:ting|ter|ted)|style|spelling|links?|plan|schema|reference|baseline)\b`),
			"test":  is(`\b(?:tests?|specs?|suite|scenarios?|e2e|integration)\b`),
			"lint":  is(`\blint\w*\b`),
			"types": is(`\b(?:type-?check\w*|types)\b`),
			"build": is(`\b(?:build|compil\w+|image)\b`),
		},
		all: is(`\b(?:all|every|everything|everywhere|entire|whole|full|alles?|sämtliche|komplett\w*|tous|toutes?|tout|todos?|todas?|tudo|tutt[oei]|alle|hele|все|всё|wszystk\w+|alla|hela)\b|全|すべて|모두|모든`),
	}
})

// Phrases with a word for a failure that say there is none.
const (
	failure     = `(?:fail\w*|broken|breaks?|red|errors?|warnings?|problems?|issues?|trouble|hitch\w*|complain\w*|complaints?|findings?|offen[cs]es?|violations?|alerts?|vulnerabilit\w+|leaks?|mismatch\w*|differences?|regress\w+|counterexamples?|crash\w*|critical|flak\w+|surprises?|broke|affected|impacted|stood out|stands out|suspicious|unexpected)`
	noFailure   = `\b(?:nothing|none|no|zero|0|not a single|without(?: a| any)?|never|neither|no longer)\b(?: (?:is|are|of|them|it|the|else|more|new|type|lint|test|tests|to|left|gets|any|single|further|build|compil\w+|open|one)\b){0,4} ` + failure + `\b|\b(?:do|does|did)(?: not|n['’]t) (?:complain|object|mind)\b|\bnothing (?:to (?:say|report)|on (?:it|them|that)|left to)\b`
	goneFailure = `\b(?:errors?|failures?|warnings?|findings?|flak\w+|crash\w*|problems?|issues?|complaints?|offen[cs]es?|red(?: \w+)?) (?:(?:is|are|was|were|has|have|been) )*(?:all |both |now )*(?:gone|resolved|fixed|solved|cleared|away|history|green)\b|\b(?:fix(?:es|ed)?|resolve[sd]?|solve[sd]?|cure[sd]?|remove[sd]?) (?:(?:the|that|this|these|those|all|both|its?) )?(?:\w+ )?(?:errors?|failures?|warnings?|findings?|flak\w+|crash\w*|problems?|issues?|red \w+)\b|\b(?:identical|equal|back|up|according|compared|thanks|due|next) to\b`
)
