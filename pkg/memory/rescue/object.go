package rescue

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// An object is a content under the name of its hash. Its first byte says how the rest
// holds it. It is written beside its name and moved there when it is whole, so a process
// that dies leaves no half of one.
const (
	packed = 'z'
	plain  = 'r'
	blocks = 'b' // it begins at blockStart, so that the file system may share it with the file
)

// blockStart is where a content begins that the file system copies: file systems that
// share what two files hold (Btrfs, XFS) do so by whole blocks, and no usual one is
// larger.
const blockStart = 64 << 10

// largePlain is the size from which contents are not packed: they are mostly
// packed already, and packing them takes longer than a prompt may.
const largePlain = 1 << 20

// chunk is how much is copied between two looks at the clock: whole blocks.
const chunk = 1 << 20

var (
	errNoTime  = errors.New("there was no time left")
	errTooMuch = errors.New("too much to keep at once")
)

// budget is what may still be spent on contents.
type budget struct {
	deadline time.Time
	left     int64 // bytes of content
	files    int
}

// keeper keeps contents within the bounds of one snapshot.
type keeper struct {
	store *Store
	budget
	room    int64 // bytes that the store may still grow by
	stored  int64 // bytes that were written
	preview bool  // nothing is written

	made   bool // the directory is there
	pack   *flate.Writer
	buffer bytes.Buffer
}

func (s *Store) keeper(b Bounds, start time.Time) *keeper {
	return &keeper{store: s, budget: budget{start.Add(b.Wall), b.Bytes, b.Files}, room: MaxSize - s.size()}
}

// end counts what was written.
func (k *keeper) end() error {
	if !k.made {
		return nil
	}
	return errors.Join(k.store.grown(k.stored), os.Remove(k.store.writing()))
}

// put keeps a content of about that size and returns its hash.
func (k *keeper) put(in *os.File, size int64) (hash string, n int64, err error) {
	switch {
	case size > min(k.left, k.room-over(size)) || k.files <= 0:
		return "", 0, errTooMuch
	case time.Now().After(k.deadline):
		return "", 0, errNoTime
	}
	k.files--
	if k.preview {
		k.spend(size)
		return "", size, nil
	}
	if size <= largePlain {
		hash, n, err = k.small(in)
	} else {
		hash, n, err = k.large(in)
	}
	k.spend(n)
	return hash, n, err
}

// spend counts a content, which may take more in the store.
func (k *keeper) spend(n int64) { k.left, k.room = k.left-n, k.room-n-over(n) }

// over is how much more a content of a size may take in the store.
func over(n int64) int64 {
	if n > largePlain {
		return blockStart
	}
	return 1
}

func (k *keeper) small(in io.Reader) (string, int64, error) {
	data, err := io.ReadAll(io.LimitReader(in, 2*largePlain))
	if err != nil {
		return "", 0, err
	}
	if len(data) >= 2*largePlain {
		return "", 0, errChanging
	}
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	if k.has(hash) {
		return hash, int64(len(data)), nil
	}
	k.buffer.Reset()
	k.buffer.WriteByte(packed)
	if k.pack == nil {
		k.pack, _ = flate.NewWriter(&k.buffer, flate.BestSpeed) // the level is valid
	} else {
		k.pack.Reset(&k.buffer)
	}
	if _, err := k.pack.Write(data); err != nil {
		return "", 0, err
	}
	if err := k.pack.Close(); err != nil {
		return "", 0, err
	}
	body := k.buffer.Bytes()
	if len(body) > len(data) {
		body = append([]byte{plain}, data...)
	}
	return hash, int64(len(data)), k.write(func(f *os.File) (string, error) {
		_, err := f.Write(body)
		return hash, err
	})
}

// large lets the file system copy a content that is not there yet. It shares the blocks
// where it can, and then nothing is written.
func (k *keeper) large(in *os.File) (hash string, n int64, err error) {
	sum := sha256.New()
	if n, err = k.pass(sum, in); err != nil {
		return "", n, err
	}
	hash = hex.EncodeToString(sum.Sum(nil))
	if k.has(hash) {
		return hash, n, nil
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return "", n, err
	}
	err = k.write(func(f *os.File) (string, error) {
		if _, err := f.Write([]byte{blocks}); err != nil {
			return "", err
		}
		if _, err := f.Seek(blockStart, io.SeekStart); err != nil {
			return "", err
		}
		m, err := k.pass(f, in)
		if err == nil && m != n {
			err = errChanging
		}
		return hash, err
	})
	return hash, n, err
}

// pass reads a content to its end, within the bounds.
func (k *keeper) pass(to io.Writer, in *os.File) (n int64, err error) {
	for {
		m, err := io.CopyN(to, in, chunk)
		n += m
		switch {
		case err == io.EOF:
			return n, nil
		case err != nil:
			return n, err
		case n > min(k.left, k.room-over(n)):
			return n, errTooMuch
		case time.Now().After(k.deadline):
			return n, errNoTime
		}
	}
}

// write makes an object. fill writes the file and returns the hash.
func (k *keeper) write(fill func(*os.File) (string, error)) error {
	dir := k.store.objects()
	if !k.made {
		for _, dir := range [...]string{dir, k.store.unfinished()} {
			if err := paths.MkdirAll(dir); err != nil {
				return err
			}
		}
		if err := paths.WriteCache(k.store.writing(), nil); err != nil {
			return err
		}
		k.made = true
	}
	f, err := paths.CreateTemp(k.store.unfinished(), "")
	if err != nil {
		return err
	}
	name, err := fill(f)
	size, _ := f.Seek(0, io.SeekCurrent)
	if err = errors.Join(err, f.Close()); err == nil && !k.has(name) {
		if err = os.Rename(f.Name(), filepath.Join(dir, name)); err == nil {
			k.stored += size
			return nil
		}
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// has reports whether a content is there.
func (k *keeper) has(hash string) bool {
	info, err := os.Lstat(k.store.objects() + string(filepath.Separator) + hash)
	return err == nil && info.Mode().IsRegular() && info.Size() > 0
}

// copyTo writes a content to w and proves that it is the one that was kept.
func (s *Store) copyTo(w io.Writer, hash string) error {
	if !isHash(hash) {
		return ErrDamaged
	}
	f, err := paths.Open(filepath.Join(s.objects(), hash))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s is missing", ErrDamaged, hash[:12])
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var head [1]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return ErrDamaged
	}
	in := io.Reader(f)
	switch head[0] {
	case packed:
		in = flate.NewReader(f)
	case plain:
	case blocks:
		if _, err := f.Seek(blockStart, io.SeekStart); err != nil {
			return err
		}
	default:
		return ErrDamaged
	}
	sum := sha256.New()
	if _, err := io.Copy(io.MultiWriter(w, sum), in); err != nil {
		if errors.As(err, new(flate.CorruptInputError)) || errors.Is(err, io.ErrUnexpectedEOF) {
			return ErrDamaged
		}
		return err
	}
	if hex.EncodeToString(sum.Sum(nil)) != hash {
		return ErrDamaged
	}
	return nil
}

// isHash reports whether a text can be the name of an object.
func isHash(s string) bool {
	if len(s) != 2*sha256.Size {
		return false
	}
	_, err := hex.DecodeString(s)
	return err == nil
}
