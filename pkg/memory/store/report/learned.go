package report

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// LastSession is what the latest session came to that was summed up.
type LastSession struct {
	memory.Session
	Took        time.Duration
	Tools       int // calls of tools that were recorded: commands and edits
	Corrections int // that were heard, or seen in what was done
	Learned     int // lessons and preferences that it showed first
}

// LastSessionOf returns the latest session of a project, or of all, that was summed
// up. ok is false when there is none.
func LastSessionOf(t *store.Tx, project string) (last LastSession, ok bool, err error) {
	var w store.Conditions
	if project != "" {
		number, err := t.ProjectNumber(project)
		if err != nil || number == nil {
			return last, false, err
		}
		w.And("project = ?", number)
	}
	const latest, summed = 200, 20 // of those that began last one was active last
	begun, err := store.Sessions.Select(t, " WHERE id IN (SELECT id FROM sessions"+w.SQL()+" ORDER BY id DESC LIMIT ?) AND summary IS NOT NULL ORDER BY id DESC LIMIT ?",
		append(w.Args, latest, summed)...)
	if err != nil {
		return last, false, err
	}
	var lastActive time.Time
	for i := range begun {
		found, err := Sessions(t, SessionFilter{Key: begun[i].Key})
		if err != nil {
			return last, false, err
		}
		for _, s := range found {
			if ok && !s.Last.After(lastActive) {
				continue
			}
			last.Session, lastActive, ok = begun[i], s.Last, true
			last.Took, last.Tools, last.Learned = s.Last.Sub(s.Started), s.Runs+s.Edits, begun[i].Summary.Lessons
		}
	}
	if !ok {
		return last, false, nil
	}
	return last, true, countHeard(t, &last)
}

// countHeard counts what a session showed of what the user wants.
func countHeard(t *store.Tx, last *LastSession) error {
	list, err := t.AllPreferences()
	for i := range list {
		first := ""
		for _, e := range list[i].Evidence {
			if first == "" {
				first = e.Session
			}
			heard := e.Layer == memory.LayerExplicit || e.Layer == memory.LayerRejection || e.Layer == memory.LayerCluster
			if e.Session == last.Key && heard {
				last.Corrections++
			}
		}
		if first == last.Key {
			last.Learned++
		}
	}
	return err
}

// Preferences returns the preferences that hold in a project, those of all among
// them; with "", all that are known.
func Preferences(t *store.Tx, project string) ([]memory.Preference, error) {
	if project == "" {
		return t.AllPreferences()
	}
	return t.Preferences(project)
}

// PreferenceCounts counts the preferences of a project, and those of all, by their
// states, without notes that a line states no rule.
func PreferenceCounts(t *store.Tx, project string) (map[memory.PreferenceState]int, error) {
	list, err := Preferences(t, project)
	counts := make(map[memory.PreferenceState]int)
	for i := range list {
		if !list[i].IsNone() {
			counts[list[i].State]++
		}
	}
	return counts, err
}
