package hook

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/learn"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/place"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// repeatList is a sidecar of the database: which commands there is something to
// look up about before they run. It is a list of hashes behind a line that
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
	data, err := place.ReadFile(path, int64(len(repeatsHead)+maxRepeats*hashSize))
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
	want := repeatHash(project, key)
	for rest := s.hashes; len(rest) >= hashSize; rest = rest[hashSize:] {
		if binary.LittleEndian.Uint64(rest) == want {
			return true
		}
	}
	return false
}

// repeatHash is FNV-1a.
func repeatHash(project, key string) uint64 {
	sum := uint64(0xcbf29ce484222325)
	for _, text := range [...]string{project, "\x00", key} {
		for i := range len(text) {
			sum = (sum ^ uint64(text[i])) * 0x100000001b3
		}
	}
	return sum
}

// PutRepeats writes the list anew, from what is in the database.
func (j *Judge) PutRepeats(s *store.Store, now time.Time) error {
	path := j.Places.RepeatsFile()
	if path == "" {
		return place.ErrNoHome
	}
	var list []store.Repeat
	if err := s.View(func(tx *store.Tx) (err error) {
		list, err = tx.Repeats(minStreak, now.Add(-repeatAge), maxRepeats)
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
	data := []byte(repeatsHead)
	for _, r := range list {
		data = binary.LittleEndian.AppendUint64(data, repeatHash(r.Root, r.Key))
	}
	if known := readRepeats(path); known != nil && bytes.Equal(known.hashes, data[len(repeatsHead):]) {
		return nil
	}
	return place.WriteFile(path, data)
}

// putRepeats does so in a hook: what is not written is not looked up.
func (r *run) putRepeats(j *Judge, s *store.Store) {
	if err := j.PutRepeats(s, r.start); err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
	}
}

// count adds a run to those of its command, and settles what became of its
// being stopped. steps are those of the session before the run, and advice is
// what was said in it.
func (l *learner) count(ran *memory.Run, script *shell.Script, steps []memory.Step, advice []memory.Advice) error {
	key := learn.CommandKey(script, ran.Cwd, ran.Project)
	if key == "" || ran.Project == "" {
		return nil
	}
	c, _, err := l.tx.Command(ran.Project, key)
	if err != nil {
		return err
	}
	before := c
	c.Project, c.Key = ran.Project, key
	if c.Count(ran); c.Good+c.Bad == 0 {
		return nil
	}
	if err := l.insisted(ran, &c, before.Failed, steps, advice); err != nil {
		return err
	}
	if (before.Streak >= minStreak) != (c.Streak >= minStreak) || before.Misfire != c.Misfire {
		l.j.repeated = true
	}
	return l.tx.PutCommand(&c)
}

// insisted settles what became of stopping a command. It was right, and was
// heeded, when the command went well after something was done; it was wrong
// when it went well all the same.
func (l *learner) insisted(ran *memory.Run, c *memory.Command, failed string, steps []memory.Step, advice []memory.Advice) error {
	if ran.Outcome != memory.OK || failed == "" {
		return nil
	}
	for i := range advice {
		a := &advice[i]
		if a.Fix.Source != memory.SourceRepeat || a.Run != failed || a.Followed != "" || a.Worked != nil || ran.Start.Before(a.Time) {
			continue
		}
		worked := slices.ContainsFunc(steps, func(s memory.Step) bool {
			return s.Time().After(a.Time) && learn.Mends(s, learn.CauseOf(l.script(ran.Command), c.Class, c.Line.String()))
		})
		if a.Worked = &worked; worked {
			a.Followed = ran.ID
		} else {
			c.Misfire++
		}
		if err := l.tx.UpdateAdvice(a); err != nil {
			return err
		}
	}
	return nil
}
