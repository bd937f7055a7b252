package hook

import (
	"cmp"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/learn"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// learner keeps events, and draws the lessons from them, in one transaction.
type learner struct {
	j   *Judge
	tx  *store.Tx
	now time.Time

	recent *recent // what was done lately, where that is known; nil: it is asked for
	widely bool    // what is merely worded alike is told, too
}

// The bounds of what is looked back at.
const (
	backSteps  = 40 // of a session
	backAdvice = 50
	drained    = 100 // entries of the spool that one hook takes over
)

// drain takes over what could not be kept when it happened.
func (l *learner) drain() error {
	if path := l.j.Places.Timings(); store.SamplesDue(path) {
		if err := l.tx.AddSamples(path); err != nil {
			return err
		}
	}
	late := &learner{j: l.j, tx: l.tx, now: l.now, recent: newRecent(false)}
	return l.tx.Drain(l.j.Places.SpoolDir(), drained, func(_ *store.Tx, e store.Entry) error { return late.keep(e) })
}

// keep keeps an event, without telling anybody anything.
func (l *learner) keep(e store.Entry) (err error) {
	switch {
	case e.Run != nil:
		_, _, err = l.take(e.Run)
	case e.Edit != nil:
		_, err = l.addEdit(e.Edit)
	case e.Decision != nil:
		_, err = l.tx.AddDecision(e.Decision)
	case e.Advice != nil:
		err = l.tx.AddAdvice(e.Advice)
	}
	return err
}

// learn keeps a run and draws its lessons. Of the ways out that are known
// without the memory, and those in it, it returns what is worth telling now.
func (l *learner) learn(ran *memory.Run, known []memory.Fix) ([]memory.Fix, error) {
	added, advice, err := l.take(ran)
	if err != nil || !added || !ran.Outcome.Bad() {
		return nil, err // what was kept before was told before
	}
	return l.advise(ran, known, advice)
}

// take keeps a run and draws its lessons, and returns what its session was
// told before it. It tells whether the run is new.
func (l *learner) take(ran *memory.Run) (added bool, advice []memory.Advice, err error) {
	steps, advice, err := l.session(ran)
	if err != nil {
		return false, nil, err
	}
	if added, err = l.tx.AddRun(ran); err != nil || !added {
		return false, nil, err
	}
	if err := l.followUp(ran, steps, advice); err != nil {
		return false, nil, err
	}
	script := l.script(ran.Command)
	if err := l.count(ran, script, steps, advice); err != nil {
		return false, nil, err
	}
	closed, err := l.checked(ran, script)
	if err != nil {
		return false, nil, err
	}
	if err := l.mended(ran, script, steps, closed); err != nil {
		return false, nil, err
	}
	l.recent.add(ran.Session, memory.Step{Run: ran})
	return true, advice, nil
}

// addEdit keeps an edit, and tells whether it is new.
func (l *learner) addEdit(edit *memory.Edit) (added bool, err error) {
	if added, err = l.tx.AddEdit(edit); added {
		l.recent.add(edit.Session, memory.Step{Edit: edit})
	}
	return added, err
}

// session is what was done, and what was told, in a run's session before it.
func (l *learner) session(ran *memory.Run) (steps []memory.Step, advice []memory.Advice, err error) {
	if ran.Session == "" {
		return nil, nil, nil
	}
	if steps, err = l.recent.steps(l.tx, ran.Session, ran.Start); err != nil {
		return nil, nil, err
	}
	// An entry of the spool is learned after others that happened later.
	steps = slices.DeleteFunc(steps, func(s memory.Step) bool { return s.Time().After(ran.Start) })
	advice, err = l.recent.advice(l.tx, ran.Session)
	return steps, advice, err
}

func (l *learner) script(command redact.Text) *shell.Script { return l.j.script(command) }

// checked opens the lesson of a check that fails, and closes those of checks
// that pass, which it returns as they were.
func (l *learner) checked(ran *memory.Run, script *shell.Script) (closed []memory.Lesson, err error) {
	c := ran.Check
	if c == nil || c.Kind == memory.CheckRun {
		return nil, nil // a script that dies is an error, and verifies nothing
	}
	if c.Failed {
		return nil, l.failed(ran, c)
	}
	for _, passed := range passes(ran, script) {
		open, err := l.tx.OpenChecks(ran.Project, passed)
		if err != nil {
			return nil, err
		}
		for _, lesson := range open {
			if !passedAfter(&lesson, passed, ran.Start) {
				continue
			}
			closed = append(closed, lesson)
			lesson.State, lesson.Last = memory.Closed, ran.Start
			if err := l.tx.PutLesson(&lesson); err != nil {
				return nil, err
			}
		}
	}
	return closed, nil
}

// passes lists the checks that a run passed: its own, and those that passed
// beside it in one command.
func passes(ran *memory.Run, script *shell.Script) []*memory.Check {
	list := []*memory.Check{ran.Check}
	if !ran.Exited || ran.Exit != 0 || len(script.Calls) < 2 {
		return list
	}
	for _, c := range reader().Passed(&learn.Seen{
		Command: ran.Command, Script: script, Output: ran.Output, Exit: ran.Exit, Exited: ran.Exited, Dir: ran.Cwd,
	}) {
		if c.Key != ran.Check.Key {
			list = append(list, c)
		}
	}
	return list
}

// passedAfter tells whether a check that passed then is one that was seen to
// fail before.
func passedAfter(lesson *memory.Lesson, c *memory.Check, at time.Time) bool {
	return c != nil && !c.Failed && c.Kind != memory.CheckRun && !lesson.Last.After(at) &&
		(c.Key == lesson.Key || lesson.Check != nil && c.Covers(lesson.Check))
}

// failed counts the failure of a check.
func (l *learner) failed(ran *memory.Run, c *memory.Check) error {
	lesson := memory.Lesson{Kind: memory.LessonCheck, Project: ran.Project, Key: c.Key, First: ran.Start}
	known, err := l.tx.Lessons(ran.Project, memory.LessonCheck, []string{c.Key})
	if err != nil {
		return err
	}
	if len(known) > 0 {
		lesson = known[0]
	}
	lesson.Seen++
	if lesson.First.After(ran.Start) {
		lesson.First = ran.Start
	}
	if lesson.Last.After(ran.Start) { // it is learned late, and what came after it is known
		return l.tx.PutLesson(&lesson)
	}
	lesson.State, lesson.Last = memory.Open, ran.Start
	lesson.Session, lesson.Run = ran.Session, ran.ID
	lesson.Check, lesson.What = c, failure(c)
	return l.tx.PutLesson(&lesson)
}

// advise chooses what to tell about a failure.
func (l *learner) advise(ran *memory.Run, known []memory.Fix, advice []memory.Advice) ([]memory.Fix, error) {
	remembered, err := l.remembered(ran)
	if err != nil {
		return nil, err
	}
	fixes := append(remembered, known...)
	if l.widely {
		like, err := l.workedLike(ran, likeQuick)
		if err != nil {
			return nil, err
		}
		fixes = append(fixes, like...)
	}
	var told []memory.Fix
	for _, f := range fixes {
		if len(told) == maxTold || repeats(f, told) || toldBefore(f, advice) {
			continue
		}
		misfired, err := l.tx.Misfires(ran.Project, f)
		if err != nil {
			return nil, err
		}
		if misfired >= memory.MaxMisfires {
			continue
		}
		a := memory.Advice{Time: l.now, Session: ran.Session, Project: ran.Project, Run: ran.ID, Fix: f}
		if err := l.tx.AddAdvice(&a); err != nil {
			return nil, err
		}
		told = append(told, f)
	}
	return told, nil
}

// maxTold is how many ways out are told at a time: a second one is for when
// the first does not fit, a fourth one is noise.
const maxTold = 3

// repeats tells whether a fix says what another does.
func repeats(f memory.Fix, told []memory.Fix) bool {
	return slices.ContainsFunc(told, func(t memory.Fix) bool {
		return t.Command == f.Command && f.Command.Len() > 0 || t.Text == f.Text
	})
}

// toldBefore tells whether the session has heard of a fix already. An advice
// that is followed and did not help is not told again either.
func toldBefore(f memory.Fix, advice []memory.Advice) bool {
	return slices.ContainsFunc(advice, func(a memory.Advice) bool {
		switch {
		case f.Lesson != "":
			return a.Fix.Lesson == f.Lesson // its words change with its counts
		case f.Rule != "" && f.Command.Len() == 0:
			return a.Fix.Rule == f.Rule // the advice is the same for another file
		}
		return a.Fix.Signature == f.Signature && a.Fix.Command == f.Command && a.Fix.Text == f.Text
	})
}

// remembered is what helped here against the errors of a run, the surest
// first.
func (l *learner) remembered(ran *memory.Run) ([]memory.Fix, error) {
	if len(ran.Errors) == 0 {
		return nil, nil
	}
	var keys []string
	for _, e := range ran.Errors {
		keys = append(keys, e.Signature)
	}
	lessons, err := l.tx.Lessons(ran.Project, memory.LessonFix, keys)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(lessons, func(a, b memory.Lesson) int { return cmp.Compare(l.worth(&b), l.worth(&a)) })
	everywhere, err := l.tx.Everywhere(keys)
	if err != nil {
		return nil, err
	}
	for i := range everywhere { // unless it is known here, however it went
		if !slices.ContainsFunc(lessons, func(o memory.Lesson) bool { return learn.SameWay(&o, &everywhere[i], nil) }) {
			lessons = append(lessons, everywhere[i])
		}
	}
	if err := l.here(lessons, ran.Project); err != nil {
		return nil, err
	}
	script := l.script(ran.Command)
	var fixes []memory.Fix
	for i := range lessons {
		if lessons[i].State != memory.Retired && !learn.Faded(&lessons[i], l.idle(&lessons[i])) {
			f := l.fix(&lessons[i], script)
			if lessons[i].Everywhere && lessons[i].From.Len() > 0 && f.Command.Len() == 0 {
				continue // it is about something that this command does not have
			}
			l.j.disarm(&f)
			fixes = append(fixes, f)
		}
	}
	return fixes, nil
}

// fix puts a lesson into words for a command that fails now.
func (l *learner) fix(lesson *memory.Lesson, script *shell.Script) memory.Fix {
	f := memory.Fix{Source: memory.SourceHistory, Signature: lesson.Key, Lesson: lesson.ID}
	times, here := " ("+share(lesson.Worked, lesson.Tried)+").", "here"
	if lesson.Everywhere {
		here = "in other projects"
	}
	if lesson.From.Len() > 0 {
		f.Command = redact.Clean(learn.Corrected(script, lesson))
		f.Text = redact.Clean("This error went away " + here + " with " + quoted(lesson.Remedy) + " in place of " + quoted(lesson.From) + times)
	} else {
		recipe := lesson.Recipe()
		f.Command = l.recipeCommand(recipe)
		f.Text = redact.Clean("This error went away " + here + " after " + inOrder(recipe) + times)
	}
	// That it was right once to kill, to delete or to force does not make it
	// right today.
	f.Safe = !learn.Reckless(f.Command.String(), script.Text)
	return f
}

// followUp settles what was told in a session: an advice is followed by its
// command, or by all that it names, it worked when that went well, and it
// misfired when the error is there again, then or when the first command is
// tried again.
func (l *learner) followUp(ran *memory.Run, steps []memory.Step, advice []memory.Advice) error {
	for i := range advice {
		a := &advice[i]
		again := showsError(ran, a.Fix.Signature)
		switch {
		case ran.Start.Add(ran.Duration).Before(a.Time): // it is learned late
			continue
		case a.Followed == "" && a.Fix.Command.Len() > 0 && a.Fix.Command == ran.Command:
			a.Followed = ran.ID
			if again || ran.Outcome == memory.OK {
				a.Worked = new(bool)
				*a.Worked = !again
			}
		case a.Followed != "" && again && (a.Worked == nil || *a.Worked) && retries(ran, a, steps) && !wentWell(a, steps):
			a.Worked = new(bool)
		case a.Followed == "" && a.Fix.Lesson != "" && (again || ran.Outcome == memory.OK) && retries(ran, a, steps):
			if done, err := l.didAll(ran, a, steps); err != nil {
				return err
			} else if !done {
				continue
			}
			a.Followed, a.Worked = ran.ID, new(bool)
			*a.Worked = !again
		default:
			continue
		}
		if err := l.settle(a); err != nil {
			return err
		}
	}
	return nil
}

func showsError(ran *memory.Run, signature string) bool {
	return slices.ContainsFunc(ran.Errors, func(e memory.Error) bool { return e.Signature == signature })
}

// retries tells whether a run is the one that an advice was about, again.
func retries(ran *memory.Run, a *memory.Advice, steps []memory.Step) bool {
	return slices.ContainsFunc(steps, func(s memory.Step) bool {
		return s.Run != nil && s.Run.ID == a.Run &&
			(s.Run.Command == ran.Command || s.Run.Check != nil && ran.Check != nil && s.Run.Check.Key == ran.Check.Key)
	})
}

// wentWell tells whether what an advice was about has gone well since: what
// fails after that is a failure of its own.
func wentWell(a *memory.Advice, steps []memory.Step) bool {
	return slices.ContainsFunc(steps, func(s memory.Step) bool {
		return s.Run != nil && s.Run.Outcome == memory.OK && s.Run.Start.After(a.Time) && retries(s.Run, a, steps)
	})
}

// settle notes what came of an advice. A lesson that misfired too often is
// retired; that it worked is counted where any way out is.
func (l *learner) settle(a *memory.Advice) error {
	if err := l.tx.UpdateAdvice(a); err != nil || a.Fix.Lesson == "" || a.Worked == nil || *a.Worked {
		return err
	}
	lesson, ok, err := l.tx.Lesson(a.Fix.Lesson)
	if err != nil || !ok {
		return err
	}
	lesson.Tried++
	if lesson.Misfire++; lesson.Misfire >= memory.MaxMisfires {
		lesson.State = memory.Retired
	}
	return l.tx.PutLesson(&lesson)
}
