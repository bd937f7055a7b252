package cmd

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/agents/ancestry"
)

// alone is a process of which no ancestor is known.
func alone() []ancestry.Process { return nil }

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
				Ancestors:  alone,
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
	e := &Env{Stdin: new(bytes.Buffer), Stdout: new(bytes.Buffer), Getenv: func(string) string { return "" }, Ancestors: alone}
	if requireUser(e) == nil {
		t.Error("a buffer passes for a terminal")
	}
}

// TestAncestors: who is refused by the processes that started ctxhook.
func TestAncestors(t *testing.T) {
	const at = true
	tests := []struct {
		name  string
		chain []ancestry.Process
		want  string // part of the refusal; "" none
	}{
		{"a shell in a terminal", []ancestry.Process{
			{ID: 9, Session: 8, Name: "ctxhook", Terminal: at}, {ID: 8, Session: 8, Name: "bash", Terminal: at}, {ID: 7, Session: 7, Name: "gnome-terminal-"}, {ID: 1, Session: 1, Name: "systemd"}}, ""},
		{"over ssh", []ancestry.Process{
			{ID: 9, Session: 8, Name: "ctxhook", Terminal: at}, {ID: 8, Session: 8, Name: "zsh", Terminal: at}, {ID: 7, Session: 7, Name: "sshd"}}, ""},
		{"the first process of a container", []ancestry.Process{{ID: 1, Session: 1, Name: "ctxhook", Terminal: at}}, ""},
		{"a user's own script(1)", []ancestry.Process{
			{ID: 9, Session: 8, Name: "ctxhook", Terminal: at}, {ID: 8, Session: 8, Name: "bash", Terminal: at}, {ID: 7, Session: 6, Name: "script", Terminal: at},
			{ID: 6, Session: 6, Name: "bash", Terminal: at}, {ID: 5, Session: 5, Name: "kitty"}}, ""},
		{"another system", []ancestry.Process{{ID: 9, Name: "ctxhook", Terminal: at}, {ID: 8, Name: "-zsh", Terminal: at}}, ""},
		{"an agent above", []ancestry.Process{{ID: 9, Name: "ctxhook"}, {ID: 8, Name: "script"}, {ID: 7, Name: "bash"}, {ID: 6, Name: "claude"}}, "claude (process 6)"},
		{"an agent by its package", []ancestry.Process{{ID: 9, Name: "ctxhook"}, {ID: 6, Name: "node", Args: []string{"/usr/bin/node", "--no-warnings", "/x/node_modules/@anthropic-ai/claude-code/cli.js"}}}, "claude-code (process 6)"},
		{"an agent by its directory of versions", []ancestry.Process{{ID: 9, Name: "ctxhook"}, {ID: 6, Name: "2.1.329", Args: []string{"/home/u/.local/share/claude/versions/2.1.329"}}}, "claude (process 6)"},
		{"a home of that name", []ancestry.Process{{ID: 9, Name: "ctxhook"}, {ID: 6, Name: "python3", Args: []string{"python3", "/home/claude/serve.py"}}}, ""},
		{"a script that is called like one", []ancestry.Process{{ID: 9, Name: "ctxhook"}, {ID: 6, Name: "sh", Args: []string{"sh", "/home/u/amp.sh"}}}, ""},
		{"variables of an ancestor", []ancestry.Process{{ID: 9, Name: "ctxhook"}, {ID: 8, Name: "sh", Variables: []string{"HOME=/h", "CLAUDECODE=1"}}}, "CLAUDECODE is set for sh (process 8)"},
		{"an orphan that made a terminal", []ancestry.Process{
			{ID: 9, Session: 8, Name: "ctxhook", Terminal: at}, {ID: 8, Session: 8, Name: "sh", Terminal: at}, {ID: 7, Session: 7, Name: "script"}, {ID: 1, Session: 1, Name: "systemd"}}, "script (process 7) was not started at a terminal"},
		{"an orphan that kept the terminal of another", []ancestry.Process{
			{ID: 9, Session: 9, Name: "ctxhook", Terminal: at}, {ID: 7, Session: 4, Name: "python3.11", Terminal: at}, {ID: 1, Session: 1, Name: "init"}}, "python3.11 (process 7) was not"},
		{"an orphan that opened a terminal by its path", []ancestry.Process{
			{ID: 9, Session: 4, Name: "ctxhook"}, {ID: 1, Session: 1, Name: "init"}}, "ctxhook (process 9) was not"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := requireUser(&Env{
				Getenv: func(string) string { return "" }, AtTerminal: func() bool { return true },
				Ancestors: func() []ancestry.Process { return tt.chain },
			})
			if got := fmt.Sprint(err); (err != nil) != (tt.want != "") || !strings.Contains(got, tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestFromClient: a hook that a command of the agent starts is not the client's.
func TestFromClient(t *testing.T) {
	client := ancestry.Process{Name: "claude"}
	shell := func(args ...string) ancestry.Process { return ancestry.Process{Name: args[0], Args: args} }
	tests := []struct {
		name  string
		above []ancestry.Process
		want  bool
	}{
		{"the client", []ancestry.Process{client}, true},
		{"the client's shell", []ancestry.Process{shell("/bin/sh", "-c", "/home/u/go/bin/ctxhook user-prompt"), client}, true},
		{"a command", []ancestry.Process{shell("/bin/bash", "-c", "source x && eval 'ctxhook < p.json'"), client}, false},
		{"a script", []ancestry.Process{shell("sh", "p.sh"), shell("/bin/bash", "-c", "eval 'sh p.sh'"), client}, false},
		{"no agent", []ancestry.Process{shell("bash"), shell("xterm")}, false},
		{"not known", nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &Env{Ancestors: func() []ancestry.Process { return append([]ancestry.Process{{Name: "ctxhook"}}, tt.above...) }}
			if got := e.fromClient(); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
