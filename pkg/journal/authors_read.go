package journal

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/order"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// load reads what the session and others of its project did.
func (a *authors) load() {
	if a.read {
		return
	}
	j := a.journal
	a.read, a.writes, a.made, a.steps = true, make(map[string][]writing), make(map[string]bool), make(map[string]bool)
	a.touched = j.readTouched()
	if j.Call.Subagent != "" {
		a.trees = append(a.trees, j.Judge.Cwd)
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
	waiting, err := store.SpooledSteps(j.Judge.Places.SpoolDir(), time.Time{}, 2*crowd)
	if err != nil {
		j.note("spool", err)
		a.unknown = true
		return
	}
	steps = append(steps, waiting...)
	order.By(steps, func(x, y memory.Activity) int { return x.Time().Compare(y.Time()) })
	for _, s := range steps {
		a.add(s)
	}
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

// bringsBack reports whether a call takes work off the stash.
func bringsBack(c shell.Call) bool {
	return c.Model != nil && c.Model.Names[0] == "git" && c.Args.Is([]string{"stash pop", "stash apply", "stash branch"})
}

// wrote adds a writing of a path, in the two spellings that it may have.
func (a *authors) wrote(path string, w writing) {
	if !filepath.IsAbs(path) || len(a.writes) >= sessionPaths {
		return
	}
	for _, p := range spellings(paths.Native(path, runtime.GOOS)) {
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
	order.By(a.writes[path], func(x, y writing) int { return x.to.Compare(y.to) })
}

// addFiles adds the files that a command names and writes, and the directories
// that it makes.
func (a *authors) addFiles(ran *ranCommand) {
	s := a.parse(ran)
	at := a.journal.Judge.At
	at.Cwd = paths.Slashed(ran.ran.Cwd, runtime.GOOS)
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
					for _, p := range spellings(paths.Native(path, runtime.GOOS)) {
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
				a.wrote(paths.Native(path, runtime.GOOS), w)
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
	path = paths.Native(path, runtime.GOOS)
	a.addNamed(path)
	list := a.writes[path]
	return len(list) > 0 && a.own(list[len(list)-1].session)
}
