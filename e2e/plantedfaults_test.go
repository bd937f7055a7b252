package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// withFaults has the program built with the tag faults, which takes a minute.
var withFaults = flag.Bool("faults", false, "test what becomes of commands in which a reader of ctxhook fails")

// plantedFaults are errors in readers. A command is one that destroys the home directory,
// with the fault behind it, before it, or in the same text. FAULT stands for the words by
// which the reader fails; in a file they stand in a comment.
var plantedFaults = []struct {
	fault    string
	commands []string
	files    map[string]string
}{
	{"shell:panic", []string{"rm -rf ~/; : FAULT", ": FAULT; rm -rf ~/", "bash -c 'rm -rf ~/; : FAULT'", "bash x.sh"}, map[string]string{"x.sh": "rm -rf ~/\n# FAULT\n"}},
	{"shell:loop", []string{"rm -rf ~/; : FAULT", ": FAULT; rm -rf ~/", "bash x.sh"}, map[string]string{"x.sh": "# FAULT\nrm -rf ~/\n"}},
	{"shell:recursion", []string{"rm -rf ~/; : FAULT"}, nil},
	{"shell:memory", []string{": FAULT; rm -rf ~/"}, nil},
	{"python:panic", []string{`rm -rf ~/; python3 -c "x = 'FAULT'"`, `python3 -c "x = 'FAULT'"; rm -rf ~/`, `python3 -c "import os; os.system('rm -rf ~/'); x = 'FAULT'"`, "python3 x.py; rm -rf ~/"}, map[string]string{"x.py": "# FAULT\n"}},
	{"python:loop", []string{`rm -rf ~/; python3 -c "x = 'FAULT'"`, `python3 -c "x = 'FAULT'"; rm -rf ~/`, `python3 -c "import os; os.system('rm -rf ~/'); x = 'FAULT'"`}, nil},
	{"python:recursion", []string{`rm -rf ~/; python3 -c "x = 'FAULT'"`, `python3 -c "x = 'FAULT'"; rm -rf ~/`}, nil},
	{"python:memory", []string{`python3 -c "x = 'FAULT'"; rm -rf ~/`}, nil},
	{"sql:panic", []string{`psql -c "select 'FAULT'"; rm -rf ~/`, `psql -h db.prod -c "drop database shop; select 'FAULT'"`}, nil},
	{"javascript:loop", []string{`node -e "'FAULT'"; rm -rf ~/`, `node -e "require('fs').rmSync(process.env.HOME, {recursive: true}); 'FAULT'"`}, nil},
	{"awk:panic", []string{`awk 'BEGIN { x = "FAULT"; system("rm -rf ~/") }'`, `awk '/FAULT/' x; rm -rf ~/`}, nil},
	{"sed:panic", []string{`sed -e '1e rm -rf ~/' -e 's/FAULT//' x`, `sed s/FAULT// x && rm -rf ~/`}, nil},
	{"powershell:recursion", []string{`pwsh -c "'FAULT'; Remove-Item -Recurse -Force ~/"`}, nil},
	{"make:panic", []string{"make all; rm -rf ~/", "rm -rf ~/ && make", "make all"}, map[string]string{"Makefile": "# FAULT\nall:\n\trm -rf ~/\n"}},
	{"make:loop", []string{"make all; rm -rf ~/", "make all"}, map[string]string{"Makefile": "# FAULT\nall:\n\trm -rf ~/\n"}},
	{"json:panic", []string{"npm run clean; rm -rf ~/", "npm run clean"}, map[string]string{"package.json": `{"name": "FAULT", "scripts": {"clean": "rm -rf ~/"}}`}},
	{"facts:panic", []string{"bash x.sh; rm -rf ~/", "bash x.sh"}, map[string]string{"x.sh": "# FAULT\nrm -rf ~/\n"}},
	{"facts:loop", []string{"bash x.sh; rm -rf ~/", "bash x.sh"}, map[string]string{"x.sh": "# FAULT\nrm -rf ~/\n"}},
	{"effect:panic", []string{"rm -rf ~/ FAULT", "echo FAULT; rm -rf ~/", "rm -rf ~/; echo FAULT"}, nil},
	{"effect:loop", []string{"rm -rf ~/ FAULT", "echo FAULT; rm -rf ~/"}, nil},
	{"rules:panic", []string{"rm -rf ~/ FAULT", "echo FAULT; rm -rf ~/"}, nil},
	{"rules:loop", []string{"rm -rf ~/ FAULT", "rm -rf ~/; echo FAULT"}, nil},
}

// answersWithin is how long an event may take where a reader never ends: the limit of the
// hook, that of what answers in its place, and a slow machine.
const answersWithin = 6 * time.Second

// TestPlantedFaults: where a reader of ctxhook fails, never ends or takes all room, a
// dangerous command before, in or behind its text is asked about or blocked, in time.
func TestPlantedFaults(t *testing.T) {
	if !*withFaults {
		t.Skip("-faults")
	}
	program := filepath.Join(t.TempDir(), "ctxhook")
	if out, err := exec.Command("go", "build", "-tags", "faults", "-o", program, "..").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, f := range plantedFaults {
		t.Run(f.fault, func(t *testing.T) {
			for _, command := range f.commands {
				words := strings.NewReplacer("FAULT", "fault:"+f.fault)
				home, project := t.TempDir(), t.TempDir()
				for name, text := range f.files {
					if err := os.WriteFile(filepath.Join(project, name), []byte(words.Replace(text)), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.Mkdir(filepath.Join(project, ".git"), 0o700); err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				stopped, out := asksProgram(t, program, home, project, words.Replace(command))
				took := time.Since(start).Round(time.Millisecond)
				if !stopped {
					t.Errorf("%s: it passes after %v: %s", command, took, out)
				}
				if took > answersWithin {
					t.Errorf("%s: %v", command, took)
				}
				t.Logf("%s: %v", command, took)
			}
		})
	}
}

// asksProgram asks a program about a command, and reports whether it stops it.
func asksProgram(t *testing.T, program, home, project, command string) (stopped bool, out string) {
	t.Helper()
	payload, err := json.Marshal(map[string]any{
		"session_id": "s", "cwd": project, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "t", "transcript_path": "/x/projects/y.jsonl",
		"permission_mode": "default", "prompt_id": "p", "tool_input": map[string]any{"command": command},
	})
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "pre-bash")
	c.Dir, c.Stdin = project, bytes.NewReader(payload)
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "CLAUDECODE=1", "CLAUDE_CODE_SESSION_ATTENDED=1"}
	data, err := c.Output()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && failed.ExitCode() == 2 {
		return true, "exit code 2"
	}
	var answer struct {
		HookSpecificOutput struct{ PermissionDecision string }
	}
	json.Unmarshal(data, &answer) // silence is no JSON
	decision := answer.HookSpecificOutput.PermissionDecision
	return decision == "ask" || decision == "deny", string(data)
}
