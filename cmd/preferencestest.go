package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/preferences"
)

// preferencesTestCommand shows how ctxhook understands the words of a user.
type preferencesTestCommand struct {
	*Env
	json bool
}

func newPreferencesTest(env *Env) *cobra.Command {
	cmd := &preferencesTestCommand{Env: env}
	c := &cobra.Command{
		Use:   "test WORDS",
		Short: "Show how ctxhook understands words",
		Long: `Show which rule words state, as "ctxhook remember" reads them. Nothing is
remembered.`,
		Example: `  ctxhook preferences test 'use uv, not pip'
  ctxhook preferences test --json 'OSD=sdl make'`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return withHint(errors.New("preferences test needs words"), "for example: ctxhook preferences test 'use uv, not pip'")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return cmd.run(strings.Join(args, " ")) },
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print the rule as JSON")
	return c
}

func (cmd *preferencesTestCommand) run(words string) error {
	st, err := cmd.quietStorage()
	if err != nil {
		return err
	}
	rule := preferences.Parse(words, func(name string) bool { return st.Program(name) != nil })
	if cmd.json {
		return cmd.printJSON(rule)
	}
	says := rule.String()
	if says == "" {
		says = "no rule for commands: agents are only told the words"
	}
	cmd.printf("%s\n", says)
	if rule.Form == "" {
		cmd.hint("%s", fmt.Sprintf("rules look like this: %s", "'use uv, not pip', 'never commit', 'OSD=sdl make', 'run tests before you commit'"))
	}
	return nil
}
