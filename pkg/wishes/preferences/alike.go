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

// stems returns the words of a text that mean something.
func stems(text string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?()\"'`“”", r) }) {
		if len(w) < 2 || strings.Contains(hollow, " "+w+" ") {
			continue
		}
		for _, end := range [...]string{"ing", "ed", "es", "s"} {
			if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 {
				w = s
				break
			}
		}
		m[w] = true
	}
	return m
}

// hollow are words that say nothing of what a wish is about.
const hollow = " the an to in into on at of for from with and or but so it its this that these those is are be was were do does don't dont not no never always " +
	"please stop again keep putting put use using add adding we you i my our your me us want need should must have has had just only ever any all every here there now told said already ok "
