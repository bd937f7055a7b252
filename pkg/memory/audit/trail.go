// Package audit proves that tool calls were judged. Each call that a hook judged
// leaves a line in the ledger of its session, silent ones too. What the client's own
// record of the session holds besides has run unseen.
package audit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// Action is what became of a call that was judged: a letter in the ledger.
type Action string

// The actions.
const (
	Silent  Action = ledger.Silent
	Warned  Action = ledger.Warned
	Asked   Action = ledger.Asked
	Blocked Action = ledger.Blocked
)

// Dirs are where calls that were judged leave their lines.
type Dirs struct {
	Ledger string
	Former string // trails of versions before the ledger
}

// Trails returns where the calls of a user leave theirs.
func Trails(p paths.Places) Dirs { return Dirs{Ledger: p.LedgerDir(), Former: p.TrailDir()} }

// Trail is all that is known of the calls that were judged.
type Trail struct {
	Sessions int
	Actions  map[Action]int
	First    time.Time // of all calls; zero where there are none
	calls    map[string]bool
	former   map[uint64]bool
}

// knows reports whether a call was judged.
func (t *Trail) knows(call string) bool { return call != "" && (t.calls[call] || t.former[idOf(call)]) }

// maxTrail bounds how much of one session's file is read.
const maxTrail = 8 << 20

func newTrail() *Trail {
	return &Trail{Actions: make(map[Action]int), calls: make(map[string]bool), former: make(map[uint64]bool)}
}

// readSession reads what is noted of one session. It is empty where there is nothing.
func readSession(dirs Dirs, session string) (*Trail, error) {
	t := newTrail()
	name := ledger.FileName(session)
	counts := false
	for _, file := range []string{filepath.Join(dirs.Ledger, name+".1"), filepath.Join(dirs.Ledger, name)} {
		data, err := paths.ReadFile(file, maxTrail)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return t, err
		}
		counts = t.add(data, time.Time{}) || counts
	}
	data, err := paths.ReadFile(formerFile(dirs.Former, session), maxTrail)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if t.addFormer(data, time.Time{}) || counts {
		t.Sessions++
	}
	return t, err
}

// has reports whether anything is noted of a session.
func has(dirs Dirs, session string) bool {
	for _, file := range []string{filepath.Join(dirs.Ledger, ledger.FileName(session)), formerFile(dirs.Former, session)} {
		if _, err := os.Lstat(file); err == nil {
			return true
		}
	}
	return false
}

// Read reads what is noted of all sessions, and counts the calls since a time.
func Read(dirs Dirs, since time.Time) (*Trail, error) {
	t := newTrail()
	if err := readDir(dirs.Ledger, func(_ string, data []byte) bool { return t.add(data, since) }, &t.Sessions); err != nil {
		return nil, err
	}
	if err := readDir(dirs.Former, func(_ string, data []byte) bool { return t.addFormer(data, since) }, &t.Sessions); err != nil {
		return nil, err
	}
	return t, nil
}

// readDir reads the files of a directory, and counts those of which something counts.
func readDir(dir string, add func(name string, data []byte) bool, sessions *int) error {
	root, err := paths.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		data, err := paths.ReadFileIn(dir, e.Name(), maxTrail)
		if err != nil {
			return err
		}
		if add(e.Name(), data) && filepath.Ext(e.Name()) == "" {
			*sessions++
		}
	}
	return nil
}

// add takes the lines of one session, and reports whether one is in the time
// that counts. What is no line is left out.
func (t *Trail) add(data []byte, since time.Time) (counts bool) {
	ledger.Lines(data, func(l *ledger.Line) {
		at := time.UnixMicro(l.At)
		t.begin(at)
		if l.Call != "" {
			if t.calls[l.Call] {
				return // told by two processes
			}
			t.calls[l.Call] = true
		}
		if !at.Before(since) {
			t.Actions[Action(l.Action)]++
			counts = true
		}
	}, ledger.Judged)
	return counts
}

func (t *Trail) begin(at time.Time) {
	if t.First.IsZero() || at.Before(t.First) {
		t.First = at
	}
}

// Calls returns how many calls were judged in the time that counts.
func (t *Trail) Calls() (n int) {
	for _, k := range t.Actions {
		n += k
	}
	return n
}
