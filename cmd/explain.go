package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// explainCommand shows a rule, or how a command is understood.
type explainCommand struct {
	*Env
	judgeFlags
	command string
	json    bool
}

func newExplain(env *Env) *cobra.Command {
	cmd := &explainCommand{Env: env}
	c := &cobra.Command{
		Use:   "explain RULE | --command COMMAND",
		Short: "Explain a rule, or how ctxhook reads a command",
		Long: `Explain a rule: why it exists, when it fires, what to do instead, and its
examples. The pack may be left out of an unambiguous name.

With --command, show how ctxhook reads a command: its calls as a tree, the
effects of each, the rules that fire, and the verdict.`,
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
				return withHint(fmt.Errorf("%s: give a rule or --command, not both", quote(args[0])), "quote the command as one argument")
			case len(args) == 0:
				return withHint(errors.New("there is no rule to explain"), "to see them all: ctxhook rules list")
			}
			return cmd.rule(args[0])
		},
		ValidArgsFunction: completer{env}.rules,
	}
	cmd.register(c.Flags())
	completer{env}.flag(c, "level", levelNames())
	c.Flags().StringVarP(&cmd.command, "command", "c", "", "the command to explain")
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// rule shows the rule that goes by a name.
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
	v := newRuleView(r)
	if cmd.json {
		return cmd.printJSON(v)
	}
	v.print(cmd.Env)
	return nil
}

// call shows how a command is understood, as a tree or as JSON.
func (cmd *explainCommand) call(text string) error {
	j, v, err := cmd.judge(&cmd.judgeFlags, text)
	if err != nil {
		return err
	}
	x := j.explained(text, &v)
	if cmd.json {
		return cmd.printJSON(x)
	}
	x.print(cmd.Env)
	return nil
}
