package rulefile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

const goodTools = `
- name: packages
  tools: [a, b c]
  also: {a: a3}
  through: [run -m]
  project:
    marks: [{file: [a.lock, a.cfg], tool: a}, {file: b.json, key: tool}, {file: Makefile}]
    packages: [b.json]
    members: [b.json]
    about: {a: [i|in, up], b c: add}
    apart: [-g]
  options: [-q, {a: -y, b c: ""}]
  swaps:
    - {a: i|in, b c: add, operands: some, certain: true, options: [-D], script: true, place: --at, only: [x*]}
  alike: true
  differ: {variables: [A_*], under: [sudo], switches: [up], words: [x*], beside: run}
  apart: [{tool: a, words: [.], writes: true, several: true, files: true}]
  examples:
    - {use: "b c, not a", command: a i x, write: b c add x, certain: true}
`

func TestParseTools(t *testing.T) {
	got, err := ParseTools("frob", "frob.yaml", []byte(goodTools))
	if err != nil {
		t.Fatal(err)
	}
	want := []rule.Tools{{
		ID: "frob/packages", Names: []string{"a", "b c"}, Also: []rule.Spelling{{Tool: "a", As: "a3"}}, Through: []string{"run -m"},
		Project: rule.Manifests{
			Marks:    []rule.Mark{{File: "a.lock", Tool: "a"}, {File: "a.cfg", Tool: "a"}, {File: "b.json", Key: "tool"}, {File: "Makefile"}},
			Packages: []string{"b.json"}, Members: []string{"b.json"},
			About: []rule.Spelling{{Tool: "a", As: "i|in"}, {Tool: "a", As: "up"}, {Tool: "b c", As: "add"}},
			Apart: []string{"-g"},
		},
		Options: []rule.SharedOption{{All: "-q"}, {Each: []rule.Spelling{{Tool: "a", As: "-y"}, {Tool: "b c"}}}},
		Swaps: []rule.Swap{{
			Commands: []rule.Spelling{{Tool: "a", As: "i|in"}, {Tool: "b c", As: "add"}}, Operands: rule.SomeOperands, Certain: true, Script: true, Place: "--at", Only: []string{"x*"},
			Options: []rule.SharedOption{{All: "-D"}},
		}},
		Alike: true, Differ: rule.Difference{Variables: []string{"A_*"}, Under: []string{"sudo"}, Switches: []string{"up"}, Words: []string{"x*"}, Beside: "run"},
		Apart:    []rule.Apart{{Tool: "a", Words: []string{"."}, Writes: true, Several: true, Files: true}},
		Examples: []rule.ToolsExample{{Use: "b c, not a", Command: "a i x", Write: "b c add x", Certain: true}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseToolsErrors(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"b c: add, operands", "operands", "a swap needs two tools"},
		{"b c: add, op", "d: add, op", `unknown key "d" in a swap`},
		{"some", "many", `unknown operands "many"`},
		{"also: {a: a3}", "also: {x: a3}", `unknown key "x" in names by tool`},
		{"b c, not a\"", "b c\"", "write use: NEW, not OLD"},
		{"tool: a}", "tool: x}", `"x" is no tool of the family`},
		{"key: tool", "key: tool, tool: a", "write key or tool, not both"},
		{"packages", "Packages", `"frob/Packages" is not a name`},
	} {
		text := strings.Replace(goodTools, tt.old, tt.new, 1)
		if text == goodTools {
			t.Fatalf("%s does not stand in the file", tt.old)
		}
		if _, err := ParseTools("frob", "frob.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.new, err, tt.want)
		}
	}
}

func TestParseClasses(t *testing.T) {
	const text = "- name: server\n  wrappers: [with]\n  commands: [vite dev|]\n  unless: [--help]\n  anywhere: true\n  hit: [vite]\n  miss: [vite build]\n"
	got, err := ParseClasses("commands", "commands.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	want := []rule.CommandClass{{Name: "server", Wrappers: []string{"with"}, Commands: []string{"vite dev|"}, Unless: []string{"--help"}, Anywhere: true, Hit: []string{"vite"}, Miss: []string{"vite build"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := ParseClasses("commands", "commands.yaml", []byte(strings.Replace(text, "  miss: [vite build]\n", "", 1))); err == nil {
		t.Error("a class without a miss is read")
	}
}
