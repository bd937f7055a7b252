package lessons

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// The bounds on what is kept.
const (
	maxEpisodeSteps = 20 // steps of an episode
	maxRecipeSteps  = 4  // steps of a fix: in a longer one most steps are about something else
)

// Episode returns how a check went from red to green, if this run made it
// green: what was done since its first failure. steps are the session's steps
// before the run, the latest first. It returns nil if the check had not
// failed.
func Episode(now *memory.Run, script *shell.Script, steps []memory.Activity, reader Reader) *memory.Episode {
	if now.Outcome != memory.OK || !now.Check.Verifies() || now.Check.Failed {
		return nil
	}
	list := attempts(now, script, steps, reader)
	if len(list) == 0 {
		return nil
	}
	red := list[len(list)-1].failed
	if red.Check == nil {
		return nil
	}
	e := &memory.Episode{
		Time: now.Start, Session: now.Session, Project: now.Project, Key: red.Check.Key, Tool: red.Check.Tool, Red: red.ID, Green: now.ID,
	}
	e.Steps = stepsDone(steps[:list[len(list)-1].at], reader)
	e.Steps = e.Steps[max(0, len(e.Steps)-maxEpisodeSteps):]
	return e
}

// attempt is a failed run, and what was done before the next run of the same
// work.
type attempt struct {
	failed *memory.Run
	at     int               // the run's index in the session's steps
	steps  []memory.Activity // the latest first
}

// attempts returns the failed runs since the work last succeeded, the latest
// first.
func attempts(now *memory.Run, script *shell.Script, steps []memory.Activity, reader Reader) []attempt {
	var list []attempt
	words, mine := command.Spelling(script), ""
	if now.Check != nil {
		mine = now.Check.Key
	}
	next := make(map[string]int) // the step after the next run of a part of the check,
	whole := 0                   // and of all of it
	well := make(map[string]bool)
	for i := range steps {
		r := steps[i].Run
		if r == nil || !sameWorkAs(now, r, script, words, reader) {
			continue
		}
		part := mine
		if now.Check != nil && r.Check != nil {
			part = r.Check.Key
		}
		if r.Outcome == memory.OK {
			if part == mine && takenBack(steps, i) {
				continue
			}
			if part == mine {
				break
			}
			well[part] = true
		}
		if r.Outcome.Bad() && !well[part] { // a denied or interrupted run says nothing
			list = append(list, attempt{r, i, steps[max(next[part], whole):i]})
		}
		if next[part] = i + 1; part == mine {
			whole = i + 1
		}
	}
	return list
}

// takenBack reports whether a pass at an index of the steps, the latest first, is owed to an
// edit that made the check weaker, in a file that was edited again since. The failure is then
// still to be fixed.
func takenBack(steps []memory.Activity, pass int) bool {
	edits := func(list []memory.Activity, is func(*memory.Edit) bool) bool {
		return slices.ContainsFunc(list, func(s memory.Activity) bool { return s.Edit != nil && is(s.Edit) })
	}
	before := steps[pass+1:]
	if failed := slices.IndexFunc(before, func(s memory.Activity) bool { return s.Run != nil && s.Run.Outcome.Bad() }); failed >= 0 {
		before = before[:failed]
	}
	return edits(before, func(weaker *memory.Edit) bool {
		return weaker.Weakens != "" && edits(steps[:pass], func(e *memory.Edit) bool { return e.Path == weaker.Path && e.Weakens == "" })
	})
}
