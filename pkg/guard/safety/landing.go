package safety

import (
	"path"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// landing asks which files are overwritten where many land at once.
func (w *weighing) landing(fact string, softens bool) (bool, func(string) rule.Told) {
	var state rule.LandingState
	if fact == rule.LandingWork {
		_, state = w.landed()
	} else {
		state = w.landedOnGuard(softens)
	}
	return state.Is(fact), state.Value
}

// landedOnGuard returns which of the files that keep the guard on something lands on. What
// earlier calls may have put into the source is not known.
func (w *weighing) landedOnGuard(softens bool) (state rule.LandingState) {
	call := &w.script.Calls[w.i]
	q, ok := w.landingQuery()
	if !ok || w.e.Kind != rule.Overwrite && w.e.Kind != rule.Edit || !w.e.Recursive && w.e.What == "" && !wholeDirectories(w.e.Source) {
		return state // single files have names, by which the call is judged
	}
	if q.Among = effect.GuardBelow(q.Dir, w.at); len(q.Among) == 0 || q.Commit != "" || call.Args.Has("--transform", "--backup") || !w.script.Work.Spend(stepsOfLook) {
		return state
	}
	for _, from := range q.From {
		if softens && w.pathChanged(w.i, -1, strings.TrimSuffix(from, "/."), false) {
			return state
		}
	}
	return w.facts.Landing(q)
}

// wholeDirectories reports whether all sources are what directories hold: scripts/*.
func wholeDirectories(sources []shell.Word) bool {
	for _, source := range sources {
		if t := source.String(); t != "*" && !strings.HasSuffix(t, "/*") {
			return false
		}
	}
	return len(sources) > 0
}

// landed is what lands, and which files it overwrites.
type landed struct {
	rule.LandingQuery
	rule.LandingState
}

// landed returns what lands and which files it overwrites. What is made again by
// tools is no loss, nor is what an earlier call has saved.
func (w *weighing) landed() (rule.LandingQuery, rule.LandingState) {
	if w.lands == nil {
		q, state := w.readLanding()
		w.lands = &landed{q, state}
	}
	return w.lands.LandingQuery, w.lands.LandingState
}

func (w *weighing) readLanding() (q rule.LandingQuery, state rule.LandingState) {
	q, ok := w.landingQuery()
	if !ok || !w.script.Work.Spend(stepsOfLook) {
		return q, state
	}
	state = w.facts.Landing(q)
	root := ""
	if len(state.Names) > 0 {
		root = w.facts.Tree(q.Dir).Root
	}
	var lost []string
	for _, name := range state.Names {
		full := path.Join(q.Dir, name)
		target := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: full}}}
		if effect.ClassOf(target, shell.Dir{}, w.at)&effect.Generated == 0 && !w.savedUntracked(w.i, root, full, func() bool { return true }) && !w.savedTracked(w.i, root) {
			lost = append(lost, name)
		}
	}
	state.Names = lost
	return q, state
}

// savedTracked reports whether an earlier call surely puts all changes of
// tracked files on the stash or into a commit.
func (c *checker) savedTracked(i int, root string) bool {
	saved, added := false, ""
	for _, k := range c.gitBefore(i, root) {
		g := &c.script.Calls[k]
		switch {
		case stashes(g) && len(stashOperands(g)) == 0:
			saved = true
		case g.Args.Is([]string{"stash pop", "stash apply"}):
			saved = false
		case g.Args.Is([]string{"add"}):
			added = addsAll(g)
		case commits(g):
			saved = saved || added != "" || g.Args.Has("-a")
		}
	}
	return saved
}

