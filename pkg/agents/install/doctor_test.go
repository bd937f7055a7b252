package install

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// newDoctor returns a doctor who reads one local settings file.
func newDoctor(t *testing.T, settings string) *Doctor {
	t.Helper()
	d := &Doctor{Setup: *newSetup(t), Version: "v1", Now: time.Now()}
	d.Cwd = d.Root
	path, err := d.File(Local)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, settings, 0o644)
	return d
}

// statuses lists the checks of a name.
func (d *Doctor) statuses(name string) string {
	var found []string
	for _, c := range d.checks {
		if strings.HasPrefix(c.Name, name) {
			found = append(found, string(c.Status))
		}
	}
	return strings.Join(found, " ")
}

func TestManagedFile(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"nothing about hooks", `{"model":"opus"}`, "ok"},
		{"hooks off", `{"disableAllHooks":true}`, "fail"},
		{"only its own", `{"allowManagedHooksOnly":true}`, "fail"},
		{"only its own, and ours is there", `{"allowManagedHooksOnly":true,"hooks":{"PreToolUse":[` + ours + `]}}`, "ok"},
		{"broken", `{`, "warn"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDoctor(t, "{}")
			path := filepath.Join(d.Root, "managed-settings.json")
			write(t, path, tt.data, 0o644)
			d.managedFile(path)
			if got := d.statuses("managed"); got != tt.want {
				t.Errorf("managed settings are %q, want %q", got, tt.want)
			}
		})
	}
	d := newDoctor(t, "{}")
	if d.managedFile(filepath.Join(d.Root, "none.json")); len(d.checks) > 0 {
		t.Errorf("a file that is not there: %+v", d.checks)
	}
}

// TestRegistered: doctor sets a hook that works apart from one that is only
// listed.
func TestRegistered(t *testing.T) {
	in := func(handlers string) string {
		return `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[` + handlers + `]}]}}`
	}
	tests := []struct{ name, data, registered, heard string }{
		{"by path", in(`{"type":"command","command":"/opt/ctxhook","args":["pre-bash"]}`), "ok", ""},
		{"by a shell", in(`{"type":"command","command":"'/a b/ctxhook' hook"}`), "ok", ""},
		{"on Windows", in(`{"type":"command","command":"C:\\bin\\CtxHook.EXE","args":["pre-bash"]}`), "ok", ""},
		{"another program", in(`{"type":"command","command":"ctxhook-extras pre-bash"}`), "fail", ""},
		{"not waited for", in(`{"type":"command","command":"ctxhook","async":true}`), "ok", "fail"},
		{"for some commands", in(`{"type":"command","command":"ctxhook","if":"Bash(git *)"}`), "ok", "warn"},
		{"twice", in(`{"type":"command","command":"ctxhook"},{"type":"command","command":"/opt/ctxhook"}`), "warn", ""},
		{"for another tool", `{"hooks":{"PreToolUse":[{"matcher":"Write|Edit","hooks":[{"type":"command","command":"ctxhook"}]}]}}`, "fail", ""},
		{"in a list of tools", `{"hooks":{"PreToolUse":[{"matcher":"Write | Bash","hooks":[{"type":"command","command":"ctxhook"}]}]}}`, "ok", ""},
		{"at another event", `{"hooks":{"PostToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"ctxhook"}]}]}}`, "fail", ""},
		{"nowhere", `{}`, "fail", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDoctor(t, tt.data)
			d.settings()
			d.registrations()
			got := []string{d.statuses("registered"), d.statuses("heard")}
			if diff := cmp.Diff([]string{tt.registered, tt.heard}, got); diff != "" {
				t.Errorf("registered and heard (-want +got)\n%s", diff)
			}
		})
	}
}

// TestTakesNotes: a hook that only takes notes may be missing, as after an
// update, and need not be waited for.
func TestTakesNotes(t *testing.T) {
	end := func(handler string) string {
		return `{"hooks":{"PreToolUse":[` + ours + `],"SessionEnd":[{"hooks":[` + handler + `]}]}}`
	}
	tests := []struct{ name, data, remembering, heard string }{
		{"missing", `{"hooks":{"PreToolUse":[` + ours + `]}}`, "warn", ""},
		{"there", end(`{"type":"command","command":"ctxhook","args":["session-end"]}`), "ok", ""},
		{"not waited for", end(`{"type":"command","command":"ctxhook","args":["session-end"],"async":true}`), "ok", ""},
		{"another's", end(`{"type":"command","command":"ctxhook","args":["pre-bash"]}`), "warn", ""},
		{"twice", end(`{"type":"command","command":"ctxhook"},{"type":"command","command":"/opt/ctxhook","args":["hook"]}`), "warn", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDoctor(t, tt.data)
			d.Hooks = append(testHooks(), Hook{Event: "SessionEnd", Command: "session-end", Timeout: 10})
			d.settings()
			d.registrations()
			got := []string{d.statuses("registered"), d.statuses("remembering"), d.statuses("heard")}
			if diff := cmp.Diff([]string{"ok", tt.remembering, tt.heard}, got); diff != "" {
				t.Errorf("registered, remembering and heard (-want +got)\n%s", diff)
			}
		})
	}
}

// TestSettingsFound: what the agent ignores as a whole is not looked into any
// further.
func TestSettingsFound(t *testing.T) {
	d := newDoctor(t, `{"hooks":{"PreToolUse":[`+ours+`],"Stop":[{"hooks":[{"type":"cmd"}]}]}}`)
	d.settings()
	d.registrations()
	if got := d.statuses("local"); got != "fail fail" {
		t.Errorf("local settings are %q", got)
	}
	if got := d.statuses("registered"); got != "fail" {
		t.Errorf("registered is %q, though the agent ignores the file", got)
	}
}
