package install

import (
	"errors"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/store"
)

// manyWaiting is more entries than a working spool holds.
const manyWaiting = 500

// memory checks the database. The guard does not depend on it.
func (d *Doctor) memory() {
	const name = "memory"
	spool := d.Places.SpoolDir()
	files, err := store.StatFiles(d.Memory.Path, spool)
	if err != nil {
		d.add(name, Warn, "make the folders of ctxhook readable for yourself", "%v", err)
		return
	}
	for _, path := range files.Damaged {
		if strings.HasSuffix(path, store.SalvagedEnd) {
			d.add(name, Note, "delete it when you miss nothing", "what could be read of a damaged database has been taken over: %s", path)
		} else {
			d.add(name, Warn, "ctxhook db vacuum takes over what can be read of it", "a database was damaged, and moved aside: %s", path)
		}
	}
	if files.Bad > 0 {
		d.add(name, Note, "", "%d events that could not be read are in %s", files.Bad, spool)
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
		d.add(name, OK, "", "%s is sound", d.Memory.Path)
	}
	if files.Waiting > manyWaiting {
		d.add(name, Warn, "to see why: ctxhook db vacuum", "%d events wait in %s to be taken over", files.Waiting, spool)
	}
}

// cureOf returns what to do about an error of the database.
func cureOf(err error) string {
	switch {
	case errors.Is(err, store.ErrLocked):
		return "end the program that keeps it locked"
	case errors.Is(err, store.ErrNewer):
		return "use that version of ctxhook"
	case errors.Is(err, store.ErrForeign):
		return "name another file in store.path"
	case errors.Is(err, store.ErrFull):
		return "make room on its disk"
	case errors.Is(err, store.ErrCorrupt):
		return "ctxhook db vacuum moves it aside, and takes over what can be read of it"
	}
	return "make the file and its folder writable for yourself, or name another in store.path"
}
