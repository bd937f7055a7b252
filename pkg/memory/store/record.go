package store

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// record is one thing that is remembered, as a line of an export or a file of
// the spool: {"NAME":{..}}.
type record struct {
	kind  *kind
	value any // a pointer to a type of pkg/memory
}

// kind is one kind of what is remembered. A new kind is one row in kinds.
type kind struct {
	name string // of its records

	// each hands the rows that a query selects to do. rest stands behind the
	// name of the table.
	each  func(t *Tx, rest string, args []any, do func(value any) error) error
	order string // the column by which the rows are in order
	// session is the condition that a row belongs to the session with the
	// number ?1, or to what its project has learned, on which a digest of the
	// session rests.
	session string

	decode  func(data []byte) (any, error)
	line    func(value any) ([]byte, error)               // the record
	project func(value any) string                        // the root of the project that it belongs to
	restore func(t *Tx, value any) (added int, err error) // adds what is not there yet
}

// kinds returns all kinds, in the order in which they are exported: what a row
// names comes before it.
func kinds() []kind {
	const ofProject = "project = (SELECT project FROM sessions WHERE id = ?1)"
	return []kind{
		kindOf(&projects, "project", "id", "same IN (SELECT project FROM sessions WHERE id = ?1 UNION SELECT project FROM runs WHERE session = ?1)",
			func(p *memory.Project) (string, string) { return p.Root, p.Root }, restoreProject),
		kindOf(&Sessions, "session", "id", "id = ?1",
			func(s *memory.Session) (string, string) { return s.Key, s.Project }, restoreSession),
		kindOfRuns(&RunsWithOutput),
		kindOfEdits(),
		kindOf(&Commands, "command", "id", ofProject+" OR session = ?1",
			func(c *memory.Command) (string, string) { return c.Key, c.Project }, restoreCommand),
		kindOf(&Tasks, "task", "at", ofSession,
			func(a *memory.Task) (string, string) { return a.ID, a.Project }, oneMore((*Tx).AddTask)),
		kindOf(&Lessons, "lesson", "rowid", ofProject+" OR session = (SELECT key FROM sessions WHERE id = ?1) OR everywhere = 1",
			func(l *memory.Lesson) (string, string) { return l.ID, l.Project }, restoreLesson),
		kindOf(&Preferences, "preference", "rowid", ofProject,
			func(p *memory.Preference) (string, string) { return p.ID, p.Project }, restorePreference),
		kindOf(&Episodes, "episode", "at", ofSession,
			func(e *memory.Episode) (string, string) { return e.ID, e.Project }, restoreEpisode),
		kindOf(&Advice, "advice", "at", ofSession,
			func(a *memory.Advice) (string, string) { return a.ID, a.Project }, restoreAdvice),
		kindOf(&Decisions, "decision", "at", ofSession,
			func(d *memory.Decision) (string, string) { return d.ID, d.Project }, oneMore((*Tx).AddDecision)),
	}
}

const ofSession = "session = ?1"

func kindOfRuns(rows *Table[memory.Run]) kind {
	return kindOf(rows, "run", "at", ofSession, func(r *memory.Run) (string, string) { return r.ID, r.Project }, oneMore((*Tx).AddRun))
}

func kindOfEdits() kind {
	return kindOf(&Edits, "edit", "at", ofSession, func(e *memory.Edit) (string, string) { return e.ID, e.Project }, oneMore((*Tx).AddEdit))
}

// kindOf makes a kind of a table. known returns by what a value is known,
// without which it is none, and its project.
func kindOf[T any](rows *Table[T], name, order, session string, known func(*T) (id, project string), restore func(*Tx, *T) (int, error)) kind {
	return kind{
		name: name, order: order, session: session,
		each: func(t *Tx, rest string, args []any, do func(any) error) error {
			return rows.each(t, rest, args, func(v *T) error { return do(v) })
		},
		decode: func(data []byte) (any, error) {
			v := new(T)
			if err := rows.decode(data, v); err != nil {
				return nil, err
			}
			if id, _ := known(v); id == "" {
				return nil, errNoRecord
			}
			return v, nil
		},
		line: func(v any) ([]byte, error) { return rows.line(name, v.(*T)) },
		project: func(v any) string {
			_, project := known(v.(*T))
			return project
		},
		restore: func(t *Tx, v any) (int, error) { return restore(t, v.(*T)) },
	}
}

// oneMore counts what an Add function adds.
func oneMore[T any](add func(*Tx, *T) (bool, error)) func(*Tx, *T) (int, error) {
	return func(t *Tx, v *T) (int, error) {
		if added, err := add(t, v); !added || err != nil {
			return 0, err
		}
		return 1, nil
	}
}

var errNoRecord = errors.New("not something that ctxhook remembers")

// line writes a value as a record.
func (tb *Table[T]) line(name string, v *T) ([]byte, error) {
	b := append(append([]byte(`{"`), name...), `":`...)
	if tb.members != nil {
		return append(members.Append(b, tb.members(v)), '}'), nil
	}
	data, err := encode(v)
	return append(append(b, data...), '}'), err
}

// decode reads what stands in a record.
func (tb *Table[T]) decode(data []byte, v *T) error {
	if tb.members == nil {
		return json.Unmarshal(data, v)
	}
	if !members.Read(string(data), tb.members(v)) {
		return errNoRecord
	}
	return nil
}

// decodeRecord reads a line. Its kind stands first, and only the value behind
// it is decoded.
func decodeRecord(kinds []kind, data []byte) (record, error) {
	rest, _ := bytes.CutPrefix(bytes.TrimSpace(data), []byte(`{"`))
	name, rest, _ := bytes.Cut(rest, []byte(`":`))
	value, _ := bytes.CutSuffix(rest, []byte("}"))
	for i := range kinds {
		if k := &kinds[i]; k.name == string(name) {
			v, err := k.decode(value)
			return record{k, v}, err
		}
	}
	return record{}, errNoRecord
}
