package follow

import (
	"strings"
	"testing"
)

// Of a file of tasks only those count that are asked for, and those that they mention.
func TestOnlyGoals(t *testing.T) {
	const python = "import os\n@task\ndef docs(c):\n    c.run('a')\n@task(name=\"all\")\ndef every_thing(c):\n    docs(c)\n@task\ndef wipe_all(c):\n    c.run('b')\n"
	const ruby = "task default: [:spec]\ntask :spec do\n  sh 'a'\nend\ntask :wipe do\n  sh 'b'\nend\n"
	const golang = "package main\nfunc Build() error {\n\treturn a()\n}\nfunc Wipe() error {\n\treturn b()\n}\nfunc helper() { c() }\n"
	for _, tt := range []struct {
		name, lang, text string
		goals            []string
		has, lacks       string
	}{
		{"one", "python", python, []string{"docs"}, "'a'", "'b'"},
		{"what it mentions", "python", python, []string{"all"}, "'a'", "'b'"},
		{"dashes", "python", python, []string{"ns.wipe-all"}, "'b'", "'a'"},
		{"a version", "python", python, []string{"docs-3.12"}, "'a'", "'b'"},
		{"none", "python", python, nil, "'b'", "no such"},
		{"not found", "python", python, []string{"x"}, "'b'", "no such"},
		{"ruby", "ruby", ruby, []string{"spec"}, "'a'", "'b'"},
		{"go", "go", golang, []string{"build"}, "c()", "b()"},
	} {
		got := onlyGoals(tt.text, tt.lang, tt.goals)
		if !strings.Contains(got, tt.has) || strings.Contains(got, tt.lacks) || len(got) != len(tt.text) {
			t.Errorf("%s:\n%s", tt.name, got)
		}
	}
}
