package config

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// consumeEnv makes the test binary a process that tries to use up an entry.
const consumeEnv = "CTXHOOK_TEST_CONSUME"

func TestMain(m *testing.M) {
	if id := os.Getenv(consumeEnv); id != "" {
		p, err := paths.Resolve(os.Getenv, goos)
		if err == nil && ConsumeOnce(p, id) {
			fmt.Println("won")
		}
		return
	}
	os.Exit(m.Run())
}

func TestConsumeOnceAcrossProcesses(t *testing.T) {
	s := setup(t, nil)
	a, err := AddAllow(s.Places, Allow{Rule: "git/reset-hard", Once: true}, at)
	if err != nil {
		t.Fatal(err)
	}
	const processes = 50
	var wg sync.WaitGroup
	outs := make([]string, processes)
	slots := make(chan struct{}, 16)
	for i := range processes {
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), consumeEnv+"="+a.ID, "HOME="+s.Places.Home, "USERPROFILE="+s.Places.Home,
				"APPDATA=", "LOCALAPPDATA=", "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_STATE_HOME=", "XDG_CACHE_HOME=")
			out, err := cmd.Output()
			if err != nil {
				t.Error(err)
			}
			outs[i] = string(out)
		})
	}
	wg.Wait()
	if n := strings.Count(strings.Join(outs, ""), "won"); n != 1 {
		t.Errorf("%d of %d processes won", n, processes)
	}
	if live, _ := AllowEntries(s.Places, at); len(live) != 0 {
		t.Errorf("still there: %v", live)
	}
}

func TestAddAllow(t *testing.T) {
	s := setup(t, nil)
	command := `rm -rf "b" # 'c': ü \ {x} password=hunter2`
	want := []Allow{
		{Rule: "git/reset-hard", Reason: redact.Clean("yes: no # \"x\"\n\t\\u0041"), Until: at.Add(time.Hour)},
		{Command: redact.Clean(command), Hash: Hash(command), Project: s.Project, Once: true, Decision: "d-1"},
	}
	for i := range want {
		a, err := AddAllow(s.Places, want[i], at)
		if err != nil {
			t.Fatal(err)
		}
		want[i].ID, want[i].Created = a.ID, at
	}
	got, problems := AllowEntries(s.Places, at)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	text := cmp.Transformer("text", func(x redact.Text) string { return x.String() })
	if diff := cmp.Diff(want, got, text); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if data, _ := os.ReadFile(s.Places.AllowFile()); strings.Contains(string(data), "hunter2") {
		t.Error("a secret was written")
	}
	if !got[1].Covers(command, s.Project, "") || got[1].Covers(command+" ", s.Project, "") || got[1].Covers(command, "/elsewhere", "") || !got[0].Covers("any", "", "") {
		t.Error("covers the wrong commands")
	}
	if got, _ := AllowEntries(s.Places, at.Add(time.Hour)); len(got) != 1 {
		t.Errorf("after an hour: %v", got)
	}
	if !ConsumeOnce(s.Places, got[1].ID) || ConsumeOnce(s.Places, got[1].ID) {
		t.Error("used up other than once")
	}
	// The next write drops what expired and what was used up.
	if _, err := AddAllow(s.Places, Allow{Rule: "x"}, at.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if all, _ := readAllows(s.Places); len(all) != 1 || all[0].Rule != "x" {
		t.Errorf("left: %v", all)
	}
	if ConsumeOnce(s.Places, got[1].ID) {
		t.Error("a dropped entry was used again")
	}
}

func TestAddAllowConcurrently(t *testing.T) {
	s := setup(t, nil)
	const writers = 40
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			if _, err := AddAllow(s.Places, Allow{Rule: fmt.Sprintf("r/%d", i)}, at); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got, problems := AllowEntries(s.Places, at); len(got) != writers || len(problems) > 0 {
		t.Errorf("%d of %d entries, problems %v", len(got), writers, problems)
	}
}

func TestAllowFile(t *testing.T) {
	tests := []struct {
		name, text string
		rules      []string
		problem    string
	}{
		{"missing", "", nil, ""},
		{"by hand", "- {rule: a}\n- {rule: b, until: 2026-03-01}\n- {rule: c, until: '2026-02-28'}\n", []string{"a", "b"}, ""},
		{"broken", "- {rule: [", nil, "allow.yaml"},
		{"no list", "rule: a\n", nil, "a list of entries"},
		{"everything", "- {reason: x}\n- {rule: a}\n", []string{"a"}, "would allow everything"},
		{"misspelt limit", "- {rule: a, untill: 2026-01-01}\n", nil, "did you mean until?"},
		{"bad limit", "- {rule: a, until: soon}\n", nil, "not a time"},
		{"once without id", "- {rule: a, once: true}\n", nil, "needs an id"},
		{"id with a path", "- {rule: a, once: true, id: ../x}\n", nil, "needs an id"},
		{"secret by hand", "- {command: 'x --password hunter2'}\n", nil, "holds a secret"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := setup(t, nil)
			if tt.text != "" {
				write(t, s.Places.AllowFile(), tt.text)
			}
			got, problems := AllowEntries(s.Places, at)
			var rules []string
			for _, a := range got {
				rules = append(rules, a.Rule)
			}
			if diff := cmp.Diff(tt.rules, rules); diff != "" {
				t.Error(diff)
			}
			said := ""
			for _, p := range problems {
				said += p.String() + "\n"
			}
			if (said == "") != (tt.problem == "") || !strings.Contains(said, tt.problem) {
				t.Errorf("problems %q, want %q", said, tt.problem)
			}
			_, err := AddAllow(s.Places, Allow{Rule: "new"}, at)
			if (err != nil) != (tt.problem != "") {
				t.Errorf("AddAllow: %v", err)
			}
			if data, _ := os.ReadFile(s.Places.AllowFile()); tt.problem != "" && string(data) != tt.text {
				t.Errorf("a broken file was changed to %q", data)
			}
		})
	}
}

