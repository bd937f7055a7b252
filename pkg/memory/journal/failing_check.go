package journal

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// failingCheck is about a check that failed when it was seen last.
func (v *view) failingCheck(lesson *memory.Lesson, sure bool) Note {
	n := Note{
		ID: lesson.ID, session: lesson.Session, Score: 0.8, sure: sure, fails: true, Entries: given(lesson.Run, lesson.Session),
		Text: failingText(lesson),
	}
	if v.now.Sub(lesson.Last) < freshCheck {
		n.Score = 0.9
	}
	return n
}

// sources is how many entries of a project are looked at where a session begins,
// to see whether one was written since a check failed.
const sources = 1000

// stillFails reports whether a check can be said to fail here and now: it is
// not flaky, it failed in this work tree, with this branch checked out, and none
// of the files that it rests on was written or deleted since.
func (v *view) stillFails(c *memory.Check) bool {
	s := c.Seen
	head, here := v.checkedOut(s)
	if !here || c.Flaky {
		return false
	}
	if changed, known := v.changedSinceSeen(c); known {
		return v.untouched(c, withoutProse(changed))
	}
	written := func(info os.FileInfo) bool {
		return info.ModTime().After(s.Ended) && !(head.Commit == s.Commit && facts.Switched(s.Tree, info.ModTime()))
	}
	if len(c.Files) == 0 {
		changed, _ := facts.AnyEntry(s.Tree, sources, func(_ string, info os.FileInfo) bool { return !info.IsDir() && written(info) })
		return head.Commit == s.Commit && !changed
	}
	named := v.unwritten(c, written)
	if len(named) == 0 {
		return false
	}
	facts.AnyEntry(s.Tree, sources, func(path string, info os.FileInfo) bool {
		if !info.IsDir() && written(info) {
			named = slices.DeleteFunc(named, func(name string) bool { return tests(name, path) })
		}
		return len(named) == 0
	})
	return len(named) > 0
}

// untouched reports whether a failure does not rest on any of the files that changed since.
func (v *view) untouched(c *memory.Check, changed []string) bool {
	if len(c.Files) == 0 || len(changed) == 0 {
		return len(changed) == 0
	}
	found := false
	for _, f := range c.Files {
		name, err := filepath.Rel(c.Seen.Tree, namedFile(c.Seen, c, f.String()))
		if err != nil || !exists(filepath.Join(c.Seen.Tree, name)) {
			continue
		}
		if name = filepath.ToSlash(name); slices.Contains(changed, name) {
			return false
		}
		found = found || !slices.ContainsFunc(changed, func(path string) bool { return tests(name, path) })
	}
	return found
}

// checkedOut returns what the work tree has checked out in which a check failed,
// and reports whether that is this tree, with the branch of then.
func (v *view) checkedOut(s *memory.Sighting) (head facts.Head, here bool) {
	if s == nil || s.Tree == "" || s.Tree != v.judge.Project {
		return head, false
	}
	head = facts.HeadOf(s.Tree)
	return head, head.Branch == s.Branch
}

// unwritten returns the files that a failure names, from the root of the work
// tree; none when one of them was written since.
func (v *view) unwritten(c *memory.Check, written func(os.FileInfo) bool) (named []string) {
	for _, f := range c.Files {
		path := namedFile(c.Seen, c, f.String())
		info, err := os.Stat(path)
		switch {
		case err != nil:
			continue
		case written(info):
			return nil
		}
		if below, err := filepath.Rel(c.Seen.Tree, path); err == nil {
			named = append(named, below)
		}
	}
	return named
}

// tests reports whether a file that a failure names may test another file: that
// lies beside it or below, or the tests have a directory of their own.
func tests(name, path string) bool {
	if lessons.IsProse(path) || effect.IsProduct(path) {
		return false
	}
	dir := filepath.Dir(name)
	return dir == "." || inTree(path, dir) || strings.Contains(dir, "test") || strings.Contains(dir, "spec")
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
