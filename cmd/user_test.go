package cmd

import (
	"bytes"
	"strings"
	"testing"
)

func TestPerson(t *testing.T) {
	tests := []struct {
		name     string
		env      map[string]string
		terminal bool
		want     string // part of the refusal; "" none
	}{
		{name: "person", terminal: true},
		{name: "person in an editor's terminal", terminal: true, env: map[string]string{"CURSOR_TRACE_ID": "x", "TERM_PROGRAM": "vscode"}},
		{name: "no terminal", want: "this is not a terminal"},
		{name: "Claude Code", terminal: true, env: map[string]string{"CLAUDECODE": "1"}, want: "CLAUDECODE is set"},
		{name: "what an agent calls itself", terminal: true, env: map[string]string{"AI_AGENT": "some-agent"}, want: "AI_AGENT is set"},
		{name: "another agent", terminal: true, env: map[string]string{"GEMINI_CLI": "1"}, want: "GEMINI_CLI is set"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := requireUser(&Env{
				Args:       []string{"pause", "1h"},
				Getenv:     func(name string) string { return tt.env[name] },
				AtTerminal: func() bool { return tt.terminal },
			})
			if tt.want == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestPersonLooks: without the tests' own answer the streams are looked at,
// and a buffer is no terminal.
func TestPersonLooks(t *testing.T) {
	e := &Env{Stdin: new(bytes.Buffer), Stdout: new(bytes.Buffer), Getenv: func(string) string { return "" }}
	if requireUser(e) == nil {
		t.Error("a buffer passes for a terminal")
	}
}
