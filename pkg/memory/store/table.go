package store

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Table says how a type of pkg/memory is kept: the name of its table, and
// which column holds which field. A new field is one more row of columns.
type Table[T any] struct {
	name    string
	columns func(*T) []column
	members func(*T) []members.Member // of its JSON; nil: that is left to encoding/json
}

// column is a column, and a pointer to the field that it holds. The type of
// the pointer says how: see load and value.
type column struct {
	name  string
	field any
}

// Fields that are kept in another form than their Go type tells.
type (
	projectRoot string    // the number of the project
	sessionKey  string    // the number of the session
	payload     string    // masked: agents send it, and paths may come from commands
	sometime    time.Time // NULL when it is zero
	lines       []string  // one a line
	payloads    []string  // one a line, masked
)

// each hands the rows of a query to do. rest stands behind the name of the
// table.
func (tb *Table[T]) each(t *Tx, rest string, args []any, do func(*T) error) error {
	return tb.EachFrom(t, tb.name+rest, args, do)
}

// EachFrom hands the rows of a query to do, until it returns ErrEnough. from
// names this table and those that it is joined with.
func (tb *Table[T]) EachFrom(t *Tx, from string, args []any, do func(*T) error) error {
	return t.db.each("SELECT "+names(tb.columns(new(T)))+" FROM "+from, args, func(r Row) error {
		v := new(T)
		for i, c := range tb.columns(v) {
			t.load(r, i, c.field)
		}
		return do(v)
	})
}

// Select returns the rows of a query. rest stands behind the name of the
// table: conditions, order and limit.
func (tb *Table[T]) Select(t *Tx, rest string, args ...any) ([]T, error) {
	var list []T
	err := tb.each(t, rest, args, func(v *T) error {
		list = append(list, *v)
		return nil
	})
	return list, err
}

// One returns the first row of a query.
func (tb *Table[T]) One(t *Tx, rest string, args ...any) (v T, ok bool, err error) {
	err = tb.each(t, rest, args, func(first *T) error {
		v, ok = *first, true
		return ErrEnough
	})
	return v, ok, err
}

// ByID returns the row with an id.
func (tb *Table[T]) ByID(t *Tx, id string) (T, bool, error) { return tb.One(t, " WHERE id = ?", id) }

// owner holds the numbers of the project and the session of a row; nil is
// none.
type owner struct{ project, session any }

// insert writes a row of values. verb is INSERT with what to do on a conflict;
// end stands behind the values.
func (tb *Table[T]) insert(t *Tx, verb string, values []any, end string) (int, error) {
	columns := tb.columns(new(T))
	return t.db.run(verb+" INTO "+tb.name+" ("+names(columns)+") VALUES ("+marks(len(columns))+")"+end, values...)
}

// values returns what the columns of a row hold.
func (tb *Table[T]) values(v *T, o owner) []any {
	columns := tb.columns(v)
	list := make([]any, len(columns))
	for i, c := range columns {
		list[i] = o.value(c.field)
	}
	return list
}

// add adds a row that has a time and an id as its first columns, and reports
// whether it is new: see addKey. k becomes the key under which it was added.
func (tb *Table[T]) add(t *Tx, k *key, v *T, o owner, same string, args ...any) (bool, error) {
	values := tb.values(v, o)
	return t.addKey(tb.name, k, func() (int, error) {
		values[0], values[1] = k.at, k.id
		return tb.insert(t, "INSERT", values, " ON CONFLICT DO NOTHING")
	}, same, args...)
}

// mask masks secrets in what agents sent, as the database would hold it.
func (tb *Table[T]) mask(v *T) {
	for _, c := range tb.columns(v) {
		switch p := c.field.(type) {
		case *payload:
			*p = payload(clean(string(*p)))
		case *payloads:
			*p = slices.Clone(*p) // the caller keeps its own
			for i, s := range *p {
				(*p)[i] = clean(s)
			}
		case *memory.PreferenceRule:
			*p = cleanRule(*p)
		case *[]memory.Evidence:
			*p = cleanEvidence(*p)
		case *projectRoot:
			*p = projectRoot(clean(string(*p)))
		case *sessionKey:
			*p = sessionKey(clean(string(*p)))
		}
	}
}

