package journal

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Whose work a file holds is worked out from when it was changed last: who wrote
// at that time, and what was there before. A file is the session's own only if
// each of its writes, back to a state that was clean, was the session's.

const (
	// sessionSteps is how far back a session, and its project, are looked through
	// for who wrote what.
	sessionSteps = 300
	// sessionPaths bounds how many paths are remembered of it.
	sessionPaths = 2000
	// othersSince is how far back other sessions are looked for.
	othersSince = 7 * 24 * time.Hour
	// lag is how much later a command is said to have begun than it did: its
	// hook had to be started.
	lag = 300 * time.Millisecond
	// shortRun is how long a command may take for what changes meanwhile to be
	// its work: while a longer one runs, the user goes on editing. Tests do not
	// write what git tracks.
	shortRun = 10 * time.Second
	// editTime is how long an edit takes whose beginning is not known.
	editTime = 5 * time.Second
	// stashLag is lag for what git dates in whole seconds.
	stashLag = 1500 * time.Millisecond
)

// Authors tells whose work files are, as the session of the call sees it; nil
// without a session. Nothing is read before the first question.
func (j *Journal) Authors() facts.Authors {
	if j.Call == nil || j.Call.Session == "" || j.Call.Agent.Form == protocol.FormNeutral || j.Call.Canary() || !j.Judge.Config.Learn.On {
		return nil
	}
	return &authors{journal: j}
}

// authors is who wrote what, as the session of a call sees it.
type authors struct {
	journal *Journal
	read    bool
	unknown bool // what is stored could not be read

	touched touched
	writes  map[string][]writing // by path, by their end
	runs    []ranCommand         // in which files may have been written
	made    map[string]bool      // directories that the session made
	trees   []string             // directories in which subagents of the session work
	steps   map[string]bool      // ids of those that were added
}

// writing is a time at which a session wrote, or may have written.
type writing struct {
	from, to time.Time
	session  string
	whole    bool // all of the file's content
	restores bool // what is written was there before
}

// ranCommand is a command of a session. It is parsed when it may matter: to parse all
// of a session takes longer than a verdict may.
type ranCommand struct {
	writing
	ran    *memory.Run
	script *shell.Script
	named  bool // the files that it names were added
	stash  bool // the stash that it made was found
}

// File implements facts.Authors.
func (a *authors) File(f facts.File) rule.Author {
	a.load()
	a.addNamed(f.Path)
	if f.Changed.IsZero() { // a directory
		if a.made[f.Path] {
			return rule.Author{Kind: rule.AuthorSession}
		}
		return rule.Author{}
	}
	if a.unknown {
		return rule.Author{}
	}
	at, written := f.Changed, f.Written
	if written.After(at) {
		at = written
	}
	for range sessionSteps {
		w := a.writer(f.Path, at)
		if w == nil {
			var author rule.Author
			if w, author = a.run(&f, at, written); w == nil {
				if author.Kind == rule.AuthorUser {
					return a.user(at)
				}
				return author
			}
		}
		for {
			if !a.own(w.session) {
				return a.other(w)
			}
			if w.whole {
				return rule.Author{Kind: rule.AuthorSession}
			}
			state, known := a.touched.before(f.Path, w.from)
			earlier := a.latest(f.Path, state.at, w.from)
			if earlier == nil {
				if !known || w.restores {
					return a.user(time.Time{})
				}
				if state.clean() {
					return rule.Author{Kind: rule.AuthorSession}
				}
				if !state.changed.Before(at) {
					return a.user(at)
				}
				at, written = state.changed, state.changed
				break
			}
			w = earlier
		}
	}
	return a.user(time.Time{})
}

// user returns the user as the author of what was written at a time.
func (a *authors) user(at time.Time) rule.Author {
	return rule.Author{Kind: rule.AuthorUser, New: !a.touched.began.IsZero() && at.After(a.touched.began)}
}

