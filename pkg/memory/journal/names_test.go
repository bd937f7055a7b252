package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
)

// What a command writes by name is kept, that of scripts, targets and tasks included. One
// that was read to the end writes nothing else.
func TestNamesOf(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"gen.sh":       "for n in $N; do date >\"$n\"; done\n",
		"build.sh":     "date >out/stamp\ngo generate ./...\n",
		"gen.py":       "for n in [\"a\", \"b\"]:\n    open(\"made/\" + n, \"w\").write(\"x\")\n",
		"Makefile":     "one:\n\techo made >$(OUT)\n",
		"package.json": `{"scripts": {"stamp": "date > made/out", "build": "webpack"}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	j := judge.New(judge.Options{Cwd: dir, Getenv: func(string) string { return "" }})
	for _, tt := range []struct {
		command string
		want    string
		open    bool
	}{
		{"date > a", "wa", false},
		{"date >> a; ls", "ea", false},
		{"date > $X", "", true},
		{"cp a b", "ob\ta", false},
		{"cp a b c", "ec", false},
		{"tar czf a.tgz src", "oa.tgz\tsrc", false},
		{"date | tee a", "oa", false},
		{"sed -i.bak s/a/b/ a", "ea ma.bak\ta", false},
		{"sed -i s/a/b/ a", "ea", false},
		{"awk -i inplace '{print}' a", "ea", false},
		{"mv a b", "mb\ta", false},
		{"git mv a b", "mb\ta", false},
		{"mv a b out", "mout/a\ta mout/b\tb", false},
		{"mkdir made && date > made/a", "dmade wmade/a", false},
		{"git stash pop", "r", true},
		{"bash -c 'date > a'", "wa", false},
		{"N='a b' sh gen.sh", "wa wb", false},
		{"sh gen.sh", "", true}, // of what the environment holds
		{"sh build.sh", "wout/stamp", true},
		{"sh missing.sh", "", true},
		{"make one OUT=a", "wa", false},
		{"npm run stamp", "wmade/out", false},
		{"npm run build", "", true},
		{"python3 gen.py", "omade/a omade/b", true}, // not all of a program is followed
		{"npm install x", "epackage.json epackage-lock.json", true},
		{"go test ./...", "", true},
	} {
		names, open := namesOf(j, dir, j.LookThrough(tt.command, facts.New(facts.Options{Cwd: dir})))
		got := strings.ReplaceAll(strings.Join(names, " "), filepath.ToSlash(dir)+"/", "")
		if diff := cmp.Diff(tt.want, got); diff != "" || open != tt.open {
			t.Errorf("%s: open %v, want %v (-want +got):\n%s", tt.command, open, tt.open, diff)
		}
	}
}
