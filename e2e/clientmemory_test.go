package e2e

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The secrets that commands come by in TestClientRemembers, put together so
// that no scanner takes this file for a leak.
func secrets() []string {
	return []string{
		"ghp_" + strings.Repeat("s3cr3tT0ken", 4)[:36],
		"AKIA" + "QZ7XJ4MPL2WD9TRK",
		"correct-horse-battery-staple-42",
	}
}

// run is a row of history --json, as far as it matters here.
type ranRow struct {
	Outcome string
	Exit    *int `json:"exit_code"`
	Command string
	Errors  []struct{ Class string }
	Check   *struct {
		Tool           string
		Failed, Masked bool
		Tests, Files   []string
		Lines          string
	}
}

// TestClientRemembers runs the real client, with a model that works on a
// project whose tests fail: what came of each command is remembered, what the
// model cannot see is told to it in time, and no secret reaches the disk.
func TestClientRemembers(t *testing.T) {
	client := realClient(t)
	w := newGoWorld(t)
	turns := []struct {
		name, command string
		says          []string // beside the result
		silent        bool
		outcome       string
		exit          int
		class         string // of an error
		fails         bool   // the check in it
		masked        bool
	}{
		{name: "a failing test", command: "go test ./...", outcome: "failed", exit: 1, fails: true},
		{name: "one that a pipe hides", command: "go test ./... 2>&1 | tail -5", outcome: "masked", fails: true, masked: true, silent: true},
		{name: "a missing command", command: "gti status", outcome: "failed", exit: 127, class: "missing-command", says: []string{"`gti` is not installed"}},
		{name: "secrets in an output", command: "cat deploy.env", outcome: "ok", silent: true},
		{name: "a secret in a command", command: "TOKEN=" + secrets()[0] + " sh -c 'echo $TOKEN; exit 3'", outcome: "failed", exit: 3},
		{name: "what is found nowhere", command: "grep zebra sum.go", outcome: "ok", exit: 1, silent: true},
		{name: "what is not let through", command: "rm -rf ~/", outcome: "denied"},
		{name: "the way out", command: "sed -i 's/a - b/a + b/' sum.go && go test ./...", outcome: "ok", says: []string{"changes of the user that are in no commit are in sum.go"}},
	}
	var commands []string
	for _, turn := range turns {
		commands = append(commands, turn.command)
	}
	m := newModel(t, commands, always)
	w.run(t, client, m.URL)

	if len(m.told) != len(turns) {
		t.Fatalf("the model came as far as command %d of %d: %+v", len(m.told), len(turns), m.told)
	}
	runs := w.history(t)
	for i, turn := range turns {
		t.Run(turn.name, func(t *testing.T) {
			beside := strings.Join(m.told[i].beside, "\n")
			t.Logf("%.80s\n-> %.300s\nbeside: %.600s", turn.command, m.told[i].result, about(m.told[i].beside))
			for _, want := range turn.says {
				if !strings.Contains(beside, want) {
					t.Errorf("the model was not told %q: %.600s", want, beside)
				}
			}
			if turn.silent && strings.Contains(beside, "ctxhook") {
				t.Errorf("the model was told: %.600s", beside)
			}
			if i >= len(runs) {
				t.Fatalf("%d runs are remembered", len(runs))
			}
			got := runs[i]
			if got.Outcome != turn.outcome || turn.outcome != "denied" && (got.Exit == nil || *got.Exit != turn.exit) {
				t.Errorf("remembered as %+v, want %s, exit status %d", got, turn.outcome, turn.exit)
			}
			if turn.class != "" && (len(got.Errors) == 0 || got.Errors[0].Class != turn.class) {
				t.Errorf("errors are %+v, want %s", got.Errors, turn.class)
			}
			if !turn.fails {
				return
			}
			c := got.Check
			if c == nil || c.Tool != "go test" || !c.Failed || c.Masked != turn.masked {
				t.Fatalf("the check is %+v", c)
			}
			if diff := cmp.Diff([][]string{{"TestSum"}, {"sum_test.go"}}, [][]string{c.Tests, c.Files}); diff != "" {
				t.Errorf("tests and files (-want +got)\n%s", diff)
			}
			if !strings.Contains(c.Lines, "sum_test.go:6: Sum(1, 2) = -1") {
				t.Errorf("its lines do not say where: %q", c.Lines)
			}
		})
	}
	w.keepsSecrets(t)
}

// newGoWorld is a world with a Go project in it whose test fails.
func newGoWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	program, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	cache, err := exec.Command(program, "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(w.dir, "bin", "go")); err != nil {
		t.Fatal(err)
	}
	w.env = append(w.env, "GOCACHE="+strings.TrimSpace(string(cache)), "GOTOOLCHAIN=local", "GOPROXY=off", "GOFLAGS=", "NPM_CONFIG_UPDATE_NOTIFIER=false", "NPM_CONFIG_OFFLINE=true")
	w.file(t, "project/go.mod", "module example.com/sum\n\ngo 1.20\n", 0o644)
	w.file(t, "project/sum.go", "package sum\n\nfunc Sum(a, b int) int { return a - b }\n", 0o644)
	w.file(t, "project/sum_test.go", `package sum

import "testing"

func TestSum(t *testing.T) {
	if got := Sum(1, 2); got != 3 { t.Errorf("Sum(1, 2) = %d", got) }
}
`, 0o644)
	s := secrets()
	w.file(t, "project/deploy.env", "GITHUB_TOKEN="+s[0]+"\nAWS_ACCESS_KEY_ID="+s[1]+"\nDB_PASSWORD="+s[2]+"\nREGION=eu-central-1\n", 0o600)
	return w
}

// history lists what is remembered, the earliest first.
func (w *world) history(t *testing.T) []ranRow {
	t.Helper()
	var rows []ranRow
	out := w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "history", "--json", "--limit", "0")
	if err := json.Unmarshal([]byte(out), &rows); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	return rows
}

// keepsSecrets looks through every byte that ctxhook has left for the secrets
// in outputs.
func (w *world) keepsSecrets(t *testing.T) {
	t.Helper()
	if kept := w.keepsNo(t, secrets()...); !bytes.Contains(kept, []byte("REGION=eu-central-1")) {
		t.Error("the rest of the output is not kept")
	}
}

// keepsNo looks through every byte that ctxhook has left for secrets, and
// returns those of the database.
func (w *world) keepsNo(t *testing.T, secrets ...string) (kept []byte) {
	t.Helper()
	err := filepath.WalkDir(w.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.Contains(path, "/ctxhook/") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, secret := range secrets {
			if bytes.Contains(data, []byte(secret)) {
				t.Errorf("%s holds the secret %s", path, secret)
			}
		}
		if strings.Contains(path, "ctxhook.db") {
			kept = append(kept, data...)
		}
		return err
	})
	if err != nil || len(kept) == 0 {
		t.Errorf("%d bytes are kept: %v", len(kept), err)
	}
	return kept
}
