package store

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// conn is a connection to SQLite. It calls the library directly: for one
// look-up database/sql costs a hook a third more. zombiezen.com/go/sqlite would
// be half of this code, and costs 3 % more for a look-up, 6 % after a failure,
// and in a stripped binary 0.5 M instructions at each start.
type conn struct {
	tls        *libc.TLS
	db         uintptr
	out        uintptr // room for one pointer that the library hands out
	statements map[string]*statement
}

// errMemory is all there is to say when the library cannot allocate.
var errMemory = errors.New("sqlite: out of memory")

// connect opens a file that exists.
func connect(path string, flags int32, wait time.Duration) (*conn, error) {
	sqlite3.PatchIssue199()
	c := &conn{tls: libc.NewTLS(), statements: make(map[string]*statement)}
	c.out = sqlite3.Xsqlite3_malloc(c.tls, int32(unsafe.Sizeof(c.out)))
	name, err := c.text(path)
	if err != nil || c.out == 0 {
		return nil, errors.Join(errMemory, c.close())
	}
	defer sqlite3.Xsqlite3_free(c.tls, name)
	// One goroutine uses a connection, so it needs no lock of its own.
	code := sqlite3.Xsqlite3_open_v2(c.tls, name, c.out, flags|sqlite3.SQLITE_OPEN_NOMUTEX|sqlite3.SQLITE_OPEN_EXRESCODE, 0)
	c.db = pointerAt(c.out)
	if code != sqlite3.SQLITE_OK {
		return nil, errors.Join(c.fault(code), c.close())
	}
	c.planOnce()
	c.wait(wait)
	return c, nil
}

// planOnce stops SQLite from compiling a statement a second time when it is
// given its arguments, to see whether another plan would suit them better.
// There are no statistics, so none would, and a hook runs most statements once.
func (c *conn) planOnce() {
	const room = 16 // of two arguments
	args := libc.VaList(c.tls.Alloc(room), int32(1), uintptr(0))
	defer c.tls.Free(room)
	sqlite3.Xsqlite3_db_config(c.tls, c.db, sqlite3.SQLITE_DBCONFIG_ENABLE_QPSG, args)
}

func (c *conn) wait(d time.Duration) {
	sqlite3.Xsqlite3_busy_timeout(c.tls, c.db, int32(d.Milliseconds()))
}

// keepLog stops SQLite from writing the log through by itself: Leave does it.
func (c *conn) keepLog() { sqlite3.Xsqlite3_wal_autocheckpoint(c.tls, c.db, 0) }

// close frees everything. The last connection to a database writes its log
// through to the file.
func (c *conn) close() error {
	for _, s := range c.statements {
		s.free()
		sqlite3.Xsqlite3_finalize(c.tls, s.handle)
	}
	clear(c.statements)
	var err error
	if c.db != 0 {
		if code := sqlite3.Xsqlite3_close_v2(c.tls, c.db); code != sqlite3.SQLITE_OK {
			err = c.fault(code)
		}
		c.db = 0
	}
	if c.out != 0 {
		sqlite3.Xsqlite3_free(c.tls, c.out)
		c.out = 0
	}
	c.tls.Close()
	return err
}

// script runs statements and ignores their rows.
func (c *conn) script(sql string) error {
	start, err := c.text(sql)
	if err != nil {
		return err
	}
	defer sqlite3.Xsqlite3_free(c.tls, start)
	if code := sqlite3.Xsqlite3_exec(c.tls, c.db, start, 0, 0, 0); code != sqlite3.SQLITE_OK {
		return c.fault(code)
	}
	return nil
}

// run runs a statement and returns how many rows it changed.
func (c *conn) run(sql string, args ...any) (changed int, err error) {
	err = c.each(sql, args, nil)
	return int(sqlite3.Xsqlite3_changes(c.tls, c.db)), err
}

// one hands the first row of a query to do, and reports whether there is one.
func (c *conn) one(sql string, args []any, do func(Row)) (found bool, err error) {
	err = c.each(sql, args, func(r Row) error {
		do(r)
		found = true
		return ErrEnough
	})
	return found, err
}

// ErrEnough ends a query early.
var ErrEnough = errors.New("enough")

// each hands the rows of a query to do, one after the other.
func (c *conn) each(sql string, args []any, do func(Row) error) error {
	s, err := c.prepare(sql)
	if err != nil {
		return err
	}
	if s.busy {
		return fmt.Errorf("sqlite: a query within itself: %s", sql)
	}
	s.busy = true
	defer s.reset()
	for i, arg := range args {
		if err := s.bind(i+1, arg); err != nil {
			return err
		}
	}
	for {
		switch code := sqlite3.Xsqlite3_step(c.tls, s.handle); code {
		case sqlite3.SQLITE_DONE:
			return nil
		case sqlite3.SQLITE_ROW:
			if do == nil {
				continue
			}
			if err := do(Row{s}); err == ErrEnough {
				return nil
			} else if err != nil {
				return err
			}
		default:
			return c.fault(code)
		}
	}
}

