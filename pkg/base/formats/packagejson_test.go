package formats

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A script is what runs under a name, wherever it stands; what was read before an error
// counts.
func TestPackage(t *testing.T) {
	for _, test := range []struct {
		name, text string
		scripts    []string
		files      []string
		private    bool
		broken     bool
	}{
		{"scripts", `{"scripts": {"a": "x", "b": "y -z"}}`, []string{"a at scripts.a: x", "b at scripts.b: y -z"}, nil, false, false},
		{"a list of Composer", `{"scripts": {"a": ["x", "@b"]}}`, []string{"a at scripts.a: x, @b"}, nil, false, false},
		{"tasks of Deno", `{"tasks": {"a": "x", "b": {"command": "y", "dependencies": ["a"]}}}`, []string{"a at tasks.a: x", "b at tasks.b.command: y needs a"}, nil, false, false},
		{"both", `{"tasks": {"a": "x"}, "scripts": {"b": "y"}}`, []string{"b at scripts.b: y", "a at tasks.a: x"}, nil, false, false},
		{"files", `{"files": ["dist", "*.js"], "private": false}`, nil, []string{"dist", "*.js"}, false, false},
		{"private", `{"private": true}`, nil, nil, true, false},
		{"a text that says so", `{"private": "no"}`, nil, nil, false, false},
		{"cut", `{"scripts": {"a": "x"`, []string{"a at scripts.a: x"}, nil, false, true},
		{"nothing", ``, nil, nil, false, false},
	} {
		p, err := ReadPackage([]byte(test.text))
		if (err != nil) != test.broken && test.text != "" {
			t.Errorf("%s: %v", test.name, err)
		}
		var scripts []string
		for _, s := range p.Scripts() {
			var run, needs []string
			for _, n := range s.Run.List() {
				run = append(run, p.Str(n))
			}
			for _, n := range s.Needs {
				needs = append(needs, " needs "+p.Str(n))
			}
			scripts = append(scripts, s.Name+" at "+s.At+": "+strings.Join(run, ", ")+strings.Join(needs, ""))
		}
		if diff := cmp.Diff(test.scripts, scripts); diff != "" {
			t.Errorf("%s: scripts (-want +got):\n%s", test.name, diff)
		}
		if diff := cmp.Diff(test.files, p.Files()); diff != "" {
			t.Errorf("%s: files (-want +got):\n%s", test.name, diff)
		}
		if p.IsPrivate() != test.private {
			t.Errorf("%s: private is %v", test.name, p.IsPrivate())
		}
	}
	p, _ := ReadPackage([]byte(`{"name": "n", "scripts": {"a": "x", "a": "y"}, "husky": {"hooks": {"pre-commit": "z"}}}`))
	if got := p.Named("a"); len(got) != 1 || p.Str(got[0].Run) != "y" {
		t.Errorf("of two scripts with one name the last one runs: %v", got)
	}
	if p.Text("name") != "n" || p.Text("scripts") != "" || p.Str(p.Get("husky", "hooks", "pre-commit")) != "z" {
		t.Error("a key has another text")
	}
}
