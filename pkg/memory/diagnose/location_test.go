package diagnose

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string // the files
	}{
		{"line", "a/b.go:12: undefined: x", []string{"a/b.go"}},
		{"column", "./b.go:12:3: undefined: x", []string{"./b.go"}},
		{"brackets", "src/a.ts(3,7): error TS2322: no", []string{"src/a.ts"}},
		{"brackets and a colon", "src/a.ts (3:9): not exported", []string{"src/a.ts"}},
		{"square brackets", "[ERROR] /w/App.java:[5,12] ';' expected", []string{"/w/App.java"}},
		{"range", "x.jsonnet:(1:8)-(3:4) not allowed", []string{"x.jsonnet"}},
		{"Windows", `C:\w\a.cs(7,9): error CS1002: ; expected`, []string{`C:\w\a.cs`}},
		{"Windows, colons", `C:\w\a.py:7:9: E501 too long`, []string{`C:\w\a.py`}},
		{"Python frame", `  File "/w/my app/a.py", line 3, in <module>`, []string{"/w/my app/a.py"}},
		{"PHP", "Fatal error: no in a.php on line 8", []string{"a.php"}},
		{"Perl", "syntax error at a.pl line 3, near x", []string{"a.pl"}},
		{"shell", "run.sh: line 5: syntax error", []string{"run.sh"}},
		{"arrow", "  --> src/main.rs:2:5", []string{"src/main.rs"}},
		{"arrow to a file of no known kind", "  --> data/words.xyz:2:5", []string{"data/words.xyz"}},
		{"frame", "    at f (/w/a.test.js:3:5)", []string{"/w/a.test.js"}},
		{"head", "/w/a.css\n  3:3  ✖  Unexpected empty block", []string{"/w/a.css", "/w/a.css"}},
		{"head without columns", "a.yaml:\n  3  error  too long", []string{"a.yaml", "a.yaml"}},
		{"JSON", `  "filename": "/w/a.py",`, []string{"/w/a.py"}},
		{"no ending", "bin/setup:3:5: C: Style", []string{"bin/setup"}},
		{"standard input", "<stdin>:1:11: syntax error", []string{""}},
		{"time", "at 12:30:45 all was well", nil},
		{"address", "listening on 127.0.0.1:8080", nil},
		{"page", "see https://example.com/a.html:80 for more", nil},
		{"host", "dial tcp db.local:5432: refused", nil},
		{"version", "go1.22.3: 4 of 5", nil},
		{"list of files", "a.go\nb.go\n", nil},
		{"ratio", "  3:1 is the ratio", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, l := range locations(tt.text) {
				got = append(got, l.file)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestPlacesAreBounded(t *testing.T) {
	if n := len(locations(strings.Repeat("a.go:1:2: x\n", 50_000))); n > maxLocations {
		t.Errorf("%d places", n)
	}
	locations(strings.Repeat("(1:", 20_000))
}

func TestEndingsAreSorted(t *testing.T) {
	if !slices.IsSorted(extensions) || !slices.IsSorted(namedFiles) {
		t.Error("endings or named files are not in order: they are searched by halves")
	}
}

func TestForeign(t *testing.T) {
	for path, want := range map[string]bool{
		"src/a.js":                       false,
		"/home/ann/app/lib/a.py":         false,
		"node_modules/x/a.js":            true,
		"/w/.venv/lib/python3.12/a.py":   true,
		"/usr/local/go/src/testing/t.go": true,
		"node:internal/main":             true,
		"internal/modules/cjs/loader.js": true,
		"internal/cart/cart.go":          false,
		"runtime/panic.go":               true,
		"runtime/cart.go":                false,
		"testing.go":                     true,
		"/root/.cargo/registry/src/a.rs": true,
	} {
		if got := isThirdParty(path); got != want {
			t.Errorf("isForeign(%s) = %v", path, got)
		}
	}
}
