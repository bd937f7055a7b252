package memory

import (
	"maps"
	"slices"
)

// Tree is what a work tree held at a moment: a commit, and the files that are not as the
// commit has them. What git ignores is no part of it. A nil Tree is not known.
type Tree struct {
	Commit string           `json:"commit,omitempty"` // "": none yet
	Dirty  map[string]int64 `json:"dirty,omitempty"`  // sums of the content of files, by their masked paths from the root
	Made   []string         `json:"made,omitempty"`   // files that the check itself left there, of which nothing is told
}

// In place of the sum of a file. A negative number stands for a file too large to be
// read: as long as it stays the same, the file was not written.
const (
	GoneFile    int64 = -1
	UnknownFile int64 = 0
)

// Commits tells what commits hold.
type Commits interface {
	// Changed lists the files in which two commits differ.
	Changed(from, to string) (paths []string, known bool)
	// Holds reports whether a commit holds a file with the content of a sum, or, of
	// GoneFile, has no such file.
	Holds(commit, path string, sum int64) (holds, known bool)
}

// Since returns the files in which a tree differs from one of before, whatever was done
// in between: a commit changes nothing, nor does what was undone.
func (t *Tree) Since(before *Tree, c Commits) (paths []string, known bool) {
	if t == nil || before == nil {
		return nil, false
	}
	if t.Commit != before.Commit {
		changed, ok := c.Changed(before.Commit, t.Commit)
		if !ok {
			return nil, false
		}
		for _, path := range changed {
			if !before.holds(path) && !t.holds(path) {
				paths = append(paths, path)
			}
		}
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(before.Dirty)), maps.Keys(t.Dirty))
	slices.Sort(names)
	for _, path := range slices.Compact(names) {
		if slices.Contains(before.Made, path) || slices.Contains(t.Made, path) {
			continue
		}
		same, ok := t.same(before, path, c)
		if !ok {
			return nil, false
		}
		if !same {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths, true
}

func (t *Tree) holds(path string) bool {
	_, ok := t.Dirty[path]
	return ok || slices.Contains(t.Made, path)
}

// same reports whether two trees hold the same of a file that is not as the commit of one
// of them has it.
func (t *Tree) same(before *Tree, path string, c Commits) (same, known bool) {
	now, isDirty := t.Dirty[path]
	was, wasDirty := before.Dirty[path]
	switch {
	case isDirty && now == UnknownFile || wasDirty && was == UnknownFile:
		return false, false
	case isDirty && wasDirty:
		return now == was, now == was || now >= GoneFile && was >= GoneFile
	case isDirty:
		return c.Holds(before.Commit, path, now)
	default:
		return c.Holds(t.Commit, path, was)
	}
}
