package rulefile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

const goodCheck = `
- name: test
  tool: frob test
  kind: test
  commands: frob test
  fail: ['^BAD (?P<test>\S+)', {regex: '^AT\n(?P<file>\S+)', more: 1}]
  benign: 5
  examples:
    - {command: frob test, output: BAD x, exit: 1, verdict: fail, tests: x}
    - {command: frob test, exit: 0, verdict: pass}
`

func TestParseChecks(t *testing.T) {
	got, err := ParseChecks("frob", "rules/checks/frob.yaml", []byte(goodCheck))
	if err != nil {
		t.Fatal(err)
	}
	want := []rule.Check{{
		ID: "frob/test", Tool: "frob test", Kind: "test", Commands: []string{"frob test"},
		Fail:   []rule.Pattern{{Regex: `^BAD (?P<test>\S+)`}, {Regex: `^AT\n(?P<file>\S+)`, More: 1}},
		Benign: []int{5},
		Examples: []rule.CheckExample{
			{Command: "frob test", Output: "BAD x", Exit: 1, Verdict: "fail", Tests: []string{"x"}},
			{Command: "frob test", Verdict: "pass"},
		},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseChecksErrors(t *testing.T) {
	for _, tt := range []struct{ name, old, new, want string }{
		{"unknown key", "  benign: 5", "  bening: 5", "did you mean benign?"},
		{"unknown kind", "kind: test", "kind: tests", "did you mean test?"},
		{"expression", `'^BAD (?P<test>\S+)'`, "'^BAD ('", "not a Go regular expression"},
		{"status", "benign: 5", "benign: 500", "expected an exit code from 0 to 255"},
		{"one way only", "verdict: pass", "verdict: fail", "needs an example that fails and one that does not"},
		{"name", "name: test", "name: A test", "is not a check id"},
		{"no list", goodCheck, "checks: 1", "expected a list of checks"},
		{"nothing to know it by", "  commands: frob test\n  fail: ['^BAD (?P<test>\\S+)', {regex: '^AT\\n(?P<file>\\S+)', more: 1}]\n", "", "neither a command nor an output"},
		{"twice", goodCheck, goodCheck + goodCheck, "frob/test twice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(goodCheck, tt.old) {
				t.Fatalf("nothing to replace: %s", tt.old)
			}
			_, err := ParseChecks("frob", "f.yaml", []byte(strings.Replace(goodCheck, tt.old, tt.new, 1)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}
