package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// maxHelp bounds how much of a help text is read.
const maxHelp = 1 << 20

func newRulesNew(env *Env) *cobra.Command {
	fromHelp := false
	c := &cobra.Command{
		Use:   "new PROGRAM --from-help",
		Short: "Draft the model of a program from its help text",
		Long: `Draft the model of a program from its help text on stdin, and print it. A completion
spec in place of the help text (the YAML of carapace, the JSON of Fig) names subcommands
at any depth. Save the model in the directory of your rules, check what each verb does,
and run "ctxhook rules test". Runs nothing and asks no server.`,
		Example: `  shopctl --help 2>&1 | ctxhook rules new shopctl --from-help > shopctl.yaml
  ctxhook rules new shopctl --from-help < specs/shopctl.yaml`,
		Args: oneArg("a program", "its help text goes to stdin"),
		RunE: func(_ *cobra.Command, args []string) error {
			if !fromHelp {
				return withHint(fmt.Errorf("only --from-help is known"), "PROGRAM --help 2>&1 | ctxhook rules new PROGRAM --from-help")
			}
			if name := args[0]; strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+") != "" || strings.HasPrefix(name, "-") {
				return fmt.Errorf("%s is not the name of a program", quote(name))
			}
			help, err := io.ReadAll(io.LimitReader(env.Stdin, maxHelp))
			if err != nil {
				return err
			}
			env.printf("%s", rulefile.Draft(args[0], string(help)))
			return nil
		},
	}
	c.Flags().BoolVar(&fromHelp, "from-help", false, "read the program's help text or completion spec from stdin")
	return c
}
