package preferences

import (
	"regexp"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// The ways in which Chinese, Japanese and Korean files say such rules, around what they name in
// backquotes; ` stands for it. A sentence that says more about when it holds is none.
type eastern struct {
	use, instead, never, edit []*regexp.Regexp
	limits                    *regexp.Regexp // for which cases something holds
}

// easternWays is compiled where a line has such characters.
var easternWays = sync.OnceValue(func() eastern {
	return eastern{
		use: []*regexp.Regexp{ // what is wanted, then what is not
			regexp.MustCompile("(?:使用|用)\\s*`([^`]+)`\\s*(?:，|,|、)?\\s*(?:而不是|而非|不要使用|不要用|不使用|禁止使用|代替)\\s*`([^`]+)`"),
		},
		instead: []*regexp.Regexp{ // what is not wanted, then what is
			regexp.MustCompile("`([^`]+)`\\s*(?:は|を)?\\s*(?:使わず|使用せず|ではなく|でなく|の代わりに|は使用禁止(?:。|、))\\s*(?:、|，)?\\s*(?:必ず|常に)?\\s*`([^`]+)`\\s*を?\\s*(?:使|利用)"),
			regexp.MustCompile("(?:不要使用|不要用|禁止使用|请勿使用|切勿使用|不使用)\\s*`([^`]+)`\\s*(?:，|,|；|、)\\s*(?:请|而是|应|必须|统一)?\\s*(?:使用|用|改用)\\s*`([^`]+)`"),
			regexp.MustCompile("`([^`]+)`\\s*대신(?:에)?\\s*`([^`]+)`"),
		},
		never: []*regexp.Regexp{
			regexp.MustCompile("(?:禁止|不要|切勿|请勿|严禁|绝不|不得|不允许)\\s*(?:直接|手动)?\\s*(?:使用|运行|执行|调用)\\s*`([^`]+)`\\s*(?:$|。|！|，)"),
			regexp.MustCompile("`([^`]+)`\\s*(?:は|を|の)?\\s*(?:絶対に|決して)?\\s*(?:使わない|使用しない|実行しない|使用禁止|実行禁止|禁止)(?:こと|でください|で下さい|です)?\\s*(?:$|。|、)"),
			regexp.MustCompile("`([^`]+)`\\s*(?:을|를|은|는)?\\s*(?:사용|실행)(?:하지 마세요|하지 않는다|하지 말 것| 금지)"),
		},
		edit: []*regexp.Regexp{
			regexp.MustCompile("(?:禁止|不要|切勿|请勿|严禁|绝不|不得|不允许)\\s*(?:直接|手动|手工)*\\s*(?:修改|编辑|更改|改动)\\s*`([^`]+)`\\s*(?:目录|文件|文件夹|下的文件|中的文件|里的文件)?\\s*(?:$|。|！|，)"),
			regexp.MustCompile("`([^`]+)`\\s*(?:配下|以下|内)?(?:の(?:ファイル|コード))?\\s*(?:は|を)\\s*(?:自動生成(?:された(?:もの|ファイル))?(?:のため|なので|です。|だから)?、?)?\\s*(?:絶対に)?(?:直接|手動で|手で)?(?:編集|変更|修正)(?:しない|禁止|しては(?:いけない|ならない))"),
		},
		limits: regexp.MustCompile(`如果|若|除非|除了|时，|时,|的时候|场合|場合|とき|時は|では、|(?:^|\s)[A-Za-z]+ ?では|以外|なら|例外|경우|때|제외|中，|环境`),
	}
})

// eastern reads what a line says in Chinese, Japanese or Korean.
func (r *lineReader) eastern(line string) {
	if strings.IndexFunc(line, func(c rune) bool { return c >= 0x3040 && c <= 0x9fff || c >= 0xac00 && c <= 0xd7a3 }) < 0 {
		return
	}
	ways := easternWays()
	for s := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == '。' || c == '！' || c == '\n' || c == '；' }) {
		if ways.limits.MatchString(s) {
			continue
		}
		r.easternSentence(&ways, s)
	}
}

func (r *lineReader) easternSentence(ways *eastern, s string) {
	r.runs = true
	one := func(text string) []string {
		if text = lineCommand(text); r.mayBeCommand(text, "use") {
			return []string{text}
		}
		return nil
	}
	swap := func(prefer, avoid []string) bool {
		if prefer == nil || avoid == nil || !r.goesWith(prefer, avoid) {
			return false
		}
		for _, rule := range r.useRule(prefer, avoid) {
			r.add(rule, false)
		}
		return true
	}
	for _, p := range ways.use {
		if m := p.FindStringSubmatch(s); m != nil && swap(one(m[1]), one(m[2])) {
			return
		}
	}
	for _, p := range ways.instead {
		if m := p.FindStringSubmatch(s); m != nil && swap(one(m[2]), one(m[1])) {
			return
		}
	}
	for _, p := range ways.never {
		for _, m := range p.FindAllStringSubmatch(s, -1) {
			if list := one(m[1]); list != nil {
				r.add(memory.PreferenceRule{Form: memory.FormNever, Avoid: list[0]}, false)
			}
		}
	}
	for _, p := range ways.edit {
		for _, m := range p.FindAllStringSubmatch(s, -1) {
			t := token{text: m[1], low: strings.ToLower(m[1]), code: true}
			if list, rest, ok := r.pathsAt([]token{t}); ok && len(rest) == 0 {
				r.leave(list, memory.ToEdit)
			}
		}
	}
}
