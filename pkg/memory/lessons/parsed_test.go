package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func parsedFor(t *testing.T, command string) *shell.Script {
	t.Helper()
	return follow.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function, Cwd: "/p"})
}

func parsed(command string) *shell.Script {
	return follow.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function})
}

// reader is a Reader that knows the programs that are shipped.
type reader struct{}

func (reader) Script(c redact.Text) *shell.Script { return parsed(c.String()) }

func (reader) Program(name string) *rule.Command { return rules.Command(name) }
