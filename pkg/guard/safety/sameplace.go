package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// placesOf lists what of a script says to which machine, account or database call k speaks:
// the variables that are set for it or before it, and the files that are sourced. Two calls
// of a client speak to the same place only where these are the same.
func placesOf(s *shell.Script, k int) (places []string) {
	add := func(place string) {
		if !slices.Contains(places, place) {
			places = append(places, place)
		}
	}
	set := func(name, value string) {
		if namesPlace(name) {
			add(name + "=" + value)
		}
	}
	for _, statement := range exportsIn(s.Text) {
		for word := range strings.FieldsSeq(statement) {
			name, value, _ := strings.Cut(word, "=")
			set(name, value)
		}
	}
	for at := k; at >= 0; at = s.Calls[at].Via { // and for what starts it: A=b uv run alembic
		for _, a := range s.Calls[at].Assigns {
			set(a.Name, a.Value.String())
		}
	}
	for i := range s.Calls[:k+1] {
		switch c := &s.Calls[i]; c.Program {
		case "source", ".":
			if len(c.Argv) > 1 && path.Base(c.Argv[1].String()) != "activate" {
				add("source " + c.Argv[1].String())
			}
		case "direnv", "eval":
			add(c.Program)
		}
	}
	slices.Sort(places)
	return places
}

// namesPlace reports whether a variable may say where something is, by a part of its name.
func namesPlace(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '_' }), func(part string) bool {
		return madeVariableWord(part) || madeVariableWord(strings.TrimPrefix(part, "pg")) || strings.HasSuffix(part, "config") || strings.HasSuffix(part, "host")
	})
}

// samePlace reports whether call k of a script speaks to the place that call i of an earlier
// one spoke to.
func samePlace(earlier *shell.Script, i int, s *shell.Script, k int) bool {
	return slices.Equal(placesOf(earlier, i), placesOf(s, k))
}
