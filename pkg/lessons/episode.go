package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Bounds of what is kept of what was done.
const (
	maxEpisodeSteps = 20 // of an episode
	maxRecipeSteps  = 4  // of what helps: longer than that, most of it is about something else
)

// Episode tells how a check went from red to green, when a run ends that:
// what was done since it failed first. steps are those of the session before
// the run, the latest first. It is nil when the check had not failed.
func Episode(now *memory.Run, script *shell.Script, steps []memory.Activity, parse Parse) *memory.Episode {
	if now.Outcome != memory.OK || now.Check == nil || now.Check.Failed || now.Check.Kind == memory.CheckRun {
		return nil
	}
	list := attempts(now, script, steps, parse)
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
	e.Steps = stepsDone(steps[:list[len(list)-1].at])
	e.Steps = e.Steps[max(0, len(e.Steps)-maxEpisodeSteps):]
	return e
}

// attempt is a part of the way to green: a run that failed, and what was done
// until the next one that did the same work.
type attempt struct {
	failed *memory.Run
	at     int               // of it in the steps of the session
	steps  []memory.Activity // the latest first
}

// attempts lists the failures since a run's work went well the last time, the
// latest first.
func attempts(now *memory.Run, script *shell.Script, steps []memory.Activity, parse Parse) []attempt {
	var list []attempt
	words, mine := command.Spelling(script), ""
	if now.Check != nil {
		mine = now.Check.Key
	}
	next := make(map[string]int) // where the next run of a part of the check is, and
	whole := 0                   // of all of it
	well := make(map[string]bool)
	for i := range steps {
		r := steps[i].Run
		if r == nil || !sameWorkAs(now, r, words, parse) {
			continue
		}
		part := mine
		if now.Check != nil && r.Check != nil {
			part = r.Check.Key
		}
		if r.Outcome == memory.OK {
			if part == mine {
				break
			}
			well[part] = true
		}
		if r.Outcome.Bad() && !well[part] { // what was not let, or not waited for, tells nothing
			list = append(list, attempt{r, i, steps[max(next[part], whole):i]})
		}
		if next[part] = i + 1; part == mine {
			whole = i + 1
		}
	}
	return list
}

// stepsDone lists what was done in some steps, in order; what was done twice when
// it was done last.
func stepsDone(steps []memory.Activity) []memory.Step {
	var list []memory.Step
	for _, s := range steps {
		var d memory.Step
		switch {
		case s.Edit != nil:
			d = memory.Step{Text: s.Edit.Path, Edit: true}
		case changes(s.Run):
			d = memory.Step{Text: s.Run.Command}
		}
		if d.Text.Len() > 0 && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	slices.Reverse(list)
	return list
}

// recipe is what was done between a failure and the next run, as far as it
// may have helped. What is missing is brought by a command; a check is mended
// by edits, and by commands that write files. A check of other work than that
// which failed is not mended.
func recipe(a *attempt) []memory.Step {
	failed := a.failed
	if slices.ContainsFunc(a.steps, func(s memory.Activity) bool { return s.Run != nil && undoes(s.Run) }) {
		return nil
	}
	mended := failed.Check != nil && !needsInstall(failed.Errors[0].Class)
	steps := slices.Clone(a.steps)
	if failed.Check != nil && failed.Check.Kind != memory.CheckRun {
		work := stepsOf(failed)
		steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Run != nil && within(s.Run, work) })
	}
	if mended {
		edited := slices.ContainsFunc(steps, func(s memory.Activity) bool { return s.Edit != nil })
		steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Run != nil && besideCheck(s.Run, edited) })
	}
	list := stepsDone(steps)
	if needsInstall(failed.Errors[0].Class) {
		if commands := slices.DeleteFunc(slices.Clone(list), func(d memory.Step) bool { return d.Edit }); len(commands) > 0 {
			list = commands
		}
	}
	if len(list) > maxRecipeSteps {
		list = relevant(list, failed)
	}
	return list
}

// undoes tells the runs that take back what was done, or go to other work.
func undoes(r *memory.Run) bool {
	if r.Outcome != memory.OK {
		return false
	}
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if command.PartTraits(part)&command.Undoes != 0 {
			return true
		}
	}
	return false
}

// within tells whether a run does no more than a part of some work, or the
// same with other words.
func within(r *memory.Run, work []string) bool {
	return !slices.ContainsFunc(stepsOf(r), func(act string) bool { return !slices.Contains(work, act) })
}

// besideCheck tells the runs that change something, but not what a check reads:
// those that keep what is done, and where files were edited those that build
// and try what was written.
func besideCheck(r *memory.Run, edited bool) bool {
	kinds := command.ReadOnly | command.Records
	if edited {
		kinds |= command.RunsUserCode
	}
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if command.PartTraits(part)&kinds == 0 {
			return false
		}
	}
	return true
}

// relevant leaves of many deeds those that a failure speaks of: edits of files
// that it names; otherwise the last one.
func relevant(list []memory.Step, failed *memory.Run) []memory.Step {
	var named []memory.Step
	for _, d := range list {
		if d.Edit && names(failed, d.Text) {
			named = append(named, d)
		}
	}
	if len(named) == 0 {
		return list[len(list)-1:]
	}
	return named[max(0, len(named)-maxRecipeSteps):]
}

// names tells whether a failure names a file.
func names(failed *memory.Run, file redact.Text) bool {
	base := path.Base(strings.ReplaceAll(file.String(), `\`, "/"))
	for _, e := range failed.Errors {
		if hasWord(e.Line.String(), base) {
			return true
		}
	}
	return failed.Check != nil && slices.ContainsFunc(failed.Check.Files, func(f redact.Text) bool {
		return path.Base(strings.ReplaceAll(f.String(), `\`, "/")) == base
	})
}

// CommonSteps is what two recipes against the same error have in common, in the
// order of the first: what of them was needed. When one of them says nothing
// of the other it is nil.
func CommonSteps(a, b []memory.Step) []memory.Step {
	var both []memory.Step
	for _, d := range a {
		if slices.Contains(b, d) {
			both = append(both, d)
		}
	}
	return both
}

// Joinable tells whether a command may stand in a list with others: it fits in a
// line, is a single list of its own, and leaves the shell as it found it.
func Joinable(s *shell.Script) bool {
	if len(s.Problems) > 0 || strings.ContainsAny(s.Text, "\n;&|#") {
		return false
	}
	for i := range s.Calls {
		if command.Is(s.Calls[i].Program, command.Auxiliary) {
			return false
		}
	}
	return len(s.Calls) > 0
}
