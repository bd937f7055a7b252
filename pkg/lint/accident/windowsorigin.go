package accident

import (
	"slices"
	"strings"
)

// piece is a part of a text that says what a statement works on.
type piece struct {
	text string
	s    int // the statement that it is of
}

// origins returns a statement, and what gives the variables in it their values: the lists that
// the loops around it go over, and the pipelines whose results it takes.
func (w *windows) origins(s int) []piece {
	out := []piece{{w.all[s].text, s}}
	w.follow(&out, w.all[s].text, s, 5)
	if strings.Contains(w.all[s].text, "$_") || strings.HasPrefix(w.all[s].text, "|") {
		for in := w.all[s].in; in >= 0; in = w.all[in].in {
			out = append(out, piece{w.all[in].text, in})
			w.follow(&out, w.all[in].text, in, 4)
		}
	}
	return out
}

// originsOf returns what gives a variable its value at a statement.
func (w *windows) originsOf(name string, s int) []piece {
	var out []piece
	w.followName(&out, name, s, 3)
	return out
}

func (w *windows) follow(out *[]piece, text string, s, depth int) {
	for _, v := range w.variables(text) {
		name, _, _ := strings.Cut(v.name, ".")
		w.followName(out, name, s, depth)
	}
}

func (w *windows) followName(out *[]piece, name string, s, depth int) {
	if depth == 0 || len(*out) > 12 {
		return
	}
	list := w.sets[name]
	for _, set := range slices.Backward(list) {
		if set.s > s || set.s == s && !set.loop {
			continue
		}
		p := piece{set.value, set.s}
		if !slices.Contains(*out, p) {
			*out = append(*out, p)
			w.follow(out, set.value, set.s, depth-1)
		}
		return
	}
}

// spread puts the texts into a word that its variables were given, so far as they are known.
func (w *windows) spread(word string, s int) string { return w.spreadFrom(word, s, 5) }

func (w *windows) spreadFrom(word string, s, depth int) string {
	if depth == 0 {
		return word
	}
	var b strings.Builder
	for _, v := range w.variables(word) {
		at := strings.Index(word, v.shown)
		b.WriteString(word[:at])
		word = word[at+len(v.shown):]
		value, from, ok := w.spelled(v.name, s)
		if alone := w.nameAt(value) == len(value); ok && !(alone && w.tests(v.name, s)) {
			b.WriteString(w.spreadFrom(value, from, depth-1))
		} else {
			b.WriteString(v.shown)
		}
	}
	return b.String() + word
}

// spelled returns the text that a variable surely was given, and by which statement.
func (w *windows) spelled(name string, s int) (value string, from int, ok bool) {
	for _, set := range slices.Backward(w.sets[name]) {
		if set.s >= s {
			continue
		}
		if set.loop || set.maybe && !w.within(s, w.all[set.s].in) {
			return "", 0, false
		}
		value, from = set.value, set.s
		break
	}
	if w.batch {
		value = strings.TrimRight(value, " ")
		return value, from, value != ""
	}
	if value == "" {
		return "", 0, false
	}
	if rest, ok := strings.CutPrefix(strings.ToLower(value), "join-path "); ok {
		words := w.words(value[len(value)-len(rest):])
		words = slices.DeleteFunc(words, func(s string) bool { return strings.HasPrefix(s, "-") })
		if len(words) < 2 {
			return "", 0, false
		}
		return strings.TrimRight(words[0], `\/`) + `\` + words[1], from, true
	}
	if quote := value[0]; (quote == '"' || quote == '\'') && len(value) > 2 && strings.IndexByte(value[1:], quote) == len(value)-2 {
		return value[1 : len(value)-1], from, true
	}
	return "", 0, false
}
