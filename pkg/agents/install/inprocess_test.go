package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// answering is a program that denies, asks about, and warns of commands by what they
// say.
const answering = `#!/bin/sh
payload=$(cat)
answer() { printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse",%s}}\n' "$1"; }
case $payload in
*execute.after*exit_code*1*) answer '"additionalContext":"ADVICE"' ;;
*'echo deny'*) answer '"permissionDecision":"deny","permissionDecisionReason":"DENIED"'; echo DENIED >&2; exit 2 ;;
*'echo ask'*) answer '"permissionDecision":"ask","permissionDecisionReason":"ASKED"' ;;
*'echo fine'*) answer '"additionalContext":"WARNED"' ;;
esac
`

// TestInProcess loads the plugins of agents that cannot be run here into hosts that
// behave as the agents' documents say.
func TestInProcess(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no node, or no shell for the program")
	}
	tests := []struct {
		name, agent, program, want string
	}{
		{"OpenCode 2", "opencode", answering, "thrown DENIED\nask ASKED\nallow out\nWARNED\nADVICE\ndeny DENIED\n"},
		{"OpenCode 2 without ctxhook", "opencode", "", "allow out\nallow out\nallow out\nallow undefined\n"},
		{"Amp", "amp", answering, "reject-and-continue DENIED\nallow \nreject-and-continue ASKED\nallow \nallow \n"},
		{"Amp without ctxhook", "amp", "", strings.Repeat("allow \n", 5)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			program := filepath.Join(dir, "my programs", "ctxhook")
			if tt.program != "" {
				if err := os.MkdirAll(filepath.Dir(program), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(program, []byte(tt.program), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			c := ClientNamed(tt.agent)
			file := filepath.Join(dir, "ctxhook.mjs")
			if err := os.WriteFile(file, []byte(c.own(c, program)[0].text), 0o644); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(node, "testdata/host.mjs", tt.agent, file).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if diff := cmp.Diff(tt.want, string(out)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
