package cmd

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// This file says how a preference goes with the others, and with the project.

// allPreferences returns the preferences of all projects, in all states.
func allPreferences(s *store.Store) (list []memory.Preference, err error) {
	err = s.View(func(tx *store.Tx) (err error) {
		list, err = tx.AllPreferences()
		return err
	})
	return list, err
}

// hintAtClashes says which of the preferences that held before say something else
// of the same commands in the same place as p.
func (e *Env) hintAtClashes(p *memory.Preference, before []memory.Preference) {
	if p.State == memory.Rejected {
		return
	}
	for i := range before {
		o := &before[i]
		if o.ID == p.ID || o.State != memory.Active || o.Project != p.Project || o.Under != p.Under {
			continue
		}
		which := o.ID + " (" + quote(display.Plain(brief(o.Words.String()))) + ")"
		switch {
		case preferences.Opposite(o.Rule, p.Rule) && p.State == memory.Active:
			e.hint("it replaces %s; to have that one again: ctxhook remember %s", which, o.ID)
		case preferences.Opposite(o.Rule, p.Rule):
			e.hint("it contradicts %s, which it would replace", which)
		case preferences.Rival(rules.Knowledge(), o.Rule, p.Rule):
			e.hint("%s says something else of the same commands, and holds as well; to drop it: ctxhook preferences decline %s", which, o.ID)
		}
	}
}

// missingDir returns the directory that words name as the place of a rule, if the
// project has none of that name; "" otherwise.
func missingDir(words string, p *memory.Preference, isProgram func(name string) bool) string {
	if p.Under != "" || p.Project == "" {
		return ""
	}
	if p.Rule.Form == memory.FormPlace {
		return ""
	}
	place, rest := preferences.PlaceOf(words, func(path string) bool {
		return strings.Contains(path, "/") && !strings.Contains(path, "://") && filepath.IsLocal(filepath.FromSlash(path))
	})
	if place.Path == "" || preferences.Parse(rules.Knowledge(), rest, isProgram).Form == "" {
		return ""
	}
	return display.Plain(place.Path)
}
