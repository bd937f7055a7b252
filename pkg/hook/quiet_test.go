package hook

import (
	"bufio"
	"os"
	"testing"
)

// TestQuiet gives the hooks what is theirs, and gives no reason to speak:
// commands that went well or never ran, prompts, and ends of sessions.
func TestQuiet(t *testing.T) {
	f, err := os.Open("testdata/quiet.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	p, n := newUser(t), 0
	p.env["CLAUDE_CODE_SESSION_ID"] = "5e0c1a52-0000-4000-8000-00000000c1a0"
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		for i := range Events {
			for _, event := range []string{Events[i].Name, "any"} {
				if a := p.run(event, lines.Text()); a != (answer{}) {
					t.Errorf("%s: %+v\n%s", event, a, lines.Text())
				}
			}
		}
	}
	if n == 0 {
		t.Fatal("no payloads")
	}
}

// TestLateFailure: however a user wants failures of ctxhook handled, what has
// happened is not denied.
func TestLateFailure(t *testing.T) {
	for i := range Events {
		e := &Events[i]
		p := newUser(t)
		p.write(t, ".config/ctxhook/config.yaml", "on_error: block\n")
		a := p.run(e.Name, "no JSON")
		if e.guards != (a.exit == 2) || !e.guards && a != (answer{}) {
			t.Errorf("%s: %+v", e.Name, a)
		}
	}
}
