package journal

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// maxUnverified is how many edited files are named.
const maxUnverified = 4

// redSince is about a check that failed when it ran last, in this work tree and on this
// branch, where files were edited since: whether it fails still, nobody knows.
func (v *view) redSince(lesson *memory.Lesson) (n Note, ok bool, err error) {
	head, here := v.checkedOut(lesson.Check.Seen)
	if !here || lesson.Check.Flaky || head.Commit != lesson.Check.Seen.Commit {
		return n, false, nil // what was committed or merged since may have fixed it
	}
	steps, err := v.tx.Steps(lesson.Session, claimSteps)
	if err != nil {
		return n, false, err
	}
	after := stepsAfter(steps, lesson)
	edited := editedSince(after)
	if len(edited) == 0 || wentWell(after) {
		return n, false, nil // something else changed, of which nothing is known, or it may have passed by another name
	}
	n = v.failingCheck(lesson, true)
	n.Text = redText(lesson, edited)
	return n, true, nil
}

// wentWell reports whether a command went well after the last edit, given the latest
// step first.
func wentWell(steps []memory.Activity) bool {
	for _, s := range steps {
		switch {
		case s.Edit != nil:
			return false
		case s.Run != nil && s.Run.Outcome == memory.OK:
			return true
		}
	}
	return false
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
	passed, edited := v.unverified(steps)
	switch {
	case passed != nil:
		n := Note{ID: passed.ID, sure: true, Score: 0.7, Entries: given(passed.ID, session)}
		n.Text = quoted(passed.Command) + " passed at " + passed.Start.UTC().Format("15:04") + "; edited since: " + strings.Join(edited, ", ") + "."
		if len(edited) == 0 {
			n.Text = quoted(passed.Command) + " passed at " + passed.Start.UTC().Format("15:04") + "; nothing was edited since."
		}
		notes = append(notes, n)
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
// edited since, by their quoted names. A check that failed later is told elsewhere.
func (v *view) unverified(steps []memory.Activity) (passed *memory.Run, edited []string) {
	more := 0
	seen := make(map[redact.Text]bool)
	for _, s := range steps {
		switch {
		case s.Edit != nil && !seen[s.Edit.Path] && !lessons.IsProse(s.Edit.Path.String()):
			if seen[s.Edit.Path] = true; len(edited) < maxUnverified {
				edited = append(edited, quoted(redact.Clean(v.below(s.Edit.Path.String()))))
			} else {
				more++
			}
		case s.Run == nil || !s.Run.Check.Verifies():
		case s.Run.Check.Failed:
			return nil, nil
		default:
			return s.Run, andMore(edited, more)
		}
	}
	return nil, andMore(edited, more)
}

func andMore(list []string, more int) []string {
	if more > 0 {
		list = append(list, counted(more, "file")+" more")
	}
	return list
}
