package preferences

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// act is a tool call as far as its significance goes.
type act struct {
	Tool       string // as the agent names it: "Write", "Bash"
	File       string // that it is about, with / between its parts
	Failed     bool
	First      bool // this failure was not seen before
	Feedback   bool // the user said something about it
	Correction bool // the user corrected it
	Active     bool // the project was worked on in this session
}

// proposal is the significance from which on a preference is worth a line to the
// user. Whether a run is recorded does not depend on it.
const proposal = 0.8

// toolWeights say how much a call of a tool changes.
var toolWeights = [...]struct {
	tool   string
	weight float64
}{
	{"write", 0.3}, {"edit", 0.25}, {"multiedit", 0.25}, {"notebookedit", 0.25}, {"bash", 0.2}, {"powershell", 0.2},
	{"read", 0.1}, {"grep", 0.05}, {"glob", 0.05},
}

const (
	otherTool      = 0.1
	failed         = 0.2
	feedback       = 0.2
	correction     = 0.3
	activeProject  = 0.1
	firstSeenFloor = 0.6 // of a failure that was not seen before
)

// fileWeights say how much a file matters, by a directory in its path. The first
// that fits counts.
var fileWeights = [...]struct {
	dirs   []string
	weight float64
}{
	{[]string{"test", "tests", "__tests__", "spec", "testdata"}, 0.15},
	{[]string{"doc", "docs"}, 0.1},
	{[]string{"src", "lib", "pkg", "internal", "cmd", "app"}, 0.2},
}

// perSighting is what each further sighting adds to the significance of a
// preference.
const perSighting = 0.1

// Worth returns the significance of a preference: of the act that it is about,
// which the user commented on or which went wrong, and more for each sighting.
func Worth(p *memory.Preference) float64 {
	a := act{Active: true}
	if p.Rule.Form != "" {
		a.Tool = "bash"
	}
	for i := range p.Evidence {
		switch p.Evidence[i].Layer {
		case memory.LayerExplicit, memory.LayerRejection, memory.LayerCluster:
			a.Feedback, a.Correction = true, true
		case memory.LayerWritten, memory.LayerBehaviour:
			a.Failed = true
		}
	}
	return min(significance(a)+perSighting*float64(sightings(p.Evidence)-1), 1)
}

// sightings counts sightings. A habit is one of as many as make it sure.
func sightings(list []memory.Evidence) int {
	n := len(list)
	for i := range list {
		if list[i].Layer == memory.LayerBehaviour {
			n += habitual - 1
		}
	}
	return n
}

// significance returns how much an act says, from 0 to 1.
func significance(a act) float64 {
	sum := otherTool
	for _, t := range toolWeights {
		if strings.EqualFold(a.Tool, t.tool) {
			sum = t.weight
		}
	}
	sum += fileWeight(a.File)
	for _, x := range [...]struct {
		holds  bool
		weight float64
	}{{a.Failed, failed}, {a.Feedback, feedback}, {a.Correction, correction}, {a.Active, activeProject}} {
		if x.holds {
			sum += x.weight
		}
	}
	if a.Failed && a.First {
		sum = max(sum, firstSeenFloor)
	}
	return min(sum, 1)
}

func fileWeight(file string) float64 {
	if file == "" {
		return 0
	}
	dirs := strings.Split(path.Dir(path.Clean(strings.ReplaceAll(file, `\`, "/"))), "/")
	for _, f := range fileWeights {
		if slices.ContainsFunc(dirs, func(d string) bool { return slices.Contains(f.dirs, strings.ToLower(d)) }) {
			return f.weight
		}
	}
	return 0
}
