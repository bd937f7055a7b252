package publish

import (
	"maps"
	"slices"
)

// Edited is what we wrote and the user changed by hand: a block of a file, or a file of ours. It
// stays as it is until they delete it.
type Edited struct {
	Path    string
	Section string // title of the block; "": the whole file
}

// editedBlocks returns the ids of the blocks in a file that are not as they were written.
// Where that is not known any more, none is.
func (p *Publisher) editedBlocks(c *Change) ([]string, error) {
	last := p.lastOf(c.Path)
	if last == nil || c.Before == nil {
		return nil, nil
	}
	now, err := parse(c.Before).bodies()
	if err != nil {
		return nil, err
	}
	then, err := parse(last.After).bodies()
	if err != nil {
		return nil, err
	}
	var list []string
	for _, id := range slices.Sorted(maps.Keys(now)) {
		if was, ok := then[id]; slices.Contains(last.Edited, id) || ok && was != now[id] {
			list = append(list, id)
		}
	}
	return list, nil
}

// lastOf returns a file as it was written last, nil where that is not known.
func (p *Publisher) lastOf(path string) *written {
	for _, file := range slices.Backward(p.batches()) {
		b, err := readBatch(file)
		if err != nil {
			return nil
		}
		if i := slices.IndexFunc(b.Files, func(w written) bool { return w.Path == path }); i >= 0 {
			return &b.Files[i]
		}
	}
	return nil
}

// titleOf returns the title of a category.
func titleOf(id string) string {
	for _, c := range categories {
		if c.id == id {
			return c.title
		}
	}
	return id
}
