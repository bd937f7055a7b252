package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// Reckless reports whether a command has a reckless word that the failed one
// has not.
func Reckless(command, failed string) bool {
	had, has := strings.Fields(failed), strings.Fields(command)
	if slices.ContainsFunc(had, isDryRun) && !slices.ContainsFunc(has, isDryRun) {
		return true // what was only to be shown would be done
	}
	return slices.ContainsFunc(has, func(w string) bool {
		return rule.Reckless(w) && !slices.Contains(had, w)
	})
}

// isDryRun tells the options with which a program only shows what it would
// do.
func isDryRun(option string) bool {
	for _, name := range [...]string{"--dry", "--simulate", "--noop", "--no-op", "--pretend", "--preview", "--what-if", "--whatif", "--just-print"} {
		if strings.HasPrefix(option, name) {
			return true
		}
	}
	return false
}
