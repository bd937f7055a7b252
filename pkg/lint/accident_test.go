package lint

import (
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// TestAccidents holds pairs of files: one has a finding at high on a line, the other, which
// does the same with care, has none.
func TestAccidents(t *testing.T) {
	files, err := txtar.ParseFile("testdata/accidents.txtar")
	if err != nil {
		t.Fatal(err)
	}
	if len(files.Files) == 0 {
		t.Fatal("no files")
	}
	for _, f := range files.Files {
		t.Run(f.Name, func(t *testing.T) {
			parts := strings.SplitN(f.Name, "/", 3)
			if len(parts) < 3 {
				t.Fatal("its name is not NAME/LABEL/PATH")
			}
			o := project(t, map[string]string{parts[2]: string(f.Data)})
			o.MinRisk, o.All = policy.High, false
			var lines []string
			if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) {
				lines = append(lines, "high:"+strconv.Itoa(f.Start.Line))
			}}); err != nil {
				t.Fatal(err)
			}
			want := parts[1]
			if want == "quiet" && len(lines) > 0 || want != "quiet" && !contains(lines, want) {
				t.Errorf("got %v, want %s", lines, want)
			}
		})
	}
}

func contains(list []string, s string) bool {
	for _, l := range list {
		if l == s {
			return true
		}
	}
	return false
}

// TestFold holds that what has one origin is one finding.
func TestFold(t *testing.T) {
	o := project(t, map[string]string{
		"a.sh": "git reset --hard\ngit reset --hard HEAD~1\nrm -rf \"$OUT/\"*\necho\nrm -rf \"$OUT/\"*\n",
		"b.sh": "git reset --hard\nrm -rf \"$OUT/\"*\nrm -rf \"$DIST/\"*\n",
	})
	o.All = false
	got := map[string]int{}
	sum, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) { got[f.Path+":"+strconv.Itoa(f.Start.Line)] = len(f.Also) }})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"a.sh:1": 2, "a.sh:3": 2, "b.sh:3": 0}
	for place, also := range want {
		if n, ok := got[place]; !ok || n != also {
			t.Errorf("%s: %d further places (found: %v), want %d", place, n, ok, also)
		}
	}
	if len(got) != len(want) || sum.Folded != 4 {
		t.Errorf("got %v, %d folded", got, sum.Folded)
	}
}

// TestUnparsable holds that a script which no shell can run is a finding.
func TestUnparsable(t *testing.T) {
	o := project(t, map[string]string{"a.sh": "if true; then\n  echo\n", "b.sh": "function {{{\n", "c.sh": "echo ok\n"})
	found, _, _ := run(t, o)
	if want := []string{"a.sh:1:1 shell/unparsable", "b.sh:1:1 shell/unparsable"}; strings.Join(found, ",") != strings.Join(want, ",") {
		t.Errorf("got %v, want %v", found, want)
	}
}

// TestWindows holds that scripts of Windows are read, in files and in workflows.
func TestWindows(t *testing.T) {
	workflow := "jobs:\n  a:\n    runs-on: windows-latest\n    steps:\n      - shell: cmd\n        run: |\n          rd /s /q \"%OUT%\\\"\n"
	o := project(t, map[string]string{
		"a.ps1": "Remove-Item -Recurse \"$dir\\*\"\n", "b.cmd": "@echo off\r\nrd /s /q \"%OUT%\\\"\r\n", ".github/workflows/c.yml": workflow,
	})
	o.MinRisk, o.All = policy.High, false
	found, _, _ := run(t, o)
	want := ".github/workflows/c.yml:7:11 accident/windows-delete,a.ps1:1:1 accident/windows-delete,b.cmd:2:1 accident/windows-delete"
	if got := strings.Join(found, ","); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
