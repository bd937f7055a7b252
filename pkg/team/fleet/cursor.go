package fleet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// cursor is how far a machine has pushed. It compares sums of days rather than
// keep one time, because rows come late: from the spool, from an import, or
// when it is learned what became of a run. What it does not know is pushed again,
// and the server knows a row by its machine and id: so a lost cursor costs time,
// and nothing else.
type cursor struct {
	Fleet   string                       `json:"fleet"`   // the database that it is about
	Rows    int64                        `json:"rows"`    // runs that the server had of this machine
	Days    map[string]map[string]mark   `json:"days"`    // by kind and day
	Records map[string]map[string]string `json:"records"` // by kind and id: what was pushed, as a hash
	Pushed  time.Time                    `json:"pushed,omitzero"`
	Pulled  time.Time                    `json:"pulled,omitzero"`
	file    string
}

// mark sums up the rows of a day that were pushed, until a time.
type mark struct {
	Rows  int   `json:"rows"`
	Times int64 `json:"times"`
	Open  int   `json:"open,omitempty"`
	Until int64 `json:"until"` // microseconds: the last row
}

func (m mark) sums(d store.Day) bool {
	return m.Rows == d.Rows && m.Times == d.Times && m.Open == d.Open
}

const maxCursor = 64 << 20

// readCursor reads the cursor. One that cannot be read is a new one.
func readCursor(file string) (*cursor, error) {
	c := &cursor{file: file}
	data, err := paths.ReadFile(file, maxCursor)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read how far was pushed: %w", err)
	}
	if err == nil && json.Unmarshal(data, c) != nil {
		*c = cursor{file: file}
	}
	c.fill()
	return c, nil
}

func (c *cursor) fill() {
	if c.Days == nil {
		c.Days = make(map[string]map[string]mark)
	}
	if c.Records == nil {
		c.Records = make(map[string]map[string]string)
	}
}

// meet starts anew with another database, and with one that was restored from a
// time before the last push.
func (c *cursor) meet(fleet string, rows int64) {
	if c.Fleet != fleet || rows < c.Rows {
		*c = cursor{file: c.file, Fleet: fleet, Pulled: c.Pulled}
		c.fill()
	}
	c.Rows = rows
}

func (c *cursor) save() error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return paths.WriteFile(c.file, append(data, '\n'))
}

func dayName(t time.Time) string { return t.UTC().Format(time.DateOnly) }

// keepDays forgets the days that a table no longer has.
func (c *cursor) keepDays(kind string, days []store.Day) {
	known := make(map[string]bool, len(days))
	for _, d := range days {
		known[dayName(d.Start)] = true
	}
	maps.DeleteFunc(c.Days[kind], func(day string, _ mark) bool { return !known[day] })
}
