package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Names says what words name in a project.
type Names struct {
	Program func(name string) bool
	// Paths returns what a word names in the project, from its root on: its file, or its
	// directory with a slash behind it; with kind "package" what is kept with others.
	Paths func(word, kind string) []string
}

// Each returns the rules that a rule about several places stands for: one may end before the
// others. What may be changed alone is one rule.
func Each(r memory.PreferenceRule) (list []memory.PreferenceRule) {
	if r.Place.Only {
		return []memory.PreferenceRule{r}
	}
	for _, p := range r.Place.List() {
		one := r
		one.Place.Paths = p
		list = append(list, one)
	}
	for _, t := range r.Place.Targets() {
		one := r
		one.Place.Target = t
		list = append(list, one)
	}
	return list
}

// IsLockfile reports whether a file of this name pins the versions of packages.
func IsLockfile(name string) bool {
	return strings.HasSuffix(name, ".lock") || strings.HasSuffix(name, ".lockb") || strings.Contains(name, "-lock.") || name == "go.sum" || name == "npm-shrinkwrap.json"
}
