package lessons

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestCalled(t *testing.T) {
	tests := []struct {
		name, command string
		want          []string
	}{
		{"a program", "frobnicate --all", []string{"frobnicate"}},
		{"several", "cd web && frobnicate a | mangle > b", []string{"cd", "frobnicate", "mangle"}},
		{"with a program text", "python - <<'E'\nprint(1)\nopen('a', 'w')\nE", []string{"python"}},
		{"by its path", "./frobnicate --all", nil},
		{"looked for first", "which frobnicate && frobnicate --all", nil},
		{"with another in its place", "frobnicate --all || mangle", nil},
		{"brought first", "npm install -g frobnicate && frobnicate --all", nil},
		{"an environment entered first", "source .venv/bin/activate && frobnicate", nil},
		{"found elsewhere", "PATH=/opt/bin:$PATH frobnicate --all", nil},
		{"in a container", "docker run alpine frobnicate", []string{"docker"}},
		{"checks something", "golangci-lint run ./...", []string{"golangci-lint"}},
		{"only looks", "cat a | grep b", []string{"cat", "grep"}},
		{"no shell", "if then", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, RequiredPrograms(parsedFor(t, tt.command))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestAbsent(t *testing.T) {
	tests := []struct{ name, command, class, line, want string }{
		{"it", "frobnicate --all", "missing-command", "bash: frobnicate: command not found", "frobnicate"},
		{"one that another program called", "node a.js", "missing-command", "sh: 1: frobnicate: not found", ""},
		{"another error", "frobnicate --all", "missing-file", "bash: frobnicate: command not found", ""},
		{"what is in every shell", "cd web && ./make.sh", "missing-command", "bash: cd: command not found", ""},
		{"nothing that is missing", "frobnicate --all", "missing-command", "cannot go on", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := memory.Error{Class: tt.class, Line: redact.Clean(tt.line)}
			if got := MissingProgram(parsedFor(t, tt.command), &e); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestMissing(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"bash", "bash: line 1: gti: command not found", "gti"},
		{"bash as a file", "./run.sh: line 12: python: command not found", "python"},
		{"dash", "/bin/sh: 1: vite: not found", "vite"},
		{"dash within npm", "sh: vite: not found", "vite"},
		{"zsh", "zsh:1: command not found: python3.12", "python3.12"},
		{"env", "/usr/bin/env: ‘node’: No such file or directory", "node"},
		{"a program in Go", `exec: "dot": executable file not found in $PATH`, "dot"},
		{"a file", "cat: notes: No such file or directory", ""},
		{"a page", "error: 404: not found, try again", ""},
		{"a path", "bash: ./build.sh: command not found", ""},
		{"an option", "-v: command not found", ""},
		{"words", "no one: the thing you want: not found", ""},
		{"nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := MissingName(tt.line); got != tt.want {
				t.Errorf("%q: %q, want %q", tt.line, got, tt.want)
			}
		})
	}
}
