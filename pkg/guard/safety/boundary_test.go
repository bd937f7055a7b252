package safety_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// breaks fails as an error of ctxhook would, where a word is asked about.
func breaks(word, at string) {
	if word == at {
		panic("planted: " + at)
	}
}

// brokenFiles are files of this machine of which one cannot be looked at.
type brokenFiles struct {
	rule.Facts
	files map[string]string
}

func (b brokenFiles) File(path string) rule.FileState {
	breaks(path, "/work/boom.sh")
	text, ok := b.files[path]
	return rule.FileState{Known: ok, Text: text, Unread: unread.Part{Reason: unread.Absent}}
}
func (b brokenFiles) Hook(_, _ string) (path, root string) { return "", "" }
func (b brokenFiles) Names(string) []string                { return nil }
func (b brokenFiles) Committed(string) bool                { return false }

// An error of ctxhook leaves the text unread in which it stood, and nothing else: what
// stands before, behind and in it is judged, and what shows no harm is not asked about.
func TestErrorsOfOurOwn(t *testing.T) {
	const python = "python3 - <<'P'\nimport os, shutil\nboom(1)\n%s\nP\n"
	tests := []struct {
		name, text string
		want       policy.Action
	}{
		{"a language", strings.Replace(python, "%s", "print(2)", 1), policy.Warn},
		{"behind it", strings.Replace(python, "%s", "print(2)", 1) + "rm -rf ~/", policy.Block},
		{"before it", "rm -rf ~/\n" + strings.Replace(python, "%s", "print(2)", 1), policy.Block},
		{"in it", strings.Replace(python, "%s", "shutil.rmtree(os.path.expanduser('~'))", 1), policy.Block},
		{"in it, over several lines", strings.Replace(python, "%s", "shutil.rmtree(\n  os.path.expanduser('~')\n)", 1), policy.Block},
		{"on its line", strings.Replace(python, "%s", "boom(os.system('rm -rf ~/'))", 1), policy.Block},
		{"its strings say nothing", strings.Replace(python, "%s", "boom('no files to remove')", 1), policy.Warn},
		{"a program", "boomprog x", policy.Ask},
		{"behind a program", "boomprog x; rm -rf ~/", policy.Block},
		{"in a program", "boomprog x $(rm -rf ~/)", policy.Block},
		{"in an inner text", "bash -c 'boomprog x'; rm -rf ~/", policy.Block},
		{"behind it in an inner text", "bash -c 'boomprog x; rm -rf ~/'; ls", policy.Block},
		{"in a wrapper", "sudo boomprog x", policy.Ask},
		{"a file", "bash boom.sh", policy.Ask},
		{"behind a file", "bash boom.sh; rm -rf ~/", policy.Block},
		{"what a file runs", "bash ok.sh", policy.Ask},
		{"no error", "ls; python3 -c 'print(1)'", policy.Silent},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := engine()
			e.Files = true
			e.Functions = func(language, name string) (rule.Function, bool) {
				breaks(name, "boom")
				return rules.Function(language, name)
			}
			e.Models = func(program string) *rule.Command {
				breaks(program, "boomprog")
				return rules.Command(program)
			}
			look := brokenFiles{files: map[string]string{"/work/ok.sh": "boomprog x\nrm -rf ~/\n"}}
			if got := e.Judge(tt.text, safety.Dirs{Home: "/home/ann", Cwd: "/work"}, look).Action; got != tt.want {
				t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
			}
		})
	}
}
