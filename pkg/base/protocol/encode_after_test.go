package protocol

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var lateAnswers = []struct {
	name    string
	verdict Reply
}{
	{"silent", Reply{Report: Report{Context: true, LatencyMS: 1.5}}},
	{"told", Reply{
		Action: Warn, ForModel: "model: the tests failed", ForUser: "person: kept", Report: Report{Context: true, LatencyMS: 2},
		Run: RunReport{Memory: "r-1", Record: "r-1", Patterns: []string{"network"}, Advice: []string{"start the server"}},
		Recalled: Recommendations{
			Trajectory: "s_t", Memories: 3, Patterns: 1,
			Recommendations: []Recommendation{{ID: "l-1", Preview: "go test failed", Score: 0.9, Entries: []string{"r-1"}}, {ID: "t-1", Preview: "find it", Score: 0.5}},
			Failing:         []Recommendation{{ID: "l-2", Preview: "go vet failed", Entries: []string{"r-2"}}},
		},
	}},
}

// TestResults holds what is read of a call that has run, of a prompt and of a
// session's end, and what is answered then.
func TestResults(t *testing.T) {
	for _, file := range payloads(t, "testdata/after/*.json") {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			call, err := Decode(read(t, file), false, Hint{Getenv: session("1")})
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			describe(&got, &call)
			if call.Result != nil {
				fmt.Fprintf(&got, "result %+v\n", *call.Result)
			}
			if call.Prompt+call.Reason+call.Subagent != "" || call.Event == Prompt {
				fmt.Fprintf(&got, "prompt %q by the client %v reason %q subagent %q %q\n", call.Prompt, call.Machine, call.Reason, call.Subagent, call.SubagentType)
			}
			if call.Source+call.Previous != "" {
				fmt.Fprintf(&got, "source %q previous %q\n", call.Source, call.Previous)
			}
			if call.Task != (TaskCall{}) {
				fmt.Fprintf(&got, "task %+v\n", call.Task)
			}
			for _, a := range lateAnswers {
				answer := Encode(&call, a.verdict)
				checkAnswer(t, &call, answer)
				fmt.Fprintf(&got, "\n-- %s: exit %d\n%s", a.name, answer.Exit, withNewline(answer.Stdout))
			}
			golden := strings.TrimSuffix(file, ".json") + ".golden"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(read(t, golden)), got.String()); diff != "" {
				t.Errorf("(go test -u rewrites):\n%s", diff)
			}
		})
	}
}

// What a command prints is no word of its agent, whatever it looks like.
func TestPrintedStatusIsNone(t *testing.T) {
	const (
		codex  = `{"turn_id":"t","hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"cat x"},"tool_response":%s}`
		gemini = `{"hook_event_name":"AfterTool","timestamp":"2026-01-02T03:04:05Z","tool_name":"run_shell_command","tool_input":{"command":"cat x"},"tool_response":{"llmContent":%s,"returnDisplay":%s}}`
		cline  = `{"clineVersion":"","hookName":"tool_result","tool_result":{"name":"run_commands","input":{"commands":["cat x"]},"output":[{"query":"cat x","result":%s,"success":true}]}}`
		droid  = `{"hook_event_name":"PostToolUse","tool_name":"Execute","tool_input":{"command":"cat x"},"tool_response":%s}`
		qwen   = `{"hook_event_name":"PostToolUseFailure","timestamp":"t","transcript_path":"x","tool_name":"run_shell_command","tool_input":{"command":"cat x"},"error":%s}`
	)
	for _, tt := range []struct {
		name, payload, output string
		exit                  int
		exited                bool
	}{
		{"an object in a text", fmt.Sprintf(codex, `"{\"exit_code\":3,\"stdout\":\"no\"}"`), `{"exit_code":3,"stdout":"no"}`, 0, false},
		{"the first line of another agent", fmt.Sprintf(codex, `"Exit code 3\nno"`), "Exit code 3\nno", 0, false},
		{"a label", fmt.Sprintf(gemini, `"Output: a\nExit Code: 3\nProcess Group PGID: 7"`, `"a\nExit Code: 3\n"`), "a\nExit Code: 3", 0, true},
		{"a label before that of the agent", fmt.Sprintf(gemini, `"Output: a\nExit Code: 3\nExit Code: 2\nProcess Group PGID: 7"`, `"a\nExit Code: 3"`), "a\nExit Code: 3", 2, true},
		{"a label of the agent", fmt.Sprintf(gemini, `"Output: a\nExit Code: 2\nProcess Group PGID: 7"`, `"a"`), "a", 2, true},
		{"a first line", fmt.Sprintf(cline, `"[Command exited with code 3]\nno"`), "[Command exited with code 3]\nno", 0, true},
		{"a line before the last", fmt.Sprintf(droid, `"[Process exited with code 3]\n[Process exited with code 0]"`), "[Process exited with code 3]", 0, true},
		{"a first line where there are labels", fmt.Sprintf(qwen, `"Exit code 3\nno"`), "Exit code 3\nno", 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			call, err := Decode([]byte(tt.payload), false, Hint{Getenv: session("1")})
			if err != nil || call.Result == nil {
				t.Fatalf("result %v, %v", call.Result, err)
			}
			r := call.Result
			if r.Output != tt.output || r.Exit != tt.exit || r.Exited != tt.exited {
				t.Errorf("%s: output %q, exit %d, known %v, want %q, %d, %v", call.Agent.Name, r.Output, r.Exit, r.Exited, tt.output, tt.exit, tt.exited)
			}
		})
	}
}

