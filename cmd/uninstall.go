package cmd

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/install"
)

// uninstallCommand takes ctxhook out of the settings of the agent.
type uninstallCommand struct {
	*Env
	settingsFlags
}

func newUninstall(env *Env) *cobra.Command {
	cmd := &uninstallCommand{Env: env}
	c := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove ctxhook from the agent's settings",
		Long: `Remove ctxhook from the settings of Claude Code, and leave them as they were, to
the byte. Your later changes stay; a file that init created is deleted. The
settings of ctxhook stay. Only the user may do this, not an agent.`,
		Example: `  ctxhook uninstall
  ctxhook uninstall --user
  ctxhook uninstall --dry-run          show what would be written`,
		GroupID: groupSetup,
		Args:    noArgs,
	}
	cmd.register(c, cmd.run)
	return c
}

func (cmd *uninstallCommand) run(scope install.Scope) error {
	if !cmd.dry {
		if err := requireUser(cmd.Env); err != nil {
			return err
		}
	}
	s, err := cmd.agentSettings()
	if err != nil {
		return err
	}
	change, err := s.Uninstall(scope)
	if err != nil {
		if errors.Is(err, install.ErrNotRegistered) {
			if others := cmd.otherScopes(s, scope); len(others) > 0 {
				return withHint(err, "it is in other settings; type: "+strings.Join(others, " or "))
			}
		}
		return s.explain(err)
	}
	s.printDiff(change)
	if cmd.dry {
		return nil
	}
	if err := s.Apply(change); err != nil {
		return s.explain(err)
	}
	if change.After == nil {
		cmd.printf("\nthe file is deleted: init had created it\n")
	}
	if others := cmd.otherScopes(s, scope); len(others) > 0 {
		cmd.hint("other settings still call ctxhook; to remove it there too: %s", strings.Join(others, ", "))
	}
	return nil
}

// otherScopes lists what to type for the other settings that call ctxhook.
func (cmd *uninstallCommand) otherScopes(s *agentSettings, but install.Scope) []string {
	var lines []string
	for _, scope := range install.Scopes() {
		if scope == but {
			continue
		}
		if _, err := s.Uninstall(scope); err == nil {
			lines = append(lines, "ctxhook uninstall "+scope.Flag())
		}
	}
	return lines
}