// landingQuery returns what call i unpacks or copies, and where to.
func (w *weighing) landingQuery() (q rule.LandingQuery, ok bool) {
	call := &w.script.Calls[w.i]
	if w.e == nil || w.e.Target == nil || call.Cwd.Else != nil || effect.Elsewhere(call.Program, *w.e.Target) {
		return q, false
	}
	if q.Dir, ok = w.e.Path(call, w.at); !ok {
		if len(w.e.Target.Parts) > 0 || len(call.Cwd.Path.Parts) > 0 || w.at.Cwd == "" {
			return q, false
		}
		q.Dir = w.at.Cwd
	}
	tree := w.e.Recursive || w.e.What == "" && wholeDirectories(w.e.Source)
	for _, source := range w.e.Source {
		if t, _ := source.Literal(); t == "-" {
			continue
		}
		name, ok := w.fromWhere(source, call.Cwd)
		if !ok {
			return q, false
		}
		if t := source.String(); tree && call.Program == "rsync" && strings.HasSuffix(t, "/") || strings.HasSuffix(t, "/.") || t == "." || call.Args.Has("-T") {
			name += "/."
		}
		q.From = append(q.From, name)
	}
	if len(q.From) == 0 && !tree {
		w.fromPipe(&q, call)
	}
	if tree {
		return q, len(q.From) > 0
	}
	q.Only, q.Exclude, ok = w.named(call)
	if f := call.Args.Flag("--strip-components"); f != nil && f.Value != nil {
		t, _ := f.Value.Literal()
		n, err := strconv.Atoi(t)
		q.Strip, ok = n, ok && err == nil
	}
	return q, ok && (len(q.From) > 0 || q.Commit != "")
}

// fromWhere returns the path of a source; all that a pattern matches is what
// the directory holds.
func (w *weighing) fromWhere(source shell.Word, d shell.Dir) (string, bool) {
	if t := source.String(); t == "*" || strings.HasSuffix(t, "/*") {
		pattern, ok := effect.Pattern(source, d, w.at)
		return path.Dir(pattern) + "/.", ok
	}
	// An archive lies where the call began, not where it unpacks to.
	if call := &w.script.Calls[w.i]; !w.e.Recursive && call.Args.Has("-C", "-D", "--directory") {
		d = w.startDir(call)
	}
	return effect.Literal(source, d, w.at)
}

// startDir returns the directory of a call before its own options change it:
// that of the last call before it.
func (w *weighing) startDir(call *shell.Call) shell.Dir {
	for k := w.i - 1; k >= 0; k-- {
		if c := &w.script.Calls[k]; c.Via == call.Via && c.Program != "cd" {
			return c.Cwd
		}
	}
	return shell.Dir{}
}

// fromPipe fills in the archive that standard input brings.
func (w *weighing) fromPipe(q *rule.LandingQuery, call *shell.Call) {
	if call.Stdin.Kind == shell.SourceFile {
		if name, ok := effect.Literal(call.Stdin.Text, w.startDir(call), w.at); ok {
			q.From = []string{name}
		}
		return
	}
	if len(call.Stdin.From) != 1 {
		return
	}
	from := &w.script.Calls[call.Stdin.From[0]]
	switch {
	case from.Model == nil || from.Where != "":
	case from.Model.Names[0] == "git" && from.Args.Is([]string{"archive"}) && len(from.Args.Operands) > 0:
		for k, o := range from.Args.Operands {
			t, ok := o.Literal()
			switch {
			case !ok:
				return
			case k == 0:
				q.Commit = t
			default:
				q.Only = append(q.Only, t)
			}
		}
	case from.Prints() == rule.PrintsFiles && len(from.Args.Operands) == 1:
		if name, ok := effect.Literal(from.Args.Operands[0], from.Cwd, w.at); ok {
			q.From = []string{name}
		}
	}
}

// named returns the names that a call takes out of an archive, and those that
// it leaves in it.
func (w *weighing) named(call *shell.Call) (only, exclude []string, ok bool) {
	for _, o := range call.Args.Operands {
		t, known := o.Literal()
		switch {
		case !known:
			return nil, nil, false
		case len(w.e.Source) > 0 && t == w.e.Source[0].String():
		default:
			only = append(only, t)
		}
	}
	for _, o := range call.On("flag:--exclude") {
		if t, known := o.Literal(); known {
			exclude = append(exclude, t)
		}
	}
	return only, exclude, true
}