func names(columns []column) string {
	var b strings.Builder
	b.Grow(16 * len(columns))
	for i, c := range columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(c.name)
	}
	return b.String()
}

// load reads a column into a field.
func (t *Tx) load(r Row, i int, field any) {
	switch p := field.(type) {
	case *string:
		*p = r.Text(i)
	case *payload:
		*p = payload(r.Text(i))
	case *projectRoot:
		*p = projectRoot(t.numbers.projectRoot(r, i))
	case *sessionKey:
		*p = sessionKey(t.numbers.sessionKey(r, i))
	case *redact.Text:
		*p = redact.Clean(r.Text(i))
	case *int:
		*p = r.Int(i)
	case *float64:
		*p = r.float(i)
	case *bool:
		*p = r.Int(i) != 0
	case **int:
		if !r.Null(i) {
			known := r.Int(i)
			*p = &known
		}
	case **bool:
		if !r.Null(i) {
			known := r.Int(i) != 0
			*p = &known
		}
	case *time.Time:
		*p = r.Time(i)
	case *sometime:
		if !r.Null(i) {
			*p = sometime(r.Time(i))
		}
	case *time.Duration:
		*p = time.Duration(r.Int64(i)) * time.Microsecond
	case *lines:
		*p = split(r.Text(i))
	case *payloads:
		*p = split(r.Text(i))
	case *memory.Outcome:
		*p, _ = memory.ParseOutcome(r.Text(i))
	case *memory.TaskOutcome:
		*p, _ = memory.ParseTaskOutcome(r.Text(i))
	case *memory.LessonState:
		*p, _ = memory.ParseLessonState(r.Text(i))
	case *[]memory.Error:
		*p = readList(r.Text(i), errorMembers)
	case *[]memory.Step:
		*p = readList(r.Text(i), stepMembers)
	case *memory.PreferenceRule:
		*p = decodeColumn[memory.PreferenceRule](r.Text(i))
	case *[]memory.Evidence:
		*p = decodeColumn[[]memory.Evidence](r.Text(i))
	case **memory.Check:
		*p = readObject(r.Text(i), checkMembers)
	case **memory.Summary:
		*p = readObject(r.Text(i), summaryMembers)
	default:
		panic(fmt.Sprintf("store: no column can be read into a %T", field))
	}
}

// value returns what a column holds for a field.
func (o owner) value(field any) any {
	switch p := field.(type) {
	case *string:
		return *p
	case *payload:
		return clean(string(*p))
	case *projectRoot:
		return o.project
	case *sessionKey:
		return o.session
	case *redact.Text:
		return *p
	case *int:
		return *p
	case *float64:
		return *p
	case *bool:
		return *p
	case **int:
		if *p == nil {
			return nil
		}
		return **p
	case **bool:
		if *p == nil {
			return nil
		}
		return **p
	case *time.Time:
		return p.UnixMicro()
	case *sometime:
		if time.Time(*p).IsZero() {
			return nil
		}
		return time.Time(*p).UnixMicro()
	case *time.Duration:
		return p.Microseconds()
	case *lines:
		return strings.Join(*p, "\n")
	case *payloads:
		return clean(strings.Join(*p, "\n"))
	case *memory.PreferenceRule:
		return ruleColumn(*p)
	case *[]memory.Evidence:
		return evidenceColumn(*p)
	case fmt.Stringer: // an outcome, or a state
		return p.String()
	case *[]memory.Error:
		return listColumn(*p, errorMembers)
	case *[]memory.Step:
		return listColumn(*p, stepMembers)
	case **memory.Check:
		return objectColumn(*p, checkMembers)
	case **memory.Summary:
		return objectColumn(*p, summaryMembers)
	}
	panic(fmt.Sprintf("store: no column holds a %T", field))
}
