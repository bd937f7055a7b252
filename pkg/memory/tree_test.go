package memory

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// history is commits with the sums of their files.
type history map[string]map[string]int64

func (h history) Changed(from, to string) (paths []string, known bool) {
	a, known := h[from]
	b, ok := h[to]
	for name, sum := range b {
		if a[name] != sum {
			paths = append(paths, name)
		}
	}
	for name := range a {
		if b[name] == 0 {
			paths = append(paths, name)
		}
	}
	return paths, known && ok
}

func (h history) Holds(commit, path string, sum int64) (holds, known bool) {
	files, known := h[commit]
	if sum == GoneFile {
		return files[path] == 0, known
	}
	return files[path] == sum, known && sum > 0
}

func TestSince(t *testing.T) {
	h := history{"1": {"a": 1, "b": 3}, "2": {"a": 5, "b": 3}, "3": {"b": 3}}
	tree := func(commit string, dirty map[string]int64, made ...string) *Tree { return &Tree{commit, dirty, made} }
	type files = map[string]int64
	for _, tt := range []struct {
		name        string
		before, now *Tree
		want        []string
		unknown     bool
	}{
		{"nothing", tree("1", nil), tree("1", nil), nil, false},
		{"an edit", tree("1", nil), tree("1", files{"a": 5}), []string{"a"}, false},
		{"an edit and what it was before", tree("1", files{"a": 5}), tree("1", files{"a": 5}), nil, false},
		{"another edit", tree("1", files{"a": 5}), tree("1", files{"a": 7}), []string{"a"}, false},
		{"undone", tree("1", files{"a": 5}), tree("1", nil), []string{"a"}, false},
		{"as the commit has it after all", tree("1", files{"a": 1}), tree("1", nil), nil, false},
		{"committed", tree("1", files{"a": 5}), tree("2", nil), nil, false},
		{"committed, and edited", tree("1", files{"a": 5}), tree("2", files{"a": 7}), []string{"a"}, false},
		{"another commit", tree("1", nil), tree("2", nil), []string{"a"}, false},
		{"reset, and the files kept", tree("2", nil), tree("1", files{"a": 5}), nil, false},
		{"a deletion", tree("1", nil), tree("1", files{"a": GoneFile}), []string{"a"}, false},
		{"a deletion, committed", tree("1", files{"a": GoneFile}), tree("3", nil), nil, false},
		{"a new file, committed", tree("3", files{"a": 1}), tree("1", nil), nil, false},
		{"a new file, and stashed", tree("1", files{"n": 9}), tree("1", nil), []string{"n"}, false},
		{"a large file as it was", tree("1", files{"n": -9}), tree("1", files{"n": -9}), nil, false},
		{"a large file, written", tree("1", files{"n": -9}), tree("1", files{"n": -11}), nil, true},
		{"a file that was not read", tree("1", files{"a": UnknownFile}), tree("1", files{"a": UnknownFile}), nil, true},
		{"what the check made", tree("1", nil, "out"), tree("1", files{"out": 9}), nil, false},
		{"a commit that is not there", tree("0", nil), tree("1", nil), nil, true},
		{"nothing of before", nil, tree("1", nil), nil, true},
		{"nothing of now", tree("1", nil), nil, nil, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, known := tt.now.Since(tt.before, h)
			if diff := cmp.Diff(tt.want, got); diff != "" || known == tt.unknown {
				t.Errorf("known %v, (-want +got):\n%s", known, diff)
			}
		})
	}
}
