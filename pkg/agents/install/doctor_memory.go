package install

import (
	"errors"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// manyWaiting is more entries than a working spool holds.
const manyWaiting = 500

// memory checks the database. The guard does not depend on it.
func (d *Doctor) memory() {
	const name = "memory"
	spool := d.Places.SpoolDir()
	files, err := store.StatFiles(d.Memory.Path, spool)
	if err != nil {
		d.add(name, Warn, "make ctxhook's directories readable", "%v", err)
		return
	}
	for _, path := range files.Damaged {
		if strings.HasSuffix(path, store.SalvagedEnd) {
			d.add(name, Note, "delete it if nothing is missing", "the readable part of a damaged database was recovered: %s", path)
		} else {
			d.add(name, Warn, "run ctxhook db vacuum to recover what is readable", "a damaged database was moved aside: %s", path)
		}
	}
	if files.Bad > 0 {
		d.add(name, Note, "", "%d unreadable events are in %s", files.Bad, spool)
	}
	s, err := store.Open(d.Memory)
	switch {
	case errors.Is(err, store.ErrNone):
		d.add(name, OK, "", "nothing is remembered yet")
	case err != nil:
		d.add(name, Warn, cureOf(err), "%v; meanwhile events wait in %s", err, spool)
	default:
		err := errors.Join(s.View(func(tx *store.Tx) error {
			_, err := tx.Counts()
			return err
		}), s.Close())
		if err != nil {
			d.add(name, Warn, cureOf(err), "%s: %v", d.Memory.Path, err)
			return
		}
		d.add(name, OK, "", "%s is intact", d.Memory.Path)
	}
	if files.Waiting > manyWaiting {
		d.add(name, Warn, "to see why, run: ctxhook db vacuum", "%d events wait in %s to be stored", files.Waiting, spool)
	}
}

// snapshots reports what is kept for undo, and how much space it takes.
func (d *Doctor) snapshots() {
	if d.Kept.Err != nil {
		d.add("undo", Warn, "make "+d.Kept.Dir+" readable", "%v", d.Kept.Err)
		return
	}
	d.add("undo", OK, "", "%s in %s", d.Kept.Words, d.Kept.Dir)
}

// cureOf returns what to do about an error of the database.
func cureOf(err error) string {
	switch {
	case errors.Is(err, store.ErrLocked):
		return "stop the program that locks it"
	case errors.Is(err, store.ErrNewer):
		return "use that version of ctxhook"
	case errors.Is(err, store.ErrForeign):
		return "set store.path to another file"
	case errors.Is(err, store.ErrFull):
		return "free space on its disk"
	case errors.Is(err, store.ErrCorrupt):
		return "run ctxhook db vacuum to move it aside and recover what is readable"
	}
	return "make the file and its directory writable, or set store.path to another file"
}

// parts reports which parts of ctxhook are off because they failed again and
// again.
func (d *Doctor) parts() {
	for _, p := range config.Parts() {
		until, failures, off := p.Off(d.Places, d.Failures, d.Now)
		switch {
		case off:
			d.add(string(p), Warn, "to see why, look at the end of "+d.Places.DebugLog(), "off until %s, after %d failures in a row", until.Local().Format("15:04"), failures)
		case failures > 0:
			d.add(string(p), Note, "to see why, look at the end of "+d.Places.DebugLog(), "failed %d times in a row, and is tried again", failures)
		}
	}
}
