package lessons

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// StaleCheck returns the check that a session ran last, when it passed and files
// were edited since; nil when there is none. steps are the latest first.
func StaleCheck(steps []memory.Activity) *memory.Run {
	edited := false
	for _, s := range steps {
		switch {
		case s.Edit != nil:
			edited = edited || !isText(s.Edit.Path.String())
		case s.Run.Check == nil || s.Run.Check.Kind == memory.CheckRun:
		case s.Run.Check.Failed || !edited:
			return nil // that it fails is known
		default:
			return s.Run
		}
	}
	return nil
}

// isText tells the files that no check reads.
func isText(file string) bool {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(file, `\`, "/"))) {
	case ".md", ".mdx", ".txt", ".rst", ".adoc":
		return true
	}
	return false
}
