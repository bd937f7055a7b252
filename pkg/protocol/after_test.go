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
	verdict Verdict
}{
	{"silent", Verdict{Report: Report{Context: true, LatencyMS: 1.5}}},
	{"told", Verdict{
		Action: Warn, ForModel: "model: the tests failed", ForPerson: "person: kept", Report: Report{Context: true, LatencyMS: 2},
		Stored: Stored{Memory: "r-1", Record: "r-1", Patterns: []string{"network"}, Advice: []string{"start the server"}},
		Recalled: Recalled{
			Trajectory: "s_t", Memories: 3, Patterns: 1,
			Recommendations: []Recommendation{{ID: "l-1", Preview: "go test failed", Score: 0.9, Entries: []string{"r-1"}}, {ID: "t-1", Preview: "find it", Score: 0.5}},
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
			if call.Task != (Handed{}) {
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

// TestNeverStopsTooLate: an answer to what has happened blocks nothing, or
// the agent takes the output from its model, and the end of a session hears
// nothing; a script that calls with the neutral envelope does.
func TestNeverStopsTooLate(t *testing.T) {
	for i := range agents {
		for _, event := range []Event{After, Prompt, SessionEnd} {
			call := Call{Agent: &agents[i], Event: event, EventName: "PostToolUse", Tool: Shell}
			for _, a := range answers {
				answer := Encode(&call, a.verdict)
				out := string(answer.Stdout)
				if answer.Exit != 0 || len(answer.Stderr) > 0 || strings.Contains(out, "ecision") || strings.Contains(out, "cancel") || strings.Contains(out, "deny") {
					t.Errorf("%s %s after event %d: exit %d, %s%s", call.Agent.Name, a.name, event, answer.Exit, answer.Stdout, answer.Stderr)
				}
				if event == SessionEnd && len(answer.Stdout) > 0 && call.Agent.Form != FormNeutral {
					t.Errorf("%s: said at the end of a session: %s", call.Agent.Name, answer.Stdout)
				}
			}
		}
	}
}

// TestLateEventName: an answer that names another event than the client's is
// void.
func TestLateEventName(t *testing.T) {
	v := Verdict{Action: Warn, ForModel: "careful"}
	for _, name := range []string{"PostToolUse", "PostToolUseFailure", "Tomorrow", ""} {
		call := Call{Agent: agentNamed("claude"), Event: After, EventName: name}
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
