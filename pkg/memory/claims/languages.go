package claims

import (
	"regexp"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// language holds how one of the other languages says that checks passed. Its clauses
// are short ones: a subject, perhaps adverbs, and what is good.
type language struct {
	claims []form
	hedges *regexp.Regexp // with one of these a clause claims nothing
	all    *regexp.Regexp
}

// tongue makes a language of its words: subjects of tests, those of all that is checked,
// what is said of them and between the two, and what takes it back. Words of scripts without spaces may follow
// each other.
func tongue(subject, whole, between, good, hedges, all string) language {
	is := func(s string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + s) }
	word := func(s string) string { return `(?:^|[^\pL])(?:` + s + `)(?:$|[^\pL])` }
	says := func(subject string) *regexp.Regexp {
		return is(`(?:^|[^\pL])(?:` + subject + `)(?:\s+\([^)]*\))?(?:\s+(?:` + between + `)|\s+(?:nach|in|auf|mit|unter|en|sur|dans|sous|em|su|op|med|после|po|von|vom|de|del|della|du|des|do|da|van|av)\s+[\pL\d._/-]+(?:\s+(?:und|et|y|e|en|och|og|и|i|ve)\s+[\pL\d._/-]+|\s+\pL+)?)*\s+(?:` + good + `)(?:$|[^\pL])`)
	}
	return language{
		claims: []form{{"test", says(subject)}, {"", says(whole)}},
		hedges: is(word(hedges)),
		all:    is(word(all)),
	}
}

// script makes one of a script that puts no spaces between words.
func script(claim, hedges, all string) language {
	is := func(s string) *regexp.Regexp { return regexp.MustCompile(s) }
	return language{claims: []form{{"test", is(claim)}}, hedges: is(hedges), all: is(all)}
}

// abroad are words of which every claim in another language has one.
var abroad = [...]string{
	"grün", " durch", "bestanden", "bestehen", "erfolgreich", "fehlerfrei", "passent", "passe ", "passe.", "passés", "verts", "vertes", "au vert", "réuss",
	"verde", "pasan", "pasar", "pasado", "sauber", "pasando", "pasa ", "exitos", "superad", "passam", "passar", "passando", "passou", "aprovados", "passano", "passati", "superat", "verdi",
	"est vert", "przech", "przesz", "zielon", "igenom", "gjennom", "grön", "grøn", "geçti", "geçiyor", "başarılı", "yeşil", "slagen", "slaagt", "geslaagd", "groen", "прош", "проход", "пройден", "зел", "успеш",
	"通过", "成功", "绿", "パス", "通過", "通っ", "通り", "グリーン", "緑", "통과", "성공",
}

// quiet are words of which every claim has one that a tool finds nothing any more.
var quiet = [...]string{"plus rien", "plus aucun", "meldet", "findet", "zeigt ", "bemängelt", "ya no ", "não ", "non segnala", "non trova", "meldt", "zgłasza"}

