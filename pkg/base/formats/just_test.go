package formats

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What each statement of a justfile is, and where it stands.
func TestJustfile(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"recipe", "a b='c' +d: e (f 'x y') && g # why\n  rm x\n\n  ls\n", []string{`1 recipe a [{b 'c' false false true} {d  true false false}] [{e } {f 'x y'}] [{g }]`, `2 line "  rm x"`, `3 line ""`, `4 line "  ls"`}},
		{"quiet, with a variable of the environment", "@a $b *c='':\n", []string{`1 recipe a [{b  false true false} {c '' true false true}] [] []`}},
		{"a colon in a default", "a b='c:d' e=(f):\n", []string{`1 recipe a [{b 'c:d' false false true} {e (f) false false true}] [] []`}},
		{"variables", "a := 'b'\nexport c-d := e\n", []string{`1 variable a "'b'"`, `2 variable export c-d "e"`}},
		{"settings", "set shell := ['bash', '-c']\nset export\nset dotenv-load := false", []string{`1 setting shell "['bash', '-c']"`, `2 setting export "true"`, `3 setting dotenv-load "false"`}},
		{"other files", "import 'a/b.just'\nimport? \"c\"\nmod d\nmod? e 'f'\n", []string{`1 import a/b.just ""`, `2 import c ""`, `3 module d ""`, `4 module e "f"`}},
		{"alias", "alias a := b", []string{`1 alias a "b"`}},
		{"a recipe with the name of a word", "alias:\nset-up:\n", []string{`1 recipe alias [] [] []`, `2 recipe set-up [] [] []`}},
		{"attributes", "[no-cd]\n[script('bash')]\na:\n", []string{`1 attribute [no-cd]`, `2 attribute [script('bash')]`, `3 recipe a [] [] []`}},
		{"comments and lines outside of a recipe", "# a:\n  rm x\nb\n  rm y\n", []string{`3 other`}},
		{"line ends of Windows", "a:\r\n\trm x\r\n", []string{`1 recipe a [] [] []`, `2 line "\trm x"`}},
	}
	kinds := map[JustKind]string{JustOther: "other", JustRecipe: "recipe", JustLine: "line", JustAttribute: "attribute", JustVariable: "variable", JustAlias: "alias",
		JustSetting: "setting", JustImport: "import", JustModule: "module"}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, s := range Justfile([]byte(test.text)) {
				line := fmt.Sprintf("%d %s", s.Line, kinds[s.Kind])
				switch s.Kind {
				case JustOther:
				case JustRecipe:
					line += fmt.Sprintf(" %s %v %v %v", s.Name, s.Params, s.Before, s.After)
				case JustLine:
					line += fmt.Sprintf(" %q", test.text[s.From:s.To])
				case JustAttribute:
					line += " " + s.Text
				default:
					if s.Export {
						line += " export"
					}
					line += fmt.Sprintf(" %s %q", s.Name, s.Value)
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
