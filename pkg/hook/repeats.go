package hook

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"slices"
	"sort"
	"time"

	"github.com/ctxhook/ctxhook/pkg/learn"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/place"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
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
func (j *Judge) repeats() *repeatList {
	if !j.listRead {
		j.list, j.listRead = readRepeats(j.Places.RepeatsFile()), true
	}
	return j.list
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
		list, err = tx.Repeats(minStreak, learn.LastingClasses[:], now.Add(-repeatAge), maxRepeats)
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
	return place.WriteCache(path, data)
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
	if ran.Project == "" {
		return nil
	}
	if err := l.countAbsent(ran, script, steps, advice); err != nil {
		return err
	}
	key := learn.CommandKey(script, ran.Cwd, ran.Project)
	if key == "" {
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
	return l.put(&before, &c)
}

// worthLookingUp tells the commands that are in the sidecar.
func worthLookingUp(c *memory.Command) bool {
	return c.Streak >= minStreak || c.Streak > 0 && slices.Contains(learn.LastingClasses[:], c.Class)
}

func (l *learner) put(before, c *memory.Command) error {
	if worthLookingUp(before) != worthLookingUp(c) || before.Misfire != c.Misfire {
		l.j.repeated = true
	}
	return l.tx.PutCommand(c)
}

// countAbsent counts how often a program that is not there was called, in
// whatever command, as a command of its own; until it is seen to be there.
func (l *learner) countAbsent(ran *memory.Run, script *shell.Script, steps []memory.Step, advice []memory.Advice) error {
	if ran.Outcome == memory.OK {
		if l.j.repeats() == nil {
			return nil
		}
		for _, name := range learn.Called(script) {
			key := learn.AbsentKey(name)
			if !l.j.repeats().has(ran.Project, key) {
				continue
			}
			c, ok, err := l.tx.Command(ran.Project, key)
			if err != nil || !ok || c.Streak == 0 || ran.Start.Before(c.Last) {
				return err
			}
			before := c
			c.Streak, c.Worked = 0, ran.Start
			if err := errors.Join(l.insisted(ran, &c, before.Failed, steps, advice), l.put(&before, &c)); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range ran.Errors {
		name := learn.Absent(script, &ran.Errors[i])
		if name == "" || !ran.Outcome.Bad() {
			continue
		}
		key := learn.AbsentKey(name)
		c, _, err := l.tx.Command(ran.Project, key)
		if err != nil {
			return err
		}
		before, one := c, *ran
		one.Errors = ran.Errors[i : i+1]
		c.Project, c.Key = ran.Project, key
		c.Count(&one)
		c.Text, c.Template = redact.Clean(name), redact.Clean(name)
		if err := l.put(&before, &c); err != nil {
			return err
		}
	}
	return nil
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