// languages returns the other languages, which are read when a message may be in one.
var languages = sync.OnceValue(func() []language {
	return []language{
		tongue(`tests?|unit-?tests?|testsuite|test-suite|testfälle|suite|specs`,
			`alles|build|pipeline|ci|linter|typprüfung|kompilierung`,
			`sind|ist|laufen|läuft|lief|liefen|werden|wurden|bleiben|bleibt|baut|jetzt|nun|wieder|alle|alles|auch|vollständig|komplett|durchweg|erneut|damit|allesamt|ohne fehler`,
			`grün|durch|erfolgreich|bestanden|bestehen|fehlerfrei|sauber`,
			`nicht|kein\pL*|außer|ausgenommen|bis auf|sollte\pL*|würde\pL*|wäre\pL*|könnte\pL*|müss\pL*|muss|falls|wenn|sobald|bevor|rot\pL*|fehl(?:schlag|geschlagen|schlägt)\pL*|schlägt|schlagen|bitte|noch|einige|manche|meisten|fast|vorher|zuvor|war|waren|ob|lass\pL*|stelle sicher`,
			`alle|sämtliche|gesamte|komplette?|ganze|vollständig`),
		tongue(`tests?(?: unitaires| d'intégration)?|suite(?: (?:complète )?de tests?)?|specs`,
			`tout|build|compilation|pipeline|ci|lint|typage`,
			`sont|est|restent|reste|ont|maintenant|désormais|tous|toutes|de nouveau|à nouveau|bien|entièrement|aussi`,
			`passent|passe|passés?|passées?|repassent|vertes?|verts?|au vert|réussissent|réussis?|ok`,
			`ne|n'\pL+|pas|sauf|hormis|excepté|devrai\pL*|si|quand|lorsque|dès que|avant|faut|doi(?:t|vent)|pourrai\pL*|échou\pL+|échec\pL*|rouges?|encore|certains?|plupart|presque|que|pour`,
			`tous|toutes|toute|entière|complète|ensemble`),
		tongue(`tests?|pruebas?(?: unitarias)?|suite(?: completa)?(?: de (?:tests|pruebas))?|specs`,
			`todo|build|compilación|pipeline|ci|linter`,
			`están|está|son|quedan|queda|han|siguen|ya|ahora|todos|todas|de nuevo|nuevamente|también|completamente`,
			`pasan|pasa|pasado|pasando|pasaron|en verde|verdes?|correct[oa]s?|exitos[oa]s?|superad[oa]s|ok`,
			`no|salvo|excepto|menos|debería\pL*|deben?|si|cuando|antes|falla\pL*|fallo\pL*|roj[oa]s?|aún|todavía|algun[oa]s|mayoría|casi|podría\pL*|para|que`,
			`todos|todas|toda|todo|completa|entera`),
		tongue(`testes?|suíte(?: de testes)?|suite(?: de testes)?`,
			`tudo|build|compilação|pipeline|ci|linter`,
			`estão|está|agora|já|todos|todas|também|voltaram a|continuam|foram`,
			`passam|passaram|passando|passa|passou|passar|verdes?|no verde|ok|aprovados`,
			`não|exceto|menos|dever\pL+|devem?|se|quando|antes|falh\pL+|ainda|alguns|algumas|maioria|quase|para|que`,
			`todos|todas|toda|completa|inteira`),
		tongue(`test|prove|suite(?: di test)?`,
			`tutto|build|compilazione|pipeline|ci|linter`,
			`sono|è|ora|adesso|di nuovo|tutti|tutte|anche`,
			`passano|passa|passati|superati|superano|verdi|verde|ok`,
			`non|tranne|eccetto|dovrebbe\pL*|deve|devono|se|quando|prima|fallisc\pL+|falliti|ancora|alcuni|maggior parte|quasi|che|per`,
			`tutti|tutte|intera|tutta|completa`),
		tongue(`tests?|testsuite|suite`,
			`alles|build|pipeline|ci|linter`,
			`zijn|is|nu|weer|allemaal|ook|alle`,
			`slagen|slaagt|geslaagd|groen`,
			`niet|geen|behalve|zou\pL*|moet\pL*|als|wanneer|voordat|fa(?:al|len)\pL*|nog|sommige|meeste|bijna|zodat`,
			`alle|hele|volledige|allemaal`),
		tongue(`тест(?:ы|ов)?|тестовый набор|сборка`,
			`всё|сборка|пайплайн|линтер`,
			`все|снова|теперь|успешно|сейчас|опять|тоже`,
			`проход(?:ят|ит)|прошли|прошёл|прошла|пройдены|зел[её]ные|зел[её]ная|успешны`,
			`не|кроме|должны|должен|если|когда|пада\pL+|упал\pL*|ещ[её]|некоторые|почти|чтобы|перед`,
			`все|весь|полностью|вся`),
		tongue(`testy|test`,
			`wszystko|build|kompilacja|pipeline|ci`,
			`są|jest|teraz|znów|już|wszystkie|ponownie|także|też`,
			`przechodzą|przechodzi|przeszły|przeszedł|zielone|zielony|zielona|zaliczone`,
			`nie|oprócz|poza|powinn\pL+|jeśli|gdy|kiedy|czerwon\pL*|jeszcze|niektóre|prawie|żeby|aby`,
			`wszystkie|cały|cała|wszystko`),
		tongue(`tester(?:na)?|testene|tests?|testsviten`,
			`allt|alt|bygget|pipelinen?|ci`,
			`är|er|nu|nå|igen|alla|alle|också|også|åter`,
			`går igenom|går gjennom|gröna|grönt|grön|grønne|grønt|grøn|godkända|godkänt|består|passerar|passerer|klarar sig`,
			`inte|ikke|utom|unntatt|undtagen|bör|bør|borde|skal|ska|om|när|når|ännu|endnu|några|nogle|noen|nästan|næsten|rød\pL*|röd\pL*`,
			`alla|alle|hela|hele|allt|alt`),
		tongue(`testler(?:in|i)?|test`,
			`hepsi|derleme|build|pipeline|ci`,
			`artık|şimdi|yeniden|tamamı|hepsi|da|de|başarıyla`,
			`geçti|geçiyor|geçer|başarılı|yeşil`,
			`değil|hariç|başarısız|eğer|gerek\pL*|kalan|henüz|bazı|dışında|olursa`,
			`tüm|bütün|hepsi|tamamı`),
		script(`(?:测试|构建|编译|用例|测试套件|测试用例)\s*(?:现在|已经|已|都|均|全部|也|全|顺利|正常|重新|再次)*(?:通过|成功|绿)`, `没|未|不|应该|如果|除了|失败|尚|仍|可能|需要|才|确保|请|吗|部分`, `所有|全部|全|都`),
		script(`(?:テスト|スイート|ビルド)\s*(?:は|が|も)?(?:すべて|全て|全部|全件|いずれも|問題なく|正常に|今は|現在|無事|\d+件)*(?:パス|通過|成功|通っ|通り|グリーン|緑)`, `ません|ない|はず|べき|失敗|場合|たら|れば|まだ|以外|除|一部|ように|か。`, `すべて|全て|全|全部`),
		script(`(?:테스트|빌드)\s*(?:가|는|들이|도)? ?(?:모두|전부|이제|다시)? ?(?:통과|성공)`, `실패|않|못|아직|제외|면|해야|일부|없`, `모든|전체|모두|전부`),
	}
})

