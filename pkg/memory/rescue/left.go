package rescue

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/order"
)

// LeftDir is a directory from which something was gone when a snapshot was taken. When its
// names had changed last, it was gone at the latest.
type LeftDir struct {
	Path    string `json:"path"`
	Changed int64  `json:"changed"` // nanoseconds since 1970
}

func (d *LeftDir) members() []members.Member {
	return []members.Member{{"path", &d.Path}, {"changed", &d.Changed}}
}

// manyLeft bounds how many of these directories are remembered.
const manyLeft = 200

// left returns the directories from which something is gone that an earlier snapshot held,
// or a commit.
func (s *Store) left(now, last *State) (list []LeftDir) {
	seen := make(map[string]bool)
	add := func(p string) {
		dir := path.Dir(p)
		if !seen[dir] && len(list) < manyLeft {
			seen[dir] = true
			if d, ok := s.leftDir(dir); ok && !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	for p, e := range now.entries {
		if e.Kind == Absent && last.kind(p) != Absent {
			add(p)
		}
	}
	if last != nil {
		for p, e := range last.entries {
			if e.Kind != Absent && now.kind(p) == 0 {
				add(p)
			}
		}
	}
	for _, p := range now.Gone {
		add(p)
	}
	order.By(list, func(a, b LeftDir) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// kind returns what a snapshot, which may be nil, says of a path; 0: nothing.
func (s *State) kind(path string) Kind {
	if s == nil {
		return 0
	}
	return s.entries[path].Kind
}

// leftDir looks at a directory; where that is gone, too, at the one above it.
func (s *Store) leftDir(dir string) (LeftDir, bool) {
	for ; ; dir = path.Dir(dir) {
		info, err := os.Lstat(filepath.Join(s.Root, filepath.FromSlash(dir)))
		switch {
		case err == nil:
			return LeftDir{dir, changed(info)}, true
		case !errors.Is(err, fs.ErrNotExist) || dir == ".":
			return LeftDir{}, false
		}
	}
}

// leftAt returns when the directory that a path was in had changed last, as the snapshot
// saw it; 0 where it does not say.
func (m *Moment) leftAt(p string) int64 {
	for dir := path.Dir(p); ; dir = path.Dir(dir) {
		if i := slices.IndexFunc(m.Left, func(d LeftDir) bool { return d.Path == dir }); i >= 0 {
			return m.Left[i].Changed
		}
		if dir == "." {
			return 0
		}
	}
}
