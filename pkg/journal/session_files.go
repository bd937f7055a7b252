package journal

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

const (
	// sessionSteps is how far back a session is looked through for what it wrote.
	sessionSteps = 300
	// sessionPaths bounds how many paths are remembered of it.
	sessionPaths = 2000
)

// SessionWrote returns a test for the files that the session of the event wrote
// itself, and the directories that it made. Nothing is read before the first
// question; what cannot be read at once counts as not written.
func (j *Journal) SessionWrote() func(path string) bool {
	var wrote map[string]bool
	return func(path string) bool {
		if wrote == nil {
			wrote = j.sessionPaths()
		}
		return wrote[path]
	}
}

func (j *Journal) sessionPaths() map[string]bool {
	wrote := make(map[string]bool)
	if j.Call == nil || j.Call.Session == "" {
		return wrote
	}
	var steps []memory.Activity
	_ = j.view(glance, func(v *view) (err error) { // where nothing is stored yet, nothing is known
		steps, err = v.tx.Steps(j.Call.Session, sessionSteps)
		return err
	})
	for _, step := range slices.Backward(steps) {
		j.addWritten(wrote, step)
	}
	// Most of a short session still waits in the spool.
	waiting, err := store.SpoolEntriesSince(j.Judge.Places.SpoolDir(), time.Time{}, 2*crowd)
	j.note("spool", err)
	for i := range waiting {
		e := &waiting[i]
		if e.Run != nil && e.Run.Session == j.Call.Session || e.Edit != nil && e.Edit.Session == j.Call.Session {
			j.addWritten(wrote, memory.Activity{Run: e.Run, Edit: e.Edit})
		}
	}
	return wrote
}

// mine reports whether the session wrote what a word of a call names.
func mine(wrote map[string]bool, w *shell.Word, c *shell.Call, at effect.Dirs) bool {
	if w == nil {
		return false
	}
	path, ok := effect.Literal(*w, c.Cwd, at)
	return ok && wrote[path]
}

// addWritten adds what one step of a session wrote.
func (j *Journal) addWritten(wrote map[string]bool, a memory.Activity) {
	add := func(path string) {
		if filepath.IsAbs(path) && len(wrote) < sessionPaths {
			wrote[filepath.Clean(path)] = true
			if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
				wrote[filepath.Join(dir, filepath.Base(path))] = true
			}
		}
	}
	switch {
	case a.Run == nil:
		path := a.Edit.Path.String()
		if !filepath.IsAbs(path) && a.Edit.Project != "" {
			path = filepath.Join(a.Edit.Project, path)
		}
		add(path)
		return
	case a.Run.Outcome == memory.Denied || a.Run.Outcome == memory.Refused:
		return
	}
	s := j.Judge.Script(a.Run.Command)
	at := j.Judge.At
	at.Cwd = a.Run.Cwd
	reader := effect.NewReader(s, at)
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Where != "" || c.Cwd.Else != nil {
			continue
		}
		if c.Program == "mkdir" && !c.Args.Has("-p") && a.Run.Outcome == memory.OK { // with -p the directory may be older
			for _, w := range c.Args.Operands {
				if path, ok := effect.Literal(w, c.Cwd, at); ok {
					add(path)
				}
			}
		}
		effects := reader.Of(i)
		moves := slices.ContainsFunc(effects, func(e effect.Effect) bool {
			return e.Kind == rule.Move && !mine(wrote, e.Target, c, at)
		})
		for _, e := range effects {
			if e.Kind != rule.Overwrite || e.Target == nil || e.Recursive {
				continue
			}
			path, ok := effect.Literal(*e.Target, c.Cwd, at)
			switch {
			case !ok:
			case moves:
				delete(wrote, path) // what is there now is older than the session
			default:
				add(path)
			}
		}
	}
}
