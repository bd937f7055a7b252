package journal

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
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
	// its work: while a longer one runs, the user goes on editing.
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
	unknown bool // what is stored could not be read, or the session was not heard of before

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
		if at.Before(c.from.Add(-lag)) || !endless && at.After(c.to) || !a.mayWrite(c) {
			continue
		}
		short := !endless && c.ran.Duration <= shortRun
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

// load reads what the session and others of its project did.
func (a *authors) load() {
	if a.read {
		return
	}
	j := a.journal
	a.read, a.writes, a.made, a.steps = true, make(map[string][]writing), make(map[string]bool), make(map[string]bool)
	a.touched = j.readTouched()
	if j.Call.Subagent != "" {
		a.trees = append(a.trees, j.Judge.At.Cwd)
	}
	var steps []memory.Activity
	err := j.view(glance, func(v *view) (err error) {
		if steps, err = v.tx.Steps(j.Call.Session, sessionSteps); err != nil {
			return err
		}
		_, _, err = v.tx.AnySince(j.Judge.Project, "", j.Now.Add(-othersSince), sessionSteps, func(s memory.Activity) bool {
			steps = append(steps, s)
			return false
		})
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNone) {
		a.unknown = true
		return
	}
	// Most of a short session still waits in the spool.
	waiting, err := store.SpoolEntriesSince(j.Judge.Places.SpoolDir(), time.Time{}, 2*crowd)
	if err != nil {
		j.note("spool", err)
		a.unknown = true
		return
	}
	for i := range waiting {
		if e := &waiting[i]; e.Run != nil || e.Edit != nil {
			steps = append(steps, memory.Activity{Run: e.Run, Edit: e.Edit})
		}
	}
	slices.SortStableFunc(steps, func(x, y memory.Activity) int { return x.Time().Compare(y.Time()) })
	for _, s := range steps {
		a.add(s)
	}
	a.unknown = a.touched.began.IsZero() && !slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && a.own(s.Run.Session) || s.Edit != nil && a.own(s.Edit.Session)
	})
}

// own reports whether a session is that of the call.
func (a *authors) own(session string) bool { return session == a.journal.Call.Session }

// speaksOf reports whether a word is in the text of a command.
func (c *ranCommand) speaksOf(word string) bool {
	return strings.Contains(c.ran.Command.String(), word)
}

// add adds what one step of a session wrote.
func (a *authors) add(s memory.Activity) {
	if s.Run == nil {
		e := s.Edit
		if a.steps[e.ID] {
			return
		}
		a.steps[e.ID] = true
		path := e.Path.String()
		if !filepath.IsAbs(path) && e.Project != "" {
			path = filepath.Join(e.Project, path)
		}
		from := e.Time.Add(-editTime)
		if state, known := a.touched.before(path, e.Time); known && state.exact && state.at.After(from) {
			from = state.at
		}
		a.wrote(path, writing{from: from, to: e.Time, session: e.Session})
		return
	}
	r := s.Run
	if a.steps[r.ID] || r.Outcome == memory.Denied || r.Outcome == memory.Refused {
		return
	}
	a.steps[r.ID] = true
	if a.own(r.Session) && r.Subagent != "" {
		a.trees = append(a.trees, r.Cwd)
	}
	a.runs = append(a.runs, ranCommand{writing: writing{from: r.Start, to: r.Start.Add(r.Duration), session: r.Session}, ran: r})
}

// parse parses a command.
func (a *authors) parse(c *ranCommand) *shell.Script {
	if c.script == nil {
		c.script = a.journal.Judge.Script(c.ran.Command)
		c.restores = slices.ContainsFunc(c.script.Calls, bringsBack)
	}
	return c.script
}

// mayWrite reports whether a command may write files that it does not name.
func (a *authors) mayWrite(c *ranCommand) bool {
	s := a.parse(c)
	return len(s.Problems) > 0 || slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Where == "" && (command.TemplateTraits(&c)&rule.ReadOnly == 0 || slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool {
			return strings.HasPrefix(r.Op, ">") && r.Op != ">&" && !r.Word.Is("/dev/null")
		}))
	})
}

// bringsBack reports whether a call takes work off the stash.
func bringsBack(c shell.Call) bool {
	return c.Model != nil && c.Model.Names[0] == "git" && c.Args.Is([]string{"stash pop", "stash apply", "stash branch"})
}

// wrote adds a writing of a path, in the two spellings that it may have.
func (a *authors) wrote(path string, w writing) {
	if !filepath.IsAbs(path) || len(a.writes) >= sessionPaths {
		return
	}
	for _, p := range spellings(path) {
		a.writes[p] = append(a.writes[p], w)
	}
}

// spellings returns a path as it is written, and with its directory's symbolic
// links followed.
func spellings(path string) []string {
	path = filepath.Clean(path)
	list := []string{path}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		if real := filepath.Join(dir, filepath.Base(path)); real != path {
			list = append(list, real)
		}
	}
	return list
}

// addNamed adds who wrote a path, or made it, by commands that name it.
func (a *authors) addNamed(path string) {
	for i := range a.runs {
		if c := &a.runs[i]; !c.named && c.speaksOf(filepath.Base(path)) {
			c.named = true
			a.addFiles(c)
		}
	}
	slices.SortStableFunc(a.writes[path], func(x, y writing) int { return x.to.Compare(y.to) })
}

// addFiles adds the files that a command names and writes, and the directories
// that it makes.
func (a *authors) addFiles(ran *ranCommand) {
	s := a.parse(ran)
	at := a.journal.Judge.At
	at.Cwd = ran.ran.Cwd
	own := a.own(ran.session)
	reader := effect.NewReader(s, at)
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Where != "" || c.Cwd.Else != nil {
			continue
		}
		if own && c.Program == "mkdir" && !c.Args.Has("-p") && ran.ran.Outcome == memory.OK { // with -p the directory may be older
			for _, o := range c.Args.Operands {
				if path, ok := effect.Literal(o, c.Cwd, at); ok {
					for _, p := range spellings(path) {
						a.made[p] = true
					}
				}
			}
		}
		effects := reader.Of(i)
		if slices.ContainsFunc(effects, func(e effect.Effect) bool { return e.Kind == rule.Move && !a.mine(e.Target, c, at) }) {
			continue // what was moved there is older than the session
		}
		for _, e := range effects {
			if e.Target == nil || e.Recursive {
				continue
			}
			path, ok := effect.Literal(*e.Target, c.Cwd, at)
			if !ok {
				continue
			}
			switch e.Kind {
			case rule.Overwrite, rule.Append, rule.Edit:
				w := ran.writing
				w.whole = own && e.Kind == rule.Overwrite && e.Force
				a.wrote(path, w)
			}
		}
	}
}

// mine reports whether the session wrote what a word of a call names.
func (a *authors) mine(word *shell.Word, c *shell.Call, at effect.Dirs) bool {
	if word == nil {
		return false
	}
	path, ok := effect.Literal(*word, c.Cwd, at)
	if !ok {
		return false
	}
	a.addNamed(path)
	list := a.writes[path]
	return len(list) > 0 && a.own(list[len(list)-1].session)
}
