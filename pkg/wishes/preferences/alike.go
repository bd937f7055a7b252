package preferences

import "strings"

// Alike reports whether two texts say the same in similar words: "no emojis in
// commit messages", "stop putting emojis into commit messages". It compares the
// words that mean something, without their endings.
func Alike(a, b string) bool {
	x, y := stems(a), stems(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	shared := 0
	for w := range x {
		if y[w] {
			shared++
		}
	}
	return shared >= minShared && float64(2*shared) >= minAlike*float64(len(x)+len(y))
}

const (
	minShared = 2   // words
	minAlike  = 0.7 // of the words of both
)

// stems returns the words of a text that mean something, each with what the text says of
// it: -dash is not wanted in "bullets, not dashes".
func stems(text string) map[string]bool {
	m := make(map[string]bool)
	sign, before := "", ""
	for _, w := range strings.Fields(strings.ToLower(text)) {
		ends := strings.TrimRight(w, ".,;:!?") != w
		switch w = strings.Trim(w, ".,;:!?()\"'`“”"); {
		case strings.Contains(denying, " "+w+" "):
			sign = "-"
		case w == "use" && !strings.Contains(denying, " "+before+" "), w == "instead" && ends:
			sign = ""
		default:
			if w = stem(w); w != "" {
				m[sign+w] = true
			}
		}
		if before = w; ends {
			sign = ""
		}
	}
	return m
}

// stem returns a word without its ending, "" for one that says nothing.
func stem(w string) string {
	if name := symbols[w]; name != "" {
		w = name
	}
	if len(w) < 2 || strings.Contains(hollow, " "+w+" ") {
		return ""
	}
	for _, end := range [...]string{"ing", "ed", "es", "s"} {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 {
			return s
		}
	}
	return w
}

// denying are words behind which stands what is not wanted.
const denying = " don't dont not no never stop avoid without instead than rather quit "

// symbols are called by their names as often as they are typed: "bullets, not -".
var symbols = map[string]string{"-": "dash", "–": "dash", "—": "dash", "*": "star", "•": "bullet", "#": "hash", "_": "underscore", "/": "slash", "|": "pipe", "→": "arrow", "->": "arrow", "=>": "arrow"}

// hollow are words that say nothing of what a wish is about.
const hollow = " the an to in into on at of for from with and or but so it its this that these those is are be was were do does always " +
	"please again keep putting put use using add adding we you i my our your me us want need should must have has had just only ever any all every here there now told said already ok prefer like let's lets yes oh man really seriously can could would will "