// writer returns who wrote a file at a time, as far as edits and commands name it.
func (a *authors) writer(path string, at time.Time) *writing {
	list := a.writes[path]
	for i := range list {
		if w := &list[i]; !at.After(w.to) {
			if at.Before(w.from.Add(-lag)) {
				return nil
			}
			return w
		}
	}
	return nil
}

// latest returns the last that wrote a file between two times.
func (a *authors) latest(path string, after, before time.Time) *writing {
	list := a.writes[path]
	for i := len(list) - 1; i >= 0; i-- {
		if w := &list[i]; w.to.Before(before) {
			if w.to.After(after) {
				return w
			}
			return nil
		}
	}
	return nil
}

// run returns the command of the session in whose time a file that it does not
// name was written, or else whose work the file is.
func (a *authors) run(f *facts.File, at, written time.Time) (*writing, rule.Author) {
	var own, other *writing
	unsure := false
	for i := range a.runs {
		c := &a.runs[i]
		endless := c.ran.Outcome == memory.Background
		if at.Before(c.from.Add(-lag)) || !endless && at.After(c.to) || !command.MayWrite(a.parse(c)) {
			continue
		}
		short := !endless && c.ran.Duration <= shortRun && !(f.Tracked && c.ran.Check != nil && c.ran.Check.Kind == "test")
		switch mine := a.own(c.session); {
		case mine && (!short || written.Before(c.from.Add(-lag))): // or it brought an older file here
			unsure = true
		case mine:
			own = &c.writing
		case short:
			other = &c.writing
		}
	}
	switch {
	case other != nil && own == nil:
		return nil, a.other(other)
	case other != nil:
		return nil, rule.Author{}
	case own != nil:
		return own, rule.Author{}
	case unsure && !f.Tracked && a.touched.isNew(f.Path):
		return nil, rule.Author{}
	}
	return nil, rule.Author{Kind: rule.AuthorUser}
}

func (a *authors) other(w *writing) rule.Author {
	return rule.Author{Kind: rule.AuthorOther, Ago: max(0, a.journal.Now.Sub(w.to)), New: true}
}

// Tree implements facts.Authors. A worktree is the session's if one of its
// commands made it, or if it was made for the session or a subagent of it.
func (a *authors) Tree(root string, made time.Time) rule.Author {
	a.load()
	own := rule.Author{Kind: rule.AuthorSession}
	for i := range a.runs {
		if c := &a.runs[i]; a.own(c.session) && c.speaksOf("worktree") && !made.Before(c.from.Add(-lag)) && !made.After(c.to) {
			return own
		}
	}
	began := a.touched.began
	switch {
	case a.unknown || began.IsZero():
	case made.After(began):
		if slices.ContainsFunc(a.trees, func(dir string) bool { return inTree(resolved(dir), root) }) {
			return own
		}
	case began.Sub(made) < time.Minute && inTree(resolved(a.touched.first), root):
		return own
	}
	return rule.Author{}
}

// resolved follows the symbolic links of a path that is there.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Stash implements facts.Authors. All worktrees share one list: a stash of another
// subagent, in another worktree, is not the caller's.
func (a *authors) Stash(made time.Time) rule.Author {
	a.load()
	if a.unknown {
		return rule.Author{}
	}
	var own, other *ranCommand
	for i := range a.runs {
		c := &a.runs[i]
		if c.stash || made.Before(c.from.Add(-stashLag)) || made.After(c.to) || !c.speaksOf("stash") {
			continue
		}
		if a.own(c.session) && (c.ran.Subagent == a.journal.Call.Subagent || inTree(c.ran.Cwd, a.journal.Judge.Project)) {
			own = c
		} else {
			other = c
		}
	}
	switch {
	case other != nil:
		return a.other(&other.writing)
	case own != nil:
		own.stash = true // the newest is asked for first, and one command makes one
		return rule.Author{Kind: rule.AuthorSession}
	}
	return a.user(made)
}
