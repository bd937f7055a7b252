package install

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// newSetup returns a setup in a home directory of its own.
func newSetup(t *testing.T) *Setup {
	t.Helper()
	home := t.TempDir()
	places, err := paths.Resolve(func(key string) string {
		if key == "HOME" || key == "USERPROFILE" {
			return home
		}
		return ""
	}, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(home, "project")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	return &Setup{Places: places, Root: root, Binary: "/opt/ctxhook", Hooks: testHooks()}
}

func (s *Setup) mustInit(t *testing.T, scope Scope) *Change {
	t.Helper()
	c, err := s.Init(scope)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(c); err != nil {
		t.Fatal(err)
	}
	return c
}

func (s *Setup) mustUninstall(t *testing.T, scope Scope) {
	t.Helper()
	c, err := s.Uninstall(scope)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(c); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path, data string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestProgramOfAScope(t *testing.T) {
	s := newSetup(t)
	for scope, want := range map[Scope]string{Project: `"command": "ctxhook"`, Local: `"command": "/opt/ctxhook"`, User: `"command": "/opt/ctxhook"`} {
		c := s.mustInit(t, scope)
		if got := read(t, c.Path); !strings.Contains(got, want) {
			t.Errorf("%s settings do not hold %s: %s", scope, want, got)
		}
	}
	s = newSetup(t)
	s.Root = s.Places.Home
	if c := s.mustInit(t, Project); !strings.Contains(read(t, c.Path), "/opt/ctxhook") {
		t.Error("the user's own settings, met as those of a project, do not name the path")
	}
}

func TestNoFileBefore(t *testing.T) {
	s := newSetup(t)
	c := s.mustInit(t, Local)
	if want := filepath.Join(s.Root, ".claude", "settings.local.json"); c.Path != want {
		t.Errorf("path = %s, want %s", c.Path, want)
	}
	s.mustInit(t, Local) // does not forget that there was none
	s.mustUninstall(t, Local)
	if _, err := os.Stat(filepath.Join(s.Root, ".claude")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf(".claude is still there: %v", err)
	}
	if left, err := os.ReadDir(s.Places.InstallDir()); err != nil || len(left) > 0 {
		t.Errorf("left of the backup: %v, %v", left, err)
	}
	if _, err := s.Uninstall(Local); !errors.Is(err, ErrNotRegistered) {
		t.Errorf("uninstall again = %v, want %v", err, ErrNotRegistered)
	}
}

func TestFolderOfSomebodyStays(t *testing.T) {
	s := newSetup(t)
	s.mustInit(t, Local)
	write(t, filepath.Join(s.Root, ".claude", "agents.md"), "x", 0o644)
	s.mustUninstall(t, Local)
	if _, err := os.Stat(filepath.Join(s.Root, ".claude", "agents.md")); err != nil {
		t.Error(err)
	}
}

// TestRefused: what cannot be edited safely is not edited, and the reason is
// said.
func TestRefused(t *testing.T) {
	tests := []struct {
		name string
		data string
		mode fs.FileMode
		want string
	}{
		{"comments", "{\n  // mine\n}", 0o644, "line 2: JSON has no comments"},
		{"broken", "{\n\"a\": 1,\n}", 0o644, "line 3: "},
		{"no object", "[]", 0o644, "the file is a list"},
		{"too deep", strings.Repeat("[", 200) + strings.Repeat("]", 200), 0o644, "nested deeper"},
		{"event of another type", `{"hooks":{"PreToolUse":{}}}`, 0o644, "hooks.PreToolUse is an object, not a list"},
		{"invalid handler", "{\"hooks\":{\"Stop\":[{\"hooks\":[\n{\"type\":\"command\",\"command\":\"x\",\"timeout\":\"5\"}]}]}}", 0o644,
			"line 2: hooks.Stop[0].hooks[0].timeout is a string, not a number; Claude Code ignores the whole file"},
		{"read-only", "{}", 0o444, "read-only"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSetup(t)
			path, err := s.File(Project)
			if err != nil {
				t.Fatal(err)
			}
			write(t, path, tt.data, tt.mode)
			c, err := s.Init(Project)
			if err == nil {
				err = s.Apply(c)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error = %v, want %q", err, tt.want)
			}
			if got := read(t, path); got != tt.data {
				t.Errorf("the file became %q", got)
			}
		})
	}
}

func TestChangedMeanwhile(t *testing.T) {
	s := newSetup(t)
	c, err := s.Init(Project)
	if err != nil {
		t.Fatal(err)
	}
	write(t, c.Path, "{}", 0o644)
	if err := s.Apply(c); !errors.Is(err, paths.ErrChanged) {
		t.Errorf("error = %v, want %v", err, paths.ErrChanged)
	}
}

func TestInspect(t *testing.T) {
	handler := func(members string) string {
		return `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"` + members + `}]}]}}`
	}
	const at = "hooks.PreToolUse[0].hooks[0]"
	tests := []struct {
		name, data string
		fatal      string // where
		odd        string
	}{
		{name: "valid", data: handler(`,"timeout":0.5,"args":[],"async":true,"shell":"bash","onFailure":"continue","zzz":1`)},
		{name: "timeout as text", data: handler(`,"timeout":"5"`), fatal: at + ".timeout"},
		{name: "timeout of nothing", data: handler(`,"timeout":0`), fatal: at + ".timeout"},
		{name: "timeout below", data: handler(`,"timeout":-1`), fatal: at + ".timeout"},
		{name: "args no list", data: handler(`,"args":"x"`), fatal: at + ".args"},
		{name: "args of numbers", data: handler(`,"args":["a",1]`), fatal: at + ".args[1]"},
		{name: "null", data: handler(`,"args":null`), fatal: at + ".args"},
		{name: "unknown shell", data: handler(`,"shell":"zsh"`), fatal: at + ".shell"},
		{name: "unknown failure", data: handler(`,"onFailure":"ask"`), fatal: at + ".onFailure"},
		{name: "condition that cannot be read", data: handler(`,"if":"Bash("`), odd: at + ".if"},
		{name: "no command", data: `{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}`, fatal: "hooks.Stop[0].hooks[0]"},
		{name: "no type", data: `{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}`, fatal: "hooks.Stop[0].hooks[0]"},
		{name: "unknown type", data: `{"hooks":{"Stop":[{"hooks":[{"type":"cmd","command":"x"}]}]}}`, fatal: "hooks.Stop[0].hooks[0].type"},
		{name: "no address", data: `{"hooks":{"Stop":[{"hooks":[{"type":"http"}]}]}}`, fatal: "hooks.Stop[0].hooks[0]"},
		{name: "handler no object", data: `{"hooks":{"Stop":[{"hooks":["x"]}]}}`, fatal: "hooks.Stop[0].hooks[0]"},
		{name: "group without hooks", data: `{"hooks":{"Stop":[{}]}}`, fatal: "hooks.Stop[0]"},
		{name: "matcher no text", data: `{"hooks":{"Stop":[{"matcher":1,"hooks":[]}]}}`, fatal: "hooks.Stop[0].matcher"},
		{name: "event no list", data: `{"hooks":{"Stop":{}}}`, odd: "hooks.Stop"},
		{name: "an unknown event is not looked into", data: `{"hooks":{"stop":[{"hooks":[{"type":"zzz"}]}]}}`, odd: "hooks.stop"},
		{name: "hooks no object", data: `{"hooks":null}`, fatal: "hooks"},
		{name: "model no text", data: `{"model":null}`, fatal: "model"},
		{name: "permissions no list", data: `{"permissions":{"deny":"x"}}`, fatal: "permissions.deny"},
		{name: "status line", data: `{"statusLine":{"type":"command"}}`, fatal: "statusLine"},
		{name: "days", data: `{"cleanupPeriodDays":-1}`, fatal: "cleanupPeriodDays"},
		{name: "what is not known is not ours to judge", data: `{"zzz":null,"env":{"A":1}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, err := parse([]byte(tt.data))
			if err != nil {
				t.Fatal(err)
			}
			var fatal, odd []string
			for _, p := range inspect(d) {
				if p.Cure == "" {
					t.Errorf("%v has no cure", p)
				}
				if p.Fatal {
					fatal = append(fatal, p.Where)
				} else {
					odd = append(odd, p.Where)
				}
			}
			if got := strings.Join(fatal, " "); got != tt.fatal {
				t.Errorf("fatal = %q, want %q", got, tt.fatal)
			}
			if got := strings.Join(odd, " "); got != tt.odd {
				t.Errorf("odd = %q, want %q", got, tt.odd)
			}
		})
	}
}
