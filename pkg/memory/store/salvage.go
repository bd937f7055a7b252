package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// Check reads the whole file and returns an error if it is damaged.
func (s *Store) Check() error {
	said := ""
	err := s.db.each("PRAGMA integrity_check(1)", nil, func(r Row) error {
		said = r.Text(0)
		return nil
	})
	if err == nil && said != "ok" {
		err = fmt.Errorf("%w: %s", ErrCorrupt, said)
	}
	if errors.Is(err, ErrCorrupt) && !s.o.ReadOnly {
		return errors.Join(err, moveAside(s.o, s.file))
	}
	return err
}

// damagedFiles lists the databases that were moved aside because they were
// damaged, oldest first.
func damagedFiles(path string) ([]string, error) {
	files, err := filepath.Glob(globQuote(path) + aside + "*")
	if err != nil {
		return nil, err
	}
	list := files[:0]
	for _, file := range files {
		if strings.Trim(strings.TrimSuffix(file[len(path)+len(aside):], SalvagedEnd), "0123456789T.") == "" {
			list = append(list, file)
		}
	}
	return list, nil
}

func globQuote(path string) string {
	if os.PathSeparator == '\\' {
		return path // Windows has no quoting here, and hardly ever such a path
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// SalvagedEnd ends the name of a database that was moved aside, once its
// readable rows were taken over.
const SalvagedEnd = ".saved"

// much is the size from which a hook has no time to read a damaged database.
const much = 4 << 20

// salvage takes over what can be read of damaged databases.
func (m *maintenance) salvage() error {
	files, err := damagedFiles(m.s.o.Path)
	if err != nil {
		return err
	}
	for i, file := range files {
		if strings.HasSuffix(file, SalvagedEnd) {
			if i < len(files)-maxAside {
				removeAll(file)
			}
			continue
		}
		if info, err := os.Stat(file); m.within > 0 && (err != nil || info.Size() > much) {
			continue // doctor tells the user what to do
		}
		if err := m.s.takeOver(file); err != nil {
			return err
		}
		for _, end := range companions {
			if err := os.Rename(file+end, file+SalvagedEnd+end); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// takeOver reads a damaged database from both ends, as far as that goes.
func (s *Store) takeOver(file string) error {
	db, err := connect(file, sqlite3.SQLITE_OPEN_READWRITE, time.Second)
	if err != nil {
		return nil // nothing can be read of it
	}
	// Without it nothing is read of a file that was cut off.
	_ = db.script("PRAGMA writable_schema = ON")
	from := newTx(db)
	_ = stepUp(from) // what an older version wrote lacks columns
	var failed error
	for _, direction := range [...]string{"ASC", "DESC"} {
		for _, k := range kinds() {
			var batch []any
			flush := func() error {
				failed = s.Update(func(t *Tx) error {
					for _, v := range batch {
						if _, err := k.restore(t, v); err != nil {
							return err
						}
					}
					return nil
				})
				batch = batch[:0]
				return failed
			}
			// That it ends with an error is what is expected of it.
			_ = k.each(from, " ORDER BY "+k.order+" "+direction, nil, func(v any) error {
				if batch = append(batch, v); len(batch) < step {
					return nil
				}
				return flush()
			})
			if failed != nil || flush() != nil {
				return errors.Join(failed, db.close())
			}
		}
	}
	_ = db.close() // and so is this
	return nil
}
