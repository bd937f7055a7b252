package e2e

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// TestClientSessions runs the real client three times: what failed in the
// first session is told to the model of the second, and is there once when
// that one is resumed.
func TestClientSessions(t *testing.T) {
	client := realClient(t)
	const (
		first  = "11111111-1111-4111-8111-111111111111"
		second = "22222222-2222-4222-8222-222222222222"
	)
	w := newGoWorld(t)
	hears := func(commands []string, args ...string) string {
		t.Helper()
		m := newModel(t, commands, always)
		w.run(t, client, m.URL, args...)
		m.mu.Lock()
		defer m.mu.Unlock()
		if len(m.told) != len(commands) {
			t.Fatalf("the model came as far as command %d of %d", len(m.told), len(commands))
		}
		return m.all
	}
	if all := hears([]string{"go test ./..."}, "--session-id", first); strings.Contains(all, digestHead) {
		t.Errorf("the first session is told: %s", all)
	}
	all := hears([]string{"git status"}, "--session-id", second)
	t.Logf("the second session hears: %s", digestIn(all))
	if strings.Count(all, digestHead) != 1 || !strings.Contains(all, failingTest) {
		t.Errorf("the second session is told: %s", all)
	}
	if n := display.Tokens(digestIn(all)); n > maxDigest {
		t.Errorf("it is told %d tokens", n)
	}
	if all := hears([]string{"git log -1"}, "--resume", second); strings.Count(all, digestHead) != 1 {
		t.Errorf("the resumed session is told %d times: %s", strings.Count(all, digestHead), all)
	}
	if all := hears([]string{"sed -i 's/a - b/a + b/' sum.go && go test ./..."}, "--resume", first); strings.Contains(all, digestHead) {
		t.Errorf("who saw it fail is told: %s", all)
	}
	if all := hears([]string{"git log -1"}); strings.Contains(all, digestHead) {
		t.Errorf("it passes, but the next session is told: %s", all)
	}
	if got := w.sessions(t); got[first] != "2 commands, 1 failed" || got[second] == "" {
		t.Errorf("sessions: %v", got)
	}
}

// TestClientCompacts: a session that was told something hears it again when it
// was compacted, since nothing of it is left, and not when it is resumed after
// that; what it has settled by then it does not hear again.
func TestClientCompacts(t *testing.T) {
	client := realClient(t)
	const (
		session = "33333333-3333-4333-8333-333333333333"
		settles = "44444444-4444-4444-8444-444444444444"
	)
	w := newGoWorld(t)
	w.file(t, "project/migrate.sh", "#!/bin/sh\n[ \"$STAGE\" ] || { echo 'OperationalError: no stage is set' >&2; exit 1; }\n", 0o755)
	const fix = "`STAGE=dev ./migrate.sh` worked"
	for range 2 {
		w.hears(t, client, "./migrate.sh up", "STAGE=dev ./migrate.sh up")
	}
	w.hears(t, client, "go test ./...")
	for _, step := range []struct {
		name, prompt, command string
		args                  []string
		red, fix              int
	}{
		{"it begins", "look", "git status", []string{"--session-id", session}, 1, 1},
		{"it is resumed", "look again", "git status", []string{"--resume", session}, 1, 1},
		{"it is compacted, without a word of the model's", "/compact", "", []string{"--resume", session}, 0, 0},
		{"it goes on", "go on", "git status", []string{"--resume", session}, 1, 1},
		{"it is resumed once more", "go on", "git status", []string{"--resume", session}, 1, 1},
		{"another mends the test", "mend it", mendSum + " && go test ./...", []string{"--session-id", settles}, 1, 1},
		{"it is compacted", "/compact", "", []string{"--resume", settles}, 0, 0},
		{"it goes on", "go on", "git status", []string{"--resume", settles}, 0, 1},
	} {
		m := newModel(t, []string{step.command}, always)
		w.runWith(t, client, m.URL, step.prompt, step.args...)
		m.mu.Lock()
		red, fixes := strings.Count(m.all, failingTest), strings.Count(m.all, fix)
		if red != step.red || fixes != step.fix {
			t.Errorf("%s: told %d times of the test and %d of the fix, want %d and %d: %s", step.name, red, fixes, step.red, step.fix, digestIn(m.all))
		}
		m.mu.Unlock()
	}
}

// sessions says what each session came to, from an export.
func (w *world) sessions(t *testing.T) map[string]string {
	t.Helper()
	sums := make(map[string]string)
	for line := range strings.Lines(w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "db", "export")) {
		var row struct {
			Session *struct {
				Key     string
				Ended   string
				Summary struct{ Commands, Failures json.Number }
			}
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if s := row.Session; s != nil && s.Ended != "" {
			sums[s.Key] = s.Summary.Commands.String() + " commands, " + s.Summary.Failures.String() + " failed"
		}
	}
	return sums
}
