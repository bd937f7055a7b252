package lessons

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// StaleCheck returns the last check of a session if it passed and files were
// edited after it, or nil. steps are the latest first.
func StaleCheck(steps []memory.Activity) *memory.Run {
	edited := false
	for _, s := range steps {
		switch {
		case s.Edit != nil:
			edited = edited || !IsProse(s.Edit.Path.String())
		case !s.Run.Check.Verifies():
		case s.Run.Check.Failed || !edited:
			return nil // its failure is known
		default:
			return s.Run
		}
	}
	return nil
}

// IsProse reports whether a file is text that no check reads.
func IsProse(file string) bool {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(file, `\`, "/"))) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc":
		return true
	}
	return false
}
