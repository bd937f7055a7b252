package journal

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"slices"
	"sort"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// repeatIndex is a small file beside the database: the commands about which
// there is something to look up before they run, because they failed or because
// a preference speaks of their program, as a sorted list of hashes behind a line
// that says so. A command that is missing in it is not looked
// up, and one too many is looked up in vain; so the file is only ever replaced
// as a whole, and whatever else it holds is no index.
type repeatIndex struct {
	places *paths.Places
	hashes []byte
	read   bool
	stale  bool // a command has come or gone since it was written

	held map[uint64]bool // in place of the file, where nothing is stored
}

// verdicts are the classes of errors that say something of the code, and never
// of the command.
var verdicts = [...]string{"test", "lint", "types"}

const (
	repeatsHead = "ctxhook repeats 1\n"
	hashSize    = 8
	maxRepeats  = 1000
	maxIndexed  = 8 * maxRepeats
)

// readRepeats returns the hashes in a file, nil when it is no index.
func readRepeats(path string) []byte {
	data, err := paths.ReadFile(path, int64(len(repeatsHead)+maxIndexed*hashSize))
	if err != nil {
		return nil
	}
	hashes, ok := bytes.CutPrefix(data, []byte(repeatsHead))
	if !ok || len(hashes)%hashSize != 0 {
		return nil
	}
	return hashes
}

// LooksUp reports whether there is anything to look up about commands here: failures or
// preferences. It reads one small file.
func (j *Journal) LooksUp() bool { return !j.repeats.empty() }

// empty reports whether there is nothing to look up.
func (x *repeatIndex) empty() bool {
	if x.held != nil {
		return len(x.held) == 0
	}
	if !x.read {
		x.hashes, x.read = readRepeats(x.places.RepeatsFile()), true
	}
	return len(x.hashes) == 0
}

// has reports whether a command of a project may be looked up.
func (x *repeatIndex) has(project, key string) bool {
	if x.empty() {
		return false
	}
	want := repeatHash(project, key)
	if x.held != nil {
		return x.held[want]
	}
	hash := func(i int) uint64 { return binary.LittleEndian.Uint64(x.hashes[i*hashSize:]) }
	n := len(x.hashes) / hashSize
	i := sort.Search(n, func(i int) bool { return hash(i) >= want })
	return i < n && hash(i) == want
}

// mayHave is has in a transaction: what it noted is in the index only when it has ended.
func (x *repeatIndex) mayHave(project, key string) bool {
	return x.held == nil && x.stale || x.has(project, key)
}

// note notes whether a command may be looked up from now on.
func (x *repeatIndex) note(project, key string, lookUp bool) {
	x.stale = true
	switch {
	case x.held == nil:
	case lookUp:
		x.held[repeatHash(project, key)] = true
	default:
		delete(x.held, repeatHash(project, key))
	}
}

func repeatHash(project, key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(project + "\x00" + key))
	return h.Sum64()
}

// WriteRepeats writes the index anew, from what is in the database.
func (j *Journal) WriteRepeats(s *store.Store) error {
	path := j.Judge.Places.RepeatsFile()
	if path == "" {
		return paths.ErrNoHome
	}
	var hashes []uint64
	if err := s.View(func(tx *store.Tx) error {
		list, err := tx.Repeats(minRepeats, slices.Concat(lessons.PermanentClasses[:], lessons.NamedClasses[:], []string{memory.ClassDenied}), verdicts[:], j.Now.Add(-repeatAge), maxRepeats)
		if err != nil {
			return err
		}
		if hashes, err = preferenceHashes(tx); err != nil {
			return err
		}
		for _, r := range list {
			hashes = append(hashes, repeatHash(r.Root, r.Key))
			if r.Class == memory.ClassDenied {
				hashes = append(hashes, repeatHash(r.Root, anyDenied))
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if len(hashes) == 0 {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	hashes = hashes[:min(len(hashes), maxIndexed)]
	slices.Sort(hashes)
	data := []byte(repeatsHead)
	for _, h := range hashes {
		data = binary.LittleEndian.AppendUint64(data, h)
	}
	if bytes.Equal(readRepeats(path), data[len(repeatsHead):]) {
		return nil
	}
	return paths.WriteCache(path, data)
}
