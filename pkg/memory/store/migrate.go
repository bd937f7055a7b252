package store

import (
	"embed"
	"io/fs"
	"strconv"
)

// migrations are the steps by which the schema came to be, in the order of
// their names: NNNN.sql leads from version NNNN-1 to NNNN.
//
//go:embed migrate/*.sql
var migrations embed.FS

// version is that of the last step.
const version = 7

// ours is the application_id in every database of ctxhook.
const ours = 0x63747868

// migrate brings an older database up to date, and refuses one that is newer
// or not of ctxhook.
func (s *Store) migrate() error {
	var v int
	if _, err := s.db.one("PRAGMA user_version", nil, func(r Row) { v = r.Int(0) }); err != nil || v == version {
		return err
	}
	var application int
	if _, err := s.db.one("PRAGMA application_id", nil, func(r Row) { application = r.Int(0) }); err != nil {
		return err
	}
	switch {
	case application != ours:
		return ErrForeign
	case v > version:
		return ErrNewer
	case s.o.ReadOnly:
		s.older = true // what is asked of it that it lacks is an error then
		return nil
	}
	return s.Update(stepUp)
}

// stepUp applies the migrations from the version of a database on.
func stepUp(t *Tx) error {
	var v int // another process may have taken them meanwhile
	if _, err := t.db.one("PRAGMA user_version", nil, func(r Row) { v = r.Int(0) }); err != nil {
		return err
	}
	for ; v < version; v++ {
		step, err := migration(v + 1)
		if err != nil {
			return err
		}
		if err := t.db.script(bare(step)); err != nil {
			return err
		}
	}
	return nil
}

func migration(to int) (string, error) {
	name := "0000" + strconv.Itoa(to)
	data, err := fs.ReadFile(migrations, "migrate/"+name[len(name)-4:]+".sql")
	return string(data), err
}

// allMigrations is the schema as its steps make it.
func allMigrations() (string, error) {
	all := ""
	for to := 1; to <= version; to++ {
		step, err := migration(to)
		if err != nil {
			return "", err
		}
		all += step
	}
	return all, nil
}
