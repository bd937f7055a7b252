package lint

import (
	"sync"
)

// use remembers which of the ways to suppress findings matched something, so
// that those that match nothing any more can be named.
type use struct {
	mu       sync.Mutex
	ignore   map[int]bool // by index in Options.Ignore
	exclude  map[int]bool // by index in Options.Exclude
	baseline map[string]bool
}

func newUse() *use {
	return &use{ignore: map[int]bool{}, exclude: map[int]bool{}, baseline: map[string]bool{}}
}

// finding counts what matches a finding, whether it would be reported or not.
func (u *use) finding(o *Options, f *offsetFinding) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i := range o.Ignore {
		if o.Ignore[i].matches(f.Rule.ID, f.key) {
			u.ignore[i] = true
		}
	}
	if o.Baseline.has(f.Fingerprint) {
		u.baseline[f.Fingerprint] = true
	}
}

// excluded reports whether the path of a file is excluded.
func (u *use) excluded(o *Options, key string) bool {
	out := false
	u.mu.Lock()
	defer u.mu.Unlock()
	for i, pattern := range o.Exclude {
		if pathMatches(pattern, key) {
			u.exclude[i], out = true, true
		}
	}
	return out
}

// Unused is what suppressed nothing in a run. It says something of a run over
// all of a project.
type Unused struct {
	Ignore   []int // indices in Options.Ignore
	Exclude  []int // indices in Options.Exclude
	Baseline int   // entries of the baseline
}

func (u *use) unused(o *Options) Unused {
	var out Unused
	for i := range o.Ignore {
		if !u.ignore[i] {
			out.Ignore = append(out.Ignore, i)
		}
	}
	for i := range o.Exclude {
		if !u.exclude[i] {
			out.Exclude = append(out.Exclude, i)
		}
	}
	if o.Baseline != nil {
		out.Baseline = o.Baseline.Len() - len(u.baseline)
	}
	return out
}
