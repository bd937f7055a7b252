package diagnose_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// names are surroundings with the same names everywhere.
type names struct{ entries, scripts, targets, branches []string }

func (n names) Entries(string) []string  { return n.entries }
func (n names) Scripts(string) []string  { return n.scripts }
func (n names) Targets(string) []string  { return n.targets }
func (n names) Branches(string) []string { return n.branches }

// A name that exists replaces one that does not if no other can be meant.
func TestNearNames(t *testing.T) {
	here := names{
		entries:  []string{"main.py", "readme.md", "src/", "srv/", "a1.txt", "a2.txt", "lib/"},
		scripts:  []string{"build", "test", "test:unit"},
		targets:  []string{"build", "test"},
		branches: []string{"trunk", "feature/login", "srcs"},
	}
	for _, tt := range []struct {
		name, command, output string
		want                  []string
	}{
		{"a file", "cat src/man.py", "cat: src/man.py: No such file or directory\n", []string{"cat src/main.py"}},
		{"a script of an interpreter", "python3 man.py -v", "python3: can't open file '/w/man.py': [Errno 2] No such file or directory\n", []string{"python3 main.py -v"}},
		{"a directory", "cd lbi && ls", "bash: line 1: cd: lbi: No such file or directory\n", []string{"cd lib && ls"}},
		{"several", "cat a3.txt", "cat: a3.txt: No such file or directory\n", nil},
		{"another name", "cat notes.md", "cat: notes.md: No such file or directory\n", nil},
		{"a file to remove", "rm man.py", "rm: cannot remove 'man.py': No such file or directory\n", nil},
		{"a script of the project", "npm run biuld -- -x", "npm error Missing script: \"biuld\"\n", []string{"npm run build -- -x"}},
		{"one that npm takes for a command", "npm biuld", "Unknown command: \"biuld\"\n", []string{"npm run build"}},
		{"test", "npm tset", "Unknown command: \"tset\"\n", []string{"npm test"}},
		{"a target", "make tset", "make: *** No rule to make target 'tset'.  Stop.\n", []string{"make test"}},
		{"a branch", "git switch feature/logn", "fatal: invalid reference: feature/logn\n", []string{"git switch feature/login"}},
		{"a branch to merge", "git merge trnk", "merge: trnk - not something we can merge\n", []string{"git merge trunk"}},
		{"a branch to delete", "git branch -d trnk", "error: branch 'trnk' not found.\n", nil},
		{"a branch or a directory", "git checkout srcx", "error: pathspec 'srcx' did not match any file(s) known to git\n", nil},
		{"a default branch that is not there", "git checkout main", "error: pathspec 'main' did not match any file(s) known to git\n", nil},
		{"a target elsewhere", "make -C x tset", "make: *** No rule to make target 'tset'.  Stop.\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := tally(tt.command, tt.output, 1)
			out.Around = here
			r := diagnose.NewReader(rules.Knowledge())
			var got []string
			for _, f := range r.Fixes(out, r.Errors(out, nil)) {
				if f.Command.Len() > 0 && f.Command.String() != "npm run" {
					got = append(got, f.Command.String())
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("offered (-want +got):\n%s", diff)
			}
		})
	}
}