// saidAbroad returns what a clause claims in one of the other languages.
func saidAbroad(clause string) (list []Claim) {
	if m := quietAbroad().FindStringSubmatch(clause); m != nil {
		kind := "lint"
		if m[1] == "" {
			kind = "types"
		}
		list = append(list, Claim{Kind: kind})
	}
	for i := range languages() {
		list = append(list, languages()[i].said(clause)...)
	}
	return list
}

// quietAbroad is said of linters and type checkers that find nothing any more.
var quietAbroad = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:^|[^\pL])(?:(linter|` + strings.Join(toolLintsWords[:], "|") + `)|typescript|` + strings.Join(toolTypesWords[:], "|") + `)\s+(?:ne (?:signale|remonte|trouve|dit|rapporte|se plaint) plus|(?:meldet|findet|zeigt|bemängelt) (?:nichts|kein\pL*)|(?:ya )?no (?:informa|reporta|señala|encuentra|muestra|se queja)|não (?:reporta|acusa|aponta|encontra|reclama)|non (?:segnala|trova)|meldt (?:niets|geen)|nie zgłasza)`)
})

// failsAbroad is said of what fails still.
var failsAbroad = pattern.Later(`(?i)(?:^|[^\pL])(?:schlägt|schlagen)(?:\s+\pL+){0,4}\s+fehl(?:$|[^\pL])|(?:^|[^\pL])(?:noch|weiterhin|immer noch|nach wie vor) rot(?:$|[^\pL])|(?:encore|toujours) (?:rouges?|en échec)|échou(?:e|ent) (?:encore|toujours)|(?:sigue|siguen) (?:fallando|en rojo)|(?:todavía|aún) fallan?(?:$|[^\pL])|ainda falha|continua(?:m)? falhando|ancora (?:fallisc\pL+|ross[oi])|(?:всё|все) ещё (?:пада\pL+|не проход\pL+)|(?:仍|仍然|还是|还)(?:会)?(?:失败|不通过)|まだ(?:失敗|落ち|通ら|通り)|아직 (?:실패|통과하지)`)

// said returns what a clause claims in one of the other languages, or where a part of it
// takes something back, each other part.
func (l *language) said(clause string) (list []Claim) {
	if !l.hedges.MatchString(clause) {
		return l.claimed(clause)
	}
	if conditions().MatchString(clause) {
		return nil
	}
	for _, part := range joints().Split(clause, -1) {
		if !l.hedges.MatchString(part) {
			list = append(list, l.claimed(part)...)
		}
	}
	return list
}

func (l *language) claimed(part string) (list []Claim) {
	for i := range l.claims {
		f := &l.claims[i]
		if at := f.is.FindStringIndex(part); at != nil {
			from := strings.LastIndexAny(part[:at[0]], ",;") + 1
			list = append(list, Claim{Kind: f.kind, All: l.all.MatchString(part[from:at[1]])})
		}
	}
	return list
}

// joints are between the parts of a clause.
var joints = pattern.Later(`[,;，、]\s*|\s+(?:und|et|y|e|en|och|og|i|ve|и|damit|aber|mais|pero|mas|ma|maar)\s+`)

// conditions are words by which nothing in a clause is said to be so.
var conditions = pattern.Later(`(?i)(?:^|[^\pL])(?:falls|wenn|sobald|bevor|bis|müss\pL*|muss|bitte|ob|lass\pL*|stelle sicher|si|quand|lorsque|dès que|avant|faut|doi(?:t|vent)|cuando|antes|deben?|se|dever\pL+|devem?|quando|prima|deve|devono|dovrebbe\pL*|als|wanneer|voordat|moet\pL*|если|когда|должн?\pL+|чтобы|перед|jeśli|gdy|kiedy|powinn\pL+|żeby|aby|om|när|når|bör|bør|skal|ska|eğer|gerek\pL*|olursa)(?:$|[^\pL])|如果|应该|需要|才|确保|请|吗|はず|べき|たら|れば|ように|면|해야`)
