package cmd

import (
	"errors"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/lint"
)

// rewrite writes the edits of the findings into their files, and prints the
// lines before and after. It exits 1 when findings are left.
func (cmd *lintCommand) rewrite(o *lint.Options) error {
	changes, failed := o.Changes(cmd.found)
	lines := 0
	for i := range changes {
		c := &changes[i]
		if !cmd.dryRun {
			if err := c.Write(); err != nil {
				failed = errors.Join(failed, err)
				continue
			}
		}
		lines += len(c.Lines)
		for _, l := range c.Lines {
			cmd.printf("%s:%d\n- %s\n+ %s\n", display.Plain(c.Path), l.Line,
				display.Plain(redact.Clean(l.Old).String()), display.Plain(redact.Clean(l.New).String()))
		}
	}
	left := 0
	for i := range cmd.found {
		if len(cmd.found[i].Edits) == 0 {
			left++
		}
	}
	verb := "rewritten"
	if cmd.dryRun {
		verb = "would be rewritten"
	}
	cmd.printf("%s %s; %s without a certain fix\n", display.Counted(lines, "line"), verb, display.Counted(left, "finding"))
	switch {
	case failed != nil:
		return codedError{failed, exitLintError}
	case left > 0 && !cmd.exitZero:
		return codeError(exitFindings)
	}
	return nil
}
