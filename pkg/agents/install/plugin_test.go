package install

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPlugin finds the plugin where Claude Code has it, and says which registration it
// makes redundant.
func TestPlugin(t *testing.T) {
	const on, off = `{"enabledPlugins":{"ctxhook@market":true}}`, `{"enabledPlugins":{"ctxhook@market":false}}`
	tests := []struct {
		name            string
		user, project   string // settings
		of              string // the project that it is installed for
		init            []Scope
		want, redundant string
	}{
		{name: "for the user", user: on, want: "plugin"},
		{name: "for the project", project: on, of: ".", want: "plugin"},
		{name: "for another project", project: on, of: "elsewhere", want: ""},
		{name: "switched off here", user: on, project: off, want: ""},
		{name: "not enabled", user: `{}`, want: ""},
		{name: "another one", user: `{"enabledPlugins":{"ctxhook-theme@market":true}}`, want: ""},
		{name: "no settings that could be read", user: `{"enabledPlugins":[1`, want: ""},
		{name: "settings of another kind", user: `{"enabledPlugins":["ctxhook@market"]}`, want: ""},
		{name: "beside the user's", user: on, init: []Scope{User}, want: "user and plugin", redundant: "user"},
		{name: "beside the project's", user: on, init: []Scope{Project}, want: "project and plugin", redundant: "project"},
		{name: "of a project, beside the user's", project: on, of: ".", init: []Scope{User}, want: "user and plugin"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSetup(t)
			agent := s.Places.AgentDir()
			at := filepath.Join(agent, "plugins", "cache", "market", "ctxhook", "1")
			of := ""
			if tt.of != "" {
				of = fmt.Sprintf(`,"projectPath":%s`, quoteJSON(filepath.Join(s.Root, tt.of)))
			}
			write(t, filepath.Join(agent, "settings.json"), tt.user, 0o600)
			write(t, filepath.Join(s.Root, ".claude", "settings.json"), tt.project, 0o600)
			write(t, filepath.Join(at, "hooks", "hooks.json"), `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"command -v ctxhook || exit 0; exec ctxhook hook"}]}]}}`, 0o644)
			write(t, filepath.Join(agent, "plugins", "installed_plugins.json"), fmt.Sprintf(`{"version":2,"plugins":{"x@y":[],"ctxhook@market":[{"installPath":%s%s}]}}`, quoteJSON(at), of), 0o600)
			for _, scope := range tt.init {
				s.mustInit(t, scope)
			}
			found := s.Registered()
			redundant, ok := s.Redundant(found)
			got := names(found)
			if ok {
				got += ", not " + redundant.String()
			}
			want := tt.want
			if tt.redundant != "" {
				want += ", not " + tt.redundant
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("registered (-want +got)\n%s", diff)
			}
			if typed := s.UninstallPlugin(); strings.HasSuffix(typed, " ctxhook@market") != strings.Contains(tt.want, "plugin") {
				t.Errorf("to take it out: %q", typed)
			}
		})
	}
}
