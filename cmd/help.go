package cmd

import "github.com/spf13/cobra"

// newHelp returns the command help. Unlike cobra's it refuses a word that is no
// command, and names the nearest one.
func newHelp(*Env) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show the help of a command",
		Example: `  ctxhook help check
  ctxhook help rules test`,
		GroupID: groupSetup,
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err != nil {
				return err
			}
			if about.HasSubCommands() {
				if err := knownCommand(about, rest); err != nil {
					return err
				}
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
