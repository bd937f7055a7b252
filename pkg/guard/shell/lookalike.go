package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// HoldsUnseen reports whether a text has characters that take no room beside
// ASCII. In other scripts, and between emoji, some are needed.
func HoldsUnseen(text string) bool {
	before := rune(' ')
	for i, r := range text {
		if unseen(r) {
			after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			if before > ' ' && before < utf8.RuneSelf || before == ' ' && after < utf8.RuneSelf {
				return true
			}
		}
		before = r
	}
	return false
}

// unseen reports whether a character takes no room.
func unseen(r rune) bool {
	switch {
	case r >= 0x200b && r <= 0x200f, r >= 0x2060 && r <= 0x2064, r >= 0x206a && r <= 0x206f, r >= 0x180b && r <= 0x180e,
		r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	switch r {
	case 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x3164, 0xfeff, 0xffa0:
		return true
	}
	return false
}

// AlikeIn returns what in a word looks like something else, or "".
func AlikeIn(text string) string {
	host := hostOf(text)
	if host != "" && disguised(host) {
		return "the host " + host + " looks like " + skeleton(host)
	}
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if mixesAlike(run) {
			return run + " looks like " + skeleton(run)
		}
	}
	return ""
}

// hostOf returns the host in an address: https://host/, user@host, host/path.
func hostOf(text string) string {
	_, rest, ok := strings.Cut(text, "://")
	if !ok {
		rest = text
		if i := strings.IndexByte(text, '@'); i < 0 && strings.IndexByte(text, '.') <= 0 || strings.HasPrefix(text, "-") && i < 0 {
			return ""
		}
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	rest = rest[strings.LastIndexByte(rest, '@')+1:]
	if i := strings.IndexByte(rest, ':'); i >= 0 {
		rest = rest[:i]
	}
	if !ok && (!strings.Contains(text, "@") && !wellKnownHost(skeleton(rest))) {
		return "" // it may well be a file
	}
	return rest
}

// disguised reports whether a host is written to be taken for another: with
// letters of two alphabets, with foreign ones that all look Latin, or as a well
// known one with accents.
func disguised(host string) bool {
	if s := skeleton(host); s != host && wellKnownHost(s) {
		return true
	}
	latin, foreign := false, false
	for _, label := range strings.Split(host, ".") {
		has := alphabets(label)
		if has.latin && has.other || has.symbols {
			return true
		}
		latin = latin || has.latin
		foreign = foreign || has.other && has.alike
	}
	return latin && foreign
}

// mixture is what the letters of a word are.
type mixture struct {
	latin   bool // ASCII
	other   bool // of an alphabet with letters that look Latin
	alike   bool // all of those do
	symbols bool // what looks like an ASCII character and is no letter of a language
}

func alphabets(s string) mixture {
	m := mixture{alike: true}
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			m.latin = m.latin || unicode.IsLetter(r)
		case symbolAlike(r) != 0:
			m.symbols = true
		case unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee):
			m.other = true
			m.alike = m.alike && letterAlike(r) != 0
		}
	}
	return m
}

// mixesAlike reports whether a run of letters is Latin but for some that only
// look so.
func mixesAlike(run string) bool {
	latin, alike := 0, 0
	for _, r := range run {
		switch {
		case r < utf8.RuneSelf:
			latin++
		case unicode.Is(unicode.Cyrillic, r) && letterAlike(r) != 0:
			alike++
		default:
			return false
		}
	}
	return latin > 1 && alike > 0
}

// skeleton returns a text with ASCII characters for those that look like them.
func skeleton(s string) string {
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf {
			return r
		}
		if unseen(r) {
			return -1
		}
		for _, a := range [...]rune{letterAlike(r), symbolAlike(r), accented(r)} {
			if a != 0 {
				return a
			}
		}
		return r
	}, s)
}

// lookAlikes are letters of other alphabets, each after the Latin one that it
// looks like.
const lookAlikes = "aаɑαbЬcсϲdԁeеfғgɡhһհiіɩιjјkкκlӏⅼmмnпηoоοօpрρqԛrгsѕtтτuυսvνѵwԝxхχyуγzᴢAАΑBВΒCСEЕΕHНΗIІΙJЈKКΚMМΜNΝOОΟPРΡSЅTТΤXХΧYУΥZΖ"

// letterAlike returns the ASCII letter that a letter looks like, or 0.
func letterAlike(r rune) rune { return latinBefore(r, lookAlikes) }

// latinBefore returns the ASCII letter behind which a table lists another
// letter, or 0.
func latinBefore(r rune, table string) rune {
	latin := rune(0)
	for _, c := range table {
		switch {
		case c < utf8.RuneSelf:
			latin = c
		case c == r:
			return latin
		}
	}
	return 0
}

// symbolAlike returns the ASCII character that a sign looks like: a slash that
// is none, a full-width or mathematical letter.
func symbolAlike(r rune) rune {
	switch {
	case r == 0x2044 || r == 0x2215 || r == 0x29f8:
		return '/'
	case r == 0x3002 || r == 0x2024 || r == 0xff61 || r == 0xfe52:
		return '.'
	case r >= 0xff01 && r <= 0xff5e:
		return r - 0xff00 + ' '
	case r >= 0x1d400 && r <= 0x1d6a3: // in blocks of 52, capitals first
		if k := (r - 0x1d400) % 52; k < 26 {
			return 'A' + k
		} else {
			return 'a' + k - 26
		}
	}
	return 0
}

// accented returns the ASCII letter of one that has an accent or no dot.
func accented(r rune) rune {
	const letters = "aàáâãäåāăąạbḅcçćĉċčdďđḍeèéêëēĕėęěẹfḟgĝğġģhĥħḥiìíîïĩīĭįıịjĵkķĸḳlĺļľŀłḷmṃnñńņňṇoòóôõöøōŏőọpṗqʠrŕŗřṛsśŝşšṣtţťŧṭuùúûüũūŭůűųụvṽwŵẃxẋyýÿŷzźżž"
	return latinBefore(r, letters)
}

// wellKnownHost reports whether others have reason to look like a host.
func wellKnownHost(host string) bool {
	host = strings.TrimPrefix(strings.ToLower(host), "www.")
	for _, h := range [...]string{"github.com", "githubusercontent.com", "gitlab.com", "bitbucket.org", "pypi.org", "pythonhosted.org",
		"npmjs.org", "npmjs.com", "yarnpkg.com", "crates.io", "rubygems.org", "docker.io", "docker.com", "ghcr.io", "quay.io", "gcr.io",
		"google.com", "googleapis.com", "golang.org", "go.dev", "microsoft.com", "apple.com", "amazon.com", "amazonaws.com",
		"anthropic.com", "openai.com", "huggingface.co", "debian.org", "ubuntu.com", "python.org", "nodejs.org", "rust-lang.org",
		"sh.rustup.rs", "brew.sh", "get.docker.com", "astral.sh", "bun.sh", "deno.land", "cloudflare.com", "paypal.com", "stripe.com",
		"slack.com", "kubernetes.io", "k8s.io", "hashicorp.com", "maven.org", "packagist.org", "nuget.org", "kernel.org", "gnu.org"} {
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	return false
}
