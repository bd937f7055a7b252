package journal

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// passedUnchanged reports whether the command of a failed check passed although
// nothing was done since it failed, here or in its session, and it saw the same files.
func (u *update) passedUnchanged(lesson *memory.Lesson, ran *memory.Run) (bool, error) {
	if lesson.Check == nil {
		return false, nil
	}
	s := lesson.Check.Seen
	if s == nil || s.Tree == "" || s.Command != ran.Command || s.Cwd != ran.Cwd {
		return false, nil
	}
	done, all, err := u.tx.AnySince(lesson.Project, lesson.Session, lesson.Last, backSince, func(a memory.Activity) bool {
		return (a.Run == nil || a.Run.Command != ran.Command) && lessons.MayFix(a, lessons.Local, u.judge.Program)
	})
	if done || !all || err != nil {
		return false, err
	}
	return u.sameFiles(lesson.Check, ran), nil
}

// sameFiles reports whether a check that failed and a run after it saw the same files, of
// which git ignores some.
func (u *update) sameFiles(failed *memory.Check, ran *memory.Run) bool {
	s := failed.Seen
	if failed.Saw != nil && ran.Check != nil && !u.past {
		if changed, known := u.differ(failed.Saw, ran.Check.Saw); known {
			written, known := facts.IgnoredBetween(s.Tree, s.Ended, ran.Start, lookedAt)
			return len(changed) == 0 && known && !written
		}
	}
	if head := facts.HeadOf(s.Tree); head.Branch != s.Branch || head.Commit != s.Commit {
		return false
	}
	changed, known := facts.ChangedSince(s.Tree, s.Ended, lookedAt)
	return known && !changed
}

// isFlaky reports whether a check failed and passed before with nothing changed
// in between, and returns the lesson that says so.
func (v *view) isFlaky(project string, c *memory.Check) (memory.Lesson, bool, error) {
	if !c.Verifies() {
		return memory.Lesson{}, false, nil
	}
	known, err := v.tx.Lessons(project, memory.LessonCheck, []string{c.Key})
	i := slices.IndexFunc(known, func(l memory.Lesson) bool { return l.Check != nil && l.Check.Flaky })
	if i < 0 || err != nil {
		return memory.Lesson{}, false, err
	}
	return known[i], true, nil
}

// failsAsBefore reports whether a check names no test that did not fail before.
func failsAsBefore(now, before *memory.Check) bool {
	return !slices.ContainsFunc(now.Tests, func(t redact.Text) bool { return !slices.Contains(before.Tests, t) })
}

// flakyFix tells of a check that fails again: what is changed now may change
// nothing.
func (v *view) flakyFix(ran *memory.Run) ([]memory.Fix, error) {
	lesson, flaky, err := v.isFlaky(ran.Project, ran.Check)
	if !flaky || err != nil || !ran.Check.Failed {
		return nil, err
	}
	if edited, err := v.editedSincePass(ran); edited || err != nil {
		return nil, err
	}
	f := memory.Fix{
		Source: memory.SourceHistory, Lesson: lesson.ID, Safe: true,
		Text: redact.Clean(quoted(redact.Clean(ran.Check.Tool)) + " may be flaky: it failed before and then passed with nothing changed. Run it again before you change anything."),
	}
	if len(ran.Errors) > 0 {
		f.Signature = ran.Errors[0].Signature
	}
	return []memory.Fix{f}, nil
}

// editedSincePass reports whether files were edited in the session of a failed check since
// that passed last: then it has a reason to fail.
func (v *view) editedSincePass(ran *memory.Run) (bool, error) {
	steps, err := v.tx.Steps(ran.Session, recentSteps)
	if err != nil {
		return false, err
	}
	for _, s := range steps {
		switch {
		case s.Run != nil && s.Run.Outcome == memory.OK && s.Run.Check.Verifies() && s.Run.Check.Key == ran.Check.Key:
			return false, nil
		case s.Edit != nil && !lessons.IsProse(s.Edit.Path.String()):
			return true, nil
		}
	}
	return false, nil
}
