package facts_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

func TestSurroundings(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"package.json":                  `{"name": "x", "scripts": {"test": "true", "build": "true"}}`,
		"Makefile":                      ".PHONY: all\nCC := gcc\nall: a.o b\n\techo x: y\na.o b: c.h\n# old: x\n%.o: %.c\n",
		"src/a.py":                      "",
		".git/HEAD":                     "ref: refs/heads/trunk\n",
		".git/refs/heads/fix/one":       strings.Repeat("a", 40) + "\n",
		".git/refs/remotes/origin/HEAD": "ref: refs/remotes/origin/trunk\n",
		".git/refs/remotes/origin/two":  strings.Repeat("b", 40) + "\n",
		".git/packed-refs":              "# pack-refs with: peeled\n" + strings.Repeat("c", 40) + " refs/heads/trunk\n^" + strings.Repeat("d", 40) + "\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var s facts.Surroundings
	for _, tt := range []struct {
		name string
		got  []string
		want []string
	}{
		{"entries", s.Entries(dir), []string{".git/", "Makefile", "package.json", "src/"}},
		{"no directory", s.Entries(filepath.Join(dir, "none")), nil},
		{"scripts", s.Scripts(dir), []string{"build", "test"}},
		{"no package.json", s.Scripts(filepath.Join(dir, "src")), nil},
		{"targets", s.Targets(dir), []string{"a.o", "all", "b"}},
		{"branches", s.Branches(filepath.Join(dir, "src")), []string{"fix/one", "trunk", "two"}},
		{"no makefile", s.Targets(filepath.Join(dir, "src")), nil},
	} {
		slices.Sort(tt.got)
		if diff := cmp.Diff(tt.want, tt.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}
