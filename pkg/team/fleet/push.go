package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// Pushed counts what a push sent.
type Pushed struct {
	Sent    map[string]int `json:"sent"`                // rows by kind
	Added   map[string]int `json:"added"`               // of those, that the server did not know
	Missing []string       `json:"not_taken,omitempty"` // kinds that the older schema of the server does not take
}

func (p *Pushed) count(kind string, sent, added int) {
	p.Sent[kind] += sent
	p.Added[kind] += added
}

// pageSize is how many rows are read, sent and kept in memory at a time.
const pageSize = 2000

// ErrBusy is returned when another push or pull of this user is at work.
var ErrBusy = errors.New("another push or pull is at work")

// turn is how long a push or a pull waits for another one to end.
const turn = 10 * time.Second

// lock keeps the pushes and pulls of one user apart.
func (m *Machine) lock() (unlock func(), err error) {
	unlock, err = paths.Lock(m.Places.FleetLock(), turn)
	if errors.Is(err, paths.ErrLocked) {
		return nil, ErrBusy
	}
	return unlock, err
}

// Push sends what is new or changed since the last time. It can be ended at any
// moment: the next one goes on from there.
func (m *Machine) Push(ctx context.Context, srv *server.Server) (*Pushed, error) {
	unlock, err := m.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	s, err := m.open()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	p := &push{Machine: m, ctx: ctx, srv: srv, store: s, done: &Pushed{Sent: make(map[string]int), Added: make(map[string]int)}}
	if p.names, err = m.names(s); err != nil {
		return nil, err
	}
	if p.cursor, err = readCursor(m.Places.FleetCursor()); err != nil {
		return nil, err
	}
	if p.schema, err = srv.Hello(ctx, p.names.Host(m.Host), m.Program); err != nil {
		return nil, err
	}
	p.cursor.meet(p.schema.Fleet, p.schema.Rows)
	for _, step := range []struct {
		kind string
		do   func() error
	}{
		{"runs", p.runs},
		{"decisions", p.decisions},
		{"lessons", p.lessons},
		{"preferences", p.preferences},
	} {
		if !p.schema.Takes(step.kind) {
			p.done.Missing = append(p.done.Missing, step.kind)
			continue
		}
		if err := step.do(); err != nil {
			return p.done, err
		}
	}
	p.cursor.Pushed = m.Now()
	return p.done, p.cursor.save()
}

// push is one push at work.
type push struct {
	*Machine
	ctx    context.Context
	srv    *server.Server
	store  *store.Store
	schema *server.Schema
	names  *names
	cursor *cursor
	done   *Pushed
}

func (p *push) runs() error {
	table := &store.Runs
	if p.Account.Outputs {
		table = &store.RunsWithOutput
	}
	return pushDays(p, "runs", table, func(r *memory.Run) (time.Time, bool) { return r.Start, r.Outcome == memory.Unknown }, p.run)
}

// pushDays sends the rows of the days that are not as they were when they were
// pushed last. when says when a row was, and whether it may still change.
func pushDays[T any, R server.Row](p *push, kind string, table *store.Table[T], when func(*T) (time.Time, bool), row func(*T) R) error {
	days, err := everyDay(p.store, table)
	if err != nil {
		return err
	}
	if p.cursor.Days[kind] == nil {
		p.cursor.Days[kind] = make(map[string]mark)
	}
	p.cursor.keepDays(kind, days)
	for _, d := range days {
		if p.cursor.Days[kind][dayName(d.Start)].sums(d) {
			continue
		}
		if err := pushDay(p, kind, table, d, when, row); err != nil {
			return err
		}
	}
	return nil
}

// everyDay sums up all days of a table.
func everyDay[T any](s *store.Store, table *store.Table[T]) (days []store.Day, err error) {
	err = s.View(func(t *store.Tx) (err error) {
		days, err = table.Days(t, time.UnixMicro(-1<<62), time.UnixMicro(1<<62))
		return err
	})
	return days, err
}

// pushDay sends the rows of a day: those behind the last one that was sent, if all
// before it is as it was, and otherwise all.
func pushDay[T any, R server.Row](p *push, kind string, table *store.Table[T], d store.Day, when func(*T) (time.Time, bool), row func(*T) R) error {
	name, end := dayName(d.Start), d.Start.AddDate(0, 0, 1)
	at := p.cursor.Days[kind][name]
	from := d.Start
	if at.Rows > 0 {
		from = time.UnixMicro(at.Until + 1)
		var before []store.Day
		if err := p.store.View(func(t *store.Tx) (err error) {
			before, err = table.Days(t, d.Start, from)
			return err
		}); err != nil {
			return err
		}
		if len(before) != 1 || !at.sums(before[0]) {
			at, from = mark{}, d.Start
		}
	}
	for {
		var page []T
		if err := p.store.View(func(t *store.Tx) (err error) {
			page, err = table.Page(t, from, end, pageSize)
			return err
		}); err != nil || len(page) == 0 {
			return err
		}
		rows := make([]R, len(page))
		for i := range page {
			rows[i] = row(&page[i])
			time, open := when(&page[i])
			at.Rows++
			at.Times += time.UnixMicro() - d.Start.UnixMicro()
			at.Until = time.UnixMicro()
			if open {
				at.Open++
			}
		}
		added, err := server.Push(p.ctx, p.srv, p.schema, rows)
		if err != nil {
			return err
		}
		p.done.count(kind, len(rows), added)
		if kind == "runs" {
			p.cursor.Rows += int64(added)
		}
		p.cursor.Days[kind][name] = at
		if err := p.cursor.save(); err != nil {
			return fmt.Errorf("note how far was pushed: %w", err)
		}
		if len(page) < pageSize {
			return nil
		}
		from = time.UnixMicro(at.Until + 1)
	}
}
