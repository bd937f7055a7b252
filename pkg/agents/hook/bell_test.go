package hook

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// A row that does not care for a call costs nothing: what a silent command meets beside
// its judgement are the rows that are listed here.
func TestBell(t *testing.T) {
	for _, tt := range []struct {
		name, payload string
		rows          []row
		want          []string
		index         string // of what is to be looked up about commands
	}{
		{
			"a command that only looks", `{"hook_event_name":"PreToolUse","tool_name":"Bash","session_id":"s","tool_use_id":"t1","cwd":"CWD","tool_input":{"command":"ls -la"}}`,
			beforeCommand[:], []string{"verdict"}, "",
		},
		{
			"a command where something is remembered", `{"hook_event_name":"PreToolUse","tool_name":"Bash","session_id":"s","tool_use_id":"t1","cwd":"CWD","tool_input":{"command":"ls -la"}}`,
			beforeCommand[:], []string{"failed before", "preference", "verdict"}, "ctxhook repeats 1\n12345678",
		},
		{
			"a command that writes", `{"hook_event_name":"PreToolUse","tool_name":"Bash","session_id":"s","tool_use_id":"t2","cwd":"CWD","tool_input":{"command":"touch a"}}`,
			beforeCommand[:], []string{"account", "verdict", "copies"}, "",
		},
		{
			"a command that is blocked", `{"hook_event_name":"PreToolUse","tool_name":"Bash","session_id":"s","tool_use_id":"t3","cwd":"CWD","tool_input":{"command":"rm -rf /"}}`,
			beforeCommand[:], []string{"verdict"}, "ctxhook repeats 1\n12345678",
		},
		{
			"a command in the neutral envelope", `{"command":"ls -la","working_dir":"CWD"}`,
			beforeCommand[:], []string{"verdict", "related runs"}, "",
		},
		{
			"an edit", `{"hook_event_name":"PreToolUse","tool_name":"Edit","session_id":"s","tool_use_id":"t4","cwd":"CWD","tool_input":{"file_path":"CWD/a.go","old_string":"a","new_string":"b"}}`,
			beforeTool[:], []string{"verdict", "account"}, "",
		},
		{
			"a file that is read", `{"hook_event_name":"PreToolUse","tool_name":"Read","session_id":"s","tool_use_id":"t5","cwd":"CWD","tool_input":{"file_path":"CWD/a.go"}}`,
			beforeTool[:], []string{"verdict"}, "",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			u := newUser(t)
			r := &run{env: Env{Getenv: u.getenv, Schema: u.schema}}
			call, err := protocol.Decode([]byte(strings.ReplaceAll(tt.payload, "CWD", u.project)), false, protocol.Hint{Getenv: r.env.Getenv, Event: protocol.Before})
			if err != nil {
				t.Fatal(err)
			}
			r.call = call
			r.open()
			if tt.index != "" {
				if err := paths.WriteFile(r.judge.Places.RepeatsFile(), []byte(tt.index)); err != nil {
					t.Fatal(err)
				}
			}
			c := ruling{judgement: r.uses()}
			c.action = c.verdict.Action
			var got []string
			for i := range tt.rows {
				if tt.rows[i].cares(r, &c) {
					got = append(got, tt.rows[i].name)
					tt.rows[i].do(r, &c)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("rows that care (-want +got):\n%s", diff)
			}
		})
	}
}
