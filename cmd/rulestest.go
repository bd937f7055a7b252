package cmd

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxRuleFile bounds a rule file that is named on the command line.
const maxRuleFile = 1 << 20

// run runs the examples of the rules that are named, or of all.
func (cmd *rulesTestCommand) run(names []string) error {
	j, broken, err := cmd.checker()
	if err != nil {
		return err
	}
	set := j.engine.Rules
	if len(names) > 0 {
		set = nil
		for _, name := range names {
			r, err := cmd.ruleOrFile(j, name)
			if err != nil {
				return err
			}
			if r != nil {
				set = append(set, r)
			}
		}
		broken = 0 // what is broken was not asked about
	}
	examples, failed, never := 0, 0, 0
	for _, r := range set {
		examples += len(r.Examples.Hit) + len(r.Examples.Miss)
		failed += cmd.test(j, r)
		if why := safety.Never(&r.When, j.engine.Models); why != "" && isOwn(r) {
			never++
			cmd.errorf("%s fires for no command: %s", r.ID, display.Plain(why))
		}
	}
	switch {
	case failed > 0:
		return fmt.Errorf("%s of %d failed", display.Counted(failed, "example"), examples)
	case broken > 0:
		cmd.printf("the others are right: %s, %s\n", display.Counted(len(set), "rule"), display.Counted(examples, "example"))
		return fmt.Errorf("%s could not be read", display.Counted(broken, "file"))
	case never > 0:
		return withHint(fmt.Errorf("%s can never fire", display.Counted(never, "rule")), "to see how ctxhook reads a command: ctxhook explain COMMAND")
	case len(set) > 0:
		cmd.printf("ok: %s, %s\n", display.Counted(len(set), "rule"), display.Counted(examples, "example"))
		cmd.printOwn(set)
	}
	return nil
}

// isOwn reports whether a rule is the user's, the project's or the machine's.
func isOwn(r *rule.Rule) bool { return !rulefile.IsShared(r.Pack()) }

// printOwn names the user's own rules among those that were tested, and what
// proves them.
func (cmd *rulesTestCommand) printOwn(set []*rule.Rule) {
	set = slices.DeleteFunc(slices.Clone(set), func(r *rule.Rule) bool { return !isOwn(r) })
	width := 0
	for _, r := range set {
		width = max(width, len(r.ID))
	}
	for _, r := range set {
		proof := display.Counted(len(r.Examples.Hit)+len(r.Examples.Miss), "example")
		if len(r.Examples.Hit) == 0 {
			proof = "no example: add examples: {hit: [..], miss: [..]} to prove that it fires"
		}
		cmd.printf("  %-*s  %s  %s\n", width, r.ID, cmd.paint(riskColor(r.Risk.String()), fmt.Sprintf("%-8s", r.Risk)), proof)
	}
}

// checker returns one for examples: it has all rules and models that hold here,
// but no directory, and nothing that the user blocks or allows.
func (cmd *rulesTestCommand) checker() (j *checker, broken int, err error) {
	made, err := cmd.judgeOf(&judgeFlags{})
	if err != nil {
		return nil, 0, err
	}
	cmd.problems(made.Problems)
	for _, p := range made.Problems {
		if len(rulefile.Errors(p)) > 0 {
			broken++
		}
	}
	engine := made.Engine
	engine.Blocked, engine.Allowed = nil, nil
	engine.Rules, engine.Candidates = made.Rules(), nil
	return engineJudge(engine, safety.Dirs{Home: "/home/user"}), broken, nil
}

