package manifests

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The commands of a recipe are what its file says runs, not every indented line.
func TestRecipes(t *testing.T) {
	tests := []struct {
		name, file, text string
		want             []string
	}{
		{"make", "a/Makefile", "A = b \\\n\tnpm x\nc:\n\t@npm ci\n\t-# no\n\tyarn \\\n\t  add\ndefine d\n\tnpm y\nendef\n", []string{"4 npm ci", "6 yarn \\\n\t  add"}},
		{"just", "justfile", "c:\n  @npm ci\n\n  # no\n  pnpm i\n", []string{"2 npm ci", "5 pnpm i"}},
		{"a variable of just", "justfile", "a := '''\n  npm x\n'''\n", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, w := range recipes(test.file, test.text) {
				got = append(got, fmt.Sprintf("%d %s", w.line, w.text))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
