package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMeasure: what is said to a model is noted, and of what is silent one call
// in so many; nothing before the database was opened, and nothing of a trial.
func TestMeasure(t *testing.T) {
	p := newUser(t)
	path := filepath.Join(p.home, ".local", "state", "ctxhook", "timings")
	lines := func(hook string) int {
		data, _ := os.ReadFile(path)
		return strings.Count(string(data), hook+" ")
	}
	p.run("pre-bash", p.claude("rm -rf /"))
	if _, err := os.Stat(path); err == nil {
		t.Error("there is a file at once")
	}
	p.told(t, "s1", "a", "go test ./...", 1, addFails) // opens the database
	p.run("pre-bash", p.claude("rm -rf /"))
	if n := lines("pre-bash"); n != 1 {
		t.Errorf("%d answers are noted", n)
	}
	const many = 200
	for range many {
		p.run("pre-bash", p.claude("git status"))
	}
	if n := lines("pre-bash") - 1; n == 0 || n > many/3 {
		t.Errorf("of %d silent calls %d are noted", many, n)
	}
	before := lines("")
	p.env["CLAUDE_CODE_SESSION_ID"] = "ctxhook-doctor"
	p.run("pre-bash", strings.Replace(p.claude("rm -rf /"), `"s-1"`, `"ctxhook-doctor"`, 1))
	if n := lines(""); n != before {
		t.Error("a trial is noted")
	}
}