// ruleOrFile finds a rule by id, or reads it from a file and lets it hold. A
// file with a model gives none.
func (cmd *rulesTestCommand) ruleOrFile(j *checker, name string) (*rule.Rule, error) {
	if !strings.HasSuffix(name, ".yaml") && !strings.HasSuffix(name, ".yml") {
		return findRule(j.engine.Rules, name)
	}
	data, err := paths.ReadFile(name, maxRuleFile)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return nil, withHint(fmt.Errorf("there is no file %s", name), "to test the installed rules: ctxhook rules test")
		}
		return nil, err
	}
	base := filepath.Base(name)
	id := packOfFile(name) + "/" + strings.TrimSuffix(base, filepath.Ext(base))
	r, err := rulefile.ParseRule(id, name, data)
	if err != nil {
		return nil, cmd.notRule(name, data, rulefile.Errors(err))
	}
	installed := func(have *rule.Rule) bool { return have.ID == id }
	j.engine.Rules = append(slices.DeleteFunc(slices.Clone(j.engine.Rules), installed), r)
	return r, nil
}

// packOfFile says whose rules a file would be among where it lies.
func packOfFile(name string) string {
	if abs, err := filepath.Abs(name); err == nil && strings.HasSuffix(filepath.ToSlash(filepath.Dir(abs)), "/.ctxhook/rules") {
		return rulefile.ProjectPack
	}
	return rulefile.UserPack
}

// notRule is about a file that is no rule: it is a model, which has nothing to
// test, or it has the errors of what it is nearer to.
func (cmd *rulesTestCommand) notRule(name string, data []byte, list []*rulefile.Error) error {
	what := "rule"
	_, err := rulefile.ParseCommand(name, data)
	if err == nil {
		cmd.printf("ok: %s describes a program and has no examples\n", name)
		return nil
	}
	if asModel := rulefile.Errors(err); len(asModel) < len(list) {
		what, list = "model", asModel
	}
	for _, one := range list {
		cmd.errorf("%s", display.Plain(one.Error()))
	}
	return fmt.Errorf("%s is not a %s", name, what)
}

// test runs the examples of a rule, reports those that fail and counts
// them.
func (cmd *rulesTestCommand) test(j *checker, r *rule.Rule) int {
	failed := j.failures(r)
	if len(failed) > 0 {
		cmd.printf("%s\n", cmd.paint(bold, r.ID))
	}
	for _, f := range failed {
		lead := "  " + cmd.paint(red, f.kind) + strings.Repeat(" ", len("miss  ")-len(f.kind))
		for i, l := range commandLines(f.example) {
			if i > 0 {
				lead = strings.Repeat(" ", len("  miss  "))
			}
			cmd.printf("%s%s\n", lead, display.Plain(l))
		}
		cmd.printf("        %s\n", f.what)
	}
	return len(failed)
}

// exampleFailure is an example that does not prove its rule.
type exampleFailure struct {
	kind    string // hit or miss
	example string
	what    string
}

// failures runs the examples of a rule and returns those that fail.
func (j *checker) failures(r *rule.Rule) (failed []exampleFailure) {
	if file := r.InFiles(); file != "" {
		e := *j.engine
		e.Surface = file
		j = &checker{user: j.user, engine: &e, at: j.at, facts: j.facts, alone: j.alone}
	} else if r.Risk == policy.Safe { // it rests on facts alone
		at := j.at
		at.Cwd, at.Project = "/w/p", "/w/p"
		j = &checker{user: j.user, engine: j.engine, at: at, facts: rule.Lossy{}, alone: j.alone}
	}
	for _, example := range r.Examples.Hit {
		if fired := j.fired(example); !slices.Contains(fired, r.ID) {
			what := "should fire, but no rule does"
			if len(fired) > 0 {
				what = "should fire, but only " + strings.Join(fired, ", ") + " does"
			}
			failed = append(failed, exampleFailure{"hit", example, what})
		}
	}
	for _, example := range r.Examples.Miss {
		if v := j.judge(example); slices.Contains(firedBy(&v), r.ID) {
			failed = append(failed, exampleFailure{"miss", example, "should not fire, but does: ctxhook explain --command " + shell.Quote(example)})
		}
	}
	return failed
}

func (j *checker) fired(text string) []string {
	v := j.judge(text)
	return firedBy(&v)
}

// firedBy lists the rules of a verdict, once each.
func firedBy(v *safety.Verdict) []string {
	var ids []string
	for i := range v.Findings {
		if id := v.Findings[i].Rule; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
