package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

func TestCauseOf(t *testing.T) {
	tests := []struct {
		name, command, class, line string
		want                       Cause
	}{
		{"a module is missing", "node a.js", "missing-module", "Error: Cannot find module 'x'", Local},
		{"a program is missing", "frobnicate", "missing-command", "bash: frobnicate: command not found", Permanent},
		{"a program that asks elsewhere is missing", "kubectl apply -f a.yaml", "missing-command", "bash: kubectl: command not found", Permanent},
		{"an option is wrong", "prettify --wirte a.js", "unknown-option", "error: unknown option '--wirte'", Permanent},
		{"an option of the project's own script is wrong", "node a.js --wirte", "unknown-option", "error: unknown option '--wirte'", Local},
		{"a subcommand is wrong", "git comit -m x", "unknown-command", "git: 'comit' is not a git command. See 'git --help'.", Permanent},
		{"a use that gh does not know", "gh pr diff 1 -- a.go", "usage", "accepts at most 1 arg(s), received 2", Permanent},
		{"the network", "node a.js", "network", "connect ECONNREFUSED", Transient},
		{"the answer of a server", "curl -f https://example.com/x", "not-found", "404", Transient},
		{"a remote", "git push origin main", "git", "error: failed to push some refs", Transient},
		{"a file for a remote", "kubectl apply -f a.yaml", "missing-file", "error: the path \"a.yaml\" does not exist", Local},
		{"on another host", "ssh db ./run.sh", "", "no such table", Transient},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := CauseOf(parsedFor(t, tt.command), tt.class, tt.line); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestMends(t *testing.T) {
	edit := memory.Activity{Edit: &memory.Edit{Path: redact.Clean("a.go")}}
	ran := func(template string, o memory.Outcome) memory.Activity {
		return memory.Activity{Run: &memory.Run{Template: redact.Clean(template), Outcome: o}}
	}
	typed := func(template, command string) memory.Activity {
		return memory.Activity{Run: &memory.Run{Template: redact.Clean(template), Command: redact.Clean(command)}}
	}
	tests := []struct {
		name           string
		step           memory.Activity
		local, lasting bool
	}{
		{"an edit", edit, true, false},
		{"an installation", ran("npm install", memory.OK), true, true},
		{"an installation that timed out", ran("npm install", memory.TimedOut), true, true},
		{"a change in the project", ran("git checkout", memory.OK), true, false},
		{"a change that failed", ran("git checkout", memory.Failed), false, false},
		{"a change that failed on its way", ran("mkdir -p; npm install", memory.Failed), true, true},
		{"a change that was denied", ran("mkdir -p; npm install", memory.Denied), false, false},
		{"a look around", ran("ls; cat", memory.OK), false, false},
		{"a look around, piped and muted", typed("ls; cat", "ls 2>/dev/null; cat a 2>&1 | grep b"), false, false},
		{"a file written outside of the project", typed("echo", "echo registry=x > ~/.npmrc"), true, false},
		{"a file written by a filter", typed("cat", "cat a | tee ~/b"), true, false},
		{"what was found is deleted", typed("find -d -e -l -t", "find /opt/a -delete"), true, false},
		{"branches that were fetched", ran("git fetch", memory.OK), true, false},
		{"a branch that was made", ran("git branch", memory.OK), true, false},
		{"a branch that was deleted", ran("git branch -D", memory.OK), true, false},
		{"branches that were listed", ran("git branch -a -v", memory.OK), false, false},
		{"a remote that was added", ran("git remote", memory.OK), true, false},
		{"remotes that were listed", ran("git remote -v", memory.OK), false, false},
		{"a setting of go", ran("go env -w", memory.OK), true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := MayFix(tt.step, Local, rules.Command); got != tt.local {
				t.Errorf("a local cause: %v, want %v", got, tt.local)
			}
			if got := MayFix(tt.step, Permanent, rules.Command); got != tt.lasting {
				t.Errorf("a lasting cause: %v, want %v", got, tt.lasting)
			}
			if MayFix(tt.step, Permanent, rules.Command) && !MayFix(tt.step, Local, rules.Command) {
				t.Error("what mends a lasting cause mends a local one")
			}
		})
	}
}
