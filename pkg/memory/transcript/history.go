package transcript

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Find lists the transcripts below a directory: regular files that are not
// behind a link.
func Find(dir string) ([]string, error) {
	root, err := paths.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	var list []string
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil:
			return nil // skip what cannot be read
		case entry.Type().IsRegular() && strings.HasSuffix(name, ".jsonl"):
			list = append(list, filepath.Join(dir, filepath.FromSlash(name)))
		}
		return nil
	})
	return list, err
}

// History reads many transcripts as one, in the order in which calls ended. It
// holds a few lines of each, and opens a transcript only when its time has
// come.
type History struct {
	waiting []pendingFile // not open yet, the next one first
	open    []*reader
	most    int64 // bytes of each that are read, from its end; 0: all
	Sum     Sum
	Files   int
	Errors  []error // of files that could not be read, or not to their end
}

// pendingFile is a transcript that is not open yet.
type pendingFile struct {
	path  string
	begin time.Time
}

// maxOpen is how many transcripts are open at a time. When more sessions than
// that ran at the same time, the last to begin come late.
const maxOpen = 200

// NewHistory returns a History of some transcripts. It reads when each begins.
func NewHistory(paths []string) *History { return Ends(paths, 0) }

// Ends is a History of the last bytes of some transcripts.
func Ends(paths []string, most int64) *History {
	h := &History{most: most}
	for _, path := range paths {
		begin, err := begins(path)
		if err != nil {
			h.Errors = append(h.Errors, err)
			continue
		}
		h.Files++
		h.waiting = append(h.waiting, pendingFile{path, begin})
	}
	order.By(h.waiting, func(a, b pendingFile) int { return a.begin.Compare(b.begin) })
	h.waiting = slices.CompactFunc(h.waiting, func(a, b pendingFile) bool { return a.path == b.path })
	return h
}

// begins returns the first time in a transcript.
func begins(path string) (time.Time, error) {
	r, err := open(path)
	if err != nil {
		return time.Time{}, err
	}
	defer r.file.Close()
	const far = 100 // lines
	for range far {
		line, _, err := r.raw()
		if i := strings.Index(string(line), `"timestamp"`); i >= 0 {
			value := strings.TrimLeft(string(line[i+len(`"timestamp"`):]), `: "`)
			value, _, _ = strings.Cut(value, `"`)
			if t, err := time.Parse(time.RFC3339Nano, value); err == nil {
				return t, nil
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return time.Time{}, err
		}
	}
	return time.Time{}, nil
}

// Next returns the next event, and false when there is none left.
func (h *History) Next() (Entry, bool) {
	h.begin()
	if len(h.open) == 0 {
		return Entry{}, false
	}
	i := h.earliest()
	e := h.open[i].next
	if !h.advance(h.open[i]) {
		h.open = slices.Delete(h.open, i, i+1)
	}
	return e, true
}

// begin opens the transcripts whose time has come.
func (h *History) begin() {
	for len(h.waiting) > 0 && len(h.open) < maxOpen {
		if len(h.open) > 0 && h.waiting[0].begin.After(h.open[h.earliest()].next.Ended) {
			return
		}
		path := h.waiting[0].path
		h.waiting = h.waiting[1:]
		r, err := open(path)
		if err == nil && h.most > 0 {
			err = r.skipTo(h.most)
		}
		if err != nil {
			h.Errors = append(h.Errors, err)
			continue
		}
		if h.advance(r) {
			h.open = append(h.open, r)
		}
	}
}

// earliest returns the index of the transcript whose next event ended first.
func (h *History) earliest() (at int) {
	for i, r := range h.open {
		if r.next.Ended.Before(h.open[at].next.Ended) {
			at = i
		}
	}
	return at
}

// advance moves a transcript to its next event, and reports whether there is
// one.
func (h *History) advance(r *reader) bool {
	err := r.advance()
	if err == nil {
		return true
	}
	h.Sum.add(r.sum)
	if err != io.EOF {
		h.Errors = append(h.Errors, err)
	}
	return false
}
