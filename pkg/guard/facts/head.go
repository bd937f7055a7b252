package facts

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/git"
)

// Head is what a work tree has checked out.
type Head struct {
	Branch string // "" when none is
	Commit string // its hash; "" when it is not known, or there is none yet
}

// HeadOf reads what a work tree has checked out, without running git: nothing
// outside of git, or where a file is not what git writes.
func HeadOf(root string) Head {
	r := repoAt(root)
	if r == nil {
		return Head{}
	}
	h, err := r.Head()
	if err != nil {
		return Head{}
	}
	return Head{Branch: h.Branch(), Commit: h.Commit}
}

// repoAt opens the repository whose work tree begins at a directory, or returns
// nil.
func repoAt(root string) *git.Repo {
	if !exists(filepath.Join(root, ".git")) {
		return nil
	}
	r, err := git.Open(root, git.Options{})
	if err != nil {
		return nil
	}
	return r
}

// switchTakes is how long git may take to write the files of another commit.
const switchTakes = 2 * time.Second

// Switched reports whether a file of a work tree was written by git, when it
// checked out what is checked out now. It is then as it was committed.
func Switched(root string, written time.Time) bool {
	r := repoAt(root)
	if r == nil {
		return false
	}
	info, err := os.Stat(filepath.Join(r.Dir(), "logs", "HEAD"))
	if err != nil || written.After(info.ModTime()) || written.Before(info.ModTime().Add(-switchTakes)) {
		return false
	}
	log, err := r.Log("HEAD")
	return err == nil && len(log) > 0 && strings.HasPrefix(log[0].Message, "checkout: ")
}
