package hook

import (
	"errors"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// count adds a run to those of its command, and settles what became of its
// being stopped. steps are those of the session before the run, and advice is
// what was said in it.
func (l *learner) count(ran *memory.Run, script *shell.Script, steps []memory.Activity, advice []memory.Advice) error {
	if ran.Project == "" {
		return nil
	}
	if err := l.countAbsent(ran, script, steps, advice); err != nil {
		return err
	}
	key := command.Key(script, ran.Cwd, ran.Project)
	if key == "" {
		return nil
	}
	c, _, err := l.tx.Command(ran.Project, key)
	if err != nil {
		return err
	}
	before := c
	c.Project, c.Key = ran.Project, key
	if c.Count(ran); c.Good+c.Bad == 0 {
		return nil
	}
	if err := l.insisted(ran, &c, before.Failed, steps, advice); err != nil {
		return err
	}
	return l.put(&before, &c)
}

// worthLookingUp tells the commands that are in the sidecar.
func worthLookingUp(c *memory.Command) bool {
	return c.Streak >= minStreak || c.Streak > 0 && slices.Contains(lessons.PermanentClasses[:], c.Class)
}

func (l *learner) put(before, c *memory.Command) error {
	if worthLookingUp(before) != worthLookingUp(c) || before.Misfire != c.Misfire {
		l.j.repeated = true
	}
	return l.tx.PutCommand(c)
}

// countAbsent counts how often a program that is not there was called, in
// whatever command, as a command of its own; until it is seen to be there.
func (l *learner) countAbsent(ran *memory.Run, script *shell.Script, steps []memory.Activity, advice []memory.Advice) error {
	if ran.Outcome == memory.OK {
		if l.j.repeats() == nil {
			return nil
		}
		for _, name := range lessons.RequiredPrograms(script) {
			key := lessons.MissingProgramKey(name)
			if !l.j.repeats().has(ran.Project, key) {
				continue
			}
			c, ok, err := l.tx.Command(ran.Project, key)
			if err != nil || !ok || c.Streak == 0 || ran.Start.Before(c.Last) {
				return err
			}
			before := c
			c.Streak, c.Worked = 0, ran.Start
			if err := errors.Join(l.insisted(ran, &c, before.Failed, steps, advice), l.put(&before, &c)); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range ran.Errors {
		name := lessons.MissingProgram(script, &ran.Errors[i])
		if name == "" || !ran.Outcome.Bad() {
			continue
		}
		key := lessons.MissingProgramKey(name)
		c, _, err := l.tx.Command(ran.Project, key)
		if err != nil {
			return err
		}
		before, one := c, *ran
		one.Errors = ran.Errors[i : i+1]
		c.Project, c.Key = ran.Project, key
		c.Count(&one)
		c.Text, c.Template = redact.Clean(name), redact.Clean(name)
		if err := l.put(&before, &c); err != nil {
			return err
		}
	}
	return nil
}

// insisted settles what became of stopping a command. It was right, and was
// heeded, when the command went well after something was done; it was wrong
// when it went well all the same.
func (l *learner) insisted(ran *memory.Run, c *memory.Command, failed string, steps []memory.Activity, advice []memory.Advice) error {
	if ran.Outcome != memory.OK || failed == "" {
		return nil
	}
	for i := range advice {
		a := &advice[i]
		if a.Fix.Source != memory.SourceRepeat || a.Run != failed || a.Followed != "" || a.Worked != nil || ran.Start.Before(a.Time) {
			continue
		}
		worked := slices.ContainsFunc(steps, func(s memory.Activity) bool {
			return s.Time().After(a.Time) && lessons.MayFix(s, lessons.CauseOf(l.script(ran.Command), c.Class, c.Line.String()))
		})
		if a.Worked = &worked; worked {
			a.Followed = ran.ID
		} else {
			c.Misfire++
		}
		if err := l.tx.UpdateAdvice(a); err != nil {
			return err
		}
	}
	return nil
}
