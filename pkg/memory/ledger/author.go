package ledger

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Whose work a file holds is worked out backwards from when it was changed last: what
// changed while calls ran is theirs, what changed between calls is the user's, and what
// was there before a call is what the look before it saw. A file is the session's own
// only if each of its writes, back to a state that was clean, was the session's.

const (
	// While a call runs, the user goes on working. A file of which nothing that the call
	// runs speaks counts as its work only if the call was this short: shortMake for a file
	// that was made, shortEdit for one that was changed, because people save existing
	// files more often than they make new ones.
	shortMake = 10 * time.Second
	shortEdit = 2 * time.Second
	// manyWrites bounds how many writes of one file are followed back.
	manyWrites = 300
)

// Rest is how long nothing is heard of a session until it counts as ended.
const Rest = time.Hour

// World is the accounts of a project as one of its sessions sees them.
type World struct {
	Own    *Account // of the session that asks
	Others []*Account
	Now    time.Time

	// Speaks reports whether the text of a call, or of a file that it ran, speaks of a file.
	Speaks func(c *Call, file string) bool
	Exists func(file string) bool // nil: everything does

	// Root returns the root of the project that a directory lies in, "" for none; nil: all lies
	// in one.
	Root func(dir string) string
}

// File is a file whose author is asked for. Its path has slashes.
type File struct {
	Path    string
	Written time.Time // when its content was written last
	Changed time.Time // when it was changed last in any way
	Born    time.Time // when it was made; zero: not known
	Tracked bool      // git tracks it
	Unseen  bool      // no look sees it: git ignores it, or it lies in no work tree

	Content func() int64 // its Sum, 0 if it cannot be had; nil: likewise
}

// write is a time at which a call wrote a file, or may have written it.
type write struct {
	account *Account
	call    *Call
	named   *naming // nil: the call does not name the file
}

// File returns whose work a file is.
func (w *World) File(f File) rule.Author {
	f.Path = redact.Clean(f.Path).String() // as the accounts have it: to mask takes longer than to look for it
	at, written := f.Changed, f.Written
	if written.After(at) {
		at = written
	}
	named := w.writes(f.Path)
	for range manyWrites {
		by := w.movedAlong(&f, named, at)
		if by == nil {
			break
		}
		state, known := by.account.before(by.named.from, by.call.From)
		if known && state.Clean() && f.Tracked { // else it may be what git ignored there
			return w.Author(by.account, by.call)
		}
		f.Path, named = by.named.from, w.writes(by.named.from)
	}
	sum := w.content(&f)
	var worst rule.Author
	for range manyWrites {
		by, author := w.writer(&f, named, at, written)
		if earlier, ok := w.unchanged(f.Path, sum, by, at); ok {
			at, written = earlier.Changed, earlier.Changed
			continue
		}
		if by == nil {
			return worse(worst, author)
		}
		for by != nil {
			if from := by.from(); from != "" { // who moves a file did not write it
				state, known := by.account.before(from, by.call.From)
				f.Path, named = from, w.writes(from)
				if known && !state.Clean() {
					at, written, sum = state.Changed, state.Changed, state.Sum
					break
				}
				switch earlier := latest(named, time.Time{}, by.call.From); {
				case known, namedBy(by.call, from) != nil:
					return worse(worst, w.Author(by.account, by.call))
				case earlier == nil:
					return worse(worst, rule.Author{})
				default:
					by = earlier
					continue
				}
			}
			if worst = worse(worst, w.Author(by.account, by.call)); worst.Kind == rule.AuthorOther {
				return worst
			}
			if by.named != nil && by.named.whole {
				return worst
			}
			if by.named != nil && by.named.copied != "" && w.Exists != nil && !w.Exists(by.named.copied) {
				return w.User(time.Time{}) // it may be the only copy of what others wrote
			}
			state, known := by.account.before(f.Path, by.call.From)
			if f.Unseen {
				known = false
			}
			earlier := latest(named, state.At, by.call.From)
			if earlier == nil {
				switch {
				case !known && (by.made(&f) || w.bornHere(&f)):
					return worst
				case !known, by.call.restores():
					return w.User(time.Time{})
				case state.Clean():
					return worst
				case !state.Changed.Before(at):
					return w.User(at)
				}
				at, written, sum = state.Changed, state.Changed, state.Sum
			}
			by = earlier
		}
	}
	return w.User(time.Time{})
}

