package hook

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// repeatList is a sidecar of the database: which commands there is something to
// look up about before they run. It is a sorted list of hashes behind a line that
// says so. What is missing in it is not looked up, and what it has too many is
// looked up in vain; so it is only ever replaced as a whole, and whatever else
// stands in the file is no list.
type repeatList struct{ hashes []byte }

const (
	repeatsHead = "ctxhook repeats 1\n"
	hashSize    = 8
	maxRepeats  = 1000
)

// readRepeats returns nil when there is no list.
func readRepeats(path string) *repeatList {
	data, err := paths.ReadFile(path, int64(len(repeatsHead)+maxRepeats*hashSize))
	if err != nil {
		return nil
	}
	hashes, ok := bytes.CutPrefix(data, []byte(repeatsHead))
	if !ok || len(hashes)%hashSize != 0 {
		return nil
	}
	return &repeatList{hashes}
}

func (s *repeatList) has(project, key string) bool {
	if s == nil {
		return false
	}
	want := repeatHash(project, key)
	hash := func(i int) uint64 { return binary.LittleEndian.Uint64(s.hashes[i*hashSize:]) }
	n := len(s.hashes) / hashSize
	i := sort.Search(n, func(i int) bool { return hash(i) >= want })
	return i < n && hash(i) == want
}

// repeats is the list as it is now.
func (j *Journal) repeats() *repeatList {
	if !j.listRead {
		j.list, j.listRead = readRepeats(j.Places.RepeatsFile()), true
	}
	return j.list
}

func repeatHash(project, key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(project + "\x00" + key))
	return h.Sum64()
}

// PutRepeats writes the list anew, from what is in the database.
func (j *Journal) PutRepeats(s *store.Store, now time.Time) error {
	path := j.Places.RepeatsFile()
	if path == "" {
		return paths.ErrNoHome
	}
	var list []store.Repeat
	if err := s.View(func(tx *store.Tx) (err error) {
		list, err = tx.Repeats(minStreak, lessons.PermanentClasses[:], now.Add(-repeatAge), maxRepeats)
		return err
	}); err != nil {
		return err
	}
	if len(list) == 0 {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	hashes := make([]uint64, len(list))
	for i, r := range list {
		hashes[i] = repeatHash(r.Root, r.Key)
	}
	slices.Sort(hashes)
	data := []byte(repeatsHead)
	for _, h := range hashes {
		data = binary.LittleEndian.AppendUint64(data, h)
	}
	if known := readRepeats(path); known != nil && bytes.Equal(known.hashes, data[len(repeatsHead):]) {
		return nil
	}
	return paths.WriteCache(path, data)
}

// putRepeats does so in a hook: what is not written is not looked up.
func (r *run) putRepeats(j *Journal, s *store.Store) {
	if err := j.PutRepeats(s, r.start); err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
	}
}
