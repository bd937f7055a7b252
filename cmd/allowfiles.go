package cmd

import (
	"os"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// bind binds an entry for a decision to the files that its command runs, as they are now:
// who allows a script allows what it does, and not what it may be made to do. It names
// those that have changed since the user was asked.
func (cmd *allowCommand) bind(a *config.Allow, d *memory.Decision) error {
	if d.Cwd == "" || slices.ContainsFunc(d.Rules, ofMemory) {
		return nil
	}
	_, v, err := cmd.judge(&judgeFlags{cwd: d.Cwd}, d.Command.String())
	if err != nil || v.Script == nil {
		return err
	}
	a.Files = judge.FilesHash(v.Script)
	for _, f := range v.Script.Files {
		if info, err := os.Stat(f.Path); err == nil && info.ModTime().After(d.Time) {
			cmd.warnf("%s has changed since then: it is allowed as it is now", display.Name(cmd.tilde(f.Path)))
		}
	}
	return nil
}

// ofMemory reports whether a rule is about what happened, and not about what a command does.
func ofMemory(rule string) bool { return strings.HasPrefix(rule, "memory/") }