// movedAlong returns the first call that moved a directory with a file in it that was changed
// before, at a time that a move leaves as it is; nil if none did.
func (w *World) movedAlong(f *File, named []write, at time.Time) *write {
	for i := range named {
		by := &named[i]
		if by.from() == "" || !by.call.From.After(at) {
			continue
		}
		if state, known := by.account.before(f.Path, by.call.From); !known || state.Clean() {
			return by
		}
	}
	return nil
}

// OwnBefore reports whether nobody else's work was in a file that git does not ignore when a
// call of the session began: the file was as a commit has it, or absent, or the session wrote
// what it held.
func (w *World) OwnBefore(c *Call, file string) bool {
	state, known := w.Own.before(redact.Clean(file).String(), c.From)
	if !known || state.Clean() {
		return known
	}
	return w.File(File{Path: file, Written: state.Changed, Changed: state.Changed, Tracked: true}).Kind == rule.AuthorSession
}

// content returns the sum of what a file holds, if one was ever taken of it.
func (w *World) content(f *File) int64 {
	if f.Content == nil || !slices.ContainsFunc(w.accounts(), func(a *Account) bool { return a.summed(f.Path) }) {
		return 0
	}
	return f.Content()
}

// unchanged returns the state of a file before a write that left its content as it was;
// ok is false for other writes. It is what the look before the write saw. For a call
// that brings back stashed files, it is what the last look saw that found this content.
func (w *World) unchanged(name string, sum int64, by *write, at time.Time) (earlier FileState, ok bool) {
	if sum == 0 {
		return earlier, false
	}
	restored := by != nil && by.call.restores()
	if by != nil && by.call.From.Before(at) {
		at = by.call.From
	}
	for _, a := range w.accounts() {
		s, known := a.before(name, at)
		if restored {
			s, known = a.had(name, sum, at)
		}
		if known && s.At.After(earlier.At) {
			earlier = s
		}
	}
	return earlier, earlier.Sum == sum && earlier.Changed.Before(at)
}

// made reports whether a call made a file, of which nothing was seen before: the file
// is no older than the call, and the call does not say that it only edits it.
func (by *write) made(f *File) bool {
	c := by.call
	return !f.Born.IsZero() && c.covers(f.Born) && (by.named == nil || !by.named.edits) && !c.restores()
}

// bornHere reports whether the session made a file that no look sees, not long ago: one call of it
// was at work then, which names it or speaks of it.
func (w *World) bornHere(f *File) bool {
	if !f.Unseen || f.Born.IsZero() || w.Now.Sub(f.Born) > Rest {
		return false
	}
	own := false
	for _, a := range w.accounts() {
		for i := range a.Calls {
			c := &a.Calls[i]
			if !c.covers(f.Born) {
				continue
			}
			if a != w.Own || !c.Heard || c.restores() || c.moves(f.Path) {
				return false
			}
			own = own || c.Writes(f.Path) || w.Speaks(c, f.Path)
		}
	}
	return own
}

// from returns where a call that moves a file takes it from, "" for any other.
func (by *write) from() string {
	if by.named == nil {
		return ""
	}
	return by.named.from
}

// writes lists the calls that write a file by its name, in the order of their ends.
func (w *World) writes(file string) (list []write) {
	for _, a := range w.accounts() {
		for i := range a.Calls {
			if c := &a.Calls[i]; c.Ran() {
				if n := namedBy(c, file); n != nil {
					list = append(list, write{a, c, n})
				}
			}
		}
	}
	order.By(list, func(x, y write) int { return x.call.last().Compare(y.call.last()) })
	return list
}

func (w *World) accounts() []*Account { return append([]*Account{w.Own}, w.Others...) }

// last returns the last moment at which a call may have written.
func (c *Call) last() time.Time {
	if over := c.over(); !over.IsZero() {
		return over
	}
	return c.From
}

// latest returns the last of some writes that ended between two times, nil for none.
func latest(list []write, after, before time.Time) *write {
	for i := range slices.Backward(list) {
		if to := list[i].call.last(); to.Before(before) {
			if to.After(after) {
				return &list[i]
			}
			return nil
		}
	}
	return nil
}