// prepare compiles a statement, once for each text.
func (c *conn) prepare(sql string) (*statement, error) {
	if s := c.statements[sql]; s != nil {
		return s, nil
	}
	text, err := c.text(sql)
	if err != nil {
		return nil, err
	}
	defer sqlite3.Xsqlite3_free(c.tls, text)
	if code := sqlite3.Xsqlite3_prepare_v2(c.tls, c.db, text, int32(len(sql)+1), c.out, 0); code != sqlite3.SQLITE_OK {
		return nil, c.fault(code)
	}
	s := &statement{c: c, handle: pointerAt(c.out)}
	c.statements[sql] = s
	return s, nil
}

// statement is a compiled statement, which can be run again.
type statement struct {
	c      *conn
	handle uintptr
	bound  []uintptr // texts that the library looks at while it runs
	busy   bool
}

func (s *statement) reset() {
	sqlite3.Xsqlite3_reset(s.c.tls, s.handle)
	s.free()
	s.busy = false
}

func (s *statement) free() {
	for _, p := range s.bound {
		sqlite3.Xsqlite3_free(s.c.tls, p)
	}
	s.bound = s.bound[:0]
}

// bind sets argument i of a statement. An empty text becomes NULL, which takes
// no room and is in no index.
func (s *statement) bind(i int, arg any) error {
	tls, n := s.c.tls, int32(i)
	var code int32
	switch v := arg.(type) {
	case nil:
		code = sqlite3.Xsqlite3_bind_null(tls, s.handle, n)
	case int:
		code = sqlite3.Xsqlite3_bind_int64(tls, s.handle, n, int64(v))
	case int64:
		code = sqlite3.Xsqlite3_bind_int64(tls, s.handle, n, v)
	case float64:
		code = sqlite3.Xsqlite3_bind_double(tls, s.handle, n, v)
	case bool:
		b := int64(0)
		if v {
			b = 1
		}
		code = sqlite3.Xsqlite3_bind_int64(tls, s.handle, n, b)
	case redact.Text:
		return s.bind(i, v.String())
	case memory.LessonKind:
		return s.bind(i, string(v))
	case string:
		if v == "" {
			code = sqlite3.Xsqlite3_bind_null(tls, s.handle, n)
			break
		}
		p, err := s.c.text(v)
		if err != nil {
			return err
		}
		s.bound = append(s.bound, p)
		code = sqlite3.Xsqlite3_bind_text(tls, s.handle, n, p, int32(len(v)), sqlite3.SQLITE_STATIC)
	default:
		return fmt.Errorf("sqlite: argument %d is a %T", i, arg)
	}
	if code != sqlite3.SQLITE_OK {
		return s.c.fault(code)
	}
	return nil
}

// Row is the current row of a query.
type Row struct{ s *statement }

func (r Row) Int64(i int) int64 {
	return sqlite3.Xsqlite3_column_int64(r.s.c.tls, r.s.handle, int32(i))
}

func (r Row) Int(i int) int { return int(r.Int64(i)) }

func (r Row) float(i int) float64 {
	return sqlite3.Xsqlite3_column_double(r.s.c.tls, r.s.handle, int32(i))
}

// Time returns a time, which is kept as microseconds since 1970.
func (r Row) Time(i int) time.Time { return moment(r.Int64(i)) }

func (r Row) Null(i int) bool {
	return sqlite3.Xsqlite3_column_type(r.s.c.tls, r.s.handle, int32(i)) == sqlite3.SQLITE_NULL
}

func (r Row) Text(i int) string {
	p := sqlite3.Xsqlite3_column_text(r.s.c.tls, r.s.handle, int32(i))
	n := sqlite3.Xsqlite3_column_bytes(r.s.c.tls, r.s.handle, int32(i))
	if p == 0 || n == 0 {
		return ""
	}
	return string(unsafe.Slice((*byte)(foreign(p)), n))
}

// text copies a text to memory that the library can read.
func (c *conn) text(s string) (uintptr, error) {
	if len(s) > maxText {
		return 0, fmt.Errorf("sqlite: a text of %d bytes", len(s))
	}
	p := sqlite3.Xsqlite3_malloc(c.tls, int32(len(s)+1))
	if p == 0 {
		return 0, errMemory
	}
	room := unsafe.Slice((*byte)(foreign(p)), len(s)+1)
	copy(room, s)
	room[len(s)] = 0
	return p, nil
}

// maxText is far above what a hook can be sent.
const maxText = 256 << 20

// foreign makes a pointer from an address in memory of the library, which the
// garbage collector neither knows nor moves.
func foreign(address uintptr) unsafe.Pointer { return *(*unsafe.Pointer)(unsafe.Pointer(&address)) }

func pointerAt(address uintptr) uintptr { return *(*uintptr)(foreign(address)) }

// fault is what the library says of a failure.
func (c *conn) fault(code int32) error {
	f := &fault{code: int(code)}
	if c.db != 0 {
		f.text = libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db))
	}
	return f
}

// fault is an error of SQLite.
type fault struct {
	code int // extended
	text string
}

func (f *fault) Error() string {
	return strings.TrimSpace(fmt.Sprintf("sqlite %d: %s", f.code, f.text))
}

// Is reports which of the errors of this package it is.
func (f *fault) Is(target error) bool {
	switch f.code & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return target == ErrLocked
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return target == ErrCorrupt && f.code != sqlite3.SQLITE_CORRUPT_VTAB
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
		return target == ErrReadOnly
	case sqlite3.SQLITE_FULL:
		return target == ErrFull
	}
	return false
}
