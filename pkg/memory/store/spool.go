package store

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Entry is an event in the spool: one field is set.
type Entry struct {
	Run      *memory.Run
	Edit     *memory.Edit
	Decision *memory.Decision
	Advice   *memory.Advice
	// Preference is a sighting of a preference, to be added to what is known of it.
	Preference *memory.Preference
}

// The bounds of the spool. Beyond them an event is refused, and not written in
// place of one that was accepted before.
const (
	maxSpoolFiles = 20_000
	maxSpoolBytes = 64 << 20
	maxEntry      = 1 << 20
	fewFiles      = maxSpoolBytes / maxEntry // so few cannot exceed maxSpoolBytes
)

// How the names of its files end: of an entry, and of one that is being
// written.
const entryEnd, partEnd = ".json", ".part"

// ErrSpoolFull is returned when too many events wait for the database.
var ErrSpoolFull = errors.New("the spool is full")

// Spool writes an event to the spool, where it waits for the database, and
// gives it an id and a time when it has none. It needs no database, and writes
// the event whole or not at all. It returns how many events wait.
func Spool(dir string, e Entry) (waiting int, err error) {
	at, id, data, err := e.line()
	if err != nil {
		return 0, fmt.Errorf("spool: %w", err)
	}
	if len(data) > maxEntry {
		return 0, fmt.Errorf("spool: %w: an event of %d bytes", ErrSpoolFull, len(data))
	}
	if err := paths.MkdirAll(dir); err != nil {
		return 0, err
	}
	n, err := roomIn(dir, int64(len(data)))
	if err != nil {
		return n, err
	}
	// No sync: the file has to survive the process, not a power cut, and the
	// database does no more than that.
	path := filepath.Join(dir, fmt.Sprintf("%016d-%s"+entryEnd, max(at.UnixMicro(), 0), id))
	part := path + partEnd
	if err := paths.WriteNew(part, data); err != nil {
		return n, errors.Join(err, os.Remove(part))
	}
	if err := os.Rename(part, path); err != nil {
		return n, errors.Join(err, os.Remove(part))
	}
	return n + 1, nil
}

// CheckSpool returns why nothing can be written to the spool.
func CheckSpool(dir string) error {
	if err := paths.MkdirAll(dir); err != nil {
		return err
	}
	part := filepath.Join(dir, memory.NewID('r')+partEnd)
	if err := paths.WriteNew(part, []byte("{}")); err != nil {
		os.Remove(part)
		return err
	}
	return os.Remove(part)
}

// line returns the event as the line of a file, with its time and its id,
// which it gets when it has none.
func (e *Entry) line() (at time.Time, id string, data []byte, err error) {
	switch {
	case e.Run != nil:
		at, id = identify(&e.Run.Start, &e.Run.ID, 'r')
		data, err = spoolLine(&RunsWithOutput, "run", e.Run)
	case e.Edit != nil:
		at, id = identify(&e.Edit.Time, &e.Edit.ID, 'e')
		data, err = spoolLine(&Edits, "edit", e.Edit)
	case e.Decision != nil:
		at, id = identify(&e.Decision.Time, &e.Decision.ID, 'd')
		data, err = spoolLine(&Decisions, "decision", e.Decision)
	case e.Advice != nil:
		at, id = identify(&e.Advice.Time, &e.Advice.ID, 'v')
		data, err = spoolLine(&Advice, "advice", e.Advice)
	case e.Preference != nil:
		at, id = identify(&e.Preference.Last, &e.Preference.ID, 'p')
		data, err = spoolLine(&Preferences, "preference", e.Preference)
	default:
		err = errNoRecord
	}
	return at, id, data, err
}

// identify gives an event a time and an id when it has none.
func identify(at *time.Time, id *string, kind byte) (time.Time, string) {
	k := newKey(*at, *id, kind)
	*at, *id = moment(k.at), k.id
	return *at, *id
}

// spoolLine writes a value as a record, with secrets masked in what the agent
// sent.
func spoolLine[T any](tb *Table[T], name string, v *T) ([]byte, error) {
	masked := *v
	tb.mask(&masked)
	return tb.line(name, &masked)
}

// roomIn counts the events that wait, and fails when the spool has no room for
// so many bytes more.
func roomIn(dir string, more int64) (n int, err error) {
	files, err := waiting(dir)
	if err != nil || len(files) < fewFiles {
		return len(files), err
	}
	if len(files) >= maxSpoolFiles || size(dir, files)+more > maxSpoolBytes {
		return len(files), ErrSpoolFull
	}
	return len(files), nil
}

func size(dir string, files []string) (total int64) {
	for _, name := range files {
		if info, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			total += info.Size()
		}
	}
	return total
}

// waiting lists the files of entries, oldest first.
func waiting(dir string) ([]string, error) {
	names, err := namesIn(dir)
	return entries(names), err
}

