package store

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Preferences are what the user wants of commands.
var Preferences = Table[memory.Preference]{name: "preferences", columns: func(p *memory.Preference) []column {
	return []column{
		{"id", &p.ID},
		{"project", (*projectRoot)(&p.Project)},
		{"under", (*payload)(&p.Under)},
		{"state", (*string)(&p.State)},
		{"words", &p.Words},
		{"rule", &p.Rule},
		{"confidence", &p.Confidence},
		{"evidence", &p.Evidence},
		{"first", &p.First},
		{"last", &p.Last},
	}
}}

// PutPreference writes a preference over the one with its id. One without an
// id gets one and is added.
func (t *Tx) PutPreference(p *memory.Preference) error {
	project, err := t.numbers.project(p.Project)
	if err != nil {
		return err
	}
	put := *p
	if put.ID == "" {
		if put.ID, err = t.newID("preferences", 'p'); err != nil {
			return err
		}
	}
	_, err = Preferences.insert(t, "INSERT OR REPLACE", Preferences.values(&put, owner{project: project}), "")
	if err == nil {
		p.ID = put.ID
	}
	return err
}

// Preferences returns the preferences of a project, and those of every project,
// in some states, or in all when none is named: the latest first.
func (t *Tx) Preferences(project string, states ...memory.PreferenceState) ([]memory.Preference, error) {
	return t.PreferencesAmong(nil, project, states...)
}

// PreferencesAmong is Preferences for those whose ids are wanted, nil for all: the
// others are not read.
func (t *Tx) PreferencesAmong(wanted func(id string) bool, project string, states ...memory.PreferenceState) ([]memory.Preference, error) {
	number, err := t.ProjectNumber(project)
	if err != nil {
		return nil, err
	}
	var w Conditions
	w.And("(project IS ? OR project IS NULL)", number)
	if wanted == nil {
		return selectPreferences(t, &w, states)
	}
	inStates(&w, states)
	var ids []any
	if err := t.db.each("SELECT id FROM preferences"+w.SQL(), w.Args, func(r Row) error {
		if id := r.Text(0); wanted(id) {
			ids = append(ids, id)
		}
		return nil
	}); err != nil || len(ids) == 0 {
		return nil, err
	}
	var among Conditions
	among.In("id", ids...)
	return selectPreferences(t, &among, nil)
}

// AllPreferences returns the preferences of all projects in some states.
func (t *Tx) AllPreferences(states ...memory.PreferenceState) ([]memory.Preference, error) {
	return selectPreferences(t, new(Conditions), states)
}

func inStates(w *Conditions, states []memory.PreferenceState) {
	if len(states) > 0 {
		names := make([]any, len(states))
		for i, s := range states {
			names[i] = string(s)
		}
		w.In("state", names...)
	}
}

func selectPreferences(t *Tx, w *Conditions, states []memory.PreferenceState) ([]memory.Preference, error) {
	inStates(w, states)
	return Preferences.Select(t, w.SQL()+" ORDER BY last DESC, id", w.Args...)
}

// shownBySession is the condition on a preference that the session with the
// key ? alone has shown it.
const shownBySession = `evidence IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(evidence) WHERE json_extract(value, '$.session') IS NOT ?1)`

// restorePreference adds a preference, or writes a newer one over it.
func restorePreference(t *Tx, p *memory.Preference) (added int, err error) {
	old, known, err := Preferences.ByID(t, p.ID)
	if err != nil || known && !old.Last.Before(p.Last) {
		return 0, err
	}
	if !known {
		added = 1
	}
	return added, t.PutPreference(p)
}

// cleanRule masks secrets in a rule: its words are those of commands.
func cleanRule(r memory.PreferenceRule) memory.PreferenceRule {
	for _, s := range [...]*string{&r.Avoid, &r.Class, &r.Branch, &r.Prefer, &r.When, &r.With, &r.After, &r.Except, &r.Place.Paths, &r.Place.Target, &r.Place.By} {
		*s = clean(*s)
	}
	return r
}

func cleanEvidence(list []memory.Evidence) []memory.Evidence {
	list = slices.Clone(list)
	for i := range list {
		list[i].Session, list[i].File = clean(list[i].Session), clean(list[i].File)
	}
	return list
}

// ruleColumn returns the column that holds a rule.
func ruleColumn(r memory.PreferenceRule) any {
	if r == (memory.PreferenceRule{}) {
		return nil
	}
	return jsonColumn(cleanRule(r))
}

// evidenceColumn returns the column that holds evidence.
func evidenceColumn(list []memory.Evidence) any {
	if len(list) == 0 {
		return nil
	}
	return jsonColumn(cleanEvidence(list))
}

func jsonColumn(v any) any {
	data, err := encode(v)
	if err != nil {
		return nil // a time that no JSON can say
	}
	return string(data)
}
