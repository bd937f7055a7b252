package hook

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rescue"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// listedCommand is how many bytes of a command are kept with a snapshot: with the
// first of them it is listed, and all are read whenever another is taken.
const listedCommand = 1000

// keep keeps what a command may lose in the project, and lowers the findings
// about what then comes back: to medium, so that the command runs and is told how
// to undo it. The user is still asked where work of others would go. A
// caller of the neutral envelope reads risks as its table has them.
func (r *run) keep(v *safety.Verdict, command string, look rule.Facts) {
	if r.judge.Config.Rescue != config.RescueAuto || !r.keeps() || !r.mayLose(v) {
		return
	}
	s, state, err := r.snapshot(rescue.Moment{Before: rescue.BeforeCommand, Call: r.call.ID, Command: redact.Clean(command).Cut(listedCommand)}, rescue.AtCommand, look)
	lowered := false
	for i := range v.Findings {
		f := &v.Findings[i]
		if len(f.Losses) == 0 || f.Least > policy.Silent || r.call.Agent.Form == protocol.FormNeutral {
			continue
		}
		if err != nil {
			f.Facts = append(f.Facts, "nothing could be kept for ctxhook undo: "+err.Error())
			continue
		}
		if missed := missed(s, state, f); missed != "" {
			f.Facts = append(f.Facts, "ctxhook undo would not bring back "+missed)
			continue
		}
		f.Kept = "ctxhook undo " + state.ID
		least := policy.Medium
		if othersLose(f, look) {
			least = policy.High
		}
		f.Risk, lowered = min(f.Risk, least), true
	}
	if lowered {
		r.judge.Engine.Settle(v)
	}
}

// keeps reports whether snapshots are taken of the project that the call is in.
func (r *run) keeps() bool {
	return r.judge.Config.Rescue != config.RescueOff && r.judge.Config.Learn.On && r.judge.Project != "" && !r.call.Canary()
}

// mayLose reports whether a verdict speaks of a loss in the project, or the user
// has silenced what may be one, and the command may run.
func (r *run) mayLose(v *safety.Verdict) bool {
	other := policy.Safe
	found := len(v.Allowed) > 0
	for i := range v.Findings {
		if f := &v.Findings[i]; len(f.Losses) > 0 {
			found = true
		} else {
			other = max(other, f.Risk)
		}
	}
	return found && !v.OwnPattern() && r.judge.Config.Table.Decide(other) < policy.Block
}

// snapshot takes a snapshot of the project, as look has just seen it if that looked
// at this machine.
func (r *run) snapshot(m rescue.Moment, b rescue.Bounds, look rule.Facts) (s *rescue.Store, state *rescue.State, err error) {
	m.Session = r.call.Session
	err = r.attemptSnapshot(func() error {
		if s, err = r.rescue(); err != nil {
			return err
		}
		if seen, ok := look.(*facts.Source); ok {
			s.Facts = seen
		}
		state, err = s.Take(m, b)
		return err
	})
	return s, state, err
}

// attemptSnapshot does something with snapshots, unless that failed too often. A
// project that is too large, and another process at work, are no failure.
func (r *run) attemptSnapshot(do func() error) (err error) {
	var busy error
	if err = r.journal.Attempt(config.PartSnapshots, func() error {
		err := do()
		if errors.Is(err, rescue.ErrLate) || errors.Is(err, paths.ErrLocked) {
			busy, err = err, nil
		}
		return err
	}); err == nil {
		err = busy
	}
	if err != nil {
		r.journal.Log.Line(redact.Clean("rescue: " + err.Error()))
	}
	return err
}

// rescue opens the snapshots of the project.
func (r *run) rescue() (*rescue.Store, error) {
	s, err := rescue.Open(r.judge.Places, r.judge.Project)
	if err == nil {
		s.Generated = func(path string) bool { return safety.Generated(filepath.Join(r.judge.Project, path), r.judge.At) }
	}
	return s, err
}

// missed returns what of that which a finding would lose would not come back from
// a snapshot.
func missed(s *rescue.Store, state *rescue.State, f *safety.Finding) string {
	for _, l := range f.Losses {
		path, ok := s.Below(l.Path)
		if !ok {
			return redact.Clean(l.Path).String() + " (not in the project)"
		}
		if u := state.Misses(rescue.Loss{Path: path, Deletes: l.Deletes, Stash: l.Stash}); u != nil {
			return redact.Clean(u.Path).String() + " (" + u.Why + ")"
		}
	}
	return ""
}

// othersLose reports whether a finding loses what another session wrote, or the
// user since this session began, as far as is known.
func othersLose(f *safety.Finding, look rule.Facts) bool {
	if f.Risk <= policy.Medium {
		return false // judged so, knowing whose it is
	}
	others := func(list []rule.Authored) bool {
		return slices.ContainsFunc(list, func(a rule.Authored) bool { return a.Author.New || a.Author.Kind == rule.AuthorOther })
	}
	if len(f.Theirs) > 0 {
		return others(f.Theirs)
	}
	return look == nil || slices.ContainsFunc(f.Losses, func(l safety.Loss) bool {
		if l.Stash {
			return l.Theirs
		}
		a := look.Authors(rule.LossQuery{Path: l.Path, Tracked: !l.Deletes})
		return !a.Known || a.More || others(a.Theirs)
	})
}

// keepAtPrompt keeps what no commit holds before the agent goes to work, and
// says once a session what could not be kept.
func (r *run) keepAtPrompt() (unkept string) {
	if r.call.Machine || !r.keeps() {
		return ""
	}
	s, err := r.rescue()
	if err != nil || !s.InGit() {
		return ""
	}
	_, state, err := r.snapshot(rescue.Moment{Before: rescue.BeforePrompt}, rescue.AtPrompt, s.Facts)
	if errors.Is(err, rescue.ErrLate) {
		if before, _ := r.journal.ToldUserBefore("unkept"); !before {
			return "ctxhook kept nothing for ctxhook undo at this prompt: " + err.Error() + "."
		}
	}
	if err != nil || state == nil {
		return ""
	}
	var names []string
	for _, u := range state.Unkept {
		if !u.Ignored {
			names = append(names, redact.Clean(u.Path).String()+" ("+u.Why+")")
		}
	}
	if len(names) == 0 {
		return ""
	}
	if before, _ := r.journal.ToldUserBefore("unkept"); before {
		return ""
	}
	return unkeptForUser(names, state.More)
}

// keepEdited keeps a file that the agent has written.
func (r *run) keepEdited() {
	if !r.keeps() {
		return
	}
	files := make([]string, len(r.call.Paths))
	for i, path := range r.call.Paths {
		if files[i] = path; !filepath.IsAbs(path) {
			files[i] = filepath.Join(r.judge.Cwd, path)
		}
	}
	_ = r.attemptSnapshot(func() error {
		s, err := r.rescue()
		if err == nil {
			_, err = s.Edit(rescue.Moment{Before: rescue.AfterEdit, Session: r.call.Session, Call: r.call.ID}, files)
		}
		return err
	})
}

// tidySnapshots deletes snapshots that are too old, and the oldest where they are
// too large.
func (r *run) tidySnapshots() {
	_ = r.attemptSnapshot(func() error { return rescue.Tidy(r.judge.Places, time.Now()) })
}

// unkeptForUser says what undo would not bring back.
func unkeptForUser(names []string, more int) string {
	const most = 3
	more += max(len(names)-most, 0)
	s := "ctxhook undo would not bring back " + strings.Join(names[:min(len(names), most)], ", ")
	if more > 0 {
		s += " and " + strconv.Itoa(more) + " more"
	}
	return s + "."
}
