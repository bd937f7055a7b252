package facts

import (
	"errors"
	"io/fs"

	"github.com/ctxhook/ctxhook/pkg/base/git"
)

// Commits answers what the commits of a work tree hold, without running git.
type Commits struct{ repo *git.Repo }

// CommitsOf returns the commits of the work tree that begins at a directory.
func CommitsOf(root string) Commits { return Commits{repoAt(root)} }

// Between lists the files in which two commits differ. known is false where there are
// that many or more.
func (c Commits) Between(from, to string, most int) (names []string, known bool) {
	if c.repo == nil || to == "" {
		return nil, false
	}
	names, err := c.repo.Changed(from, to, most)
	return names, err == nil && len(names) < most
}

// Content returns what a commit holds of a file, as git keeps it. there is false where
// it has no such file.
func (c Commits) Content(commit, path string) (content []byte, there, known bool) {
	if c.repo == nil {
		return nil, false, false
	}
	if commit == "" {
		return nil, false, true
	}
	content, err := c.repo.Content(commit, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, true
	}
	return content, err == nil, err == nil
}
