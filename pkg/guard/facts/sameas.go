package facts

import (
	"bytes"
	"os"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// sameAs reports whether a file holds what a commit has under its path, whatever its mode. A
// session that took a content back, or changed the mode of a file, did not write it.
func sameAs(r *repo, commit, rel, file string) bool {
	info, err := os.Lstat(file)
	if commit == "" || err != nil || !info.Mode().IsRegular() || info.Size() > maxHeld {
		return false
	}
	had, err := r.Content(commit, rel)
	if err != nil || int64(len(had)) != info.Size() {
		return false
	}
	has, err := paths.ReadFile(file, maxHeld)
	return err == nil && bytes.Equal(had, has)
}

// sameAsHead is sameAs for the commit that is checked out.
func sameAsHead(r *repo, rel, file string) bool {
	head, err := r.Head()
	return err == nil && sameAs(r, head.Commit, rel, file)
}
