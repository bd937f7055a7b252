package cmd

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

func newRules(env *Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "rules",
		Short: "List, show and test rules",
		Long: `List, show and test the built-in rules and your own, which are YAML files in the
directories that "ctxhook config path" names.`,
		Example: `  ctxhook rules list --pack git
  ctxhook rules show git/reset-hard
  ctxhook rules test .ctxhook/rules/no-prod.yaml`,
		GroupID: groupMore,
		Args:    knownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newRulesList(env), newRulesShow(env), newRulesTest(env), newRulesNew(env), newRulesSchema(env))
	return c
}

// rulesListCommand lists the rules that hold here.
type rulesListCommand struct {
	*Env
	pack string
	json bool
}

func newRulesList(env *Env) *cobra.Command {
	cmd := &rulesListCommand{Env: env}
	c := &cobra.Command{
		Use:   "list",
		Short: "List the rules in force here",
		Example: `  ctxhook rules list
  ctxhook rules list --pack git
  ctxhook rules list --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return cmd.run() },
	}
	c.Flags().StringVar(&cmd.pack, "pack", "", "only the rules of this pack")
	c.Flags().BoolVar(&cmd.json, "json", false, "print the full rules as JSON")
	completer{env}.flagWith(c, "pack", func(string) []string {
		set, err := env.allRules()
		if err != nil {
			return nil // without an answer nothing is offered
		}
		return packsOf(set)
	})
	return c
}

func newRulesShow(env *Env) *cobra.Command {
	cmd := &explainCommand{Env: env}
	c := &cobra.Command{
		Use:               "show RULE",
		Short:             "Explain a rule, as ctxhook explain does",
		Example:           "  ctxhook rules show git/reset-hard",
		Args:              oneArg("a rule", "to see them all: ctxhook rules list"),
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.rule(args[0]) },
		ValidArgsFunction: completer{env}.rules,
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// rulesTestCommand runs the examples of rules.
type rulesTestCommand struct{ *Env }

func newRulesTest(env *Env) *cobra.Command {
	cmd := &rulesTestCommand{Env: env}
	return &cobra.Command{
		Use:   "test [RULE | FILE]..",
		Short: "Run the examples of rules",
		Long: `Run the examples of rules: each hit must fire its rule, and no miss may. Without
arguments, test all rules. A FILE is a rule that need not be installed.

Exits 0, or 1 if an example fails or a file is broken.`,
		Example: `  ctxhook rules test
  ctxhook rules test git/reset-hard
  ctxhook rules test my-rule.yaml`,
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args) },
		ValidArgsFunction: completer{env}.rules,
	}
}

func newRulesSchema(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of rule files, for editors",
		Long: `Print the JSON schema of rule files and models of programs. Editors that use
yaml-language-server complete and check a file whose first line is
"# yaml-language-server: $schema=" and, behind it,
` + schemaURL + `rule.schema.json`,
		Example: "  ctxhook rules schema > rule.schema.json",
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return env.printJSON(rulefile.NewSchema()) },
	}
}

func (cmd *rulesListCommand) run() error {
	set, err := cmd.allRules()
	if err != nil {
		return err
	}
	if cmd.pack != "" {
		packs := packsOf(set)
		if !slices.Contains(packs, cmd.pack) {
			hint := "there are: " + or(packs)
			if near := spelling.Nearest(cmd.pack, packs); near != "" {
				hint = "did you mean: --pack " + near
			}
			return withHint(fmt.Errorf("there is no pack %s", quote(cmd.pack)), hint)
		}
		set = slices.DeleteFunc(set, func(r *rule.Rule) bool { return r.Pack() != cmd.pack })
	}
	views, width := make([]*ruleView, len(set)), 0
	for i, r := range set {
		views[i] = newRuleView(r)
		width = max(width, len(r.ID))
	}
	if cmd.json {
		return cmd.printJSON(views)
	}
	for _, v := range views {
		risk := fmt.Sprintf("%-*s", len("critical"), v.Risk)
		cmd.printf("%s  %-*s  %s\n", cmd.paint(riskColor(v.Risk), risk), width, v.ID, display.Plain(v.Title))
	}
	return nil
}

func packsOf(set []*rule.Rule) []string {
	var packs []string
	for _, r := range set {
		if p := r.Pack(); !slices.Contains(packs, p) {
			packs = append(packs, p)
		}
	}
	slices.Sort(packs)
	return packs
}
