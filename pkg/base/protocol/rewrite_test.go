package protocol

import "testing"

// A command in the place of another leaves the rest of the input as it is, and is
// only put there where the client takes it and the user is told.
func TestRewrite(t *testing.T) {
	const head = `{"session_id":"s","transcript_path":"/h/.claude/projects/x/s.jsonl","prompt_id":"p","cwd":"/p","hook_event_name":"PreToolUse","tool_use_id":"t"`
	for _, tt := range []struct{ name, payload, want string }{
		{"all of the input", head + `,"tool_name":"Bash","tool_input":{"description":"Add \"x\"","command":"pip install x","timeout":5000,"run_in_background":true}}`,
			`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"description":"Add \"x\"","command":"uv pip install \"x\"","timeout":5000,"run_in_background":true}}}`},
		{"subagent", head + `,"agent_id":"a","tool_name":"Bash","tool_input":{"command":"pip install x"}}`, ""},
		{"two commands", head + `,"tool_name":"Bash","tool_input":{"command":"pip install x","command":"pip install y"}}`, ""},
		{"another agent", `{"tool_name":"Execute","session_id":"s","hook_event_name":"PreToolUse","tool_input":{"command":"pip install x"}}`, ""},
		{"plan", `{"tool":{"name":"Bash","arguments":{"command":"pip install x","n":1}},"context":{}}`,
			`{"modified_args":{"command":"uv pip install \"x\"","n":1},"context":{}}` + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Decode([]byte(tt.payload), false, Hint{Event: Before})
			if err != nil {
				t.Fatal(err)
			}
			if can := c.CanRewrite(); can != (tt.want != "") {
				t.Fatalf("CanRewrite is %t", can)
			}
			if tt.want == "" {
				return
			}
			if got := string(Encode(&c, Reply{Action: Warn, Rewrite: `uv pip install "x"`}).Stdout); got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestRestrictsShell(t *testing.T) {
	for settings, want := range map[string]bool{
		`{"permissions":{"deny":["Bash(pip *)"]}}`:          true,
		`{"permissions":{"ask":["Bash"],"allow":["Read"]}}`: true,
		`{"permissions":{"allow":["Bash(pip *)"]}}`:         false,
		`{"permissions":{"deny":[]}}`:                       false,
		`{}`:                                                false,
		`not JSON`:                                          false,
	} {
		if got := RestrictsShell([]byte(settings)); got != want {
			t.Errorf("%s: %t", settings, got)
		}
	}
}
