package hook

import (
	"path/filepath"
	"strings"
	"testing"
)

// After its context was compacted or cleared, a model hears what it did and would not
// know any more: once, and nothing that is settled.
func TestWhatLasts(t *testing.T) {
	const green = "ok  \texample.com/sum\t0.002s\n"
	edit := func(t *testing.T, p *user, session, file string) {
		p.run("post-edit", p.event(session, "PostToolUse", map[string]any{"tool_name": "Edit", "tool_input": map[string]any{
			"file_path": filepath.Join(p.project, file), "old_string": "a", "new_string": "b"}}))
	}
	for _, tt := range []struct {
		name  string
		does  func(*testing.T, *user)
		after string // how the next session begins
		want  []string
		never string
	}{
		{"the last pass, and what was edited since", func(t *testing.T, p *user) {
			p.told(t, "s1", "t1", "go test ./...", 0, green)
			edit(t, p, "s1", "sum.go")
		}, "compact", []string{"`go test ./...` passed at", "changed since: `sum.go`"}, "nothing was changed"},
		{"the last pass alone", func(t *testing.T, p *user) {
			edit(t, p, "s1", "sum.go")
			p.told(t, "s1", "t1", "go test ./...", 0, green)
		}, "compact", []string{"`go test ./...` passed at", "nothing was changed since"}, "sum.go"},
		{"never verified", func(t *testing.T, p *user) { edit(t, p, "s1", "sum.go") }, "compact", []string{"Edited and not verified: `sum.go`."}, "passed"},
		{"prose needs no test", func(t *testing.T, p *user) { edit(t, p, "s1", "README.md") }, "compact", nil, "README"},
		{"red, and edited since", func(t *testing.T, p *user) {
			p.told(t, "s1", "t1", "go test ./...", 1, sumFails)
			edit(t, p, "s1", "sum.go")
		}, "compact", []string{"Red when last run", "`go test ./...`", "changed since: `sum.go`"}, "not verified"},
		{"red, for the next session", func(t *testing.T, p *user) {
			p.told(t, "s1", "t1", "go test ./...", 1, sumFails)
			edit(t, p, "s1", "sum.go")
		}, "startup", []string{"Red when last run", "changed since: `sum.go`"}, ""},
		{"green, for the next session", func(t *testing.T, p *user) {
			edit(t, p, "s1", "sum.go")
			p.told(t, "s1", "t1", "go test ./...", 0, green)
		}, "startup", nil, "passed"},
		{"cleared", func(t *testing.T, p *user) { edit(t, p, "s1", "sum.go") }, "clear", []string{"Edited and not verified: `sum.go`."}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.starts(t, "s1", "startup")
			tt.does(t, p)
			session := "s1"
			if tt.after != "compact" {
				p.run("session-end", p.event("s1", "SessionEnd", map[string]any{"reason": "other"}))
				session = "s2"
			}
			text := p.run("session-start", p.event(session, "SessionStart", map[string]any{"source": tt.after})).said(t).HookSpecificOutput.AdditionalContext
			for _, w := range tt.want {
				if !strings.Contains(text, w) {
					t.Errorf("want %q in %q", w, text)
				}
			}
			if len(tt.want) == 0 && text != "" || tt.never != "" && strings.Contains(text, tt.never) {
				t.Errorf("told %q", text)
			}
		})
	}
}
