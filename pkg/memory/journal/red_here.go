package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
)

// standing returns the checks of a session that its last message is held against: those
// that are red, those that passed because something was taken from them, and those that
// passed in another tree than this one, in which they failed. A message that claims nothing
// is no reason to look at the tree.
func (v *view) standing(list []memory.Lesson, steps []memory.Activity, claimed bool) []memory.Lesson {
	for i := range list {
		l := &list[i]
		if l.State == memory.Closed && (claimed || l.Check.Weakened.Len() > 0) && v.redHere(l, steps) {
			c := *l.Check
			c.Weakened, c.Dropped = redact.Text{}, false
			if c.Seen != nil {
				seen := *c.Seen
				seen.Red, c.Seen = v.now, &seen // what was done to the check is taken back
			}
			l.Check, l.State = &c, memory.Open
		}
	}
	return slices.DeleteFunc(list, func(l memory.Lesson) bool { return l.State == memory.Closed && l.Check.Weakened.Len() == 0 })
}

// soundsWell reports whether a message sounds as if something were well, or done.
func soundsWell(message string) bool {
	_, ok := claims.Sounds(message, true, nil, reader().Admits)
	return ok
}

// redHere reports whether a check that has passed failed in the tree as it is now, in which
// it never passed: what it passed with was stashed, or put back.
func (v *view) redHere(l *memory.Lesson, steps []memory.Activity) bool {
	mayRestore := func(s memory.Activity) bool { return s.Edit != nil || s.Run != nil && v.takesBack(s.Run) }
	if !slices.ContainsFunc(stepsAfter(steps, l), mayRestore) {
		return false // nor is the tree looked at
	}
	if changed, known := v.changedSinceSeen(l.Check); !known || len(changed) > 0 || len(l.Check.Saw.Made) > 0 {
		return false
	}
	elsewhere := false // it passed in another tree, which is known
	for _, s := range steps {
		if s.Run == nil || !slices.ContainsFunc(s.Run.Check.Passes(), func(p *memory.Check) bool { return p.Covers(l.Check) }) {
			continue
		}
		if changed, known := v.changedSinceSeen(s.Run.Check); !known || len(changed) == 0 {
			return false
		}
		elsewhere = true
	}
	return elsewhere
}

// takesBack reports whether a run takes work back or switches to other work.
func (v *view) takesBack(r *memory.Run) bool {
	programs := command.Programs(v.judge.Program)
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if programs.PartTraits(part)&rule.Undoes != 0 {
			return true
		}
	}
	return false
}
