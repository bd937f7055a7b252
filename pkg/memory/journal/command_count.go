package journal

import (
	"errors"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// countRun adds a run to those of its command, and settles whether it was right
// to stop the command. steps are those of the session before the run, and
// advice is what was told in it.
func (u *update) countRun(ran *memory.Run, script *shell.Script, steps []memory.Activity, advice []memory.Advice) error {
	if ran.Project == "" {
		return nil
	}
	if err := u.noteDenied(ran); err != nil {
		return err
	}
	if err := u.countMissing(ran, script, steps, advice); err != nil {
		return err
	}
	key := command.Key(script, ran.Cwd, ran.Project)
	if key == "" {
		return nil
	}
	c, _, err := u.tx.Command(ran.Project, key)
	if err != nil {
		return err
	}
	before := c
	c.Project, c.Key = ran.Project, key
	if c.Count(ran); c.Good+c.Bad == 0 {
		return nil
	}
	if err := u.settleStop(ran, &c, before.Failed, steps, advice); err != nil {
		return err
	}
	return u.putCommand(&before, &c)
}

// indexed reports whether a command is in the index of repeated failures.
func indexed(c *memory.Command) bool {
	return c.Streak >= minRepeats && !slices.Contains(verdicts[:], c.Class) ||
		c.Streak > 0 && (c.Class == memory.ClassDenied || slices.Contains(lessons.PermanentClasses[:], c.Class) || slices.Contains(lessons.NamedClasses[:], c.Class))
}

func (u *update) putCommand(before, c *memory.Command) error {
	if indexed(before) != indexed(c) || before.Misfire != c.Misfire {
		u.repeats.note(c.Project, c.Key, indexed(c))
	}
	return u.tx.PutCommand(c)
}

// countMissing counts how often a missing program was called, in whatever
// command, as a command of its own; until the program is seen to be there.
func (u *update) countMissing(ran *memory.Run, script *shell.Script, steps []memory.Activity, advice []memory.Advice) error {
	if ran.Outcome == memory.OK {
		if u.repeats.empty() {
			return nil
		}
		for _, name := range lessons.RequiredPrograms(script) {
			key := lessons.MissingProgramKey(name)
			if !u.repeats.has(ran.Project, key) {
				continue
			}
			c, ok, err := u.tx.Command(ran.Project, key)
			if err != nil || !ok || c.Streak == 0 || ran.Start.Before(c.Last) {
				return err
			}
			before := c
			c.Streak, c.Worked = 0, ran.Start
			if err := errors.Join(u.settleStop(ran, &c, before.Failed, steps, advice), u.putCommand(&before, &c)); err != nil {
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
		c, _, err := u.tx.Command(ran.Project, key)
		if err != nil {
			return err
		}
		before, one := c, *ran
		one.Errors = ran.Errors[i : i+1]
		c.Project, c.Key = ran.Project, key
		c.Count(&one)
		c.Text, c.Template = redact.Clean(name), redact.Clean(name)
		if err := u.putCommand(&before, &c); err != nil {
			return err
		}
	}
	return nil
}

// settleStop settles whether it was right to stop a command: it was when the
// command succeeded after something was done, and it was wrong when the
// command succeeded unchanged.
func (u *update) settleStop(ran *memory.Run, c *memory.Command, failed string, steps []memory.Activity, advice []memory.Advice) error {
	if ran.Outcome != memory.OK || failed == "" {
		return nil
	}
	for i := range advice {
		a := &advice[i]
		if a.Fix.Source != memory.SourceRepeat || a.Run != failed || a.Worked != nil || ran.Start.Before(a.Time) {
			continue
		}
		worked := a.Followed != "" || slices.ContainsFunc(steps, func(s memory.Activity) bool {
			return s.Time().After(a.Time) && lessons.MayFix(s, lessons.CauseOf(u.judge.Script(ran.Command), c.Class, c.Line.String()), u.judge.Program)
		})
		switch a.Worked = &worked; {
		case !worked:
			c.Misfire++
		case a.Followed == "":
			a.Followed = ran.ID
		}
		if err := u.tx.UpdateAdvice(a); err != nil {
			return err
		}
	}
	return nil
}
