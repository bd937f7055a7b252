package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
)

// newSetup gives a test a user with a project, and directories or files below the home
// of that user; those whose names end in a slash are directories.
func newSetup(t *testing.T, env map[string]string, names ...string) (e *Env, s *agentSettings, home string, errs *bytes.Buffer) {
	t.Helper()
	home = t.TempDir()
	t.Setenv("PATH", "")
	for _, name := range append([]string{"shop/.git/"}, names...) {
		path := filepath.Join(home, filepath.FromSlash(name))
		dir := path
		if !strings.HasSuffix(name, "/") {
			dir = filepath.Dir(path)
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if dir != path {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Chdir(filepath.Join(home, "shop"))
	errs = new(bytes.Buffer)
	e = &Env{Stdin: strings.NewReader(""), Stdout: errs, Stderr: errs, Ancestors: alone, AtTerminal: func() bool { return false }, Getenv: func(name string) string {
		switch name {
		case "HOME", "USERPROFILE":
			return home
		}
		return env[name]
	}}
	ws, err := e.workspace()
	if err != nil {
		t.Fatal(err)
	}
	cwd := filepath.Join(home, "shop")
	return e, &agentSettings{&install.Setup{Places: ws.places, Root: cwd, Binary: filepath.Join(home, "ctxhook"), Hooks: registered(0, false)}, e, cwd}, home, errs
}

// Init names the agents that are here and not guarded, and no others.
func TestInitNamesOtherAgents(t *testing.T) {
	tests := []struct {
		name  string
		homes []string
		but   []*install.Client
		dry   bool
		want  string // the agents that are named; "": nothing is said
	}{
		{"none is here", nil, []*install.Client{&install.Claude}, false, ""},
		{"the one that was chosen", []string{".claude/"}, []*install.Client{&install.Claude}, false, ""},
		{"another", []string{".claude/", ".gemini/"}, []*install.Client{&install.Claude}, false, "gemini"},
		{"one of two", []string{".codex/", ".gemini/"}, []*install.Client{install.ClientNamed("codex")}, false, "gemini"},
		{"two more", []string{".codex/", ".gemini/"}, []*install.Client{&install.Claude}, false, "codex, gemini"},
		{"a file is no agent", []string{".gemini"}, []*install.Client{&install.Claude}, false, ""},
		{"a dry run says what would be written, and no more", []string{".gemini/"}, []*install.Client{&install.Claude}, true, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, s, _, errs := newSetup(t, nil, tt.homes...)
			cmd := &initCommand{Env: e, settingsFlags: settingsFlags{dry: tt.dry}}
			cmd.others(s, tt.but)
			got, first := "", ""
			if _, rest, ok := strings.Cut(errs.String(), "found on this machine, too: "); ok {
				got, rest, _ = strings.Cut(rest, "; to guard one: ctxhook init --agent ")
				first, _, _ = strings.Cut(rest, " ")
			} else if errs.Len() > 0 {
				t.Errorf("said: %s", errs)
			}
			if got != tt.want || !strings.HasPrefix(tt.want, first) {
				t.Errorf("named %q, and %q to guard, want %q", got, first, tt.want)
			}
		})
	}
}

// An agent whose settings call ctxhook already is not named.
func TestInitNamesNoGuardedAgent(t *testing.T) {
	e, s, _, errs := newSetup(t, nil, ".gemini/", ".codex/")
	gemini := s.of(install.ClientNamed("gemini"))
	changes, err := gemini.Register(install.User)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range changes {
		if err := gemini.Apply(change); err != nil {
			t.Fatal(err)
		}
	}
	(&initCommand{Env: e}).others(s, []*install.Client{&install.Claude})
	if said := errs.String(); !strings.Contains(said, "too: codex; ") {
		t.Errorf("said: %s", said)
	}
}

// Uninstall deletes what ctxhook wrote for itself: its directories, and a database that
// was moved out of them with the files beside it.
func TestUninstallKeepsNothing(t *testing.T) {
	moved := filepath.Join(t.TempDir(), "far.db")
	for _, end := range []string{"", "-wal", "-other"} {
		if err := os.WriteFile(moved+end, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tests := []struct {
		name  string
		path  string
		names []string
		want  []string // below the home, but for the moved database
	}{
		{"nothing is there", "", nil, nil},
		{"settings and data", "", []string{".config/ctxhook/", ".local/share/ctxhook/ctxhook.db"}, []string{".config/ctxhook", ".local/share/ctxhook"}},
		{"state and cache", "", []string{".local/state/ctxhook/", ".cache/ctxhook/"}, []string{".local/state/ctxhook", ".cache/ctxhook"}},
		{"a database elsewhere", moved, []string{".config/ctxhook/"}, []string{moved, moved + "-wal", ".config/ctxhook"}},
		{"a database that was never made", moved + ".none", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, s, home, _ := newSetup(t, map[string]string{"CTXHOOK_DB_PATH": tt.path}, tt.names...)
			var want []string
			for _, name := range tt.want {
				if !filepath.IsAbs(name) {
					name = filepath.Join(home, filepath.FromSlash(name))
				}
				want = append(want, name)
			}
			cmd := &uninstallCommand{Env: e}
			if diff := cmp.Diff(want, cmd.kept(s)); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
		})
	}
}