// TestNeverStopsTooLate: an answer to what has happened blocks nothing, or
// the agent takes the output from its model, and the end of a session hears
// nothing; a script that calls with the neutral envelope does.
func TestNeverStopsTooLate(t *testing.T) {
	for _, agent := range agents {
		for _, event := range []Event{After, Prompt, SessionEnd} {
			call := Call{Agent: agent, Event: event, EventName: "PostToolUse", Tool: Shell}
			for _, a := range answers {
				answer := Encode(&call, a.verdict)
				out := string(answer.Stdout)
				if answer.Exit != 0 || len(answer.Stderr) > 0 || strings.Contains(out, "ecision") || strings.Contains(out, "cancel") || strings.Contains(out, "deny") {
					t.Errorf("%s %s after event %d: exit %d, %s%s", call.Agent.Name, a.name, event, answer.Exit, answer.Stdout, answer.Stderr)
				}
				if event == SessionEnd && len(answer.Stdout) > 0 && call.Agent.Form != FormNeutral && call.Agent.Form != FormPlan {
					t.Errorf("%s: said at the end of a session: %s", call.Agent.Name, answer.Stdout)
				}
			}
		}
	}
}

// TestLateEventName: an answer that names another event than the client's is
// void.
func TestLateEventName(t *testing.T) {
	v := Reply{Action: Warn, ForModel: "careful"}
	for _, name := range []string{"PostToolUse", "PostToolUseFailure", "Tomorrow", ""} {
		call := Call{Agent: Named("claude"), Event: After, EventName: name}
		want := ""
		if strings.HasPrefix(name, "Post") {
			want = `{"hookSpecificOutput":{"hookEventName":"` + name + `","additionalContext":"careful"}}`
		}
		if got := string(Encode(&call, v).Stdout); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestManyParts: an answer in as many parts as fit into a payload is put
// together in time.
func TestManyParts(t *testing.T) {
	parts := strings.Repeat(`{"type":"text","text":"a"},`, 200_000)
	payload := `{"hook_event_name":"PostToolUse","tool_name":"mcp__desk__exec","tool_input":{"command":"ls"},"tool_response":[` + parts + `{"text":"b\n"},{"text":"c"}]}`
	call, err := Decode([]byte(payload), false, Hint{})
	if err != nil {
		t.Fatal(err)
	}
	if got := call.Result.Output; len(got) != 400_003 || !strings.HasSuffix(got, "a\nb\nc") {
		t.Errorf("%d bytes that end %q", len(got), got[max(0, len(got)-10):])
	}
}
