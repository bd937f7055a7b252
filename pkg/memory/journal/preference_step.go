package journal

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// did reports whether what has to come first went well in this session, and no
// file was edited since, but for text that no check reads.
func (j Preferences) did(step string) bool {
	done, _ := j.didSince(step)
	return done
}

// didSince is did, and reports whether a file was edited in this session at all.
func (j Preferences) didSince(step string) (done, edited bool) {
	err := j.view(j.Judge.Config.MaxLatency/2, func(v *view) error {
		steps, err := v.latestSteps(j.Call.Session)
		ran := false
		for _, s := range steps {
			switch {
			case s.Edit != nil && lessons.IsProse(s.Edit.Path.String()):
			case s.Edit != nil:
				edited = true
				return err
			case !ran && v.isStep(s.Run, step):
				ran, done = true, s.Run.Outcome == memory.OK
			}
		}
		return err
	})
	if err != nil {
		j.note("memory", err)
	}
	return done, edited
}

// owed returns what is broken by an agent that is done now: something of the user's that has to
// go well first, and did not since a file was edited in this session. It is nil for none.
func (j Preferences) owed() *BrokenPreference {
	if j.Judge.Config.Preferences == config.PreferencesOff || j.repeats.empty() || j.Call.GoesOn || j.Call.Session == "" || !j.indexed(preferenceKey(preferences.AtStop)) {
		return nil
	}
	list := j.about([]string{preferences.AtStop})
	if i := slices.IndexFunc(list, func(p memory.Preference) bool {
		done, edited := j.didSince(p.Rule.After)
		return p.Rule.Class == memory.Done && edited && !done
	}); i >= 0 {
		return &BrokenPreference{Preferences: list[i : i+1], session: j.Call.Session}
	}
	return nil
}

// latestSteps returns what was done in a session, latest first, with what waits
// in the spool.
func (v *view) latestSteps(session string) ([]memory.Activity, error) {
	steps, err := v.tx.Steps(session, backSince)
	if err != nil || session == "" {
		return nil, err
	}
	waiting, err := store.SpooledSteps(v.judge.Places.SpoolDir(), v.now.Add(-toldAge), backSince)
	for _, s := range waiting {
		if of, _ := s.Owner(); of == session {
			steps = append(steps, s)
		}
	}
	order.By(steps, func(a, b memory.Activity) int { return b.Time().Compare(a.Time()) })
	return steps, err
}

// isStep reports whether a run was, or held, what has to come first.
func (v *view) isStep(ran *memory.Run, step string) bool {
	if ran.Project != v.judge.Project {
		return false
	}
	if ran.Check != nil && ran.Check.Kind == step {
		return true
	}
	script := v.judge.Script(ran.Command)
	return slices.ContainsFunc(script.Calls, func(c shell.Call) bool {
		return c.Where == "" && !c.Late && preferences.IsStep(rules.Knowledge(), step, &c)
	})
}
