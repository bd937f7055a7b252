package judge

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// Copies are what is kept of the project before a command runs.
type Copies struct {
	Undo   string                            // the command that brings them back; "": they are not kept yet
	Missed func(losses []safety.Loss) string // names what would not come back; "" for nothing
}

// Keeps reports whether copies are made of what commands lose in the project.
func (j *Judge) Keeps() bool {
	return j.Config.Rescue != config.RescueOff && j.Config.Learn.On && j.Project != ""
}

// KeepsBefore reports whether copies are made before every command that may write, of what
// it names outside of a project, too.
func (j *Judge) KeepsBefore() bool { return j.Config.Rescue == config.RescueAuto && j.Config.Learn.On }

// Targets returns the paths that a command names to change, and those that it is found to
// delete.
func (j *Judge) Targets(v *safety.Verdict) []safety.Target {
	list := safety.Targets(v.Script, j.At)
	for i := range v.Findings {
		for _, l := range v.Findings[i].Losses {
			if t := (safety.Target{Path: l.Path, Kind: rule.Delete}); l.Deletes && !slices.Contains(list, t) {
				list = append(list, t)
			}
		}
	}
	return list
}

// Keep lowers the findings of a verdict about what comes back from copies, as far as
// keptRisk lets it. take makes the copies and is not called where nothing of the kind is
// lost.
func (j *Judge) Keep(v *safety.Verdict, look rule.Facts, take func() (Copies, error)) {
	if j.Config.Rescue < config.RescueLoss || !j.Keeps() || !j.mayLose(v) {
		return
	}
	copies, err := take()
	lowered := false
	for i := range v.Findings {
		f := &v.Findings[i]
		if len(f.Losses) == 0 || f.Least > policy.Silent {
			continue
		}
		if err != nil {
			f.Missed, f.Facts = true, append(f.Facts, "nothing could be kept for ctxhook undo: "+err.Error())
			continue
		}
		if missed := copies.Missed(f.Losses); missed != "" {
			f.Missed, f.Facts = true, append(f.Facts, "ctxhook undo would not bring back "+missed)
			continue
		}
		f.Kept = copies.Undo
		f.Risk, lowered = keptRisk(f, look), true
	}
	if lowered {
		j.Engine.Settle(v)
	}
}

// mayLose reports whether a verdict speaks of a loss in the project, or the user
// has silenced what may be one, and the command may run.
func (j *Judge) mayLose(v *safety.Verdict) bool {
	other := policy.Safe
	found := len(v.Allowed) > 0
	for i := range v.Findings {
		if f := &v.Findings[i]; len(f.Losses) > 0 {
			found = true
		} else {
			other = max(other, f.Risk)
		}
	}
	return found && !v.OwnPattern() && j.Config.Table.Decide(other) < policy.Block
}
