package journal

import (
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// failingCheck is about a check that failed when it was seen last.
func (v *view) failingCheck(lesson *memory.Lesson, sure bool) Note {
	n := Note{
		ID: lesson.ID, session: lesson.Session, Score: 0.8, sure: sure, Entries: given(lesson.Run, lesson.Session),
		Text: failingText(lesson),
	}
	if v.now.Sub(lesson.Last) < freshCheck {
		n.Score = 0.9
	}
	return n
}

// stillFails reports whether a check can be said to fail here and now: it is
// not flaky, it failed in this work tree, with this branch checked out, and no file that it
// named was written or deleted since. One that named no file failed on what was
// committed then.
func (v *view) stillFails(c *memory.Check) bool {
	s := c.Seen
	if s == nil || c.Flaky || s.Tree == "" || s.Tree != v.judge.Project {
		return false
	}
	head := facts.HeadOf(s.Tree)
	if head.Branch != s.Branch {
		return false
	}
	found := false
	for _, f := range c.Files {
		info, err := os.Stat(namedFile(s, c, f.String()))
		switch {
		case err != nil:
			continue
		case info.ModTime().After(s.Ended):
			return false
		}
		found = true
	}
	return found || len(c.Files) == 0 && head.Commit == s.Commit
}

// namedFile returns the path of a file as a check named it: from the directory
// that the check ran in, or from the root of the work tree.
func namedFile(s *memory.Sighting, c *memory.Check, name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	for _, dir := range [...]string{c.Dir(), s.Cwd} {
		if path := filepath.Join(dir, name); dir != "" && exists(path) {
			return path
		}
	}
	return filepath.Join(s.Tree, name)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// staleCheck is about a check that passed before files were edited.
func staleCheck(ran *memory.Run) Note {
	return Note{ID: ran.ID, sure: true, Text: quoted(redact.Clean(ran.Check.Tool)) + " has not run since the last edit."}
}
