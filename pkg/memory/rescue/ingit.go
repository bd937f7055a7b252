package rescue

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// largestBlob bounds a file of which it is found out whether git has its content.
const largestBlob = 64 << 20

// inGit reports whether git has what stands at the path of a change, so that it is not
// lost: the commit that is checked out or the index, at that path, or anywhere as a
// content, as in a stash or another commit. Line ends do not count.
func (pl *Planner) inGit(ctx context.Context, root *os.Root, c *Change, anywhere bool) (bool, error) {
	if !git.IsHash(pl.now.Head) {
		return false, nil
	}
	files, err := pl.commit(ctx, pl.now.Head)
	if err != nil {
		return false, err
	}
	b, committed := files[c.Path]
	staged, _ := pl.seen.staged(c.Path)
	ids := blobIDs(root, c, len(pl.now.Head))
	for _, id := range ids {
		if id == b.id || id == staged || anywhere && pl.store.hasBlob(ctx, id) {
			return true, nil
		}
	}
	if !committed || ids == nil {
		return false, nil
	}
	// A filter or an encoding may make it of what the commit has.
	t := &target{seen: pl.seen, state: &State{Moment: Moment{Whole: true, DirMode: pl.now.DirMode}}, files: files}
	same, err := t.change(ctx, root, c.Path)
	return err == nil && (same == nil || same.Do == Chmod), err
}

// blobIDs returns the names that git gives a file or a link: as it is, and with the line
// ends of a commit. It returns none for what is too large or cannot be read.
func blobIDs(root *os.Root, c *Change, length int) []string {
	name := filepath.FromSlash(c.Path)
	if c.have.Mode()&fs.ModeSymlink != 0 {
		to, err := root.Readlink(name)
		if err != nil {
			return nil
		}
		return []string{blobID([]byte(filepath.ToSlash(to)), length)}
	}
	data, err := paths.ReadFileIn(root.Name(), name, largestBlob)
	if err != nil {
		return nil
	}
	ids := []string{blobID(data, length)}
	if lf := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")); len(lf) < len(data) {
		ids = append(ids, blobID(lf, length))
	}
	return ids
}

// blobID returns the name that git gives a content, of the length that its names have.
func blobID(data []byte, length int) string {
	var h hash.Hash = sha1.New()
	if length == 2*sha256.Size {
		h = sha256.New()
	}
	h.Write([]byte("blob " + strconv.Itoa(len(data)) + "\x00"))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
