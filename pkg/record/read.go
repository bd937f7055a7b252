package record

import (
	"bytes"
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/place"
)

// Filter selects decisions. A zero field selects all.
type Filter struct {
	Since   time.Time
	Session string
	Project string
	Action  string
	Rule    string
	Limit   int // the latest so many
}

// Read returns the decisions that a filter selects, oldest first. Lines that
// were torn or damaged are passed over.
func Read(p place.Places, f Filter) ([]Decision, error) {
	path := p.Decisions()
	if path == "" {
		return nil, place.ErrNoHome
	}
	var list []Decision
	for _, name := range [...]string{path + ".1", path} {
		data, err := place.ReadFile(name, 4*maxSpool)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return list, err
		}
		for raw := range bytes.Lines(data) {
			if d, ok := decode(raw); ok && f.selects(&d) {
				list = append(list, d)
			}
		}
	}
	if f.Limit > 0 && len(list) > f.Limit {
		list = list[len(list)-f.Limit:]
	}
	return list, nil
}

func (f *Filter) selects(d *Decision) bool {
	return !d.Time.Before(f.Since) &&
		(f.Session == "" || d.Session == f.Session) &&
		(f.Project == "" || d.Project == f.Project) &&
		(f.Action == "" || d.Action == f.Action) &&
		(f.Rule == "" || slices.Contains(d.Rules, f.Rule))
}

// Find returns the decision with an id.
func Find(p place.Places, id string) (Decision, bool, error) {
	list, err := Read(p, Filter{})
	for _, d := range slices.Backward(list) {
		if d.ID == id {
			return d, true, err
		}
	}
	return Decision{}, false, err
}
