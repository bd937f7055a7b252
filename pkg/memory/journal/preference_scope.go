package journal

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
)

// A preference holds in a part of a project, in a project, in all projects below
// a directory, or in all. A user who wants the same in several is asked whether to
// have it in more.

// Here returns the preferences for this project in some states, or in
// all: its own, those of directories above it, and those of all projects, the
// narrowest first and each once.
func (j Preferences) Here(tx *store.Tx, states ...memory.PreferenceState) ([]memory.Preference, error) {
	return j.viewOf(tx).preferencesHere(nil, states...)
}

// Widest is Here with the widest of those that want the same: where the user had it hold in more
// projects, it is written for these.
func (j Preferences) Widest(tx *store.Tx, states ...memory.PreferenceState) ([]memory.Preference, error) {
	return j.viewOf(tx).widest(states...)
}

func (v *view) widest(states ...memory.PreferenceState) ([]memory.Preference, error) {
	list, err := v.allHere(nil, states...)
	slices.Reverse(list)
	list = each(list)
	slices.Reverse(list)
	return list, err
}

// preferencesHere is Here for preferences whose ids are wanted, nil for all.
func (v *view) preferencesHere(wanted func(id string) bool, states ...memory.PreferenceState) ([]memory.Preference, error) {
	list, err := v.allHere(wanted, states...)
	return each(list), err
}

// allHere returns those that hold in the project, narrowest first.
func (v *view) allHere(wanted func(id string) bool, states ...memory.PreferenceState) ([]memory.Preference, error) {
	list, err := v.tx.PreferencesAmong(wanted, v.judge.Project, states...)
	if err != nil {
		return nil, err
	}
	known, err := v.tx.KnownProjects(above(v.judge.Project, v.judge.Places.Home))
	if err != nil {
		return nil, err
	}
	for _, dir := range known {
		if v.isProject(dir) {
			continue
		}
		some, err := v.tx.PreferencesAmong(wanted, dir, states...)
		if err != nil {
			return nil, err
		}
		list = append(list, slices.DeleteFunc(some, func(p memory.Preference) bool { return p.Project == "" })...)
	}
	order.By(list, func(a, b memory.Preference) int {
		return cmp.Or(cmp.Compare(len(b.Project), len(a.Project)), cmp.Compare(len(b.Under), len(a.Under)))
	})
	return list, nil
}

// each returns of several preferences that want the same the first one, where it holds for a whole
// project or more.
func each(list []memory.Preference) []memory.Preference {
	kept := list[:0]
	for i := range list {
		p := &list[i]
		if !slices.ContainsFunc(kept, func(k memory.Preference) bool {
			return k.Project != p.Project && k.Under == "" && k.State == p.State && preferences.Same(&k, p)
		}) {
			kept = append(kept, *p)
		}
	}
	return kept
}

// above returns the directories above a project that may hold several: below the
// home directory, or the root. The nearest is first.
func above(project, home string) (dirs []string) {
	if project == "" {
		return nil
	}
	for dir := filepath.Dir(project); dir != home && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	return dirs
}

// isProject reports whether a directory is the root of a project, and so holds no
// others.
func (v *view) isProject(dir string) bool {
	root, ok := v.judge.Places.Project(dir)
	return ok && root == dir
}

// widen has the user asked whether what is wanted in this project and in others is
// to hold in more of them: in those below the directory that holds both, or, where
// there are three, or no such directory, in all. It is asked once.
func (u *update) widen() error {
	own, err := u.tx.Preferences(u.judge.Project, memory.Active)
	if err != nil || u.judge.Project == "" || len(own) == 0 {
		return err
	}
	all, err := u.tx.AllPreferences()
	if err != nil {
		return err
	}
	origins, err := u.tx.Origins()
	if err != nil {
		return err
	}
	for i := range own {
		p := &own[i]
		if p.Project == "" || p.Under != "" {
			continue
		}
		wider := memory.Preference{State: memory.Candidate, Words: p.Words, Rule: p.Rule, First: u.now, Last: u.now, Evidence: []memory.Evidence{u.wantedIn(p)}}
		seen := []string{u.origin(p.Project, origins)}
		parent := p.Project
		for k := range all {
			o := &all[k]
			if !preferences.Same(o, p) || o.Project == "" || o.Under != "" || o.State != memory.Active {
				continue
			}
			if from := u.origin(o.Project, origins); !slices.Contains(seen, from) {
				seen, parent = append(seen, from), o.Project
				wider.Evidence = append(wider.Evidence, u.wantedIn(o))
			}
		}
		if len(seen) < 2 {
			continue
		}
		if len(seen) == 2 {
			wider.Project = u.common(p.Project, parent)
		}
		known := func(o memory.Preference) bool { // asked before, whatever the answer was
			return preferences.Same(&o, &wider) && (o.Project == "" || o.Project == wider.Project)
		}
		if slices.ContainsFunc(all, known) {
			continue
		}
		if err := u.tx.PutPreference(&wider); err != nil {
			return err
		}
	}
	return nil
}

// wantedIn is the evidence that a preference holds in a project.
func (u *update) wantedIn(p *memory.Preference) memory.Evidence {
	return memory.Evidence{Time: u.now, Layer: memory.LayerExplicit, Confidence: preferences.Explicit, Words: p.Words, File: p.Project}
}

// common returns the nearest directory that holds two projects, "" where there is
// none for projects alone.
func (v *view) common(a, b string) string {
	for _, dir := range above(a, v.judge.Places.Home) {
		if inTree(b, dir) && !v.isProject(dir) {
			return dir
		}
	}
	return ""
}
