package lessons

import "testing"

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
