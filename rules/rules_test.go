package rules

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestRulesAreWhole(t *testing.T) {
	if len(Safety()) == 0 {
		t.Fatal("no rules")
	}
	seen := make(map[string]bool)
	for _, r := range Safety() {
		if seen[r.ID] {
			t.Errorf("%s: twice", r.ID)
		}
		seen[r.ID] = true
		for what, missing := range map[string]bool{
			"title": r.Title == "", "why": strings.TrimSpace(r.Why) == "", "risk, and no fact or surface that has one": r.Risk == 0 && len(r.Facts) == 0 && len(r.Surface) == 0,
			"examples that hit": len(r.Examples.Hit) == 0, "examples that miss": len(r.Examples.Miss) == 0,
		} {
			if missing {
				t.Errorf("%s: no %s", r.ID, what)
			}
		}
		if path := filepath.Join("safety", filepath.FromSlash(r.ID)+".yaml"); !exists(path) {
			t.Errorf("%s: no file %s", r.ID, path)
		}
	}
}

func TestCommandsAreWhole(t *testing.T) {
	models := 0
	seen := make(map[string]bool)
	for first := range Knowledge().Names(rule.KindProgram) {
		models++
		c := Command(first)
		if c == nil {
			t.Fatalf("%s: cannot be decoded", first)
		}
		for _, name := range c.Names {
			if seen[name] {
				t.Errorf("%s: modelled twice", name)
			}
			seen[name] = true
			if Command(name) != c {
				t.Errorf("%s: Command gives another", name)
			}
		}
		if path := filepath.Join("commands", first+".yaml"); !c.Bare && !exists(path) {
			t.Errorf("%s: no file %s", first, path)
		}
		if c.Bare && !c.Traits.Any() && len(c.Outputs) == 0 && !c.Secrets.Any() {
			t.Errorf("%s: a model that says nothing", first)
		}
	}
	if models == 0 {
		t.Error("no models")
	}
	if c := Command("no-such-program"); c != nil {
		t.Errorf("Command gives %s for a program that is not there", c.Names[0])
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// The Go runtime tells which packages have something to do when a program
// starts; this one must not be among them. The program is this test itself,
// so that what is measured is what was compiled.
func TestNoStartUpCost(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(trace.String(), "init runtime @") {
		t.Fatalf("no trace in %q", trace.String())
	}
	for line := range strings.Lines(trace.String()) {
		if strings.HasPrefix(line, "init github.com/ctxhook/ctxhook/rules ") ||
			strings.HasPrefix(line, "init github.com/ctxhook/ctxhook/pkg/guard/rule ") {
			t.Error(strings.TrimSpace(line))
		}
	}
}
