package diagnose

import "testing"

// TestClosed: a substitution of sed gets the delimiter that it lacks at its end, and
// nothing else does.
func TestClosed(t *testing.T) {
	for call, want := range map[string]string{
		"sed s/a/b f":        "sed s/a/b/ f",
		"sed 's/a/b' f":      "sed 's/a/b/' f",
		`sed -i "s|a b|c" f`: `sed -i "s|a b|c|" f`,
		"sed s/a/b":          "sed s/a/b/",
		"sed s/a/b/ f":       "",
		"sed s/a f":          "",
		"sed 's/a/b/g' f":    "",
		"sed sxaxb f":        "",
		"sed -n 2p f":        "",
		"sed":                "",
	} {
		got, ok := closed(call)
		if got != want || ok != (want != "") {
			t.Errorf("%s: %q, want %q", call, got, want)
		}
	}
}
