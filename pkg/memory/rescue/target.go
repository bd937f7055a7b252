package rescue

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// want is what shall be at a path.
type want struct {
	Entry           // of kind File, Link, Dir or Absent
	blob  blob      // of a commit, where the content was not kept
	data  []byte    // of that blob
	taken time.Time // when the snapshot was
}

// target is the tree as a snapshot has it.
type target struct {
	seen  *sight
	state *State
	files map[string]blob // of its commit
	holds map[string]bool // directories with something in them
}

// fill works out which directories have something in them.
func (t *target) fill() {
	t.holds = make(map[string]bool)
	add := func(p string) {
		for dir := path.Dir(p); dir != "." && !t.holds[dir]; dir = path.Dir(dir) {
			t.holds[dir] = true
		}
	}
	for p, e := range t.state.entries {
		if e.Kind != Absent {
			add(p)
		}
	}
	for p := range t.files {
		if e, ok := t.state.entries[p]; !ok || e.Kind != Absent {
			add(p)
		}
	}
}

// at returns what a snapshot has at a path. unknown: it does not say.
func (t *target) at(p string) (w want, unknown bool) {
	e, ok := t.state.entries[p]
	if ok && e.Kind != Mode {
		return want{Entry: e}, false
	}
	w.Path, w.Kind = p, Absent
	switch b, committed := t.files[p]; {
	case committed && b.mode == "160000":
		return w, true // a submodule
	case committed && t.state.mayMiss(p):
		return w, true
	case committed:
		w.Kind, w.blob, w.Mode, w.taken = File, b, gitMode(b.mode, t.state.DirMode), t.state.Time
		if b.mode == "120000" {
			w.Kind = Link
		}
		if ok {
			w.Mode = e.Mode
		}
	case ok || !t.state.covers(p):
		return w, true
	case t.holds[p]:
		w.Kind, w.Mode = Dir, t.state.DirMode
	}
	for i := range t.state.Unkept {
		if u := &t.state.Unkept[i]; w.blob.id == "" && in(u.Path, p) {
			return w, true
		}
	}
	return w, w.blob.id == "" && t.state.More > 0
}

// change returns what has to be done to a path, nil for nothing.
func (t *target) change(ctx context.Context, root *os.Root, p string) (*Change, error) {
	t.seen.compared++
	w, unknown := t.at(p)
	if unknown {
		return nil, nil
	}
	have, err := t.seen.at(root, p)
	if err != nil {
		return nil, err
	}
	c := &Change{Path: p, want: w, have: have, Do: Restore}
	switch {
	case have == nil && w.Kind == Absent:
		return nil, nil
	case have == nil:
		c.Do = Create
	case w.Kind == Absent && have.IsDir():
		if t.holds[p] {
			return nil, nil
		}
		if _, was := t.state.entries[p]; was && t.hasFiles(root, p) {
			return nil, nil // the files in it are changes of their own
		}
		c.Do = Remove
		return c, nil
	case w.Kind == Absent:
		if have.Mode()&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice|fs.ModeIrregular) != 0 {
			return nil, nil
		}
		c.Do = Remove
		return c, nil
	}
	if err := t.seen.load(ctx, &c.want); err != nil {
		c.Refused = err.Error()
		return c, nil
	}
	if have == nil {
		return c, nil
	}
	same, err := t.sameContent(root, &c.want, have)
	switch {
	case err != nil:
		return nil, err
	case !same:
		return c, nil
	case w.Kind == Link || unixMode(have.Mode()) == w.Mode:
		return nil, nil
	}
	c.Do = Chmod
	return c, nil
}

// hasFiles reports whether a directory is not empty.
func (t *target) hasFiles(root *os.Root, p string) bool {
	f, err := paths.OpenDirIn(root, filepath.FromSlash(p))
	if err != nil {
		return true
	}
	defer f.Close()
	names, _ := f.Readdirnames(1)
	return len(names) > 0
}

// blobOf reads what a commit has, as it lay in the work tree: with the line ends that git
// would write, or with those of the commit if its size tells that it had these.
func (s *Store) blobOf(ctx context.Context, w *want, size int64) (hash, link string, data []byte, err error) {
	if w.Kind == Link {
		link, err = s.linkOf(ctx, w.blob)
		return "", link, nil, err
	}
	var b bytes.Buffer
	if err := s.readBlob(ctx, w.blob, w.Path, &b); err != nil {
		return "", "", nil, err
	}
	if size < 0 && bytes.IndexByte(b.Bytes(), '\r') >= 0 { // git may never have written it so
		var raw bytes.Buffer
		if err := s.readRaw(ctx, w.blob, &raw); err != nil {
			return "", "", nil, err
		}
		if !bytes.Equal(raw.Bytes(), b.Bytes()) {
			return "", "", nil, errBytes
		}
	}
	if size >= 0 && int64(b.Len()) != size {
		b.Reset()
		if err := s.readRaw(ctx, w.blob, &b); err != nil {
			return "", "", nil, err
		}
		if int64(b.Len()) != size {
			data, ok := carriageReturns(b.Bytes(), size)
			if !ok {
				return "", "", nil, errBytes
			}
			b = *bytes.NewBuffer(data)
		}
	}
	sum := sha256.Sum256(b.Bytes())
	return hex.EncodeToString(sum[:]), "", b.Bytes(), nil
}

// carriageReturns gives each line of a content a carriage return. ok: that is what git has
// turned into the content, as the size tells: one for each line is missing, and there is
// none.
func carriageReturns(data []byte, size int64) (with []byte, ok bool) {
	if bytes.IndexByte(data, '\r') >= 0 || size-int64(len(data)) != int64(bytes.Count(data, []byte("\n"))) {
		return nil, false
	}
	return bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), true
}

// sameContent reports whether the file has the wanted content; its mode may differ.
func (t *target) sameContent(root *os.Root, w *want, have fs.FileInfo) (bool, error) {
	switch mode := have.Mode(); {
	case w.Kind == Dir:
		return mode.IsDir(), nil
	case w.Kind == Link && mode&fs.ModeSymlink != 0:
		to, err := root.Readlink(filepath.FromSlash(w.Path))
		return to == w.Link, err
	case w.Kind != File || !mode.IsRegular():
		return false, nil
	}
	if w.blob.id == "" && w.stamp.proves(stampOf(have)) {
		return true, nil
	}
	hash, err := t.seen.content(root, w.Path) // what cannot be opened is replaced
	return hash == w.Hash, err
}
