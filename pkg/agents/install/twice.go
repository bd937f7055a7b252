package install

import (
	"fmt"
	"slices"
	"strings"
)

// A client calls ctxhook from each settings file that registers it. Every call
// is decided once, but each process costs its time.

// Registered returns the scopes whose settings have shell commands checked, and, of
// Claude Code, Plugin. An unreadable file registers nothing.
func (s *Setup) Registered() []Scope {
	var scopes []Scope
	if c := s.client(); c != &Claude {
		for _, scope := range c.Scopes() {
			if scope == User && s.isUserFile() {
				continue // the same file as the project's
			}
			if lines, _, err := s.calls(scope, "Bash"); err == nil && len(lines) > 0 {
				scopes = append(scopes, scope)
			}
		}
		return scopes
	}
	for _, scope := range everywhere() {
		if scope == Project && s.isUserFile() {
			continue // the same file as the user's
		}
		path, err := s.File(scope)
		if err != nil {
			continue
		}
		if d, err := documentAt(path); err == nil && len(d.judging("Bash")) > 0 {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// Redundant returns the scope that could be left out of several, if there is
// one: the one that reaches least. The project's settings stay if colleagues
// share them, and so do the user's, which guard other projects, unless the plugin
// does.
func (s *Setup) Redundant(scopes []Scope) (Scope, bool) {
	switch {
	case len(scopes) < 2:
	case slices.Contains(scopes, Local):
		return Local, true
	case slices.Contains(scopes, Project) && !s.sharedByTeam():
		return Project, true
	case slices.Contains(scopes, User) && slices.Contains(scopes, Plugin):
		p, err := s.plugin()
		return User, err == nil && p.user
	}
	return 0, false
}

// sharedByTeam reports whether colleagues get the project's settings.
func (s *Setup) sharedByTeam() bool {
	path, err := s.File(Project)
	return err == nil && s.Committed != nil && s.Committed(path)
}

// Mend plans to have each hook called once: it takes ctxhook out of redundant
// settings, and brings the others up to date. Where no registration would be
// left that works, it fails.
func (s *Setup) Mend(environ []string) ([]*Change, error) {
	if s.client() != &Claude {
		return s.renew()
	}
	var changes []*Change
	scopes := s.Registered()
	for {
		scope, ok := s.Redundant(scopes)
		if !ok {
			break
		}
		scopes = slices.DeleteFunc(scopes, func(other Scope) bool { return other == scope })
		path, err := s.File(scope)
		if err != nil {
			return nil, err
		}
		c, err := s.uninstallFrom(path, true) // a status line is shown once
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	for _, scope := range scopes {
		if len(changes) > 0 {
			if _, err := s.Prove(scope, environ); err != nil {
				return nil, fmt.Errorf("only the %s settings would be left: %w", scope, err)
			}
		}
		if scope == Plugin {
			continue // Claude Code keeps it up to date
		}
		c, err := s.Init(scope)
		if err != nil {
			return nil, err
		}
		if !c.Same() {
			changes = append(changes, c)
		}
	}
	return changes, nil
}

// renew plans to bring the registrations of an agent besides Claude Code up to date.
func (s *Setup) renew() ([]*Change, error) {
	var due []*Change
	for _, scope := range s.client().Scopes() {
		if scope == Project && s.isUserFile() {
			continue // the same file as the user's
		}
		if lines, _, err := s.calls(scope, "Bash"); err != nil || len(lines) == 0 {
			continue
		}
		changes, err := s.Register(scope)
		if err != nil {
			return nil, err
		}
		due = append(due, slices.DeleteFunc(changes, (*Change).Same)...)
	}
	return due, nil
}

// twice reports that several registrations call ctxhook for the same event.
func (d *Doctor) twice(name string, where []Scope, what string) {
	scopes := slices.Compact(slices.Sorted(slices.Values(where)))
	if _, ok := d.Redundant(scopes); !ok && len(scopes) == len(where) {
		d.add(name, Note, "", "%s settings call %s: each call is decided once. Colleagues need the project's, your other projects yours", names(where), what)
		return
	}
	d.add(name, Warn, "ctxhook doctor --fix", "%s settings call %s more than once for each event", names(where), what)
}

// names lists scopes in words.
func names(scopes []Scope) string {
	words := make([]string, len(scopes))
	for i, s := range scopes {
		words[i] = s.String()
	}
	return strings.Join(words, " and ")
}
