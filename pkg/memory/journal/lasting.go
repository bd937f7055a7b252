package journal

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// maxUnverified is how many edited files are named.
const maxUnverified = 4

// maxChangedSince is how many files may have changed for it to be told that a check was
// red before: beyond, it is another state of the project.
const maxChangedSince = 20

// redSince is about a check that failed when it ran last, in this work tree and on this
// branch, where files were changed since: whether it still fails is not known. Where only
// the user changed them, who may have mended it, another session is not told.
func (v *view) redSince(lesson *memory.Lesson, steps []memory.Activity, session string) (n Note, ok bool) {
	head, here := v.checkedOut(lesson.Check.Seen)
	if !here || lesson.Check.Flaky {
		return n, false
	}
	after := stepsAfter(steps, lesson)
	changed, known := v.changedSinceSeen(lesson.Check)
	if changed = withoutProse(changed); !known {
		if head.Commit != lesson.Check.Seen.Commit {
			return n, false // what was committed or merged since may have fixed it
		}
		changed = editedSince(after)
	} else if lesson.Session != session && !slices.ContainsFunc(after, v.mayHaveWritten) {
		return n, false
	}
	if len(changed) == 0 || len(changed) > maxChangedSince || v.wentWell(lesson.Check, after) {
		return n, false // something else changed, of which nothing is known, or it may have passed by another name
	}
	n = v.failingCheck(lesson, true)
	n.Text = redText(lesson, firstOf(changed, maxUnverified))
	return n, true
}

// mayHaveWritten reports whether a step of an agent may have changed files.
func (v *view) mayHaveWritten(s memory.Activity) bool {
	return s.Edit != nil || s.Run.Outcome != memory.Denied && s.Run.Outcome != memory.Refused && command.MayWrite(v.judge.Script(s.Run.Command)) && !v.onlyGit(s.Run.Command)
}

// wentWell reports whether a command that may have been the check went well after the last
// edit, given the latest step first. A check that looks at something else is none.
func (v *view) wentWell(red *memory.Check, steps []memory.Activity) bool {
	for _, s := range steps {
		switch {
		case s.Edit != nil:
			return false
		case s.Run.Outcome == memory.OK && !v.onlyGit(s.Run.Command) && !(s.Run.Check.Verifies() && !looksAtSame(red, s.Run)):
			return true
		}
	}
	return false
}

// onlyGit reports whether a command calls nothing but git, and what only reads.
func (v *view) onlyGit(text redact.Text) bool {
	s := v.judge.Script(text)
	return !slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Program != "git" && command.TemplateTraits(&c)&rule.ReadOnly == 0
	})
}

// stepsAfter returns the steps of a session that were done after a check failed last,
// given the latest first.
func stepsAfter(steps []memory.Activity, lesson *memory.Lesson) []memory.Activity {
	for i := range steps {
		if !steps[i].Time().After(lesson.Last) {
			return steps[:i]
		}
	}
	return steps
}

// forgotten is what a model did in a session, and does not know any more once that was
// compacted or cleared: what the user refused, what passed last, and what it edited and
// did not verify.
func (v *view) forgotten(session string) (notes []Note, err error) {
	if session == "" {
		return nil, nil
	}
	steps, err := v.tx.Steps(session, claimSteps)
	if err != nil {
		return nil, err
	}
	for i := range steps {
		if r := steps[i].Run; r != nil && r.Outcome == memory.Refused && len(notes) < maxChecks && !ranLater(steps[:i], r) {
			notes = append(notes, Note{ID: r.ID, sure: true, Score: 0.9, Entries: given(r.ID, session), Text: "The user refused " + quoted(r.Command) + "."})
		}
	}
	passed, edited := v.unverified(session, steps)
	switch {
	case passed != nil:
		notes = append(notes, Note{ID: passed.ID, sure: true, Score: 0.7, Entries: given(passed.ID, session), Text: passedText(passed, edited)})
	case len(edited) > 0:
		notes = append(notes, Note{ID: session, sure: true, Score: 0.7, Entries: given(session), Text: "Edited and not verified: " + strings.Join(edited, ", ") + "."})
	}
	return notes, nil
}

