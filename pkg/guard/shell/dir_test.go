package shell

import (
	"path"
	"testing"
)

func TestResolveCleans(t *testing.T) {
	parts := []string{"a", "a/b", ".", "..", "./a", "a/..", "a/.", "a//b", "a/", ".x", "a/.x", "/", "/a", "//", "/a/..", "..a", "a."}
	for _, base := range parts {
		for _, p := range parts {
			want := path.Clean(p)
			if p[0] != '/' {
				want = path.Join(base, p)
			}
			d := Dir{Path: LitWord(base)}
			if got, ok := d.Resolve(LitWord(p)); got != want || !ok {
				t.Errorf("%q in %q is %q, want %q", p, base, got, want)
			}
		}
	}
}
