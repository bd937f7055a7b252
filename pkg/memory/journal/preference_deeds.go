package journal

import (
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
)

// replaced is the confidence that the user wants what ran in the place of a
// refused command.
const replaced = 0.85

// learnRefusals adds what ran in a session in the place of commands that the user
// refused to what the user is known to want.
func (u *update) learnRefusals(session string) error {
	if session == "" || !u.judge.Config.Learn.Sequences {
		return nil
	}
	steps, err := u.tx.Steps(session, recentSteps)
	if err != nil {
		return err
	}
	for _, c := range lessons.Refusals(steps, u.judge) {
		if err := u.sightChoice(&c, c.Run.Project, memory.Evidence{
			Time: c.Run.Start, Layer: memory.LayerRejection, Confidence: replaced, Session: session, Command: c.Command,
		}); err != nil {
			return err
		}
	}
	return nil
}

// learnChoice adds a fix to what the user is known to want if it is the same
// choice again and again: npm fails and pnpm does not, make needs a variable.
func (u *update) learnChoice(ran *memory.Run, lesson *memory.Lesson) error {
	c, ok := lessons.ChoiceOf(lesson, u.judge)
	if !ok || lesson.State != memory.Open || lesson.Misleads() {
		return nil
	}
	// Each error that the choice helps against has a lesson of its own.
	all, err := u.tx.Lessons(ran.Project, memory.LessonFix, nil)
	if err != nil {
		return err
	}
	times := 0
	for i := range all {
		if l := &all[i]; l.From == lesson.From && l.Remedy == lesson.Remedy {
			times += l.Worked
		}
	}
	confidence := preferences.Habit(times)
	if confidence == 0 {
		return nil
	}
	return u.sightChoice(&c, ran.Project, memory.Evidence{
		Time: ran.Start, Layer: memory.LayerBehaviour, Confidence: confidence, Session: ran.Session, Command: ran.Command,
	})
}

// sightChoice adds a sighting of a choice to the preferences, where it is one that
// commands can be compared with.
func (u *update) sightChoice(c *lessons.Choice, project string, e memory.Evidence) error {
	rule := c.Rule()
	if project == "" || rule.Form == "" {
		return nil
	}
	return u.addSighting(&memory.Preference{
		Project: project, State: memory.Candidate, Words: redact.Clean(rule.String()), Rule: rule,
		First: e.Time, Last: e.Time, Evidence: []memory.Evidence{e},
	})
}

// hearRefusal adds what the user said when refusing a command: it is said of that
// command, so that it need not name it.
func (u *update) hearRefusal(ran *memory.Run, said string) error {
	j := &Journal{Judge: u.judge, Now: ran.Start}
	p, ok := j.Preferences().wish(said, ran.Session)
	if !ok || p.Rule.Form == "" {
		return nil
	}
	p.Evidence[0].Command = ran.Command
	return u.addSighting(&p)
}