// writer returns which call wrote a file at a time, else whose work it was.
func (w *World) writer(f *File, named []write, at, written time.Time) (*write, rule.Author) {
	for i := range named {
		if c := named[i].call; c.covers(at) && !w.sawEarlier(c, f.Path, at) {
			return &named[i], rule.Author{}
		}
	}
	var one *write
	several, unsure := false, false
	for _, a := range w.accounts() {
		for i := range a.Calls {
			c := &a.Calls[i]
			if !c.covers(at) || w.sawEarlier(c, f.Path, at) || !w.reaches(c, f.Path) {
				continue
			}
			switch {
			case !c.Open && c.moves(f.Path):
				unsure = true // what was there before, and is not known to be the session's
			case !c.Open:
			case c.over().IsZero(), !c.Heard, written.Before(c.From.Add(-Lag)), !w.surely(c, f):
				unsure = true // it may be this one, or the user meanwhile
			case one != nil && one.account != a:
				several = true
			default:
				one = &write{account: a, call: c}
			}
		}
	}
	switch {
	case several:
		return nil, rule.Author{}
	case one != nil:
		return one, rule.Author{}
	case unsure:
		return nil, rule.Author{}
	}
	return nil, w.User(at)
}

// reaches reports whether a call may write a file that it does not name: the file lies in the
// project in which the call runs, or the call speaks of it or of its project.
func (w *World) reaches(c *Call, file string) bool {
	if w.Root == nil || c.Cwd == "" || c.Path != "" || within(file, c.Cwd) {
		return true
	}
	of := w.Root(path.Dir(file))
	if from := w.Root(c.Cwd); of == "" || from != "" && within(file, from) || within(c.Cwd, of) {
		return true
	}
	return w.Speaks(c, file) || HasName(c.Command.String(), path.Base(of))
}

// within reports whether a path is a directory, or below it.
func within(name, dir string) bool {
	return name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}

// sawEarlier reports whether a look before a call saw a file as it was left at a time:
// what was there then is not the work of the call, however late its hook came.
func (w *World) sawEarlier(c *Call, name string, at time.Time) bool {
	return at.Before(c.From) && slices.ContainsFunc(w.accounts(), func(a *Account) bool {
		s, known := a.before(name, c.From)
		return known && s.Changed.UnixMicro() == at.UnixMicro()
	})
}

// surely reports whether what changes of a file while a call runs is its work. Tests do
// not write what git tracks. What no look sees is judged by when it was made.
func (w *World) surely(c *Call, f *File) bool {
	took := c.To.Sub(c.From)
	switch {
	case f.Tracked && c.Check == "test":
		return false
	case f.Unseen, took <= shortEdit, took <= shortMake && !f.Born.IsZero() && c.covers(f.Born):
		return true
	}
	return w.Speaks(c, f.Path)
}

// Live reports whether another session goes on.
func (w *World) Live() bool {
	return slices.ContainsFunc(w.Others, func(a *Account) bool { return !w.over(a) })
}

// over reports whether a session has ended, or was not heard of for so long that it
// counts as ended.
func (w *World) over(a *Account) bool { return a.Over || w.Now.Sub(a.Heard) > Rest }

// Author returns the session of a call as an author.
func (w *World) Author(a *Account, c *Call) rule.Author {
	switch {
	case a == w.Own:
		return rule.Author{Kind: rule.AuthorSession}
	case w.over(a):
		return rule.Author{Kind: rule.AuthorEnded, Ago: max(0, w.Now.Sub(c.last())), New: true}
	}
	return rule.Author{Kind: rule.AuthorOther, Ago: max(0, w.Now.Sub(c.last())), New: true}
}

// User returns the user as the author of what was written at a time.
func (w *World) User(at time.Time) rule.Author {
	began := w.Own.Began
	return rule.Author{Kind: rule.AuthorUser, New: !began.IsZero() && at.After(began)}
}

// gravity orders authors by how much it matters that their work is lost.
func gravity(k rule.AuthorKind) int {
	return slices.Index([]rule.AuthorKind{rule.AuthorSession, rule.AuthorEnded, rule.AuthorUnknown, rule.AuthorUser, rule.AuthorOther}, k)
}

// worse returns the one of two authors of a file whose work matters more. The first is
// zero while no author is known.
func worse(so, next rule.Author) rule.Author {
	if so != (rule.Author{}) && gravity(so.Kind) > gravity(next.Kind) {
		return so
	}
	return next
}

// Calls visits the calls of all sessions that ran and may have changed something.
func (w *World) Calls(visit func(a *Account, c *Call)) {
	for _, a := range w.accounts() {
		for i := range a.Calls {
			if c := &a.Calls[i]; c.Ran() && c.Path == "" && c.Heard {
				visit(a, c)
			}
		}
	}
}
