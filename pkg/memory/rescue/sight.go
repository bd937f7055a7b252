package rescue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// sight is what stands at the paths of a tree, and what commits have there: each is
// looked at once, however many snapshots are compared with it.
type sight struct {
	store    *Store
	links    map[string]bool // by directory: it, or one above it, is a link
	have     map[string]there
	contents map[string]content
	blobs    map[blobAt]loaded
	index    *git.Repo // nil: not read, or there is none
	indexed  bool

	reads, compared int // tests: how often the tree or git was asked, and how many paths were compared
}

type there struct {
	info fs.FileInfo // nil: nothing
	err  error
}

type content struct {
	hash string // "" where it cannot be opened
	err  error
}

// blobAt is a file of a commit, with its path and its size in the work tree, on which its
// content depends.
type blobAt struct {
	blob blob
	path string
	size int64
}

type loaded struct {
	hash, link string
	data       []byte
	err        error
}

func (s *Store) newSight() *sight {
	return &sight{store: s, links: make(map[string]bool), have: make(map[string]there), contents: make(map[string]content), blobs: make(map[blobAt]loaded)}
}

// at returns what is at a path, nil for nothing, as for what is seen there behind a
// link.
func (s *sight) at(root *os.Root, p string) (fs.FileInfo, error) {
	t, known := s.have[p]
	if !known && !s.linked(root, p) {
		s.reads++
		t.info, t.err = root.Lstat(filepath.FromSlash(p))
		if errors.Is(t.err, fs.ErrNotExist) || errors.Is(t.err, syscall.ENOTDIR) {
			t = there{}
		}
	}
	s.have[p] = t
	return t.info, t.err
}

// linked reports whether a directory above a path is a link.
func (s *sight) linked(root *os.Root, p string) bool {
	dir := path.Dir(p)
	if dir == "." {
		return false
	}
	if _, known := s.links[dir]; !known {
		s.descend(root, dir)
	}
	return s.links[dir]
}

// descend looks at each directory on the way to one from the one above it: from the
// root, each look would open all that are above it.
func (s *sight) descend(root *os.Root, dir string) {
	above, linked := root, false
	leave := func() {
		if above != nil && above != root {
			above.Close()
		}
	}
	defer func() { leave() }()
	for i, begin := 0, 0; i <= len(dir); i++ {
		if i < len(dir) && dir[i] != '/' {
			continue
		}
		if above != nil {
			s.reads++
			var below *os.Root
			info, err := above.Lstat(dir[begin:i])
			switch {
			case err != nil:
			case info.Mode()&fs.ModeSymlink != 0:
				linked = true
			case info.IsDir():
				if !linked {
					s.have[dir[:i]] = there{info: info}
				}
				below, _ = paths.OpenRootIn(above, dir[begin:i]) // what is in one that cannot be opened is not seen
			}
			leave()
			above = below
		}
		s.links[dir[:i]] = linked
		begin = i + 1
	}
}

// content returns the hash of the content of a file, "" where it cannot be opened.
func (s *sight) content(root *os.Root, p string) (string, error) {
	c, known := s.contents[p]
	if !known {
		s.reads++
		c.hash, c.err = hashOf(root, p)
		s.contents[p] = c
	}
	return c.hash, c.err
}

func hashOf(root *os.Root, p string) (string, error) {
	f, err := paths.OpenIn(root, filepath.FromSlash(p))
	if err != nil {
		return "", nil
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// sizeOf returns the size that a file of a commit had in the work tree when a snapshot was
// taken, as far as the index still tells: -1 else. A command that writes the file again with
// other line ends, and the index with it, leaves nothing of that.
func (s *sight) sizeOf(w *want) int64 {
	if w.Kind != File {
		return -1
	}
	if id, size, changed, ok := s.recorded(w.Path); ok && id == w.blob.id && !changed.After(w.taken) {
		return size
	}
	return -1
}

// staged returns the blob that the index has of a file.
func (s *sight) staged(p string) (id string, ok bool) {
	id, _, _, _ = s.recorded(p)
	return id, id != ""
}

// recorded returns what the index has of a file, and its size and time where it tells these,
// too.
func (s *sight) recorded(p string) (id string, size int64, changed time.Time, ok bool) {
	if !s.indexed {
		s.indexed = true
		s.index, _ = s.store.Facts.HandOver(s.store.Root)
	}
	if s.index == nil {
		return "", 0, changed, false
	}
	rel, err := s.index.Rel(filepath.Join(s.store.Root, filepath.FromSlash(p)))
	if err != nil {
		return "", 0, changed, false
	}
	return s.index.Recorded(rel)
}

// load reads what a commit has.
func (s *sight) load(ctx context.Context, w *want) error {
	if w.blob.id == "" {
		return nil
	}
	size := s.sizeOf(w)
	at := blobAt{w.blob, w.Path, size}
	l, known := s.blobs[at]
	if !known {
		s.reads++
		l.hash, l.link, l.data, l.err = s.store.blobOf(ctx, w, size)
		s.blobs[at] = l
	}
	w.Hash, w.Link, w.data = l.hash, l.link, l.data
	return l.err
}
