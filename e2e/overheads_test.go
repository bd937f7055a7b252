package e2e

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// TestOverheads holds what a hook takes against what callers were promised: the fastest of
// several calls, because the machine may be busy, and without the start of the process. See
// e2e/bench for whole processes.
func TestOverheads(t *testing.T) {
	schema, err := filepath.Abs("../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	s := openShop(t, read(t, schema), t.TempDir())
	s.remember("use uv, not pip")
	for i := range 40 { // there is something to learn from
		s.main(fmt.Sprintf(`{"command":"make part%d","session_id":"s%d","exit_code":%d,"stdout":"made all that there is to make","working_dir":"."}`, i%7, i%4, i%2), "post-bash")
	}
	const bash = `{"session_id":"o","cwd":".","hook_event_name":%q,"tool_name":"Bash","tool_use_id":"c%d","tool_input":{"command":"ls src"}%s}`
	for _, tt := range []struct {
		name    string
		payload func(n int) string
		most    time.Duration
	}{
		{"before a command", func(n int) string { return fmt.Sprintf(bash, "PreToolUse", n, "") }, 5 * time.Millisecond},
		{"after a command", func(n int) string {
			return fmt.Sprintf(bash, "PostToolUse", n, `,"tool_response":{"stdout":"a b","stderr":"","interrupted":false}`)
		}, 5 * time.Millisecond},
		{"an event", func(n int) string {
			return fmt.Sprintf(`{"event":"pre_task","session_id":"o","context":{"task_id":"%d","description":"make part three"}}`, n)
		}, 50 * time.Millisecond},
		{"the end of a session, with what it teaches", func(n int) string {
			return fmt.Sprintf(`{"event":"session_end","session_id":"s%d","context":{"session_id":"s%d"}}`, n%4, n%4)
		}, 100 * time.Millisecond},
	} {
		best := time.Hour
		for n := range 12 {
			payload := tt.payload(n)
			start := time.Now()
			s.main(payload)
			best = min(best, time.Since(start))
		}
		if t.Logf("%s: %s", tt.name, best); best > tt.most {
			t.Errorf("%s took %s at best, and may take %s", tt.name, best, tt.most)
		}
	}
	start := time.Now()
	s.main("", "publish", "--to", "claudemd", "--team")
	if took := time.Since(start); took > 500*time.Millisecond {
		t.Errorf("to write CLAUDE.md took %s", took)
	}
}
