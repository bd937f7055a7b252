package hook

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// remedies tells of the commands of fixes whether they take the error away:
// those that worked in the place of one that failed leave it as it was.
func (l *learner) remedies(fixes []memory.Fix) (map[redact.Text]bool, error) {
	mends := make(map[redact.Text]bool)
	for i := range fixes {
		lesson, ok, err := l.tx.Lesson(fixes[i].Lesson)
		if err != nil {
			return nil, err
		}
		if ok {
			mends[fixes[i].Command] = lesson.From.Len() == 0
		}
	}
	return mends, nil
}

// inThisTree tells whether a directory lies in the work tree where somebody
// works now, and in none that lies in it.
func (l *learner) inThisTree(dir string) (bool, error) {
	roots, err := l.tx.WorkTrees(l.j.Project) // the longest first
	if i := slices.IndexFunc(roots, func(root string) bool { return inTree(dir, root) }); i >= 0 {
		return roots[i] == l.j.Project, err
	}
	return false, err
}

// inTree tells whether a directory lies in a work tree.
func inTree(dir, root string) bool {
	rest, ok := strings.CutPrefix(dir, root)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]))
}

// mendedSince tells whether anything was done since a run failed that may
// have taken away the cause: here or in the session, by an agent or a person.
func (l *learner) mendedSince(a *attempt, failed *memory.Run, cause lessons.Cause, fixes []memory.Fix) (bool, error) {
	remedies, err := l.remedies(fixes)
	if err != nil {
		return true, err
	}
	mends := func(s memory.Activity) bool {
		switch {
		case s.Run == nil:
		case s.Run.ID == failed.ID:
			return false
		case a.again(l, failed, s.Run):
			return s.Run.Outcome == memory.OK
		}
		if s.Run != nil {
			if mends, known := remedies[s.Run.Command]; known {
				return mends
			}
		}
		return lessons.MayFix(s, cause)
	}
	waiting, err := store.SpoolEntriesSince(l.j.Places.SpoolDir(), failed.Start, backSince)
	if err != nil {
		return true, err
	}
	for _, e := range waiting {
		s := memory.Activity{Run: e.Run, Edit: e.Edit}
		switch {
		case s.Run == nil && s.Edit == nil:
			continue
		case s.Run != nil && s.Run.Session != a.session && s.Run.Project != l.j.Project, s.Edit != nil && s.Edit.Session != a.session && s.Edit.Project != l.j.Project:
			continue
		}
		if mends(s) {
			return true, nil
		}
	}
	since, all, err := l.tx.AnySince(l.j.Project, a.session, failed.Start, backSince, mends)
	if since || err != nil || cause == lessons.Permanent {
		return since, err
	}
	if !all {
		return true, nil
	}
	ended := failed.Start.Add(failed.Duration + settlement)
	changed, known := facts.ChangedSince(l.j.Project, ended, lookedAt)
	return changed || !known && failed.Session != a.session || l.j.changedOutside(a.script, ended), nil
}

// changedOutside tells whether a file that a command names outside of the
// project was written after a moment, or came, or went, or what git rests on.
func (j *Journal) changedOutside(script *shell.Script, after time.Time) bool {
	since := func(path string) bool {
		info, err := os.Lstat(path)
		return err == nil && info.ModTime().After(after)
	}
	for i := range script.Calls {
		if script.Calls[i].Program == "git" && slices.ContainsFunc(j.ofGit(), since) {
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
				path = filepath.Join(j.At.Cwd, path)
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

// ofGit lists where git keeps branches and settings: a person who fetches, or
// says who they are, writes nothing else.
func (j *Journal) ofGit() []string {
	list := []string{filepath.Join(j.Places.Home, ".gitconfig"), filepath.Join(j.Places.Home, ".config", "git", "config")}
	for _, name := range [...]string{"FETCH_HEAD", "HEAD", "config", "packed-refs", "refs/heads", "refs/remotes/origin", "refs/tags"} {
		list = append(list, filepath.Join(j.Project, ".git", filepath.FromSlash(name)))
	}
	return list
}
