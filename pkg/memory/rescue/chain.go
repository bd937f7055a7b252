package rescue

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// A chain is a file of lines: entries, each of what changed since the line before
// it that speaks of the same path, and after them the moment, which makes them
// count. It is only appended to. What a process that died left without its moment
// is dropped by the next reader.
//
//	# s-1c8h2p4w
//	f 644 120 1795... 1795... 1311 HASH "src/app.ts"
//	l "../lib" "src/lib"
//	- "notes.md"
//	= {"id":"s-4k2m9x7c",..}
//
// Each chain stands for itself: its first moment has everything.
const (
	momentMark = "= "
	// A chain that is so long or so old is followed by a new one.
	longChain = 1 << 20
	oldChain  = 24 * time.Hour
	// maxChain bounds what is read of one.
	maxChain = 64 << 20
)

// batch is a moment with the entries that changed. A chain has hundreds of them in
// a day, of which one is asked for.
type batch struct {
	id      string
	text    string    // the moment as JSON
	ended   time.Time // when the undo had ended before which it was taken; zero: the text says it
	entries []Entry
}

// moment reads the moment. Of one that is damaged only the id is known, so that it
// proves nothing.
func (b *batch) moment() (m Moment) {
	if !members.Read(b.text, m.members()) {
		m = Moment{ID: b.id}
	}
	if !b.ended.IsZero() {
		m.Ended = b.ended
	}
	return m
}

// parseChain reads the lines of a chain. Past the first damage it reads nothing:
// what follows builds on what is lost.
func parseChain(data []byte) (list []batch, damaged bool) {
	var b batch
	bad, follows := false, false
	for all := string(data); all != ""; {
		text, rest, whole := strings.Cut(all, "\n")
		all = rest
		if !whole {
			break // a writer died, or is at it
		}
		last := ""
		if len(list) > 0 {
			last = list[len(list)-1].id
		}
		if before, ok := strings.CutPrefix(text, startMark); ok {
			b, bad = batch{}, false
			if follows = before == last; !follows {
				return list, true // a moment is missing
			}
			continue
		}
		if text, ok := strings.CutPrefix(text, endMark); ok {
			setEnd(list, text)
			continue
		}
		if text, ok := strings.CutPrefix(text, momentMark); ok {
			if b.text, b.id = text, idOf(text); b.id != "" {
				if bad || !follows {
					return list, true
				}
				list = append(list, b)
			}
			b, bad, follows = batch{}, false, false
			continue
		}
		if text != "" {
			e, ok := parseEntry(text)
			b.entries, bad = append(b.entries, e), bad || !ok
		}
	}
	return list, false
}

// idOf returns the id of a moment as JSON, "" where it has none. It comes first as
// we write it: what follows is read when the moment is asked for.
func idOf(moment string) (id string) {
	if rest, ok := strings.CutPrefix(moment, `{"id":"`); ok {
		if end := strings.IndexByte(rest, '"'); end > 0 && isVerbatim(rest[:end]) {
			return rest[:end]
		}
	}
	if !members.Read(moment, []members.Member{{"id", &id}}) {
		return ""
	}
	return id
}

// endMark begins a line that says when an undo had ended: "> s-4k2m9x7c 1795..".
const endMark = "> "

func setEnd(list []batch, text string) {
	id, at, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(at, 10, 64)
	for i := range list {
		if err == nil && list[i].id == id {
			list[i].ended = time.UnixMicro(n)
		}
	}
}

// end writes down when the undo before which a snapshot was taken had ended.
func (s *Store) end(id string, at time.Time) error {
	c, err := s.latest()
	if err != nil || c == nil {
		return err
	}
	f, err := paths.OpenAppend(filepath.Join(s.chains(), c.name))
	if err != nil {
		return err
	}
	_, err = f.WriteString("\n" + endMark + id + " " + strconv.FormatInt(at.UnixMicro(), 10) + "\n")
	return errors.Join(err, f.Close())
}

// startMark begins each batch, so that what a dead writer left before it is not
// taken for a part of it. The moment it builds on follows.
const startMark = "# "

