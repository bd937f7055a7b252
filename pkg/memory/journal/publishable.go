package journal

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// Publishable is what may be written where the agent reads it.
type Publishable struct {
	Preferences []memory.Preference // active, that hold in the project
	Fixes       []memory.Lesson     // that worked; known only where a session ends
	Ends        bool                // a session ends
}

// MaxSkillFixes is how many fixes may become skills: those that worked best.
const MaxSkillFixes = 100

// publishable returns what may be written, nil where the settings let nothing be.
// Where a session begins it makes up for an end that never came, as far as
// preferences go.
func (v *view) publishable(ends bool) (*Publishable, error) {
	settings := &v.judge.Config.Publish
	if settings.Update == config.AutoNever && settings.Skills == config.AutoNever || v.judge.Project == "" {
		return nil, nil
	}
	p := Publishable{Ends: ends}
	var err error
	if p.Preferences, err = v.widest(memory.Active); err == nil && ends && settings.Skills != config.AutoNever {
		p.Fixes, err = v.tx.OpenLessons(v.judge.Project, memory.LessonFix, time.Time{}, MaxSkillFixes)
		p.Fixes = slices.DeleteFunc(p.Fixes, func(l memory.Lesson) bool { return lessons.Bypasses(&l, v.judge) || v.guarded(&l) })
	}
	return &p, err
}
