package journal

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// Brief is what the memory has to say where a session or a task begins.
type Brief struct {
	ForModel string // "" when nothing is sure
	Notes    []Note // the highest scores first
	Failing  []Note // where a session begins: the checks that failed, apart from Notes
	Looked   int    // memories that were looked at
	Patterns int    // of them, that fit

	Publishable *Publishable // nil: nothing may be written
}

// A lesson is sure for so long: projects go on without us.
const (
	sureCheck  = 30 * 24 * time.Hour
	sureFix    = 120 * 24 * time.Hour
	freshCheck = 7 * 24 * time.Hour
)

// How much is told of each kind.
const (
	maxChecks = 3
	maxFixes  = 4
	maxNotes  = 10 // to a caller of the neutral envelope
)

// notes returns what matters in the project now, the most certain first within
// each kind, and how many lessons it looked at. A caller of the neutral
// envelope gets all of them, others only what may be sure.
func (j *Journal) notes(v *view) (notes []Note, looked int, err error) {
	if notes, err = v.wishes(); err != nil || v.judge.Project == "" {
		return notes, len(notes), err // directories outside of projects have nothing else in common
	}
	wishes := len(notes)
	all := j.Call.Agent.Form == protocol.FormNeutral
	most := max(maxChecks, maxFixes)
	if all {
		most = maxNotes
	}
	checks, err := v.tx.OpenLessons(v.judge.Project, memory.LessonCheck, v.now.Add(-sureCheck), most)
	if err != nil {
		return nil, 0, err
	}
	for i := range checks {
		if checks[i].Check == nil {
			continue
		}
		steps, err := v.tx.Steps(checks[i].Session, claimSteps)
		if err != nil {
			return nil, 0, err
		}
		if !all && v.passedHere(checks[i].Check, steps) {
			continue
		}
		if all || v.stillFails(checks[i].Check) {
			notes = append(notes, v.failingCheck(&checks[i], i < maxChecks))
		} else if n, ok := v.redSince(&checks[i], steps, j.Call.Session); ok && i < maxChecks {
			notes = append(notes, n)
		}
	}
	fixes, err := v.briefFixes(3 * most) // some may turn out to be of no use
	if err != nil {
		return nil, 0, err
	}
	found := 0
	for i := range fixes {
		if found == most || !all && !proven(&fixes[i]) {
			break
		}
		if n, ok := v.fixNote(&fixes[i], j.Path); ok && !v.outOfPlace(&fixes[i]) {
			n.sure = n.sure && found < maxFixes
			notes = append(notes, n)
			found++
		}
	}
	return notes, wishes + len(checks) + len(fixes), nil
}

// wishes are the preferences of the user that state no rule for commands: the
// model alone can keep to them.
func (v *view) wishes() ([]Note, error) {
	list, err := v.activePreferences(func(p *memory.Preference) bool { return p.Rule.Form == "" })
	if err != nil {
		return nil, err
	}
	notes := make([]Note, len(list))
	for i := range list {
		notes[i] = Note{ID: list[i].ID, Score: list[i].Confidence, sure: true, Text: wishText(&list[i])}
	}
	return notes, nil
}

// briefFixes returns what fixed errors here, and what did elsewhere and tells
// of this machine: first what is proven, then what is worth most.
func (v *view) briefFixes(most int) ([]memory.Lesson, error) {
	fixes, err := v.tx.OpenLessons(v.judge.Project, memory.LessonFix, v.now.Add(-sureFix), most)
	if err != nil {
		return nil, err
	}
	everywhere, err := v.missingElsewhere(fixes)
	if err != nil {
		return nil, err
	}
	fixes = append(withoutOutdated(fixes), everywhere...)
	order.By(fixes, func(a, b memory.Lesson) int {
		if p := proven(&a); p != proven(&b) {
			if p {
				return -1
			}
			return 1
		}
		return cmp.Compare(v.worth(&b), v.worth(&a))
	})
	return fixes, v.here(fixes, v.judge.Project)
}

// worth is how much a fix may be relied on now.
func (v *view) worth(lesson *memory.Lesson) float64 { return lessons.Score(lesson, v.idle(lesson)) }

// idle returns for how many days a lesson was not confirmed.
func (v *view) idle(lesson *memory.Lesson) int {
	return max(0, int(v.now.Sub(lesson.Last)/(24*time.Hour)))
}

// proven reports whether a fix worked more than once, and mostly, and can be
// repeated.
func proven(lesson *memory.Lesson) bool {
	return lesson.Worked >= 2 && 3*lesson.Worked >= 2*lesson.Tried && !edits(lesson)
}

// edits reports whether a fix includes an edit: only the name of the file is
// known of it, and not what was changed.
func edits(lesson *memory.Lesson) bool {
	return slices.ContainsFunc(lesson.Recipe(), func(d memory.Step) bool { return d.Edit })
}

// missingElsewhere returns the fixes of several projects that tell of this
// machine: what to call in place of a missing program. own is what the project
// knows itself.
func (v *view) missingElsewhere(own []memory.Lesson) ([]memory.Lesson, error) {
	list, err := v.tx.GlobalFixes(nil)
	return slices.DeleteFunc(list, func(e memory.Lesson) bool {
		return e.From.Len() == 0 || lessons.MissingName(e.What.String()) == "" || slices.ContainsFunc(own, func(o memory.Lesson) bool { return o.Key == e.Key })
	}), err
}

// fixNote is about what fixed an error here, unless the error was a missing
// program that is there by now. path is where programs are looked for.
func (v *view) fixNote(lesson *memory.Lesson, path string) (Note, bool) {
	if lesson.Worked == 0 || lesson.What.Len() == 0 || !v.harmless(lesson) || lessons.Bypasses(lesson, v.judge) || v.guarded(lesson) {
		return Note{}, false
	}
	missing := ""
	if lesson.From.Len() > 0 || !lesson.Edit {
		missing = lessons.MissingName(lesson.What.String())
	}
	if missing != "" && onPath(path, missing) {
		return Note{}, false
	}
	return Note{
		ID: lesson.ID, session: lesson.Session, Score: v.worth(lesson), sure: proven(lesson), Entries: given(lesson.Run, lesson.Session),
		Text: fixText(lesson, missing),
	}, true
}

// guarded reports whether the guard would warn of a step of a fix, ask about it or
// block it.
func (v *view) guarded(lesson *memory.Lesson) bool {
	return slices.ContainsFunc(lesson.Recipe(), func(s memory.Step) bool {
		return !s.Edit && v.judge.Verdict(s.Text.String(), nil).Action >= policy.Warn
	})
}

// harmless reports whether a fix may be repeated without asking the user.
func (v *view) harmless(lesson *memory.Lesson) bool {
	for _, d := range lesson.Recipe() {
		if command := d.Text.String(); !d.Edit && (v.reckless(d.Text, "") || v.judge.Verdict(command, nil).Action >= policy.Ask) {
			return false
		}
	}
	return true
}

// endings returns those that the file of a program may have.
func endings(system string) []string {
	if system == "windows" {
		return []string{".exe", ".cmd", ".bat", ""}
	}
	return []string{""}
}

// onPath reports whether a program is installed now.
func onPath(path, program string) bool {
	for _, dir := range filepath.SplitList(path) {
		for _, ending := range endings(runtime.GOOS) {
			if info, err := os.Stat(filepath.Join(dir, program+ending)); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
	}
	return false
}
