package e2e

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// TestLanguages judges programs that a command writes and runs in one go: ten
// for each language, half of them harmless. A row whose label is out of reach
// says in "now" what it gets instead; update the row when that changes.
func TestLanguages(t *testing.T) {
	type row struct{ Language, Expect, Now, Command string }
	data, err := os.ReadFile("testdata/languages.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	var commands []string
	for line := range strings.Lines(string(data)) {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		rows, commands = append(rows, r), append(commands, r.Command)
	}
	if len(rows) == 0 {
		t.Fatal("no rows")
	}
	risk := map[string]policy.Risk{"block": policy.Critical, "ask": policy.High, "allow": policy.Low, "silent": policy.Low}
	for i, got := range risks(t, commands) {
		want := rows[i].Expect
		if rows[i].Now != "" {
			want = rows[i].Now
		}
		if max(got, policy.Low) != risk[want] {
			t.Errorf("%s: %s, want %s:\n%s", rows[i].Language, got, want, commands[i])
		}
	}
}
