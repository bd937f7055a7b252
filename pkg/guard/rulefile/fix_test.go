package rulefile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

const wholeFix = `- id: no-module
  class: python-import
  programs: [python3]
  sub: [run]
  needs: [-m]
  unless: [-q]
  exit: 127
  error:
    - "No module named '(?P<module>[^']+)'"
    - {regex: 'begin(?P<rest>(?s:.*))', more: 3}
  cause: There is no {module}.
  advice: Look at {rest}.
  choices: [a, b]
  commands: ["{command: module -> choices}", "mkdir {module|dir} && {command}"]
  safe_for_agent: true
  examples:
    - {command: python3 a.py, output: x, fix: y}
    - {command: cat a.py, output: x, miss: true}
`

func TestParseFixes(t *testing.T) {
	got, err := ParseFixes("python", "python.yaml", []byte(wholeFix))
	if err != nil {
		t.Fatal(err)
	}
	want := []rule.Fix{{
		ID: "python/no-module", Class: "python-import",
		Programs: []string{"python3"}, Sub: []string{"run"}, Needs: []string{"-m"}, Unless: []string{"-q"}, Exit: 127,
		Error: []rule.Pattern{{Regex: "No module named '(?P<module>[^']+)'"}, {Regex: "begin(?P<rest>(?s:.*))", More: 3}},
		Cause: "There is no {module}.", Advice: "Look at {rest}.", Choices: []string{"a", "b"},
		Commands: []string{"{command: module -> choices}", "mkdir {module|dir} && {command}"}, Safe: true,
		Examples: []rule.FixExample{{Command: "python3 a.py", Output: "x", Fix: "y"}, {Command: "cat a.py", Output: "x", Miss: true}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseFixesErrors(t *testing.T) {
	const good = "- id: a\n  class: npm\n  error: abc\n  cause: c\n  examples: {command: x, output: y}\n"
	for _, tc := range []struct {
		name, tool, text string
		want             string // a part of the message
	}{
		{"good", "npm", good, ""},
		{"tool", "Npm", good, `"Npm" is not a tool name`},
		{"no list", "npm", "id: a\n", "a list of errors"},
		{"id", "npm", strings.Replace(good, "id: a", "id: A b", 1), "not an error name"},
		{"twice", "npm", good + good, "npm/a twice"},
		{"class", "npm", strings.Replace(good, "class: npm", "class: nmp", 1), `unknown class "nmp": did you mean npm?`},
		{"key", "npm", good + "  advise: x\n", `unknown key "advise"`},
		{"exit status", "npm", good + "  exit: 0\n", "from 1 to 255"},
		{"no cause", "npm", strings.Replace(good, "  cause: c\n", "", 1), "needs cause"},
		{"expression", "npm", strings.Replace(good, "abc", "'a('", 1), "missing closing"},
		{"hole", "npm", strings.Replace(good, "cause: c", "cause: no {file}", 1), `no pattern has a group "file"`},
		{"choices", "npm", good + "  commands: ['{command: a -> choices}']\n", "there are no choices"},
		{"template", "npm", good + "  commands: ['x {']\n", "{ without }"},
		{"sudo", "npm", good + "  commands: [sudo x]\n", `"sudo" cannot be offered`},
		{"force", "npm", good + "  commands: [git push --force]\n", `"--force" cannot be offered`},
		{"force for another word", "npm", good + "  commands: [\"{command: push -> --force}\"]\n", `"--force" cannot be offered`},
		{"a program that deletes", "npm", good + "  commands: [rm -r x]\n", `"rm" cannot be offered`},
		{"install", "npm", good + "  commands: [npm install x]\n  safe_for_agent: true\n", `"install" is not safe for an agent`},
		{"install, said to be unsafe", "npm", good + "  commands: [npm install x]\n", ""},
		{"safe words", "npm", good + "  safe_for_agent: true\n", "safe_for_agent needs"},
		{"only misses", "npm", strings.Replace(good, "output: y", "output: y, miss: true", 1), "needs an example"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := ParseFixes(tc.tool, "x.yaml", []byte(tc.text))
			switch {
			case err == nil && tc.want != "":
				t.Errorf("no error, want %q", tc.want)
			case err != nil && (tc.want == "" || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}
