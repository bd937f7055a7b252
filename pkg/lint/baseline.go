package lint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"sort"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// maxBaseline bounds the file of a baseline.
const maxBaseline = 64 << 20

// Baseline holds the findings that a project accepts for now. It identifies
// them by fingerprint; rule and path are for reviewers of the file.
type Baseline struct {
	entries map[string]entry
}

type entry struct {
	Path        string `json:"path"`
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
}

type baselineFile struct {
	Version  int     `json:"version"`
	Findings []entry `json:"findings"`
}

// ReadBaseline reads a baseline. With may set, a missing file is an empty
// baseline.
func ReadBaseline(path string, may bool) (*Baseline, error) {
	b := &Baseline{entries: make(map[string]entry)}
	data, err := paths.ReadFile(path, maxBaseline)
	if may && errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return nil, err
	}
	var file baselineFile
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if file.Version != 1 {
		return nil, fmt.Errorf("%s: version %d is unknown", path, file.Version)
	}
	for _, e := range file.Findings {
		b.entries[e.Fingerprint] = e
	}
	return b, nil
}

// has reports whether a finding is in the baseline. A nil baseline is empty.
func (b *Baseline) has(fingerprint string) bool {
	if b == nil {
		return false
	}
	_, ok := b.entries[fingerprint]
	return ok
}

// Renewed returns the entries that stay when a baseline is written again:
// those of files that are not read this time.
func (o *Options) Renewed(b *Baseline) *Baseline {
	stays := &Baseline{entries: make(map[string]entry)}
	if len(o.Paths) == 0 {
		return stays
	}
	w := walker{o: o}
	for name, e := range b.entries {
		read := false
		for _, p := range o.Paths {
			_, below := relative(w.key(w.abs(p)), e.Path)
			read = read || below
		}
		if !read {
			stays.entries[name] = e
		}
	}
	return stays
}

// Add adds a finding to the baseline.
func (b *Baseline) Add(f *Finding) {
	if b.entries == nil {
		b.entries = make(map[string]entry)
	}
	b.entries[f.Fingerprint] = entry{f.key, f.Rule.ID, f.Fingerprint}
}

// Len returns the number of findings in the baseline.
func (b *Baseline) Len() int { return len(b.entries) }

// Write writes the baseline, a finding a line, so that a review shows what was
// added and removed.
func (b *Baseline) Write(path string) error {
	list := make([]entry, 0, len(b.entries))
	for _, e := range b.entries {
		list = append(list, e)
	}
	sort.Slice(list, func(i, j int) bool {
		x, y := &list[i], &list[j]
		switch {
		case x.Path != y.Path:
			return x.Path < y.Path
		case x.Rule != y.Rule:
			return x.Rule < y.Rule
		}
		return x.Fingerprint < y.Fingerprint
	})
	var out bytes.Buffer
	out.WriteString("{\"version\":1,\"findings\":[")
	for i := range list {
		line, err := json.Marshal(&list[i])
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.Write(line)
	}
	out.WriteString("\n]}\n")
	return paths.WriteFile(path, out.Bytes())
}
