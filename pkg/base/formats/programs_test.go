package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a package installs is what its manifest names as a program, and not as anything
// else.
func TestPrograms(t *testing.T) {
	tests := []struct {
		name, manifest, text string
		want                 []string
	}{
		{"Python", "pyproject.toml", "[project]\nname = \"n\"\ndependencies = [\"d\"]\n[project.scripts]\na = \"x:main\"\n\"b-c\" = \"x:other\"\n[project.gui-scripts]\ng = \"x:gui\"\n", []string{"a", "b-c", "g"}},
		{"Python, of Poetry", "pyproject.toml", "[tool.poetry.scripts]\np = \"x:main\"\n", []string{"p"}},
		{"Python, tasks", "pyproject.toml", "[tool.hatch.envs.default.scripts]\na = \"x\"\n[tool.pdm.scripts]\nb = \"y\"\n", nil},
		{"Node", "package.json", `{"name": "n", "scripts": {"s": "x"}, "bin": {"a": "a.js", "b": "b.js"}}`, []string{"a", "b"}},
		{"Node, by its name", "package.json", `{"bin": "a.js", "name": "n"}`, []string{"n"}},
		{"Node, without one", "package.json", `{"name": "n"}`, nil},
		{"Rust", "Cargo.toml", "[package]\nname = \"n\"\n[[bin]]\nname = \"a\"\n[[bin]]\nname = \"b\"\n[dependencies]\nname = \"d\"\n", []string{"n", "a", "b"}},
		{"nothing", "Cargo.toml", "", nil},
		{"broken", "package.json", `{"bin": {"a": "x"`, []string{"a"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Programs(test.manifest, []byte(test.text))); diff != "" {
				t.Error(diff)
			}
		})
	}
}
