package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A check in the background is what its end shows: at the state of the files at which it began.
func TestBackground(t *testing.T) {
	const red = "FAILED tests/test_cart.py::test_total - assert 3 == 4\n=== 1 failed, 41 passed in 90.1s ===\n"
	const green = "=== 42 passed in 90.1s ===\n"
	type step func(*testing.T, *user)
	n := 0
	call := func() string { n++; return fmt.Sprintf("t%d", n) }
	starts := func(task, command string) step {
		return func(t *testing.T, p *user) {
			p.run("post-bash", p.event("s1", "PostToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": call(),
				"tool_input":    map[string]any{"command": command, "run_in_background": true},
				"tool_response": map[string]any{"stdout": "", "stderr": "", "interrupted": false, "backgroundTaskId": task}}))
		}
	}
	moves := func(task, command string) step {
		return func(t *testing.T, p *user) {
			p.run("post-bash", p.event("s1", "PostToolUse", map[string]any{"tool_name": "Bash", "tool_use_id": call(),
				"tool_input":    map[string]any{"command": command, "timeout": 120000},
				"tool_response": map[string]any{"stdout": "collecting", "stderr": "", "interrupted": false, "backgroundTaskId": task, "timedOutAfterMs": 120000}}))
		}
	}
	asks := func(task, status string, exit any, output string) step {
		return func(t *testing.T, p *user) {
			p.run("post-bash", p.event("s1", "PostToolUse", map[string]any{"tool_name": "TaskOutput", "tool_use_id": call(), "tool_input": map[string]any{"task_id": task},
				"tool_response": map[string]any{"retrieval_status": "success", "task": map[string]any{"task_id": task, "status": status, "output": output, "exitCode": exit}}}))
		}
	}
	kills := func(task string) step {
		return func(t *testing.T, p *user) {
			p.run("post-bash", p.event("s1", "PostToolUse", map[string]any{"tool_name": "TaskStop", "tool_use_id": call(), "tool_input": map[string]any{"task_id": task}, "tool_response": map[string]any{"message": "stopped"}}))
		}
	}
	notice := func(task, status string, exit int, output string) step {
		return func(t *testing.T, p *user) {
			file := filepath.Join(p.home, "tmp", "tasks", task+".output")
			os.MkdirAll(filepath.Dir(file), 0o700)
			os.WriteFile(file, []byte(output), 0o600)
			p.run("user-prompt", p.event("s1", "UserPromptSubmit", map[string]any{"prompt": fmt.Sprintf(
				"<task-notification>\n<task-id>%s</task-id>\n<output-file>%s</output-file>\n<status>%s</status>\n<summary>Background command \"tests\" %[3]s (exit code %d)</summary>\n</task-notification>", task, file, status, exit)}))
		}
	}
	ran := func(command, output string) step {
		return func(t *testing.T, p *user) { p.told(t, "s1", call(), command, 0, output) }
	}
	fix := func(t *testing.T, p *user) {
		p.run("post-edit", p.event("s1", "PostToolUse", map[string]any{"tool_name": "Edit", "tool_use_id": call(), "tool_input": map[string]any{
			"file_path": filepath.Join(p.project, "cart.py"), "old_string": "a - b", "new_string": "a + b"}}))
	}
	for _, test := range []struct {
		name    string
		done    []step
		running string // task that the client says still runs
		says    string
		want    string // part of what is told; "" nothing
	}{
		{"still running", []step{fix, starts("b1", "pytest")}, "b1", "All tests pass.", "`pytest` still runs in the background"},
		{"still running, and said", []step{fix, starts("b1", "pytest")}, "b1", "The tests still run in the background.", ""},
		{"still running, and it passed before", []step{fix, ran("pytest", green), starts("b1", "pytest")}, "b1", "All tests pass.", ""},
		{"still running, and a part passed", []step{fix, ran("pytest tests/test_cart.py", green), starts("b1", "pytest")}, "b1", "The tests of the cart pass.", ""},
		{"a server runs", []step{fix, ran("pytest", green), starts("b1", "npm run dev")}, "b1", "All tests pass.", ""},
		{"red, as it was asked", []step{fix, starts("b1", "pytest"), asks("b1", "completed", 1, red)}, "", "All tests pass.", "`pytest` was red when last run"},
		{"asked before its end", []step{fix, starts("b1", "pytest"), asks("b1", "running", nil, "..")}, "b1", "All tests pass.", "still runs"},
		{"green, as it was asked", []step{ran("pytest | tail", red), fix, starts("b1", "pytest"), asks("b1", "completed", 0, green)}, "", "All tests pass.", ""},
		{"red, as the client tells", []step{fix, starts("b1", "pytest"), notice("b1", "failed", 1, red)}, "", "All tests pass.", "`tests/test_cart.py::test_total`"},
		{"green, as the client tells", []step{ran("pytest | tail", red), fix, starts("b1", "pytest"), notice("b1", "completed", 0, green)}, "", "All tests pass.", ""},
		{"green, and edited since it began", []step{ran("pytest | tail", red), starts("b1", "pytest"), notice("b1", "failed", 1, red), fix}, "", "All tests pass.", "cart.py edited since"},
		{"moved there by its time limit", []step{fix, moves("b1", "pytest")}, "b1", "All tests pass.", "still runs"},
		{"moved there, and green", []step{fix, moves("b1", "pytest"), notice("b1", "completed", 0, green)}, "", "All tests pass.", ""},
		{"stopped", []step{fix, starts("b1", "pytest"), kills("b1")}, "", "All tests pass.", "did not end"},
		{"stopped, and run again", []step{fix, starts("b1", "pytest"), kills("b1"), ran("pytest", green)}, "", "All tests pass.", ""},
		{"a log shows that it is red", []step{fix, ran("nohup pytest > t.log 2>&1 &", ""), ran("tail -5 t.log", red)}, "", "All tests pass.", "was red when last run"},
		{"a log of something else", []step{fix, ran("nohup pytest > t.log 2>&1 &", ""), ran("tail -5 old.log", red)}, "", "The cart adds up.", ""},
		{"a log that shows no failure", []step{ran("pytest | tail", red), fix, ran("pytest > t.log 2>&1 &", ""), ran("cat t.log", green)}, "", "All tests pass.", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newUser(t)
			p.starts(t, "s1", "startup")
			for _, do := range test.done {
				do(t, p)
			}
			tasks := []any{}
			if test.running != "" {
				tasks = append(tasks, map[string]any{"id": test.running, "type": "shell", "status": "running"})
			}
			got := p.run("stop", p.event("s1", "Stop", map[string]any{"prompt_id": "p1", "last_assistant_message": test.says, "background_tasks": tasks})).said(t)
			if told := got.HookSpecificOutput.AdditionalContext; !strings.Contains(told, test.want) || (told == "") != (test.want == "") {
				t.Errorf("it is told %q, want %q", told, test.want)
			}
		})
	}
}
