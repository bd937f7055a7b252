package rules_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

const saidFile = "testdata/said.txt"

// told is what a rule says of one of its examples.
type told struct {
	rule, command string
	finding       safety.Finding
}

// toldOfExamples returns what every rule says of each command that it finds.
func toldOfExamples(t *testing.T) []told {
	t.Helper()
	e := engine()
	var out []told
	for _, r := range rules.Safety() {
		for _, c := range r.Examples.Hit {
			at, facts := place, rule.Facts(nil)
			e.Surface = r.InFiles()
			if e.Surface == "" && r.Risk == 0 {
				at.Cwd, at.Project, facts = "/w/p", "/w/p", rule.Lossy{}
			}
			for _, f := range e.Judge(c, at, facts).Findings {
				if f.Rule == r.ID {
					out = append(out, told{r.ID, c, f})
					break
				}
			}
		}
	}
	if len(out) < len(rules.Safety()) {
		t.Fatalf("%d findings of %d rules", len(out), len(rules.Safety()))
	}
	return out
}

// TestSaid compares what the rules say of their examples with a list that people read: each
// sentence has to be true of its command. -u rewrites the list.
func TestSaid(t *testing.T) {
	var b strings.Builder
	for _, s := range toldOfExamples(t) {
		b.WriteString("$ " + strings.ReplaceAll(s.command, "\n", "\n  ") + "\n" + s.rule + ": " + s.finding.Message + "\n")
		for _, text := range []string{s.finding.Why, s.finding.Mitigation} {
			if text != "" {
				b.WriteString("  " + strings.Join(strings.Fields(text), " ") + "\n")
			}
		}
		b.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile(saidFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(saidFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// choice is a message that leaves open which of several things a command does.
var choice = regexp.MustCompile(`^(\S+: )?\w+s(, \w+s)* or \w+s `)

// options are words of a sentence that are options of a command.
var options = regexp.MustCompile(`(^|[ (])(--?[a-zA-Z][\w-]*)`)

// TestSaidIsOfTheCommand holds the sentences about an example to three laws: they say which of
// several things the command does, they have no placeholder left, and they speak of no option
// that was not given, but for advice.
func TestSaidIsOfTheCommand(t *testing.T) {
	t.Parallel()
	for _, s := range toldOfExamples(t) {
		fails := func(how string) { t.Errorf("%s says of %q: %q, which %s", s.rule, s.command, s.finding.Message, how) }
		if choice.MatchString(s.finding.Message) {
			fails("leaves open what it does")
		}
		if strings.ContainsAny(s.finding.Message+s.finding.Why, "{}") && !strings.ContainsAny(s.command, "{}") {
			fails("has a placeholder")
		}
		if text := strings.TrimRight(s.finding.Message, " "); strings.HasSuffix(text, ":") || strings.Contains(text, ": ,") || strings.Contains(text, "  ") && !strings.Contains(s.command, "  ") {
			fails("names nothing")
		}
		for _, o := range options.FindAllStringSubmatch(s.finding.Message+" "+s.finding.Why, -1) {
			if !strings.Contains(s.command, o[2]) && !shortOf(s.command, o[2]) {
				fails("speaks of " + o[2])
			}
		}
	}
}

// shortOf reports whether a command has a short option, maybe among others: -r in -af.
func shortOf(command, option string) bool {
	if len(option) != 2 {
		return false
	}
	for word := range strings.FieldsSeq(command) {
		if len(word) > 1 && word[0] == '-' && word[1] != '-' && strings.Contains(word, option[1:]) {
			return true
		}
	}
	return false
}
