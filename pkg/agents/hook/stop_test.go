package hook

import (
	"strings"
	"testing"
)

// Who wants it is reminded when an agent would stop, once a prompt.
func TestStopReminds(t *testing.T) {
	passes := func(t *testing.T, p *user) {
		p.told(t, "s1", "t2", "go test ./...", 0, "ok  \texample.com/sum\t0.002s\n")
	}
	fails := func(t *testing.T, p *user) { p.told(t, "s1", "t3", "go test ./...", 1, sumFails) }
	edits := func(file string) func(*testing.T, *user) {
		return func(t *testing.T, p *user) {
			p.run("post-edit", p.event("s1", "PostToolUse", map[string]any{"tool_name": "Edit", "tool_input": map[string]any{"file_path": file}}))
		}
	}
	wants := func(t *testing.T, p *user) { p.write(t, ".config/ctxhook/config.yaml", "remind_at_stop: true\n") }
	stops := map[string]any{"stop_hook_active": false, "prompt_id": "p1"}
	tests := []struct {
		name string
		done []func(*testing.T, *user)
		stop map[string]any
		want string // "" nothing
	}{
		{"edited since it passed", []func(*testing.T, *user){wants, passes, edits("sum.go")}, stops, "`go test` has not run since the last edit."},
		{"it fails", []func(*testing.T, *user){wants, fails, edits("sum.go")}, stops, "Failing when last run ("},
		{"all is well", []func(*testing.T, *user){wants, edits("sum.go"), passes}, stops, ""},
		{"only prose was edited", []func(*testing.T, *user){wants, passes, edits("README.md")}, stops, ""},
		{"nobody wants it", []func(*testing.T, *user){passes, edits("sum.go")}, stops, ""},
		{"it went on for a hook already", []func(*testing.T, *user){wants, passes, edits("sum.go")}, map[string]any{"stop_hook_active": true}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.starts(t, "s1", "startup")
			for _, do := range tt.done {
				do(t, p)
			}
			got := p.run("stop", p.event("s1", "Stop", tt.stop))
			if tt.want == "" {
				if got != (answer{}) {
					t.Errorf("it says %+v", got)
				}
				return
			}
			if !strings.Contains(got.stdout, tt.want) || got.exit != 0 {
				t.Errorf("it says %+v, want %q", got, tt.want)
			}
			if again := p.run("stop", p.event("s1", "Stop", tt.stop)); again != (answer{}) {
				t.Errorf("on the same prompt it says %+v again", again)
			}
			if next := p.run("stop", p.event("s1", "Stop", map[string]any{"prompt_id": "p2"})); !strings.Contains(next.stdout, tt.want) {
				t.Errorf("on the next prompt it says %+v", next)
			}
		})
	}
}
