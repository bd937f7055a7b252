package journal

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// How much of a session is looked back at.
const (
	recentSteps  = 40
	recentAdvice = 50
)

// RecordFailure remembers a run that went wrong, and returns the fixes that
// are worth telling: those that worked here before first, then those of the
// diagnosis. When the database cannot be written, the run waits in the spool
// and the diagnosis alone is told. Of a run that was remembered before, all was
// told before.
func (j *Journal) RecordFailure(ran *memory.Run, d *Diagnosis) (fixes []memory.Fix, isNew bool) {
	diagnosed := d.Fixes
	if !j.Call.Agent.Form.Scripts() {
		diagnosed = j.news(diagnosed, d.Output.Script)
	}
	err := j.update(func(u *update) error {
		if err := u.drain(); err != nil {
			return err
		}
		u.widely = j.Call.Agent.Form.Scripts()
		var advice []memory.Advice
		var err error
		if isNew, advice, err = u.record(ran, d.Output.Script); err != nil || !isNew {
			return err
		}
		fixes, err = u.advise(ran, diagnosed, advice)
		return err
	})
	if err == nil {
		return fixes, isNew
	}
	j.spool(store.Entry{Run: ran})
	return diagnosed, true
}

// news returns the fixes that a model does not know already: it has read what
// the tool said, and knows what errors usually mean. An exact command is news,
// if the programs that it calls instead are installed.
func (j *Journal) news(fixes []memory.Fix, failed *shell.Script) []memory.Fix {
	var had []string
	if failed != nil {
		had = lessons.RequiredPrograms(failed)
	}
	return slices.DeleteFunc(slices.Clone(fixes), func(f memory.Fix) bool {
		return f.Command.Len() == 0 || f.Source == memory.SourceTool ||
			slices.ContainsFunc(lessons.RequiredPrograms(j.Judge.Script(f.Command)), func(name string) bool {
				return !slices.Contains(had, name) && j.Path != "" && !onPath(j.Path, name)
			})
	})
}

// record remembers a run and draws its lessons, one step after the other. It
// reports whether the run is new, and returns what its session was told before
// it. script is the parsed command.
func (u *update) record(ran *memory.Run, script *shell.Script) (isNew bool, advice []memory.Advice, err error) {
	steps, advice, err := u.sessionSoFar(ran)
	if err != nil {
		return false, nil, err
	}
	var seen *memory.Sighting
	if ran.Check != nil {
		check := *ran.Check
		seen, check.Seen, ran.Check = check.Seen, nil, &check // it belongs to the lesson
	}
	if isNew, err = u.tx.AddRun(ran); err != nil || !isNew {
		return false, nil, err
	}
	worked, err := u.settleAdvice(ran, script, steps, advice)
	if err != nil {
		return false, nil, err
	}
	if err := u.countRun(ran, script, steps, advice); err != nil {
		return false, nil, err
	}
	passed, err := u.recordCheck(ran, script, steps, seen)
	if err != nil {
		return false, nil, err
	}
	if err := u.learnFixes(ran, script, steps, passed); err != nil {
		return false, nil, err
	}
	for _, id := range worked {
		if err := u.credit(id, ran); err != nil {
			return false, nil, err
		}
	}
	u.recent.add(ran.Session, memory.Activity{Run: ran})
	return true, advice, nil
}

// addEdit remembers an edit, and reports whether it is new.
func (u *update) addEdit(edit *memory.Edit) (isNew bool, err error) {
	if isNew, err = u.tx.AddEdit(edit); isNew {
		u.recent.add(edit.Session, memory.Activity{Edit: edit})
	}
	return isNew, err
}

// addRuns remembers runs that teach nothing, unless they were forgotten, and
// reports whether any is new.
func (u *update) addRuns(runs []unreportedRun) (anyNew bool, err error) {
	for _, r := range runs {
		ran := r.Run
		if forgotten, err := u.tx.Forgotten(ran.Project, ran.Session, ran.Call, ran.Start); err != nil {
			return anyNew, err
		} else if forgotten {
			continue
		}
		isNew, err := u.tx.AddRun(ran)
		if err != nil {
			return anyNew, err
		}
		if isNew {
			if err := u.noteDenied(ran); err != nil {
				return anyNew, err
			}
		}
		if isNew && r.said != "" {
			if err := u.hearRefusal(ran, r.said); err != nil {
				return anyNew, err
			}
		}
		anyNew = anyNew || isNew
	}
	return anyNew, nil
}

// sessionSoFar returns what was done, and what was told, in a run's session before
// the run.
func (u *update) sessionSoFar(ran *memory.Run) (steps []memory.Activity, advice []memory.Advice, err error) {
	if ran.Session == "" {
		return nil, nil, nil
	}
	if steps, err = u.recent.steps(u.tx, ran.Session, ran.Start); err != nil {
		return nil, nil, err
	}
	// An entry of the spool is recorded after others that happened later.
	steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Time().After(ran.Start) })
	advice, err = u.recent.advice(u.tx, ran.Session)
	return steps, advice, err
}
