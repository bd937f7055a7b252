package diagnose

import (
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func parsed(command string) *shell.Script {
	return follow.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function})
}
