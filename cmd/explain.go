package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// explainCommand shows a rule, or how a command is understood.
type explainCommand struct {
	*Env
	judging
	command string
	json    bool
}

func newExplain(env *Env) *cobra.Command {
	cmd := &explainCommand{Env: env}
	c := &cobra.Command{
		Use:   "explain RULE | --command COMMAND",
		Short: "Say what a rule is about, or how a command is understood",
		Long: `Say what a rule is about: why it is there, when it fires, what to do instead,
and the examples that prove it. The pack may be left out of its name where
that is clear.

With --command, show how ctxhook understands a command: the calls it makes,
one under the other where one runs the other, what each does to the world,
which rules that fires, and what comes of it.`,
		Example: `  ctxhook explain git/reset-hard
  ctxhook explain reset-hard
  ctxhook explain --command 'cd /tmp && sudo rm -rf "$X"/*'
  ctxhook explain --command 'git push -f' --json`,
		GroupID: groupJudge,
		Args:    atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			switch given := c.Flags().Changed("command"); {
			case given && len(args) == 0:
				return cmd.call(cmd.command)
			case given:
				return withHint(fmt.Errorf("%s: a rule or --command, not both", quote(args[0])), "quote the command as one argument")
			case len(args) == 0:
				return withHint(errors.New("there is no rule to explain"), "to see them all: ctxhook rules list")
			}
			return cmd.rule(args[0])
		},
		ValidArgsFunction: env.completeRules,
	}
	cmd.register(c.Flags())
	env.completeFlag(c, "level", levelNames())
	c.Flags().StringVarP(&cmd.command, "command", "c", "", "explain this command")
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

func (cmd *explainCommand) rule(name string) error {
	set, err := cmd.allRules()
	if err != nil {
		return err
	}
	r, err := findRule(set, name)
	if err != nil && strings.ContainsAny(name, " \t\n") {
		return withHint(err, "to explain a command: ctxhook explain --command COMMAND")
	}
	if err != nil {
		return err
	}
	if cmd.json {
		return cmd.printJSON(ruleJSON(r))
	}
	cmd.printRule(r)
	return nil
}

// printRule shows all of a rule, in the order in which a person asks.
func (e *Env) printRule(r *rule.Rule) {
	e.printf("%s: %s\n\n", e.paint(bold, r.ID), display.Plain(r.Title))
	if r.Risk > policy.Safe { // else no level says what comes of it
		e.printField("risk", e.paint(riskColor(r.Risk), r.Risk.String())+levels(r.Risk))
	}
	e.printField("why", wrap(r.Why)...)
	e.printField("advice", wrap(r.Mitigation)...)
	e.printField("instead", withBlanks(r.Instead)...)
	e.printField("fires", whenWords(&r.When)...)
	e.printField("facts", factWords(r)...)
	e.printField("lint", surfaceWords(r)...)
	e.printField("hit", commandLines(r.Examples.Hit...)...)
	e.printField("miss", commandLines(r.Examples.Miss...)...)
}

// levels says what a risk comes to at each level.
func levels(r policy.Risk) string {
	var out []string
	for l := policy.Permissive; l <= policy.Strict; l++ {
		out = append(out, policy.For(l).Decide(r).String()+" at "+l.String())
	}
	return " (" + strings.Join(out, ", ") + ")"
}

func factWords(r *rule.Rule) []string {
	var out []string
	blanks := blanks()
	for _, f := range r.Facts {
		s := f.Risk.String() + " when " + conditionWords(f.If)
		if f.Say != "" {
			s += `: "` + blanks.Replace(f.Say) + `"`
		}
		out = append(out, s)
	}
	return out
}

// withBlanks shows what a rule says where it does not speak of a command: a
// word in capitals stands for what the command has there, N for a number.
func withBlanks(list []string) []string {
	blanks := blanks()
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = blanks.Replace(s)
	}
	return out
}

func blanks() *strings.Replacer {
	return strings.NewReplacer(
		"{target}", "TARGET", "{targets}", "TARGET", "{operands}", "OPERAND", "{program}", "PROGRAM", "{sub}", "SUBCOMMAND",
		"{what}", "WHAT", "{wrapper}", "WRAPPER", "{tree.branch}", "BRANCH",
		"{tree.modified}", "N", "{tree.untracked}", "N", "{tree.stashes}", "N",
		"{path.files}", "N", "{path.untracked}", "N", "{path.modified}", "N", "{branch.ahead}", "N",
	)
}

func surfaceWords(r *rule.Rule) []string {
	var out []string
	for _, s := range r.Surface {
		out = append(out, s.Risk.String()+" in "+s.Name)
	}
	return out
}
