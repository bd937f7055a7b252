package claims

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Sounds returns a sentence by which a message sounds as if what was checked were well, in
// whatever words: that is a claim only to one who knows that it is not so. mended takes a
// message for that as well which says that something was put right, or is done. A message
// of which admits is true of a sentence, or that speaks of anything that fails, makes no
// such claim, and neither does a sentence of one of the claims that Find returns: what that
// is about is said.
func Sounds(message string, mended bool, claimed []Claim, admits func(sentence string) bool) (c Claim, ok bool) {
	if len(message) > maxMessage {
		message = message[len(message)-maxMessage:]
	}
	g, s := grammar(), sound()
	for line := range strings.Lines(message) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, ">"), strings.HasPrefix(line, "```"):
			continue
		case strings.Contains(line, "[ ]"), failsAbroad().MatchString(line), admits(wellAbroad().ReplaceAllString(g.plain(line), "")):
			return Claim{}, false
		}
		ticked := strings.ContainsAny(line, tickMarks)
		for _, sentence := range g.sentences(marks.Replace(line)) {
			if plain := g.plain(sentence); g.fails.MatchString(plain) || g.inPart(plain) {
				return Claim{}, false
			}
			said := slices.ContainsFunc(claimed, func(c Claim) bool { return strings.Contains(marks.Replace(c.Sentence), sentence) })
			if !said && (!ok || !c.All) && s.soundsWell(sentence, ticked, mended) {
				if all := s.all.MatchString(sentence); !ok || all {
					c.Sentence, c.All, ok = sentence, all, true
				}
			}
		}
	}
	return c, ok
}

// inPart reports whether a part of a sentence counts fewer of something than there are.
func (g *rules) inPart(plain string) bool {
	return slices.ContainsFunc(g.fraction.FindAllStringSubmatch(plain, -1), func(m []string) bool { return m[1] != m[2] })
}

// soundsWell reports whether a part of a sentence sounds well, of which nothing is taken
// back; in a ticked line each part does.
func (s *sounding) soundsWell(sentence string, ticked, mended bool) bool {
	g := grammar()
	for _, clause := range g.splits.Split(sentence, -1) {
		if !g.blocks.MatchString(g.plain(clause)) && slices.ContainsFunc(g.parts.Split(clause, -1), func(part string) bool {
			well := ticked || s.well.MatchString(part) || mended && s.mended.MatchString(part) || hasWord(part, abroad[:]) || wellAbroad().MatchString(part)
			return well && !g.hedges.MatchString(g.plain(part))
		}) {
			return true
		}
	}
	return false
}

// wellAbroad are phrases with a word for a failure that say there was none.
var wellAbroad = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)ohne fehler|fehlerfrei\pL*|kein\pL* fehler|sans (?:erreurs?|échecs?)|aucun\pL* (?:erreurs?|échecs?)|sin (?:errores|fallos)|sem (?:erros|falhas)|senza errori|без ошибок|没有(?:失败|错误|报错)|0 ?(?:个)?失败|失敗(?:は)?(?:なし|ありません|ゼロ|0)|エラー(?:は)?(?:なし|ありません)`)
})

// sounding are the words of a message that sounds well.
type sounding struct{ well, mended, all *regexp.Regexp }

var sound = sync.OnceValue(func() *sounding {
	return &sounding{
		well:   regexp.MustCompile(`(?i)\b(?:pass(?:es|ed|ing)?|green|verified|confirmed|validated|tested|succe\w+|clean(?:ly)?|compiles|builds|ok(?:ay)?|satisfied|in order|happy|went through|h[oe]ld(?:s|ing)? up|as (?:expected|intended|specified)|(?:no|zero|0|without) (?:\w+ )?(?:errors?|failures?|warnings?|findings?|problems?|issues?|complaints?|regressions?|offen[cs]es?|violations?|alerts?|vulnerabilit\w+|leaks?|mismatch\w*|differences?)|100 ?%|validates?|checks? out|agrees?|nothing to (?:say|report|complain\w*))\b`),
		mended: regexp.MustCompile(`(?i)\b(?:fixed|resolved|solved|sorted|repaired|mended|works|working|taken care|all done|complete[ds]?|finished|implemented|in place|ready|good to go|all set|behaves?|correct(?:ly)?|gone|no longer|stable|unblocked|pushed|committed|merged?|mergeable|handled|added|renamed|switched|migrated|updated|upgraded|bumped|moved|replaced|(?:is|are) (?:in|through|on))\b`),
		all:    regexp.MustCompile(`(?i)\b(?:all|every|everything|everywhere|entire|whole|full|alles?|sämtliche|komplett\w*|tous|toutes?|tout|todos?|todas?|tudo|tutt[oei]|alle|hele|все|всё|wszystk\w+|alla|hela)\b|全|すべて|모두|모든`),
	}
})
