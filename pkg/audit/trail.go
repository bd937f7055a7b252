// Package audit proves that tool calls were judged. Each call that a hook judged
// leaves a line in a file of its session, silent ones too. What the client's own
// record of the session holds besides has run unseen.
package audit

import (
	"encoding/hex"
	"errors"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// Action is what became of a call that was judged: a letter in the file.
type Action byte

// The actions.
const (
	Silent  Action = 's'
	Warned  Action = 'w'
	Asked   Action = 'a'
	Blocked Action = 'b'
)

// A line is the hash of a call's id, the second, and the action. All lines are of
// one length, so that what several hooks append at once does not mix.
const lineLength = 16 + 1 + 8 + 1 + 1 + 1

// MaxAge is how long the trail of a session is kept after its last call.
const MaxAge = 90 * 24 * time.Hour

// Note appends a call to the trail of its session. The file is not synced: a
// crash of the machine may cost the last calls.
func Note(dir, session, call string, a Action, now time.Time) error {
	f, err := paths.OpenAppend(file(dir, session))
	if err != nil {
		return err
	}
	_, err = f.Write(appendLine(make([]byte, 0, lineLength), call, a, now))
	return errors.Join(err, f.Close())
}

func appendLine(b []byte, call string, a Action, now time.Time) []byte {
	var word [12]byte
	id, second := idOf(call), uint32(now.Unix())
	for i := range 8 {
		word[i] = byte(id >> (56 - 8*i))
	}
	for i := range 4 {
		word[8+i] = byte(second >> (24 - 8*i))
	}
	b = hex.AppendEncode(b, word[:8])
	b = hex.AppendEncode(append(b, ' '), word[8:])
	return append(b, ' ', byte(a), '\n')
}

// idOf returns the hash of a call's id. A call without one is counted, and cannot
// be found again.
func idOf(call string) uint64 {
	if call == "" {
		return 0
	}
	h := fnv.New64a()
	h.Write([]byte(call))
	return h.Sum64()
}

// file names the trail of a session: the client chose the session's name.
func file(dir, session string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, strconv.FormatUint(idOf(session), 16))
}

// Trail is all that is known of the calls that were judged.
type Trail struct {
	Sessions int
	Actions  map[Action]int
	First    time.Time // of all calls; zero where there are none
	calls    map[uint64]bool
}

// Knows reports whether a call was judged.
func (t *Trail) Knows(call string) bool {
	return t.calls[idOf(call)]
}

// maxTrail bounds how much of one session's trail is read.
const maxTrail = 8 << 20

func newTrail() *Trail {
	return &Trail{Actions: make(map[Action]int), calls: make(map[uint64]bool)}
}

// readSession reads the trail of one session. It is empty where there is none.
func readSession(dir, session string) (*Trail, error) {
	t := newTrail()
	data, err := paths.ReadFile(file(dir, session), maxTrail)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if t.add(data, time.Time{}) {
		t.Sessions++
	}
	return t, err
}

// Has reports whether there is a trail of a session.
func Has(dir, session string) bool {
	_, err := os.Lstat(file(dir, session))
	return err == nil
}

// Read reads the trails of all sessions, and counts the calls since a time.
func Read(dir string, since time.Time) (*Trail, error) {
	t := newTrail()
	root, err := paths.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if _, err := strconv.ParseUint(e.Name(), 16, 64); err != nil || !e.Type().IsRegular() {
			continue
		}
		data, err := paths.ReadFileIn(dir, e.Name(), maxTrail)
		if err != nil {
			return nil, err
		}
		if t.add(data, since) {
			t.Sessions++
		}
	}
	return t, nil
}

// add takes the lines of one session, and reports whether one is in the time
// that counts. What is no line is left out.
func (t *Trail) add(data []byte, since time.Time) (counts bool) {
	for len(data) >= lineLength {
		line := data[:lineLength]
		id, err := strconv.ParseUint(string(line[:16]), 16, 64)
		second, err2 := strconv.ParseUint(string(line[17:25]), 16, 32)
		if err != nil || err2 != nil || line[lineLength-1] != '\n' {
			data = data[1:]
			continue
		}
		data = data[lineLength:]
		at := time.Unix(int64(second), 0)
		if t.First.IsZero() || at.Before(t.First) {
			t.First = at
		}
		if id != 0 {
			if t.calls[id] {
				continue // told by two processes
			}
			t.calls[id] = true
		}
		if !at.Before(since) {
			t.Actions[Action(line[26])]++
			counts = true
		}
	}
	return counts
}

// Calls returns how many calls were judged in the time that counts.
func (t *Trail) Calls() (n int) {
	for _, k := range t.Actions {
		n += k
	}
	return n
}

// Prune removes the trails that are too old.
func Prune(dir string, now time.Time) error {
	d, err := paths.OpenDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer d.Close()
	entries, err := d.ReadDir(-1)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && now.Sub(info.ModTime()) > MaxAge {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	return err
}