// fold returns the tree after the first n batches.
func fold(list []batch, n int) *State {
	s := &State{entries: make(map[string]Entry)}
	for i := range list[:n] {
		for _, e := range list[i].entries {
			if e.Kind == gone {
				delete(s.entries, e.Path)
			} else {
				s.entries[e.Path] = e
			}
		}
	}
	s.Moment = list[n-1].moment()
	return s
}

// chainFiles returns the names of the chains, the oldest first.
func (s *Store) chainFiles() ([]string, error) {
	dir, err := os.ReadDir(s.chains())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range dir {
		if _, ok := chainTime(e.Name()); ok && e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil // in the order of their names, which is that of time
}

func chainName(t time.Time) string {
	s := strconv.FormatInt(t.UnixMicro(), 16)
	return strings.Repeat("0", 16-len(s)) + s
}

func chainTime(name string) (time.Time, bool) {
	n, err := strconv.ParseInt(name, 16, 64)
	return time.UnixMicro(n), err == nil && len(name) == 16
}

// chain is one that was read.
type chain struct {
	name    string
	list    []batch
	damaged bool // more stands in it that cannot be used
}

func (s *Store) readChain(name string) (*chain, error) {
	data, err := paths.ReadFile(filepath.Join(s.chains(), name), maxChain)
	if err != nil {
		return nil, err
	}
	c := &chain{name: name}
	c.list, c.damaged = parseChain(data)
	return c, nil
}

// latest returns the newest chain that says something, nil when there is none.
func (s *Store) latest() (*chain, error) {
	names, err := s.chainFiles()
	for _, name := range slices.Backward(names) {
		if c, err := s.readChain(name); err != nil || len(c.list) > 0 {
			return c, err
		}
	}
	return nil, err
}

// last returns the tree after the newest moment of a chain.
func (c *chain) last() *State {
	if c == nil {
		return nil
	}
	return fold(c.list, len(c.list))
}

// append adds a state to a chain, the newest, or begins a new one.
func (s *Store) append(now, last *State, to *chain) error {
	path := ""
	var base *State
	if to != nil && !to.damaged {
		path = filepath.Join(s.chains(), to.name)
		began, _ := chainTime(to.name)
		info, err := os.Lstat(path)
		if err == nil && info.Size() < longChain && now.Time.Sub(began) < oldChain {
			base = last
		}
	}
	text := batchLines(now, base)
	if base == nil {
		if err := s.name(); err != nil {
			return err
		}
		return paths.WriteCache(filepath.Join(s.chains(), s.newChain(now.Time)), text)
	}
	f, err := paths.OpenAppend(path)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// batchLines returns the lines that make one state of another; last nil: of
// nothing.
func batchLines(now, last *State) []byte {
	text := []byte("\n" + startMark)
	var before map[string]Entry
	if last != nil {
		text, before = append(text, last.ID...), last.entries
	}
	text = append(text, '\n')
	for _, p := range slices.Sorted(maps.Keys(now.entries)) {
		e := now.entries[p]
		if b, ok := before[p]; !ok || b != e {
			text = e.appendLine(text)
		}
	}
	for _, p := range slices.Sorted(maps.Keys(before)) {
		if _, ok := now.entries[p]; !ok {
			e := Entry{Kind: gone, Path: p}
			text = e.appendLine(text)
		}
	}
	return append(members.Append(append(text, momentMark...), now.Moment.members()), '\n')
}

// newChain returns a name for a chain that sorts behind all others, whatever the
// clock says.
func (s *Store) newChain(now time.Time) string {
	names, _ := s.chainFiles()
	if len(names) > 0 {
		if last, _ := chainTime(names[len(names)-1]); !now.After(last) {
			now = last.Add(time.Microsecond)
		}
	}
	return chainName(now)
}

// Moments returns all snapshots, the newest first.
func (s *Store) Moments() ([]Moment, error) {
	var out []Moment
	err := s.each(func(list []batch, i int) bool {
		out = append(out, list[i].moment())
		return true
	})
	return out, err
}

// each visits all moments, the newest first, until visit returns false.
func (s *Store) each(visit func(list []batch, i int) bool) error {
	names, err := s.chainFiles()
	for _, name := range slices.Backward(names) {
		c, err := s.readChain(name)
		if err != nil {
			return err
		}
		for i := len(c.list) - 1; i >= 0; i-- {
			if !visit(c.list, i) {
				return nil
			}
		}
	}
	return err
}
