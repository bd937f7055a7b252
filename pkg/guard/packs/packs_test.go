package packs

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

const noProd = `title: Deploys to production
why: It reaches customers at once.
risk: high
when: {program: deploy, operand: prod}
examples: {hit: [deploy prod], miss: [deploy test]}
`

func home(t *testing.T) paths.Places {
	t.Helper()
	dir := t.TempDir()
	places, err := paths.Resolve(func(name string) string {
		if name == "HOME" || name == "USERPROFILE" {
			return dir
		}
		return ""
	}, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	return places
}

func TestPutAndRemove(t *testing.T) {
	places := home(t)
	if got, err := Read(places); got != nil || err != nil {
		t.Fatalf("no list: %v, %v", got, err)
	}
	one := rulefile.Bundle{{Name: "rules/no-prod.yaml", Data: []byte(noProd)}}
	two := rulefile.Bundle{{Name: "rules/no-prod.yaml", Data: []byte(strings.Replace(noProd, "high", "low", 1))}}
	for _, p := range []struct {
		name   string
		bundle rulefile.Bundle
	}{{"zeta", one}, {"acme", one}, {"acme", two}} {
		if err := Put(places, Pack{Name: p.name, Source: "/x", Since: time.Unix(0, 0).UTC()}, p.bundle); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Read(places)
	want := []Pack{
		{Name: "acme", Source: "/x", SHA256: rulefile.Sum(two.Encode()), Since: time.Unix(0, 0).UTC()},
		{Name: "zeta", Source: "/x", SHA256: rulefile.Sum(one.Encode()), Since: time.Unix(0, 0).UTC()},
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatalf("%v (-want +got)\n%s", err, diff)
	}
	if b, err := got[0].Stored(places); err != nil || !cmp.Equal(b, two) {
		t.Errorf("stored %v, %v", b, err)
	}
	if err := os.WriteFile(got[0].file(places), one.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := got[0].Stored(places); err == nil {
		t.Error("changed files are read")
	}
	for _, name := range []string{"acme", "zeta"} {
		if err := Remove(places, name); err != nil {
			t.Fatal(err)
		}
	}
	left, err := filepath.Glob(filepath.Join(places.PacksDir(), "*"))
	if err != nil || len(left) != 1 { // the lock
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestBrokenListIsNotReplaced(t *testing.T) {
	sum := strings.Repeat("a", 64)
	for _, tc := range []struct{ name, text, want string }{
		{"no JSON", "{", "not valid JSON"},
		{"a newer one", `{"version": 2}`, "version 2, and this program knows 1"},
		{"a name that escapes", `{"version": 1, "packs": [{"name": "../x", "sha256": "` + sum + `"}]}`, "pack 1 has no name of its own"},
		{"the user's pack", `{"version": 1, "packs": [{"name": "user", "sha256": "` + sum + `"}]}`, "pack 1 has no name of its own"},
		{"a hash that escapes", `{"version": 1, "packs": [{"name": "x", "sha256": "../../../../../../../../../../../../../../../../../etc/passwd/xxxxx"}]}`, "pack x has no sha256"},
		{"a commit that is none", `{"version": 1, "packs": [{"name": "x", "sha256": "` + sum + `", "commit": "\u001b[2J"}]}`, "the commit of pack x is none"},
	} {
		places := home(t)
		if err := paths.WriteFile(places.PacksFile(), []byte(tc.text)); err != nil {
			t.Fatal(err)
		}
		_, err := Read(places)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.want)
		}
		if err := Put(places, Pack{Name: "acme"}, nil); err == nil {
			t.Errorf("%s: written over", tc.name)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version": 1, "packs": [{"name": "x", "sha256": "` + strings.Repeat("a", 64) + `"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		packs, err := parse(data)
		if err != nil {
			return
		}
		for i, p := range packs {
			if file := p.file(home(t)); filepath.Base(file) != p.SHA256 {
				t.Errorf("a file %q", file)
			}
			if strings.ContainsFunc(p.Label(), func(r rune) bool { return r < ' ' }) || slices.ContainsFunc(packs[:i], func(o Pack) bool { return o.Name == p.Name }) {
				t.Errorf("a pack %q", p.Label())
			}
		}
	})
}
