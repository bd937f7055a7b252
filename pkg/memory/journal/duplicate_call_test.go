package journal

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
)

// TestDuplicateCall: of two processes for one call the second repeats what the
// first decided, and leaves out what is shown once. What comes later, or with
// another command, or after the user has chosen anew, is decided anew.
func TestDuplicateCall(t *testing.T) {
	home := t.TempDir()
	agent := protocol.Agent{Name: "claude", Ask: protocol.AskAlways}
	process := func(now time.Time, command string) *Journal {
		j := New(judge.New(judge.Options{Cwd: home, Getenv: func(key string) string {
			if key == "HOME" || key == "USERPROFILE" {
				return home
			}
			return ""
		}}), now)
		j.Call = &protocol.Call{Agent: &agent, Session: "s", ID: "c", EventName: "PreToolUse", Commands: []string{command}}
		return j
	}
	for _, tt := range []struct {
		action protocol.Action
		late   time.Duration
		want   protocol.Reply
	}{
		{protocol.Silent, 0, protocol.Reply{}},
		{protocol.Warn, 0, protocol.Reply{}},
		{protocol.Ask, 0, protocol.Reply{Action: protocol.Ask, ForModel: "model", ForUser: "user"}},
		{protocol.Deny, 0, protocol.Reply{Action: protocol.Deny, ForModel: "model"}},
		{protocol.Deny, time.Second, protocol.Reply{Action: protocol.Deny, ForModel: "model", ForUser: "user"}},
		{protocol.Warn, time.Second, protocol.Reply{Action: protocol.Warn, ForModel: "model", ForUser: "user"}},
	} {
		command := string(rune('a'+tt.action)) + tt.late.String()
		now := time.Now()
		winner := process(now, command)
		if _, elsewhere := winner.Claim(); elsewhere {
			t.Fatalf("%s: decided already", command)
		}
		if _, elsewhere := winner.Claim(); elsewhere {
			t.Errorf("%s: a process meets itself", command)
		}
		v := protocol.Reply{Action: tt.action, ForModel: "model", ForUser: "user"}
		if tt.action == protocol.Silent {
			v = protocol.Reply{}
		}
		winner.Answered(&v)
		got, elsewhere := process(now.Add(tt.late), command).Claim()
		if !elsewhere {
			t.Errorf("%s: decided twice", command)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", command, diff)
		}
		if _, elsewhere := process(now, command+" -v").Claim(); elsewhere {
			t.Errorf("%s: another command", command)
		}
	}
}
