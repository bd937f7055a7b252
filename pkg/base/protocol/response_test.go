package protocol

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMapResponse(t *testing.T) {
	shout := func(s string) (string, int) { return strings.ToUpper(s), strings.Count(s, "quiet") }
	for _, tt := range []struct {
		name, payload, want string
		n                   int
	}{
		{
			name:    "a shell's",
			payload: `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"cat a"},"tool_use_id":"t","permission_mode":"default","transcript_path":"/t","tool_response":{"stdout":"quiet\n","stderr":"","interrupted":false,"isImage":false}}`,
			want:    `{"stdout":"QUIET\n","stderr":"","interrupted":false,"isImage":false}`, n: 1,
		},
		{
			name:    "a file's",
			payload: `{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/a"},"tool_use_id":"t","permission_mode":"default","transcript_path":"/t","tool_response":{"type":"text","file":{"filePath":"/a","content":"quiet quiet","numLines":1}}}`,
			want:    `{"type":"text","file":{"filePath":"/a","content":"QUIET QUIET","numLines":1}}`, n: 2,
		},
		{
			name:    "a server's",
			payload: `{"hook_event_name":"PostToolUse","tool_name":"mcp__a__b","tool_input":{},"tool_use_id":"t","permission_mode":"default","transcript_path":"/t","tool_response":[{"type":"text","text":"quiet"},{"type":"image","data":"quiet"}]}`,
			want:    `[{"type":"text","text":"QUIET"},{"type":"image","data":"quiet"}]`, n: 1,
		},
		{
			name:    "one without",
			payload: `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"cat a"},"tool_use_id":"t","permission_mode":"default","transcript_path":"/t","tool_response":{"stdout":"loud"}}`,
		},
		{
			name:    "a failure cannot be replaced",
			payload: `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"cat a"},"tool_use_id":"t","permission_mode":"default","transcript_path":"/t","error":"Exit code 1\nquiet"}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Decode([]byte(tt.payload), false, Hint{Agent: "claude"})
			if err != nil {
				t.Fatal(err)
			}
			got, n := c.MapResponse(shout)
			if got != tt.want || n != tt.n {
				t.Fatalf("got %s with %d changed, want %s with %d", got, n, tt.want, tt.n)
			}
			a := Encode(&c, Reply{Action: Warn, ForModel: "told", Response: got})
			var answer struct{ HookSpecificOutput map[string]any }
			if got == "" {
				return
			}
			if err := json.Unmarshal(a.Stdout, &answer); err != nil {
				t.Fatalf("%v: %s", err, a.Stdout)
			}
			var want any
			if err := json.Unmarshal([]byte(got), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(map[string]any{"hookEventName": "PostToolUse", "additionalContext": "told", "updatedToolOutput": want}, answer.HookSpecificOutput); diff != "" {
				t.Errorf("the answer (-want +got)\n%s", diff)
			}
		})
	}
}

func FuzzMapResponse(f *testing.F) {
	f.Add(`{"stdout":"quiet","list":[1,null,{"data":"x"},"\u00e9\ud800"]}`)
	f.Add("[\"\xff\"]")
	f.Fuzz(func(t *testing.T, response string) {
		if !json.Valid([]byte(response)) {
			return
		}
		c, err := Decode([]byte(`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_response":`+response+`}`), false, Hint{Agent: "claude", Event: After})
		if err != nil {
			return
		}
		got, n := c.MapResponse(func(s string) (string, int) { return s + "\x00é", 1 })
		if (n == 0) != (got == "") || n > 0 && !json.Valid([]byte(got)) {
			t.Errorf("%q becomes %q with %d changed", response, got, n)
		}
	})
}

// A file that is longer than what is read of it does not seem to end there.
func TestMapResponseOfLongFile(t *testing.T) {
	for _, tt := range []struct {
		length int
		noted  bool
	}{{200 << 10, false}, {300 << 10, true}} {
		payload := `{"hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{"file_path":"/a"},"tool_use_id":"t","permission_mode":"default","transcript_path":"/t","tool_response":{"type":"text","file":{"filePath":"/a","content":"` +
			strings.Repeat("quiet ", tt.length/6) + `"}}}`
		var s sieve
		s.write([]byte(payload))
		c, err := Decode(s.out, false, Hint{Agent: "claude"})
		if err != nil {
			t.Fatal(err)
		}
		got, n := c.MapResponse(func(s string) (string, int) { return strings.ToUpper(s), 1 })
		if !json.Valid([]byte(got)) || n == 0 || strings.Contains(got, "left out") != tt.noted {
			t.Errorf("%d bytes: %d changed, the end is %q", tt.length, n, got[max(0, len(got)-80):])
		}
	}
}
