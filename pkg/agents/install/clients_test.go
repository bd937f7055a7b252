package install

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// foreign is what settings of others may hold, in the layout of a client.
func foreign(c *Client) string {
	handler := `{"type": "command", "` + c.layout.Line + `": "other-tool --x"}`
	if !c.layout.Flat {
		handler = `{"matcher": "*", "hooks": [` + handler + `]}`
	}
	events := `{"` + c.hooks[0].Event + `": [ ` + handler + ` ], "Other": []}`
	if len(c.layout.Under) == 0 {
		return events
	}
	return "{\n\t\"theme\" : \"dark\",\n\t\"" + c.layout.Under[0] + "\": " + events + "\n}"
}

// TestClients: in every agent, beside entries of others or without a file, ctxhook
// is registered once however often init runs, and uninstall leaves what was there.
func TestClients(t *testing.T) {
	for i := range others() {
		c := &others()[i]
		for _, scope := range c.Scopes() {
			checkClient(t, c, scope, "/opt/my programs/ctxhook", "")
			if c.layout != nil {
				checkClient(t, c, scope, "/opt/ctxhook", foreign(c))
				checkClient(t, c, scope, "/opt/ctxhook", "\n{ }")
				checkClient(t, c, scope, `C:\Program Files\ctxhook.exe`, "\xef\xbb\xbf"+strings.ReplaceAll(foreign(c), "\n", "\r\n"))
			}
		}
	}
}

func checkClient(t *testing.T, c *Client, scope Scope, program, before string) {
	t.Helper()
	s := newSetup(t).For(c)
	s.Binary = program
	path, err := s.File(scope)
	if err != nil {
		t.Fatal(err)
	}
	if before != "" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tree := treeOf(t, s.Places.Home)
	for range 2 {
		changes, err := s.Register(scope)
		if err != nil {
			t.Fatalf("%s %s: %v", c.Name, scope, err)
		}
		for _, change := range changes {
			if err := s.Apply(change); err != nil {
				t.Fatalf("%s %s: %v", c.Name, scope, err)
			}
		}
	}
	if again, err := s.Register(scope); err != nil || !again[0].Same() {
		t.Errorf("%s %s: init is not done: %v", c.Name, scope, err)
	}
	lines, _, err := s.calls(scope, "Bash")
	if err != nil || len(lines) != 1 {
		t.Errorf("%s %s beside %q: called by %q, %v", c.Name, scope, before, lines, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(before, "\r\n") && strings.Count(string(data), "\n") != strings.Count(string(data), "\r\n") {
		t.Errorf("%s %s: line endings are mixed: %q", c.Name, scope, data)
	}
	if strings.HasSuffix(path, ".json") && !json.Valid(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		t.Errorf("%s %s: %s", c.Name, scope, data)
	}
	changes, err := s.Unregister(scope)
	if err != nil {
		t.Fatalf("%s %s: %v", c.Name, scope, err)
	}
	for _, change := range changes {
		if err := s.Apply(change); err != nil {
			t.Fatalf("%s %s: %v", c.Name, scope, err)
		}
	}
	if left := treeOf(t, s.Places.Home); left != tree {
		t.Errorf("%s %s beside %q: uninstall left\n%s\nof\n%s", c.Name, scope, before, left, tree)
	}
}

// TestMisnamed: doctor names a hook's --agent that does not exist, with the one that
// was meant, and its fix writes that one.
func TestMisnamed(t *testing.T) {
	for _, tt := range []struct{ agent, hooks string }{
		{"codex", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/ctxhook hook --agent codx"}]}]}}`},
		{"claude", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/opt/ctxhook","args":["pre-bash","--agent=claud"],"timeout":30}]}]}}`},
	} {
		s := newSetup(t).For(ClientNamed(tt.agent))
		s.Binary = "/opt/ctxhook"
		path, err := s.File(User)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(tt.hooks), 0o600); err != nil {
			t.Fatal(err)
		}
		found := func() string {
			d := Doctor{Setup: *s}
			d.misnamed()
			var all []string
			for _, c := range d.checks {
				all = append(all, c.Cure)
			}
			return strings.Join(all, "\n")
		}
		if got, want := found(), "write --agent "+tt.agent; got != want {
			t.Errorf("%s: doctor says %q, want %q", tt.agent, got, want)
		}
		changes, err := s.Register(User)
		if tt.agent != "claude" {
			changes, err = s.renew()
		}
		if err != nil || len(changes) != 1 {
			t.Fatalf("%s: %d changes, %v", tt.agent, len(changes), err)
		}
		if err := s.Apply(changes[0]); err != nil {
			t.Fatal(err)
		}
		if got := found(); got != "" {
			t.Errorf("%s: after the fix doctor says %q", tt.agent, got)
		}
		if again, err := s.renew(); err != nil || len(again) != 0 {
			t.Errorf("%s: the fix is not done: %d changes, %v", tt.agent, len(again), err)
		}
	}
}

// treeOf lists the files below a directory, but for our own state.
func treeOf(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.Name() == ".local" {
			return filepath.SkipDir
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		b.WriteString(path + " " + info.Mode().String())
		if !e.IsDir() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			b.WriteString(" " + string(data))
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestOlderFile: a file that an older version wrote is renewed and deleted.
func TestOlderFile(t *testing.T) {
	older := *ClientNamed("pi")
	older.own = func(c *Client, program string) []ownFile {
		return []ownFile{{name: "ctxhook.js", mode: 0o644, text: "// as it was\n", call: program}}
	}
	s := newSetup(t)
	tree := treeOf(t, s.Places.Home)
	apply := func(of *Setup, plan func(*Setup) ([]*Change, error)) {
		t.Helper()
		changes, err := plan(of)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if err := of.Apply(c); err != nil {
				t.Fatal(err)
			}
		}
	}
	register := func(of *Setup) ([]*Change, error) { return of.Register(User) }
	apply(s.For(&older), register)
	now := s.For(ClientNamed("pi"))
	if lines, _, err := now.calls(User, "Bash"); err != nil || len(lines) != 1 {
		t.Errorf("doctor sees %q, %v", lines, err)
	}
	apply(now, register)
	if path, err := now.File(User); err != nil || fileText(t, path) == "// as it was\n" {
		t.Errorf("it is not renewed: %v", err)
	}
	apply(now, func(of *Setup) ([]*Change, error) { return of.Unregister(User) })
	if left := treeOf(t, s.Places.Home); left != tree {
		t.Errorf("uninstall left\n%s", left)
	}
}

func fileText(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestForeignFile: a hook of the user's own, where one file is one hook, is neither
// overwritten nor deleted.
func TestForeignFile(t *testing.T) {
	s := newSetup(t).For(ClientNamed("cline"))
	path, err := s.File(User)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\nmine\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Register(User); err == nil || !strings.Contains(err.Error(), "hook --agent cline") {
		t.Errorf("register: %v", err)
	}
	if _, err := s.Unregister(User); err == nil {
		t.Error("unregister takes it for ours")
	}
}
