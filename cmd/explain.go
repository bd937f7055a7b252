package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

// explainCommand shows a rule, or how a command is understood.
type explainCommand struct {
	*Env
	judgeFlags
	command   string
	json, all bool
}

func newExplain(env *Env) *cobra.Command {
	cmd := &explainCommand{Env: env}
	c := &cobra.Command{
		Use:   "explain RULE | COMMAND",
		Short: "Explain a rule, or how ctxhook reads a command",
		Long: `Explain a rule: why it exists, when it fires, what to do instead, and its
examples. The pack may be left out of an unambiguous name. Of a long rule the first
lines are shown, and what it offers instead for some of its examples; --all shows
the rest.

For a command, show how ctxhook reads it: its calls as a tree, the effects of
each, the rules that fire, and the verdict. Several arguments are the words of
one command. With --command the argument is a command even if a rule has that
name.`,
		Example: `  ctxhook explain git/reset-hard
  ctxhook explain reset-hard
  ctxhook explain 'cd /tmp && sudo rm -rf "$X"/*'
  ctxhook explain git push -f
  ctxhook explain --json --command 'git push -f'`,
		GroupID:           groupDay,
		RunE:              cmd.run,
		ValidArgsFunction: completer{env}.rules,
	}
	c.Flags().SetInterspersed(false) // the options of a command are not ours
	cmd.register(c.Flags())
	completer{env}.flag(c, "level", levelNames())
	c.Flags().StringVarP(&cmd.command, "command", "c", "", "the command to explain")
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	c.Flags().BoolVar(&cmd.all, "all", false, "show all of a long rule, and the notation of what it offers instead")
	return c
}

// run explains what the arguments name: a rule, or else a command.
func (cmd *explainCommand) run(c *cobra.Command, args []string) error {
	flags := c.Flags()
	given := flags.Changed("command")
	if len(args) == 0 {
		if given {
			return cmd.call(cmd.command)
		}
		return withHint(errors.New("there is nothing to explain"), "to see all rules: ctxhook rules list")
	}
	set, err := cmd.allRules()
	if err != nil {
		return err
	}
	r, noRule := findRule(set, args[0])
	if noRule != nil && !given && cmd.isCommand(flags, set, args) {
		text, _, err := cmd.commandText(flags, args)
		if err != nil {
			return err
		}
		return cmd.call(text)
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch rest := flags.Args(); {
	case flags.Changed("help"):
		return c.Help()
	case flags.Changed("command"):
		return withHint(fmt.Errorf("%s: give a rule or --command, not both", quote(args[0])), "quote the command as one argument")
	case noRule != nil:
		return explainOther(args[0], noRule)
	case len(rest) > 0:
		return withHint(fmt.Errorf("a rule is one argument, not %s as well", quote(rest[0])), "to explain a command: ctxhook explain --command COMMAND")
	}
	return cmd.show(r)
}

// isCommand reports whether arguments that name no rule are a command: text
// with blanks, several words, or a program that is known.
func (cmd *explainCommand) isCommand(flags *pflag.FlagSet, set []*rule.Rule, args []string) bool {
	name := args[0]
	switch {
	case strings.ContainsAny(name, " \t\n;|&"), name == "-", flags.ArgsLenAtDash() >= 0:
		return true
	case len(args) == 1:
		return rules.Command(name) != nil && !slices.Contains(packsOf(set), name)
	}
	option, _, _ := strings.Cut(strings.TrimLeft(args[1], "-"), "=")
	return !strings.HasPrefix(args[1], "-") || flags.Lookup(option) == nil || rules.Command(name) != nil
}

// explainOther adds to the error for a name that is no rule what explains the
// thing it may be.
func explainOther(name string, err error) error {
	if idKind(name) != "" {
		return withHint(fmt.Errorf("%s is no rule", quote(name)), "to see where it came from: ctxhook why "+name)
	}
	return err
}

// rule shows the rule that goes by a name.
func (cmd *explainCommand) rule(name string) error {
	set, err := cmd.allRules()
	if err != nil {
		return err
	}
	r, err := findRule(set, name)
	if err != nil {
		return err
	}
	return cmd.show(r)
}

func (cmd *explainCommand) show(r *rule.Rule) error {
	made, err := cmd.judgeOf(&judgeFlags{})
	if err != nil {
		return err
	}
	v := newRuleView(r)
	v.Pack, v.File, v.By = made.PackOf(r.ID), made.RuleFile(r.ID), made.HeldBy(r.ID)
	if cmd.json {
		return cmd.printJSON(v)
	}
	if !cmd.all {
		v.shorten(made)
	}
	v.print(cmd.Env)
	if v.short {
		cmd.hint("for all of it: ctxhook explain %s --all", r.ID)
	}
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