// ranLater reports whether a command that was refused ran after all.
func ranLater(later []memory.Activity, refused *memory.Run) bool {
	for i := range later {
		if r := later[i].Run; r != nil && r.Command == refused.Command && r.Outcome != memory.Refused && r.Outcome != memory.Denied {
			return true
		}
	}
	return false
}

// unverified returns the last check that passed in a session, and the files that were
// changed since, by their quoted names. A check that failed later is told elsewhere, unless
// all is again as it was when it passed.
func (v *view) unverified(session string, steps []memory.Activity) (passed *memory.Run, changed []string) {
	var red *memory.Check
	var edited []string
	for _, s := range steps {
		switch {
		case s.Edit != nil:
			if name := v.below(s.Edit.Path.String()); !slices.Contains(edited, name) && !lessons.IsProse(name) {
				edited = append(edited, name)
			}
		case !s.Run.Check.Verifies():
		case s.Run.Check.Failed:
			if red == nil {
				red = s.Run.Check
			}
		case red != nil:
			if slices.ContainsFunc(s.Run.Check.Passes(), func(p *memory.Check) bool { return p.Covers(red) }) && v.passedHere(red, []memory.Activity{s}) {
				return s.Run, nil
			}
		default:
			if names, known := v.changedSinceSeen(s.Run.Check); known {
				edited = withoutProse(names)
			} else {
				edited = v.andWritten(edited, session, s.Run.Start)
			}
			return s.Run, firstOf(edited, maxUnverified)
		}
	}
	if red != nil {
		return nil, nil
	}
	return nil, firstOf(v.andWritten(edited, session, time.Time{}), maxUnverified)
}

// andWritten adds to files that a session edited those that its commands wrote by name since
// a time.
func (v *view) andWritten(list []string, session string, since time.Time) []string {
	if v.past {
		return list
	}
	a := AccountOf(&v.judge.Places, session)
	for i := range a.Calls {
		c := &a.Calls[i]
		if c.Outcome != memory.OK || !c.From.After(since) {
			continue
		}
		for _, file := range c.Written() {
			name, below := strings.CutPrefix(file, filepath.ToSlash(v.judge.Project)+"/")
			if below && !slices.Contains(list, name) && !lessons.IsProse(name) && !effect.IsProduct(path.Base(name)) && !facts.ByTools(name) && exists(file) {
				list = append(list, name)
			}
		}
	}
	return list
}

// changedMeanwhile is about the last check that passed in a session that goes on, where
// others changed files since.
func (v *view) changedMeanwhile(session string) ([]Note, error) {
	steps, err := v.tx.Steps(session, claimSteps)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(steps, func(s memory.Activity) bool { return s.Run != nil && s.Run.Check.Verifies() })
	if i < 0 || steps[i].Run.Check.Failed {
		return nil, nil
	}
	passed := steps[i].Run
	changed, known := v.changedSinceSeen(passed.Check)
	own := v.andWritten(nil, session, passed.Start)
	for _, s := range steps[:i] {
		if s.Edit != nil {
			own = append(own, v.below(s.Edit.Path.String()))
		}
	}
	changed = slices.DeleteFunc(withoutProse(changed), func(name string) bool { return slices.Contains(own, name) })
	if !known || len(changed) == 0 {
		return nil, nil
	}
	return []Note{{ID: passed.ID, sure: true, Score: 0.7, Entries: given(passed.ID, session), Text: passedText(passed, firstOf(changed, maxUnverified))}}, nil
}

// passedText tells of the last check that passed.
func passedText(passed *memory.Run, changed []string) string {
	text := quoted(passed.Command) + " passed at " + passed.Start.UTC().Format("15:04")
	if len(changed) == 0 {
		return text + "; nothing was changed since."
	}
	return text + "; changed since: " + strings.Join(changed, ", ") + "."
}

func andMore(list []string, more int) []string {
	if more > 0 {
		list = append(list, display.Counted(more, "file")+" more")
	}
	return list
}