func entries(names []string) []string {
	var files []string
	for _, name := range names {
		if strings.HasSuffix(name, entryEnd) && isDigit(name[0]) {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

func namesIn(dir string) ([]string, error) {
	if dir == "" {
		return nil, paths.ErrNoHome
	}
	d, err := paths.OpenDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.Readdirnames(-1)
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// readEntry reads a file of the spool.
func readEntry(known []kind, path string) (Entry, error) {
	data, err := paths.ReadFile(path, maxEntry)
	if err != nil {
		return Entry{}, err
	}
	r, err := decodeRecord(known, data)
	if err != nil {
		return Entry{}, err
	}
	switch v := r.value.(type) {
	case *memory.Run:
		return Entry{Run: v}, nil
	case *memory.Edit:
		return Entry{Edit: v}, nil
	case *memory.Decision:
		return Entry{Decision: v}, nil
	case *memory.Advice:
		return Entry{Advice: v}, nil
	case *memory.Preference:
		return Entry{Preference: v}, nil
	}
	return Entry{}, errNoRecord
}

// Drain hands the oldest entries of the spool to apply, at most so many. They
// leave the spool when the transaction is committed. An entry that cannot be
// read is set aside. A spool that cannot be listed is left alone: doctor tells of
// it, and what happens meanwhile goes into the database.
func (t *Tx) Drain(dir string, most int, apply func(*Tx, Entry) error) error {
	names, err := namesIn(dir)
	if err != nil {
		return nil
	}
	sweep(dir, names)
	files := entries(names)
	known := kinds()
	for _, name := range files[:min(most, len(files))] {
		path := filepath.Join(dir, name)
		e, err := readEntry(known, path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // another process drained it
		case err != nil:
			setAside(dir, name)
			continue
		}
		if err := apply(t, e); err != nil {
			return fmt.Errorf("drain %s: %w", name, err)
		}
		t.after(func() { os.Remove(path) })
	}
	return drainLog(t, dir)
}

// sweep removes old files that were never finished.
func sweep(dir string, names []string) {
	for _, name := range names {
		if !strings.HasSuffix(name, partEnd) {
			continue
		}
		path := filepath.Join(dir, name)
		if info, err := os.Lstat(path); err == nil && time.Since(info.ModTime()) > time.Hour {
			os.Remove(path)
		}
	}
}

// setAside moves an entry that cannot be read out of the way. The most recent
// ones are kept, for the user to look at.
func setAside(dir, name string) {
	const keep = 100
	bad := filepath.Join(dir, "bad")
	if paths.MkdirAll(bad) != nil || os.Rename(filepath.Join(dir, name), filepath.Join(bad, name)) != nil {
		return // it is tried again with the next draining
	}
	if files, err := waiting(bad); err == nil && len(files) > keep {
		for _, name := range files[:len(files)-keep] {
			os.Remove(filepath.Join(bad, name))
		}
	}
}

// SpoolLength counts the events that wait. A log of an earlier version counts
// as one.
func SpoolLength(dir string) (n int, err error) {
	names, err := namesIn(dir)
	n = len(entries(names))
	for _, name := range logFiles {
		if slices.Contains(names, name) {
			n++
		}
	}
	return n, err
}

// SpoolEntries returns the entries that can be read, oldest first, and leaves
// them in the spool.
func SpoolEntries(dir string) ([]Entry, error) {
	files, err := waiting(dir)
	if err != nil {
		return nil, err
	}
	var list []Entry
	known := kinds()
	for _, name := range files {
		if e, err := readEntry(known, filepath.Join(dir, name)); err == nil {
			list = append(list, e)
		}
	}
	for i := range decisionLog(dir) {
		list = append(list, Entry{Decision: &i})
	}
	order.By(list, func(a, b Entry) int { return cmp.Compare(a.at(), b.at()) })
	return list, nil
}

func (e *Entry) at() int64 {
	switch {
	case e.Run != nil:
		return e.Run.Start.UnixMicro()
	case e.Edit != nil:
		return e.Edit.Time.UnixMicro()
	case e.Decision != nil:
		return e.Decision.Time.UnixMicro()
	case e.Advice != nil:
		return e.Advice.Time.UnixMicro()
	case e.Preference != nil:
		return e.Preference.Last.UnixMicro()
	}
	return 0
}

// errCrowdedSpool is returned when more events wait than may be read.
var errCrowdedSpool = errors.New("too much waits in the spool")

// SpooledSteps returns the runs, without their outputs, and edits of a time or
// later that wait in the spool, oldest first, and leaves them there. It fails when
// there are more than most.
func SpooledSteps(dir string, since time.Time, most int) ([]memory.Activity, error) {
	files, err := waiting(dir)
	if err != nil {
		return nil, err
	}
	var list []memory.Activity
	known := []kind{kindOfRuns(&Runs), kindOfEdits()}
	for _, name := range files {
		at, id, _ := strings.Cut(name, "-")
		if n, err := strconv.ParseInt(at, 10, 64); err != nil || n < since.UnixMicro() || !strings.HasPrefix(id, "r-") && !strings.HasPrefix(id, "e-") {
			continue
		}
		if len(list) == most {
			return nil, errCrowdedSpool
		}
		if e, err := readEntry(known, filepath.Join(dir, name)); err == nil {
			list = append(list, memory.Activity{Run: e.Run, Edit: e.Edit})
		}
	}
	return list, nil
}
