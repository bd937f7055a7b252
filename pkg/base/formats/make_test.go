package formats

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What each statement of a makefile is, and where it stands.
func TestMakefile(t *testing.T) {
	kinds := map[MakeKind]string{MakeText: "text", MakeRule: "rule", MakeRecipe: "recipe", MakeVariable: "variable", MakeDefine: "define",
		MakeLine: "line", MakeEndef: "endef", MakeCondition: "condition", MakeWord: "word"}
	tests := []struct {
		name, text string
		want       []string
	}{
		{"rule", "a b: c | d # why\n\tx # y\n", []string{`1 rule "a b" needs " c | d"`, `2 recipe "\tx # y"`}},
		{"nothing", "# a\n\n  \n", nil},
		{"a recipe goes on behind a comment, an empty line and a condition", "a:\n\tx\n\n# b\nifdef c\n\ty\nendif\n\tz", []string{`1 rule "a" needs ""`, `2 recipe "\tx"`, `5 condition ifdef "c"`, `6 recipe "\ty"`, `7 condition endif ""`, `8 recipe "\tz"`}},
		{"a variable ends it", "a:\n\tx\nb = c\n\td = e", []string{`1 rule "a" needs ""`, `2 recipe "\tx"`, `3 variable b = "c"`, `4 variable d = "e"`}},
		{"so does an include", "a:\ninclude b\n\tc: d", []string{`1 rule "a" needs ""`, `2 word include "b"`, `3 rule "c" needs " d"`}},
		{"lines that are continued", "a = b \\\n   c\\\\\nd: \\\r\n e\r\n\tx \\\n\ty\n", []string{`1 variable a = "b c\\\\"`, `3 rule "d" needs " e"`, `5 recipe "\tx \\\n\ty"`}},
		{"operators", "a := 1\nb ?= 2\nc += 3\nd != 4\ne ::= 5\nf=$(g:h=i)", []string{`1 variable a := "1"`, `2 variable b ?= "2"`, `3 variable c += "3"`, `4 variable d != "4"`, `5 variable e ::= "5"`, `6 variable f = "$(g:h=i)"`}},
		{"inline recipe", "a: b; x # y: z\n\tc", []string{`1 rule "a" needs " b" inline " x # y: z"`, `2 recipe "\tc"`}},
		{"a semicolon in a comment or a reference is none", "a: # b; c\nd: $(e;f)", []string{`1 rule "a" needs ""`, `2 rule "d" needs " $(e;f)"`}},
		{"a variable of a target has no recipe", "a: b = c; d\n\tx: y", []string{`1 rule "a" needs " b = c; d" variable b = "c; d"`, `2 rule "x" needs " y"`}},
		{"an exported one", "a: export b := c", []string{`1 rule "a" needs " export b := c" variable export b := "c"`}},
		{"a semicolon in a value", "a = b: c; d", []string{`1 variable a = "b: c; d"`}},
		{"double colon, grouped", "a:: b\nc d &: e", []string{`1 rule "a" needs " b"`, `2 rule "c d " needs " e"`}},
		{"define", "define a =\nb: c\n\tx\ndefine d\nendef\nendef\noverride define e\n# f\nendef", []string{`1 define a = ""`, `2 line "b: c"`, `3 line "\tx"`, `4 line "define d"`, `5 line "endef"`, `6 endef`, `7 define e = ""`, `8 line "# f"`, `9 endef`}},
		{"modifiers", "export a = b\noverride export c = d\nexport e f\nunexport g\nexport", []string{`1 variable export a = "b"`, `2 variable export c = "d"`, `3 word export "e f"`, `4 word unexport "g"`, `5 word export ""`}},
		{"a word as a name", "include = a\ndefine = b\n", []string{`1 variable include = "a"`, `2 variable define = "b"`}},
		{"conditions", "ifeq ($(a),b)\nelse ifneq(c, d)\nelse\nendif", []string{`1 condition ifeq "($(a),b)"`, `2 condition else "ifneq(c, d)"`, `3 condition else ""`, `4 condition endif ""`}},
		{"references", "$(eval $(call a,b))", []string{`1 text "$(eval $(call a,b))"`}},
		{"another prefix", ".RECIPEPREFIX = >\na:\n>x\n\tb = c", []string{`1 variable .RECIPEPREFIX = ">"`, `2 rule "a" needs ""`, `3 recipe ">x"`, `4 variable b = "c"`}},
		{"a number sign that is no comment", `a = b\#c`, []string{`1 variable a = "b\\#c"`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			r := NewMakefile([]byte(test.text), '\t')
			for s, ok := r.Next(); ok; s, ok = r.Next() {
				line := fmt.Sprintf("%d %s", s.Line, kinds[s.Kind])
				variable := func() {
					if s.Variable.Export {
						line += " export"
					}
					line += fmt.Sprintf(" %s %s %q", s.Variable.Name, s.Variable.Op, s.Variable.Value)
				}
				switch s.Kind {
				case MakeRule:
					line += fmt.Sprintf(" %q needs %q", s.Targets, s.Needs)
					if s.Inline > 0 {
						line += fmt.Sprintf(" inline %q", test.text[s.Inline:s.To])
					}
					if s.Variable.Name != "" {
						line += " variable"
						variable()
					}
				case MakeVariable, MakeDefine:
					variable()
				case MakeRecipe, MakeLine:
					line += fmt.Sprintf(" %q", test.text[s.From:s.To])
				case MakeCondition, MakeWord:
					line += fmt.Sprintf(" %s %q", s.Word, s.Rest)
				case MakeText:
					line += fmt.Sprintf(" %q", s.Text)
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
