package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Reckless reports whether a command has a reckless word that the failed
// command does not have, or is the same but for a dry-run option.
func Reckless(command, failed string) bool {
	had, has := strings.Fields(failed), strings.Fields(command)
	gone := func(w string) bool { return !isDryRun(w) && !slices.Contains(has, w) }
	if slices.ContainsFunc(had, isDryRun) && !slices.ContainsFunc(has, isDryRun) && !slices.ContainsFunc(had, gone) {
		return true // the dry run would become a real one
	}
	return slices.ContainsFunc(has, func(w string) bool {
		return rule.Reckless(w) && !slices.Contains(had, w)
	})
}

// isDryRun reports whether with an option a program only shows what it would
// do.
func isDryRun(option string) bool {
	for _, name := range [...]string{"--dry", "--simulate", "--noop", "--no-op", "--pretend", "--preview", "--what-if", "--whatif", "--just-print"} {
		if strings.HasPrefix(option, name) {
			return true
		}
	}
	return false
}
