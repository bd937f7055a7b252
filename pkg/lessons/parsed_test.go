package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func parsedFor(t *testing.T, command string) *shell.Script {
	t.Helper()
	return shell.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function, Cwd: "/p"})
}

func parsed(command string) *shell.Script {
	return shell.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function})
}
