package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/cmd"
	"github.com/ctxhook/ctxhook/rules"
)

// TestCheckAgreesWithHook: in a project, check says of a command what the hook
// does about it. The examples of all rules are tried, every third of them unless the test
// is long, in a work tree with a tracked change, an untracked and an ignored file.
func TestCheckAgreesWithHook(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	enterShop(t)
	for name, text := range map[string]string{"notes.txt": "untracked\n", ".gitignore": "*.log\n", "build.log": "ignored\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	commands := []string{"git status", "git reset --hard", "git checkout -- one.go", "rm notes.txt", "rm build.log", "> one.go"}
	every, n := 3, 0
	if *long {
		every = 1
	}
	for _, r := range rules.Safety() {
		for _, c := range slices.Concat(r.Examples.Hit, r.Examples.Miss) {
			if n++; n%every == 0 {
				commands = append(commands, c)
			}
		}
	}
	if len(commands) < 500 {
		t.Fatalf("%d commands", len(commands))
	}
	if testing.Short() {
		commands = commands[:100]
	}
	for _, c := range commands {
		if got, want, ok := agreed(t, c); !ok {
			t.Errorf("%s\ncheck: %s, hook: %s", c, got, want)
		}
	}
}

// agreed reports whether check and hook say the same. A difference is only set
// aside where one of the two contradicts itself: on a busy machine git may
// answer too late.
func agreed(t *testing.T, command string) (got, want string, ok bool) {
	t.Helper()
	for range 5 {
		if got, want = checked(t, command), hooked(t, command); got == want {
			return got, want, true
		}
		if checked(t, command) == got && hooked(t, command) == want {
			break
		}
	}
	return got, want, false
}

// program runs the program in the shop with an attended agent's environment.
func program(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	home := os.Getenv("HOME")
	env := map[string]string{
		"HOME": home, "USERPROFILE": home, "CLAUDE_CODE_SESSION_ATTENDED": "1", "PATH": os.Getenv("PATH"),
	}
	var out bytes.Buffer
	cmd.Main(cmd.Env{
		Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: io.Discard,
		Getenv: func(name string) string { return env[name] }, Version: "v0.0.0-e2e",
	})
	return out.String()
}

// checked returns the action that check names.
func checked(t *testing.T, command string) string {
	t.Helper()
	var v struct{ Action string }
	out := program(t, command, "check", "--json", "-")
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("check %q: %v\n%s", command, err, out)
	}
	return v.Action
}

// decisionID is what a warning names.
var decisionID = regexp.MustCompile(`, d-[0-9a-z]{8}\b`)

// sessions counts the sessions of hooked: a warning is given once in each.
var sessions int

// hooked returns the action that pre-bash answers with in a session that knows
// of no other. Each command looks at the files of all sessions.
func hooked(t *testing.T, command string) string {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(os.Getenv("HOME"), stateOf)); err != nil {
		t.Fatal(err)
	}
	cwd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	sessions++
	payload, err := json.Marshal(map[string]any{
		"session_id": fmt.Sprintf("s%d", sessions), "prompt_id": "p", "transcript_path": "/h/.claude/projects/x/s1.jsonl", "cwd": cwd,
		"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "c1", "tool_input": map[string]any{"command": command},
	})
	if err != nil {
		t.Fatal(err)
	}
	out, _, _ := strings.Cut(program(t, string(payload), "pre-bash"), "\n")
	if out == "" {
		return "silent"
	}
	var v struct {
		HookSpecificOutput struct{ PermissionDecision string }
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("pre-bash %q: %v\n%s", command, err, out)
	}
	switch d := v.HookSpecificOutput.PermissionDecision; d {
	case "deny":
		return "block"
	case "":
		if !decisionID.MatchString(out) {
			return "silent" // something is told, and nothing is warned of
		}
		return "warn"
	default:
		return d
	}
}
