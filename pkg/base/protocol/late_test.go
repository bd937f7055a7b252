package protocol_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// What a payload says of a command in the background.
func TestLate(t *testing.T) {
	notice := func(status, summary string) string {
		return `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt":"<task-notification>\n<task-id>b1</task-id>\n<output-file>/tmp/tasks/b1.output</output-file>\n<status>` + status + `</status>\n<summary>` + summary + `</summary>\n</task-notification>"}`
	}
	answer := func(tool, input, response string) string {
		return `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"` + tool + `","tool_input":` + input + `,"tool_response":` + response + `}`
	}
	for _, test := range []struct {
		name, payload string
		id            string // "": it tells of none
		want          protocol.Result
	}{
		{"a notice of a success", notice("completed", `Background command \"exit code 7\" completed (exit code 0)`), "b1", protocol.Result{Exited: true}},
		{"a notice of a failure", notice("failed", `Background command \"tests\" failed with exit code 2`), "b1", protocol.Result{Status: protocol.Failed, Exit: 2, Exited: true}},
		{"a notice of what was stopped", notice("killed", `Background command \"tests\" was stopped`), "b1", protocol.Result{Status: protocol.Interrupted}},
		{"a prompt that quotes one", `{"hook_event_name":"UserPromptSubmit","prompt":"what is <task-notification><task-id>b1</task-id><status>completed</status>"}`, "", protocol.Result{}},
		{"TaskOutput", answer("TaskOutput", `{"task_id":"b1","block":true}`, `{"retrieval_status":"success","task":{"task_id":"b1","status":"completed","output":"1 failed","exitCode":1}}`), "b1", protocol.Result{Status: protocol.Failed, Exit: 1, Exited: true, Output: "1 failed"}},
		{"TaskOutput, still running", answer("TaskOutput", `{"task_id":"b1"}`, `{"retrieval_status":"timeout","task":{"task_id":"b1","status":"running","output":"..","exitCode":null}}`), "", protocol.Result{}},
		{"TaskOutput as text", answer("TaskOutput", `{"task_id":"b1"}`, `"<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<output>\n3 passed\n</output>"`), "b1", protocol.Result{Exited: true, Output: "3 passed"}},
		{"BashOutput", answer("BashOutput", `{"bash_id":"b1"}`, `{"shellId":"b1","status":"failed","exitCode":1,"stdout":"a","stderr":"b"}`), "b1", protocol.Result{Status: protocol.Failed, Exit: 1, Exited: true, Output: "a\nb"}},
		{"TaskStop", answer("TaskStop", `{"task_id":"b1"}`, `{"message":"Successfully stopped task: b1"}`), "b1", protocol.Result{Status: protocol.Interrupted}},
		{"KillShell", answer("KillShell", `{"shell_id":"b1"}`, `{"message":"killed"}`), "b1", protocol.Result{Status: protocol.Interrupted}},
		{"another tool", answer("Read", `{"file_path":"/tmp/tasks/b1.output"}`, `{"task":{"status":"completed"}}`), "", protocol.Result{}},
	} {
		c, err := protocol.Decode([]byte(test.payload), false, protocol.Hint{Agent: "claude"})
		switch {
		case err != nil:
			t.Errorf("%s: %v", test.name, err)
		case c.Late == nil && test.id != "":
			t.Errorf("%s: nothing", test.name)
		case c.Late != nil && (c.Late.ID != test.id || c.Late.Result != test.want):
			t.Errorf("%s: %+v", test.name, *c.Late)
		}
	}
	for file, want := range map[string]bool{"/tmp/x/tasks/b1.output": true, "/tmp/b1.output": false, "/etc/tasks/shadow": false, "/tmp/tasks/b2.output": false} {
		if protocol.LateFile(file, "b1") != want {
			t.Errorf("LateFile(%s): not %v", file, want)
		}
	}
}
