package journal

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// removesError maps the commands of fixes to whether they remove the error: a
// command that worked in place of one that failed leaves the error as it was.
func (v *view) removesError(fixes []memory.Fix) (map[redact.Text]bool, error) {
	removes := make(map[redact.Text]bool)
	for i := range fixes {
		lesson, ok, err := v.tx.Lesson(fixes[i].Lesson)
		if err != nil {
			return nil, err
		}
		if ok {
			removes[fixes[i].Command] = lesson.From.Len() == 0
		}
	}
	return removes, nil
}

// inThisTree reports whether a directory lies in the work tree of the project,
// and in no other that lies within it.
func (v *view) inThisTree(dir string) (bool, error) {
	roots, err := v.tx.WorkTrees(v.judge.Project) // the longest first
	if i := slices.IndexFunc(roots, func(root string) bool { return inTree(dir, root) }); i >= 0 {
		return roots[i] == v.judge.Project, err
	}
	return false, err
}

// inTree reports whether a path is a directory or lies below it.
func inTree(path, root string) bool {
	rest, ok := strings.CutPrefix(path, root)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]))
}

// changedSince reports whether anything was done since a run failed that may
// have removed the cause: here or in the session, by an agent or the user.
func (v *view) changedSince(a *attempt, failed *memory.Run, cause lessons.Cause, fixes []memory.Fix) (bool, error) {
	removes, err := v.removesError(fixes)
	if err != nil {
		return true, err
	}
	changes := func(s memory.Activity) bool {
		switch {
		case s.Run == nil:
		case s.Run.ID == failed.ID:
			return false
		case v.sameTarget(&a.target, failed, s.Run):
			return s.Run.Outcome == memory.OK
		}
		if s.Run != nil {
			if removes, known := removes[s.Run.Command]; known {
				return removes
			}
		}
		return lessons.MayFix(s, cause, v.judge.Program)
	}
	if !v.past {
		if waiting, err := v.waitingSince(failed.Start, a.session, changes); waiting || err != nil {
			return true, err
		}
	}
	since, all, err := v.tx.AnySince(v.judge.Project, a.session, failed.Start, backSince, changes)
	if since || err != nil || cause == lessons.Permanent {
		return since, err
	}
	if !all || v.past {
		return !all, nil
	}
	ended := failed.Start.Add(failed.Duration)
	changed, known := facts.ChangedSince(v.judge.Project, ended, lookedAt)
	return changed || !known && failed.Session != a.session || changedOutside(v.judge, a.script, ended), nil
}

// waitingSince reports whether any activity here or in a session that waits in
// the spool and began after a time satisfies is.
func (v *view) waitingSince(after time.Time, session string, is func(memory.Activity) bool) (bool, error) {
	waiting, err := store.SpooledSteps(v.judge.Places.SpoolDir(), after, backSince)
	return slices.ContainsFunc(waiting, func(s memory.Activity) bool {
		of, project := s.Owner()
		return (of == session || project == v.judge.Project) && is(s)
	}), err
}

// changedOutside reports whether a file outside the project that a command
// names was written, created or deleted after a time, or, for git, the files
// that git rests on.
func changedOutside(j *judge.Judge, script *shell.Script, after time.Time) bool {
	since := func(path string) bool {
		info, err := os.Lstat(path)
		return err == nil && info.ModTime().After(after)
	}
	for i := range script.Calls {
		if script.Calls[i].Program == "git" && slices.ContainsFunc(gitFiles(j), since) {
			return true
		}
		for _, w := range script.Calls[i].Argv {
			path, ok := w.Literal()
			if below, home := strings.CutPrefix(path, "~/"); home {
				path = filepath.Join(j.Places.Home, below)
			}
			if !ok || !strings.ContainsRune(path, '/') {
				continue
			}
			if !filepath.IsAbs(path) {
				path = filepath.Join(j.Cwd, path)
			}
			if path = filepath.Clean(path); inTree(path, j.Project) {
				continue
			}
			if _, err := os.Lstat(path); err != nil {
				path = filepath.Dir(path)
			}
			if since(path) {
				return true
			}
		}
	}
	return false
}

// gitFiles lists where git keeps branches and settings: a user who fetches, or
// sets their name, writes nothing else.
func gitFiles(j *judge.Judge) []string {
	list := []string{filepath.Join(j.Places.Home, ".gitconfig"), filepath.Join(j.Places.Home, ".config", "git", "config")}
	for _, name := range [...]string{"FETCH_HEAD", "HEAD", "config", "packed-refs", "refs/heads", "refs/remotes/origin", "refs/tags"} {
		list = append(list, filepath.Join(j.Project, ".git", filepath.FromSlash(name)))
	}
	return list
}
