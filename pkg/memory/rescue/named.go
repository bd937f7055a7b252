package rescue

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// maxGlob bounds how many names a pattern of a command is looked up for.
const maxGlob = 1000

// Named returns the paths below the root that a command names to lose, as Take wants
// them, and those elsewhere.
func (s *Store) Named(targets []safety.Target) (here, elsewhere []string) {
	for _, name := range Places(targets) {
		if rel, ok := s.Below(name); ok {
			here = append(here, rel)
		} else {
			elsewhere = append(elsewhere, name)
		}
	}
	return here, elsewhere
}

// Places returns where targets lie, with what patterns match now.
func Places(targets []safety.Target) (list []string) {
	for _, t := range targets {
		name := filepath.FromSlash(t.Path)
		if !t.Pattern {
			list = append(list, name)
			continue
		}
		found, _ := filepath.Glob(name) // what cannot be read has no names
		for _, match := range found[:min(len(found), maxGlob)] {
			if dot := strings.HasPrefix(filepath.Base(match), "."); !dot || strings.HasPrefix(filepath.Base(name), ".") {
				list = append(list, match)
			}
		}
	}
	return list
}