func TestAllowRefusals(t *testing.T) {
	s := setup(t, nil)
	if _, err := AddAllow(s.Places, Allow{Reason: redact.Clean("x")}, at); err == nil {
		t.Error("an entry for everything was written")
	}
	if _, err := AddAllow(paths.Places{}, Allow{Rule: "x"}, at); err == nil {
		t.Error("written, but nowhere")
	}
	if ConsumeOnce(paths.Places{}, "a-1") || ConsumeOnce(s.Places, "../x") || ConsumeOnce(s.Places, "") {
		t.Error("used up what cannot be remembered")
	}
	for id, want := range map[string]bool{"a-09az": true, "": false, "A": false, "a.b": false, "../x": false, strings.Repeat("a", 40): true, strings.Repeat("a", 41): false} {
		if isID(id) != want {
			t.Errorf("%q is an id: %t", id, !want)
		}
	}
	write(t, s.Places.UsedDir(), "a file where the directory should be")
	if ConsumeOnce(s.Places, "a-1") {
		t.Error("used up without a marker")
	}
}

func TestRevokeAllow(t *testing.T) {
	dir := t.TempDir()
	p, err := paths.Resolve(func(name string) string {
		return map[string]string{"HOME": dir}[name]
	}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	var ids []string
	for _, rule := range []string{"git/reset-hard", "git/clean"} {
		a, err := AddAllow(p, Allow{Rule: rule}, now)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, a.ID)
	}
	if err := RevokeAllow(p, "a-nothing0", now); !errors.Is(err, ErrNoEntry) {
		t.Errorf("an entry that is not there: got %v, want %v", err, ErrNoEntry)
	}
	if err := RevokeAllow(p, ids[0], now); err != nil {
		t.Fatal(err)
	}
	left, problems := AllowEntries(p, now)
	if len(problems) > 0 || len(left) != 1 || left[0].ID != ids[1] {
		t.Errorf("got %v and problems %v, want the entry %s alone", left, problems, ids[1])
	}
	if err := os.WriteFile(p.AllowFile(), []byte("- id: ["), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := RevokeAllow(p, ids[1], now); err == nil {
		t.Error("a broken file was rewritten")
	}
}

func TestOldMarkersAreForgotten(t *testing.T) {
	s := setup(t, nil)
	if !ConsumeOnce(s.Places, "a-old") || !ConsumeOnce(s.Places, "a-new") {
		t.Fatal("not used up")
	}
	now := time.Now()
	old := filepath.Join(s.Places.UsedDir(), "a-old")
	if err := os.Chtimes(old, now, now.Add(-48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if _, err := AddAllow(s.Places, Allow{Rule: "x"}, now); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(s.Places.UsedDir())
	if err != nil || len(left) != 1 || left[0].Name() != "a-new" {
		t.Errorf("left %v (%v)", left, err)
	}
}

func TestPause(t *testing.T) {
	s := setup(t, nil)
	p := s.Places
	if _, ok := Paused(p, at); ok {
		t.Error("paused from the start")
	}
	if err := Pause(p, at, at.Add(10*time.Minute)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		now  time.Time
		want bool
	}{
		{"at once", at, true},
		{"within", at.Add(9 * time.Minute), true},
		{"over", at.Add(10 * time.Minute), false},
		{"clock set back", at.Add(-time.Hour), false},
	} {
		if _, ok := Paused(p, tt.now); ok != tt.want {
			t.Errorf("%s: paused %v", tt.name, ok)
		}
	}
	if err := Resume(p); err != nil {
		t.Fatal(err)
	}
	if _, ok := Paused(p, at); ok {
		t.Error("still paused")
	}
	if err := Resume(p); err != nil {
		t.Error("resumed twice:", err)
	}
	for _, text := range []string{"", "{", `{"since":"2026-03-01T00:00:00Z","until":"2099-01-01T00:00:00Z"}`} {
		write(t, p.PauseFile(), text)
		if _, ok := Paused(p, at); ok {
			t.Errorf("%q pauses", text)
		}
	}
	if Pause(p, at, at.Add(25*time.Hour)) == nil || Pause(p, at, at) == nil || Pause(paths.Places{}, at, at.Add(time.Minute)) == nil {
		t.Error("a pause that is none was written")
	}
}

func FuzzAllow(f *testing.F) {
	f.Add("rm -rf x", "because: \"y\"")
	f.Add("a\x00\u2028\U0001f600\xff", "'\n# -")
	f.Fuzz(func(t *testing.T, command, reason string) {
		want := Allow{ID: "a-1", Rule: "x", Command: redact.Clean(strings.ToValidUTF8(command, "?")), Reason: redact.Clean(strings.ToValidUTF8(reason, "?"))}
		l := layer{name: "allow.yaml", loosen: always}
		root, ok := l.tree(formatAllows([]Allow{want}))
		if !ok || len(root.items) != 1 {
			t.Fatalf("not read again: %v", l.problems)
		}
		got, ok := l.allow(root.items[0])
		if !ok || got != want {
			t.Errorf("got %v, want %v (%v)", got, want, l.problems)
		}
	})
}
