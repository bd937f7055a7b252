package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestObserved answers every payload that was seen in a run of an agent, or for
// OpenCode what its plugin makes of it: silence, a warning, an ask, a deny, and
// advice after a failure.
func TestObserved(t *testing.T) {
	const golden = "testdata/observed.golden"
	var got bytes.Buffer
	for line := range strings.Lines(string(read(t, "testdata/observed.jsonl"))) {
		var seen struct {
			Name    string
			Payload json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &seen); err != nil {
			t.Fatal(err)
		}
		call, err := Decode(seen.Payload, false, Hint{})
		if err != nil {
			t.Fatalf("%s: %v", seen.Name, err)
		}
		agent, rest, _ := strings.Cut(seen.Name, "-")
		if strings.Contains(rest, ".camel.") {
			agent += "-camel"
		}
		// Of other events init has the agent named where the payload does not tell.
		if call.Agent.Name != agent && (call.Event == Before || call.Event == After) {
			t.Errorf("%s is taken for %s", seen.Name, call.Agent.Name)
		}
		fmt.Fprintf(&got, "%s: %s event %d tool %d %q", seen.Name, call.Agent.Name, call.Event, call.Tool, call.Commands)
		if r := call.Result; r != nil {
			fmt.Fprintf(&got, " status %d exit %d known %v output %q", r.Status, r.Exit, r.Exited, r.Output)
			if strings.Contains(seen.Name, "exit3") && !call.Agent.Unsaid && r.Exit != 3 {
				t.Errorf("%s: exit code %d is read", seen.Name, r.Exit)
			}
		}
		got.WriteByte('\n')
		replies := answers[:]
		if call.Event != Before {
			replies = lateAnswers
		}
		for _, a := range replies {
			answer := Encode(&call, a.verdict)
			checkAnswer(t, &call, answer)
			if a.verdict.Action == Deny && call.Event == Before && len(answer.Stdout) == 0 && answer.Exit != 2 {
				t.Errorf("%s: no deny: %+v", seen.Name, answer)
			}
			fmt.Fprintf(&got, "  %s: %d %s%s\n", a.name, answer.Exit, bytes.TrimSpace(answer.Stdout), bytes.TrimSpace(answer.Stderr))
		}
	}
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(read(t, golden)), got.String()); diff != "" {
		t.Errorf("answers differ (go test -u rewrites):\n%s", diff)
	}
}
