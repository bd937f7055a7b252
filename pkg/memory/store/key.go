package store

import (
	"errors"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// key identifies a row: its time, which is its place in the table, and its id.
type key struct {
	at   int64
	id   string
	kind byte
}

// newKey returns a key with an id of a kind. A missing time is now, a missing
// id is made.
func newKey(at time.Time, name string, kind byte) key {
	if at.IsZero() {
		at = time.Now()
	}
	if name == "" {
		name = memory.NewID(kind)
	}
	return key{at.UnixMicro(), name, kind}
}

func moment(at int64) time.Time { return time.UnixMicro(at).UTC() }

// holder says who has an id already.
type holder uint8

const (
	nobody  holder = iota
	another        // ids are short, and among millions two meet
	itself         // this row was added before
)

var errCrowded = errors.New("no place in the table")

// addKey inserts a row under a free key and reports whether it was added; it
// was not if it is there already. insert returns how many rows it added. same
// is an SQL condition, with arguments from ?2 on, that the row with this id is
// the same one.
func (t *Tx) addKey(table string, k *key, insert func() (int, error), same string, args ...any) (bool, error) {
	const tries, near = 50, 4
	for try := range tries {
		n, err := insert()
		if n > 0 || err != nil {
			return err == nil, err
		}
		switch h, err := t.holder(table, k.id, same, args); {
		case err != nil:
			return false, err
		case h == itself:
			return false, nil
		case h == another:
			k.id = memory.NewID(k.kind)
		case try < near: // the time is taken
			k.at++
		default: // and so are those behind it
			const second = 1_000_000
			last := "SELECT at FROM " + table + " WHERE at < ? ORDER BY at DESC LIMIT 1"
			if _, err := t.db.one(last, []any{k.at + second}, func(r Row) { k.at = r.Int64(0) + 1 }); err != nil {
				return false, err
			}
		}
	}
	return false, errCrowded
}

// newID returns an id of a kind that no row of a table has. ids are few enough
// that one of some tries is free.
func (t *Tx) newID(table string, kind byte) (string, error) {
	const tries = 5
	for range tries {
		id := memory.NewID(kind)
		taken, err := t.db.one("SELECT 1 FROM "+table+" WHERE id = ?", []any{id}, func(Row) {})
		if err != nil || !taken {
			return id, err
		}
	}
	return "", errCrowded
}

// holder returns who has an id.
func (t *Tx) holder(table, id, same string, args []any) (holder, error) {
	h := nobody
	_, err := t.db.one("SELECT "+same+" FROM "+table+" WHERE id = ?1", append([]any{id}, args...), func(r Row) {
		h = another
		if r.Int(0) != 0 {
			h = itself
		}
	})
	return h, err
}
