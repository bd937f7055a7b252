package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/cmd"
	"github.com/ctxhook/ctxhook/e2e/mutate"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/rules"
)

// risks judges commands as "ctxhook check --jsonl" does.
func risks(t *testing.T, commands []string) []policy.Risk {
	t.Helper()
	var in, out bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, c := range commands {
		if err := enc.Encode(map[string]string{"command": c}); err != nil {
			t.Fatal(err)
		}
	}
	env := cmd.Env{
		Args: []string{"check", "--jsonl"}, Stdin: &in, Stdout: &out, Stderr: os.Stderr,
		Getenv: func(string) string { return "" }, Version: "v0.0.0-e2e",
	}
	if code := cmd.Main(env); code != 0 {
		t.Fatalf("check --jsonl: exit code %d", code)
	}
	var got []policy.Risk
	for line := range strings.Lines(out.String()) {
		var v struct{ Risk string }
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		r, err := policy.ParseRisk(v.Risk)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if len(got) != len(commands) {
		t.Fatalf("%d verdicts for %d commands", len(got), len(commands))
	}
	return got
}

// powershell reports whether a command is one of PowerShell's: typed as it is
// it is read as that, and in the quotes of a shell it means nothing.
func powershell(c string) bool {
	verb, _, ok := strings.Cut(c, "-")
	return ok && verb != "" && verb[0] >= 'A' && verb[0] <= 'Z' && !strings.ContainsAny(verb, " /=$\"'")
}

// TestMutations: however a dangerous command is wrapped, the verdict does not
// become milder; embedded as data, it clears.
func TestMutations(t *testing.T) {
	var commands []string
	var ofData []bool  // the rule is about a text, whatever file it is written into
	var printed []bool // the rule is about what a command shows, which goes nowhere in x=$(..)
	for _, r := range rules.Safety() {
		for _, c := range r.Examples.Hit {
			if r.Pack() != "shell" && !strings.Contains(c, "<<") && !strings.Contains(c, "\x1b") && !powershell(c) {
				commands = append(commands, c)
				ofData = append(ofData, len(r.When.Content) > 0 && len(r.When.Target) == 0)
				printed = append(printed, r.ID == "secret/production" || r.ID == "secret/watch")
			}
		}
	}
	if len(commands) == 0 {
		t.Fatal("no rule has an example")
	}
	before := risks(t, commands)
	for _, m := range mutate.All {
		t.Run(m.Name, func(t *testing.T) {
			mutated := make([]string, len(commands))
			for i, c := range commands {
				mutated[i] = m.Apply(c)
			}
			for i, after := range risks(t, mutated) {
				switch {
				case m.Clears && after > policy.Low && !ofData[i]:
					t.Errorf("%q is %s", mutated[i], after)
				case !m.Clears && after < before[i] && !(printed[i] && m.Name == "command substitution"):
					t.Errorf("%q is %s, as %q %s", commands[i], before[i], mutated[i], after)
				}
			}
		})
	}
}
