package preferences

import (
	"slices"
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

// Places returns the rules about places that a sentence states, alone or beside something
// else: "fix util.ts, but leave NOTES.md alone". It is precise, as Parse is: a part of the
// sentence, from one comma or "and" to another, is such a rule whole, or none.
func Places(sentence string, names Names) (list []memory.PreferenceRule) {
	if names.Paths == nil {
		return nil
	}
	r := placeReader{names: names, parts: partsOf(sentence)}
	for i := 0; i < len(r.parts); i++ {
		for j := min(len(r.parts), i+maxJoined); j > i; j-- {
			found, ok := r.rule(i, j)
			if !ok {
				continue
			}
			if !slices.Contains(list, found) {
				list = append(list, found)
			}
			i = j - 1
			break
		}
	}
	return list
}

// maxJoined is how many parts of a sentence are read as one rule at most.
const maxJoined = 6

// maxPart is how many words a rule has at most.
const maxPart = 24

// placeReader reads a sentence.
type placeReader struct {
	names   Names
	parts   []part
	permits bool // what ends a rule is looked for
}

// permit is the kind of the phrases that end a rule.
const permit = "permit"

// Permits returns what a sentence lets an agent do again, as rules that it ends; one without
// paths and targets ends all.
func Permits(sentence string, names Names) (list []memory.PlaceRule) {
	if names.Paths == nil {
		return nil
	}
	r := placeReader{names: names, parts: partsOf(sentence), permits: true}
	for i := 0; i < len(r.parts); i++ {
		for j := min(len(r.parts), i+maxJoined); j > i; j-- {
			if found, ok := r.rule(i, j); ok {
				list = append(list, found.Place)
				i = j - 1
				break
			}
		}
	}
	return list
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
