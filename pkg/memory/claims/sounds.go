package claims

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Sounds returns a sentence by which a message sounds as if what was checked were well, in
// whatever words: that is a claim only to one who knows that it is not so. mended takes a
// message for that as well which says that something was put right. A message that speaks
// of anything that fails, was not run, or is left to do makes no such claim, and neither
// does a sentence of one of the claims that Find returns: what that is about is said.
func Sounds(message string, mended bool, claimed []Claim) (c Claim, ok bool) {
	if len(message) > maxMessage {
		message = message[len(message)-maxMessage:]
	}
	g, s := grammar(), sound()
	for line := range strings.Lines(message) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, ">"), strings.HasPrefix(line, "```"):
			continue
		case strings.Contains(line, "[ ]"), failsAbroad().MatchString(line), s.abroadNot.MatchString(wellAbroad().ReplaceAllString(line, "")):
			return Claim{}, false
		}
		ticked := strings.ContainsAny(line, tickMarks)
		for _, sentence := range g.sentences(marks.Replace(line)) {
			if plain := g.plain(sentence); g.fails.MatchString(plain) || s.left.MatchString(plain) {
				return Claim{}, false
			}
			said := slices.ContainsFunc(claimed, func(c Claim) bool { return strings.Contains(marks.Replace(c.Sentence), sentence) })
			if !ok && !said && s.soundsWell(sentence, ticked, mended) {
				c.Sentence, ok = sentence, true
			}
		}
	}
	return c, ok
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
type sounding struct{ well, mended, left, abroadNot *regexp.Regexp }

var sound = sync.OnceValue(func() *sounding {
	return &sounding{
		well:   regexp.MustCompile(`(?i)\b(?:pass(?:es|ed|ing)?|green|verified|confirmed|validated|tested|succe\w+|clean(?:ly)?|compiles|builds|ok(?:ay)?|satisfied|in order|happy|went through|(?:no|zero|0|without) (?:errors?|failures?|warnings?|findings?|problems?|issues?|complaints?)|100 ?%)\b`),
		mended: regexp.MustCompile(`(?i)\b(?:fixed|resolved|solved|sorted|repaired|mended|works|working|taken care)\b`),
		// What is left to do, or known to be otherwise.
		left:      regexp.MustCompile(`(?i)\b(?:still|pre-?existing|unrelated|flak\w+|remains?|pending|blocked|waiting|on purpose|intentional\w*|deliberate\w*|unfinished|incomplete|timed? ?out|interrupted|hung|hangs|aborted|killed)\b|\b(?:not|never|no longer|cannot|\w+n't|\w+n’t|unable to|without) (?:\w+ ){0,2}(?:r[ua]n(?:ning)?|test(?:ed|ing)?|verif\w+|check(?:ed|ing)?|execut\w+|tr(?:y|ied|ying)|pass\w*|work\w*|finish\w*|build|compile|green|done)\b`),
		abroadNot: regexp.MustCompile(`(?i)(?:^|[^\pL])(?:nicht (?:\pL+ )?(?:gelaufen|ausgeführt|geprüft|getestet)|noch (?:nicht|offen)|pas (?:encore |été )?(?:lancé|exécuté|vérifié|testé)\pL*|encore|toujours rouge|sin (?:ejecutar|verificar|probar)|no (?:ejecut\pL+|prob\pL+|verifiqu\pL+)|todavía|aún|ainda|não (?:rodei|executei|testei|verifiquei)|ancora|non (?:ho|sono)|ещё|не запуск\pL+|fehl\pL+|schl[aä]\pL+ fehl|gescheitert|échou\pL+|échecs?|fall(?:a|an|ó|aron|ando|os?)|falh\pL+|fallit\pL+|fallisc\pL+|mislukt\pL*|пада\pL+|ошибк\pL+|провал\pL+|nie przesz\pL+|rot|rouges?|rojo|vermelho)(?:$|[^\pL])|没有?(?:运行|验证|测试|跑)|尚未|未(?:运行|验证|测试)|失败|报错|まだ|未(?:実行|確認|検証)|失敗|落ち|エラー|아직|실패`),
	}
})
