package audit

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// maxEnd is how much of the end of a record is read when there is no time for all of it.
const maxEnd = 1 << 20

// record is the client's record of one session.
type record struct {
	path    string
	written time.Time
	size    int64
}

func (r record) session() string { return strings.TrimSuffix(filepath.Base(r.path), ".jsonl") }

// Since lists the client's records below a directory that were written since a
// time, the latest first.
func Since(root string, since time.Time) ([]string, error) {
	found, err := transcript.Find(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	list := latest(found, since)
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].path
	}
	return names, nil
}

func latest(found []string, since time.Time) (list []record) {
	for _, path := range found {
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() && info.ModTime().After(since) {
			list = append(list, record{path, info.ModTime(), info.Size()})
		}
	}
	order.By(list, func(a, b record) int { return b.written.Compare(a.written) })
	return list
}

// Recent compares the ends of the latest records below a directory, at most so
// many, with the trail.
func Recent(root string, trail Dirs, since time.Time, most int, registered Registered) (*Report, error) {
	t, err := Read(trail, since)
	if err != nil {
		return nil, err
	}
	list, err := Since(root, since)
	if err != nil {
		return nil, err
	}
	h := transcript.Ends(list[:min(most, len(list))], maxEnd)
	return t.Compare(h.Next, since, registered), errors.Join(h.Errors...)
}

// Previous compares the session before one with its trail: the one whose record
// was written last beside that of the current session. It returns nil where there
// is none, or where done says of its name and size that it was looked at.
func Previous(current string, trail Dirs, now time.Time, done func(session string, size int64) bool) (*Report, error) {
	dir, err := paths.OpenDir(filepath.Dir(current))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	names, err := dir.Readdirnames(maxRecords)
	dir.Close()
	if len(names) == 0 {
		if err == io.EOF {
			err = nil
		}
		return nil, err
	}
	var found []string
	for _, name := range names {
		if path := filepath.Join(filepath.Dir(current), name); strings.HasSuffix(name, ".jsonl") && path != current {
			found = append(found, path)
		}
	}
	list := latest(found, now.Add(-recently))
	if len(list) == 0 || done(list[0].session(), list[0].size) {
		return nil, nil
	}
	before := slices.ContainsFunc(list[1:], func(r record) bool { return has(trail, r.session()) })
	registered := func(string, time.Time) bool { return before }
	t, err := readSession(trail, list[0].session())
	if err != nil {
		return nil, err
	}
	h := transcript.Ends([]string{list[0].path}, maxEnd)
	return t.Compare(h.Next, time.Time{}, registered), errors.Join(h.Errors...)
}

// OfSession returns how many calls of a session were judged, and how many that are
// at the end of its record were not. What cannot be read counts nothing.
func OfSession(path string, trail Dirs, session string) (judged, unseen int) {
	t, err := readSession(trail, session)
	if err != nil || path == "" {
		return t.Calls(), 0
	}
	r := t.Compare(transcript.Ends([]string{path}, maxEnd).Next, time.Time{}, nil)
	for i := range r.Gaps {
		if r.Gaps[i].Cause != Before {
			unseen += r.Gaps[i].Calls
		}
	}
	return t.Calls(), unseen
}

// maxRecords bounds how many names of records are read, and recently how old the
// one before may be.
const (
	maxRecords = 2000
	recently   = 7 * 24 * time.Hour
)
