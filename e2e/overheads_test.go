package e2e

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkOverheads measures what a hook takes, without the start of the process, and
// fails where even the fastest call takes longer than callers were promised. See e2e/bench
// for whole processes.
func BenchmarkOverheads(b *testing.B) {
	schema, err := filepath.Abs("../schema.sql")
	if err != nil {
		b.Fatal(err)
	}
	s := openShop(b, read(b, schema), b.TempDir())
	s.remember("use uv, not pip")
	for i := range 40 { // there is something to learn from
		s.main(fmt.Sprintf(`{"command":"make part%d","session_id":"s%d","exit_code":%d,"stdout":"made all that there is to make","working_dir":"."}`, i%7, i%4, i%2), "post-bash")
	}
	const bash = `{"session_id":"o","cwd":".","hook_event_name":%q,"tool_name":"Bash","tool_use_id":"c%d","tool_input":{"command":"ls src"}%s}`
	for _, bb := range []struct {
		name    string
		payload func(n int) string
		args    []string
		most    time.Duration
	}{
		{"before a command", func(n int) string { return fmt.Sprintf(bash, "PreToolUse", n, "") }, nil, 5 * time.Millisecond},
		{"after a command", func(n int) string {
			return fmt.Sprintf(bash, "PostToolUse", n, `,"tool_response":{"stdout":"a b","stderr":"","interrupted":false}`)
		}, nil, 5 * time.Millisecond},
		{"an event", func(n int) string {
			return fmt.Sprintf(`{"event":"pre_task","session_id":"o","context":{"task_id":"%d","description":"make part three"}}`, n)
		}, nil, 50 * time.Millisecond},
		{"the end of a session, with what it teaches", func(n int) string {
			return fmt.Sprintf(`{"event":"session_end","session_id":"s%d","context":{"session_id":"s%d"}}`, n%4, n%4)
		}, nil, 100 * time.Millisecond},
		{"CLAUDE.md", func(int) string { return "" }, []string{"publish", "--to", "claudemd", "--team"}, 500 * time.Millisecond},
	} {
		b.Run(bb.name, func(b *testing.B) {
			best := time.Hour
			for n := 0; b.Loop(); n++ {
				start := time.Now()
				s.main(bb.payload(n), bb.args...)
				best = min(best, time.Since(start))
			}
			if b.ReportMetric(float64(best.Nanoseconds()), "best-ns"); best > bb.most {
				b.Errorf("it took %s at best, and may take %s", best, bb.most)
			}
		})
	}
}
