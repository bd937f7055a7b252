package journal

import (
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// MayWrite reports whether a command may change files here, also such that it does not
// name. Of one that was not parsed, nothing is known.
func MayWrite(s *shell.Script) bool { return s == nil || command.MayWrite(s) }
