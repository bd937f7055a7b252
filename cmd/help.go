package cmd

import (
	"strings"

	"github.com/spf13/cobra"
)

// newHelp returns the command help. Unlike cobra's it refuses a word that is no
// command, and names the nearest one.
func newHelp(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		Example: `  ctxhook help check
  ctxhook help rules test
  ctxhook help hooks      list the commands that agents call`,
		GroupID: groupSetup,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "hooks" {
				listHooks(env)
				return nil
			}
			about, rest, err := c.Root().Find(args)
			if err != nil {
				return err
			}
			if about.HasSubCommands() && len(rest) > 0 {
				return unknownCommand(about, rest[0], c.CommandPath()+strings.TrimPrefix(about.CommandPath(), c.Root().Name())+" ")
			}
			return about.Help()
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if about, rest, err := c.Root().Find(args); err == nil && len(rest) == 0 {
				for _, sub := range about.Commands() {
					names = append(names, sub.Name()+"\t"+sub.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
