package rules_test

import (
	"bufio"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

var update = flag.Bool("u", false, "rewrite the golden file")

const insteadFile = "testdata/instead.txt"

// offered returns what is offered in place of a command on a machine on which
// everything can be lost.
func offered(e *safety.Engine, command string) []string { return offeredOn(e, command, rule.Lossy{}) }

func offeredOn(e *safety.Engine, command string, facts rule.Facts) []string {
	at := place
	at.Cwd, at.Project = "/w/p", "/w/p"
	var out []string
	for _, f := range e.Judge(command, at, facts).Findings {
		for _, s := range f.Instead {
			out = append(out, f.Rule+": "+s)
		}
	}
	return out
}

// insteadCommands returns the commands of the golden file.
func insteadCommands(t *testing.T) []string {
	t.Helper()
	f, err := os.Open(insteadFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if c, ok := strings.CutPrefix(s.Text(), "$ "); ok {
			out = append(out, c)
		}
	}
	if len(out) == 0 {
		t.Fatal("no commands")
	}
	return out
}

// TestInstead compares what is offered with a list that people read: for each
// command, what it should run instead. -u rewrites the list.
func TestInstead(t *testing.T) {
	e := engine()
	var b strings.Builder
	for _, c := range insteadCommands(t) {
		b.WriteString("$ " + c + "\n")
		for _, s := range offered(e, c) {
			b.WriteString(s + "\n")
		}
		b.WriteString("\n")
	}
	if *update {
		if err := os.WriteFile(insteadFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(insteadFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestInsteadOfEachRow states that each command that a rule has to offer is
// offered for a command of the list or an example: otherwise its condition
// never holds, or what it makes is itself too dangerous.
func TestInsteadOfEachRow(t *testing.T) {
	t.Parallel()
	e := engine()
	fires := make(map[string][]string)
	list := insteadCommands(t)
	for _, r := range rules.Safety() {
		list = append(list, r.Examples.Hit...)
	}
	at := place
	at.Cwd, at.Project = "/w/p", "/w/p"
	for _, c := range list {
		for _, f := range e.Judge(c, at, rule.Lossy{}).Findings {
			fires[f.Rule] = append(fires[f.Rule], c)
		}
	}
	n := 0
	for _, r := range rules.Safety() {
		for k := range r.Instead {
			one := *r
			one.Instead = r.Instead[k : k+1]
			own := &safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: []*rule.Rule{&one}, Table: policy.For(policy.Standard)}
			if n++; !offersAny(own, fires[r.ID]) {
				t.Errorf("%s never offers %q", r.ID, r.Instead[k].Run)
			}
		}
	}
	if n == 0 {
		t.Error("no rule offers anything")
	}
}

// ofUser is a machine on which everything is a file of the user's.
type ofUser struct{ rule.Lossy }

func (ofUser) Authors(rule.LossQuery) rule.AuthorState {
	return rule.AuthorState{Known: true, Theirs: []rule.Authored{{Name: "notes/a b.md", Author: rule.Author{Kind: rule.AuthorUser}}}}
}

func offersAny(e *safety.Engine, commands []string) bool {
	for _, c := range commands {
		if len(offered(e, c)) > 0 || len(offeredOn(e, c, ofUser{})) > 0 {
			return true
		}
	}
	return false
}
