package server

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// Schema is what a server takes: the columns by the kind of rows. A kind that it
// does not take is not in it.
type Schema struct {
	Version int
	Fleet   string // a number of the database, by which another is recognised
	Rows    int64  // runs that it took from this machine so far
	columns map[string][]string
}

// Takes reports whether a server takes rows of a kind.
func (s *Schema) Takes(kind string) bool { return s.columns[kind] != nil }

// Hello says which machine pushes, and returns what the server takes of it.
func (s *Server) Hello(ctx context.Context, host, program string) (*Schema, error) {
	schema := &Schema{columns: make(map[string][]string)}
	rows, err := s.conn.Query(ctx, "SELECT version, fleet, rows, staged, columns FROM fleet.hello($1, $2)", host, program)
	if err != nil {
		return nil, brief(err)
	}
	var staged string
	var columns []string
	if _, err = pgx.ForEachRow(rows, []any{&schema.Version, &schema.Fleet, &schema.Rows, &staged, &columns}, func() error {
		schema.columns[strings.TrimPrefix(staged, "staged_")] = slices.Clone(columns)
		return nil
	}); err != nil {
		return nil, brief(err)
	}
	return schema, nil
}

// A Row is one row that is pushed: a pointer to a struct of this package.
type Row interface {
	kind() string
	cells() []cell
}

type cell struct {
	column string
	value  any
}

// Push adds rows of one kind, and returns how many the server did not know yet.
// All are there when it returns nil, and none when it does not.
func Push[R Row](ctx context.Context, s *Server, schema *Schema, rows []R) (added int, err error) {
	if len(rows) == 0 {
		return 0, nil
	}
	kind := rows[0].kind()
	var columns []string
	var wanted []int
	for i, c := range rows[0].cells() {
		if slices.Contains(schema.columns[kind], c.column) {
			columns, wanted = append(columns, c.column), append(wanted, i)
		}
	}
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		values := make([]any, len(columns))
		source := pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
			cells := rows[i].cells()
			for at, from := range wanted {
				values[at] = cells[from].value
			}
			return values, nil
		})
		if _, err := tx.CopyFrom(ctx, pgx.Identifier{"fleet", "staged_" + kind}, columns, source); err != nil {
			return err
		}
		return tx.QueryRow(ctx, "SELECT fleet.take_"+kind+"()").Scan(&added)
	})
	if err != nil {
		return 0, fmt.Errorf("push %s: %w", kind, brief(err))
	}
	return added, nil
}

// Run is a run as it leaves a machine.
type Run struct {
	ID                         string
	At                         time.Time
	Took                       *int64 // microseconds
	Project, Session, Agent    string
	Command, Template, Outcome string
	Exit                       *int32
	Class, Signature           string
	Tool, Kind, Checked        string
	Failed                     *bool
	Output                     string
}

func (*Run) kind() string { return "runs" }

func (r *Run) cells() []cell {
	return []cell{
		{"id", safe(r.ID, maxName)}, {"at", moment(r.At)}, {"took", r.Took},
		{"project", safe(r.Project, maxName)}, {"session", name(r.Session)}, {"agent", name(r.Agent)},
		{"command", text(r.Command)}, {"template", text(r.Template)}, {"outcome", r.Outcome}, {"exit", r.Exit},
		{"class", name(r.Class)}, {"signature", name(r.Signature)},
		{"tool", name(r.Tool)}, {"kind", name(r.Kind)}, {"checked", name(r.Checked)}, {"failed", r.Failed},
		{"output", text(r.Output)},
	}
}

// The bounds of what is sent.
const (
	maxText = 8 << 10
	maxName = 200
)

// text is a text as PostgreSQL takes it, NULL for none.
func text(s string) any { return bounded(s, maxText) }

// name is a short text.
func name(s string) any { return bounded(s, maxName) }

func bounded(s string, most int) any {
	if s == "" {
		return nil
	}
	return safe(s, most)
}

// safe is a text without what PostgreSQL refuses: one such row would hold up all
// that come after it.
func safe(s string, most int) string {
	if len(s) > most {
		s = s[:most]
	}
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// moment is a time as PostgreSQL takes it. A time that no clock shows is 1970.
func moment(t time.Time) time.Time {
	if t.Year() < 1 || t.Year() > 9999 {
		return time.Unix(0, 0)
	}
	return t
}

// removeNUL removes what stands for a NUL in JSON: \u0000 behind an even number of
// backslashes.
func removeNUL(s string) string {
	const nul = `\u0000`
	var b strings.Builder
	for i := 0; i < len(s); {
		switch {
		case strings.HasPrefix(s[i:], nul):
			i += len(nul)
		case s[i] == '\\' && i+1 < len(s):
			b.WriteString(s[i : i+2])
			i += 2
		default:
			b.WriteByte(s[i])
			i++
		}
	}
	return b.String()
}
