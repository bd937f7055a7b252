package safety_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// filesOf is a machine with some files in /w.
type filesOf struct {
	calm
	text map[string]string
}

func (f filesOf) File(path string) rule.FileState {
	if text, ok := f.text[path]; ok {
		return rule.FileState{Known: true, Text: text}
	}
	return rule.FileState{Unread: unread.Part{Reason: unread.Absent}}
}

// TestMakes: only what surely ran, and surely went well, is what a script made.
func TestMakes(t *testing.T) {
	const kind = "kind create cluster --name e2e"
	script := func(text string) map[string]string { return map[string]string{"/w/up.sh": "#!/bin/bash\n" + text} }
	for _, tt := range []struct {
		name  string
		files map[string]string
		run   string
		want  bool
	}{
		{"a script that stops at an error", script("set -euo pipefail\nN=e2e\nkind create cluster --name $N\necho ok\n"), "bash up.sh 2>&1 | tail", true},
		{"one that goes on", script(kind + "\necho ok\n"), "bash up.sh", false},
		{"the last line", script("echo ok\n" + kind + "\n"), "bash up.sh", true},
		{"if it is not there", script("set -e\nif ! kind get clusters | grep -q e2e; then\n  " + kind + "\nfi\n"), "bash up.sh", false},
		{"or not", script("set -e\nkind get clusters | grep -q e2e || " + kind + "\n"), "bash up.sh", false},
		{"with an excuse", script("set -e\n" + kind + " || true\n"), "bash up.sh", false},
		{"a group with an excuse", script("set -e\n{\n" + kind + "\n} || true\n"), "bash up.sh", false},
		{"switched off again", script("set -e\nset +e\n" + kind + "\necho ok\n"), "bash up.sh", false},
		{"behind an end that is none", script("set -e\ntest -d x || exit\n[ -d y ] || exit 1\n" + kind + "\necho\n"), "bash up.sh", true},
		{"behind its end", script("set -e\nexit 0\n" + kind + "\necho\n"), "bash up.sh", false},
		{"behind what may be its end", script("set -e\n[ \"$1\" = --help ] && { echo usage; exit 0; }\n" + kind + "\necho\n"), "bash up.sh --help", false},
		{"in a pipeline", script("set -e\n" + kind + " | tee log\n"), "bash up.sh", false},
		{"behind &&", script("set -e\ntrue && " + kind + "\necho\n"), "bash up.sh", false},
		{"a function that is not called", script("set -e\nup() {\n" + kind + "\n}\n"), "bash up.sh", false},
		{"a script after another failed", script("set -e\n" + kind + "\n"), "false || bash up.sh", false},
		{"a script with an excuse", script("set -e\n" + kind + "\n"), "bash up.sh || true", false},
		{"a target", map[string]string{"/w/Makefile": "up:\n\t@" + kind + "\n"}, "make up", true},
		{"a target that ignores it", map[string]string{"/w/Makefile": "up:\n\t-" + kind + "\n"}, "make up", false},
		{"make that goes on", map[string]string{"/w/Makefile": "up:\n\t" + kind + "\n"}, "make -k up", false},
		{"a script of a package", map[string]string{"/w/package.json": `{"scripts":{"up":"` + kind + ` && echo ok"}}`}, "npm run up", true},
		{"one that goes on of a package", map[string]string{"/w/package.json": `{"scripts":{"up":"` + kind + `; echo ok"}}`}, "npm run up", false},
		{"a program", map[string]string{"/w/up.py": "import subprocess\nsubprocess.run(['kind','create','cluster','--name','e2e'], check=True)\n"}, "python3 up.py", true},
		{"a program that goes on", map[string]string{"/w/up.py": "import subprocess\nsubprocess.run(['kind','create','cluster','--name','e2e'])\n"}, "python3 up.py", false},
	} {
		s := follow.Parse(tt.run, shell.Options{Models: rules.Command, Functions: rules.Function, Cwd: "/w", Home: "/home/ann", Files: filesOf{text: tt.files}})
		got := slices.ContainsFunc(safety.Makes(s), func(text string) bool { return text == kind || text == "cd /w && "+kind })
		if got != tt.want {
			t.Errorf("%s: %q", tt.name, safety.Makes(s))
		}
	}
}
