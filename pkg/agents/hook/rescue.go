package hook

import (
	"errors"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
)

// listedCommand bounds the command that is kept with a snapshot, in bytes. Lists show
// its beginning, and every later snapshot reads all of it.
const listedCommand = 1000

// keep copies what a command may lose in the project, and lowers the findings about what
// undo can bring back. For a caller of the neutral envelope the findings stay: its table
// fixes the risks.
func (r *run) keep(v *safety.Verdict, command string, look rule.Facts) {
	if r.call.Canary() {
		return
	}
	judged := v
	if r.call.Agent.Form == protocol.FormNeutral {
		judged = &safety.Verdict{Findings: slices.Clone(v.Findings), Allowed: v.Allowed, Script: v.Script}
	}
	w := writing{command: command, verdict: v, look: look}
	r.judge.Keep(judged, look, func() (judge.Copies, error) {
		w.kept = true
		targets := r.judge.Targets(judged)
		s, state, err := r.snapshot(r.before(command), rescue.AtCommand, look, targets)
		if err != nil {
			return judge.Copies{}, err
		}
		w.unkept = lacks(s, state, targets)
		return judge.Copies{Undo: "ctxhook undo " + state.ID, Missed: func(l []safety.Loss) string { return s.Missed(state, l) }}, nil
	})
	r.pending = append(r.pending, w)
}

// before describes the snapshot that is taken before a command.
func (r *run) before(command string) rescue.Moment {
	return rescue.Moment{Before: rescue.BeforeCommand, Call: r.call.ID, Command: redact.Clean(command).Cut(listedCommand)}
}

// writing is a command that may write.
type writing struct {
	command string
	verdict *safety.Verdict
	look    rule.Facts
	kept    bool            // the project, because a loss was found
	unkept  []rescue.Unkept // then: what of the things that the command names is not
}

// mayKeep reports whether copies are made before a command that may run.
func (r *run) mayKeep(c *ruling) bool {
	writes := func(w writing) bool { return journal.MayWrite(w.verdict.Script) }
	return c.reply.Action < protocol.Deny && slices.ContainsFunc(r.pending, writes) && !r.call.Canary() && r.judge.KeepsBefore()
}

// keepPending takes snapshots before commands that may write, although no loss was found:
// what they really do shows only after they ran. It copies the project, and the files that
// the command names outside of it.
func (r *run) keepPending(c *ruling) {
	v := c.reply
	for _, w := range r.pending {
		targets := r.judge.Targets(w.verdict)
		if len(targets) == 0 && !journal.MayWrite(w.verdict.Script) {
			continue
		}
		switch {
		case w.kept && w.verdict.Action == policy.Silent: // no question names it
			v = r.withUnkept(v, w.unkept)
		case !w.kept && r.judge.Keeps():
			s, state, err := r.snapshot(r.before(w.command), rescue.AtWrite, w.look, targets)
			if v = r.withFailure(v, err); err == nil {
				v = r.withUnkept(v, lacks(s, state, targets))
			}
		}
		state, err := r.keepElsewhere(w.command, targets)
		if v = r.withFailure(v, err); err == nil && state != nil {
			v = r.withUnkept(v, rescue.DidNotFit(state.Unkept))
		}
	}
	c.reply = v
}

// keepElsewhere copies the files outside of a project that a command names and may
// change. It returns nil if there are none.
func (r *run) keepElsewhere(command string, targets []safety.Target) (state *rescue.State, err error) {
	if len(targets) == 0 {
		return nil, nil
	}
	err = r.attemptSnapshot(func() error {
		names := rescue.Places(targets)
		if r.judge.Project != "" {
			s, err := r.rescue()
			if err != nil {
				return err
			}
			_, names = s.Named(targets)
		}
		if len(names) == 0 {
			return nil
		}
		s, err := rescue.Elsewhere(r.judge.Places, r.judge.Cwd)
		if err != nil {
			return err
		}
		s.Generated = func(path string) bool { return safety.Generated(filepath.Join(s.Root, path), r.judge.At) }
		m := r.before(command)
		m.Session = r.call.Session
		m.Cwd, _ = s.Below(r.judge.Cwd)
		m.Targets = s.Targets(targets)
		state, err = s.TakeNamed(m, rescue.AtCommand, names)
		return err
	})
	return state, err
}

// withFailure tells the user once a session that nothing can be kept, as on a full disk, or
// because it failed too often. Where it cannot be noted that they were told, only a prompt
// tells.
func (r *run) withFailure(v protocol.Reply, err error) protocol.Reply {
	if said := r.failure(err); said != "" && r.call.Agent.Form != protocol.FormNeutral {
		v.Action = max(v.Action, protocol.Warn)
		v.ForUser = join(v.ForUser, said)
	}
	return v
}

func (r *run) failure(err error) string {
	if err == nil || notOurs(err) {
		return ""
	}
	before, noted := r.journal.ToldUserBefore("snapshots")
	if before || !noted && r.call.Event != protocol.Prompt {
		return ""
	}
	return "ctxhook undo cannot keep files now: " + redact.Clean(err.Error()).String() + ". Commands run without a copy."
}

// withUnkept tells the user which of the things that a command names undo would not
// bring back.
func (r *run) withUnkept(v protocol.Reply, list []rescue.Unkept) protocol.Reply {
	if len(list) > 0 && r.call.Agent.Form != protocol.FormNeutral {
		v.Action = max(v.Action, protocol.Warn)
		v.ForUser = join(v.ForUser, unkeptForUser(namesOf(list), 0))
	}
	return v
}

// lacks lists what a command names and a snapshot does not hold.
func lacks(s *rescue.Store, state *rescue.State, targets []safety.Target) []rescue.Unkept {
	here, _ := s.Named(targets)
	list := state.Lacks(here)
	if !slices.ContainsFunc(targets, func(t safety.Target) bool {
		return t.Kind == rule.Delete || t.Kind == rule.Move || t.Kind == rule.Discard
	}) {
		return rescue.DidNotFit(list) // a build writes into a repository of its own, and takes nothing away
	}
	return list
}

func namesOf(list []rescue.Unkept) []string {
	names := make([]string, len(list))
	for i, u := range list {
		names[i] = redact.Clean(u.Path).String() + " (" + u.Why + ")"
	}
	return names
}

// keeps reports whether snapshots are taken of the project that the call is in.
func (r *run) keeps() bool { return r.judge.Keeps() && !r.call.Canary() }

// snapshot takes a snapshot of the project. If look has seen the project on this
// machine, it is not looked at again.
func (r *run) snapshot(m rescue.Moment, b rescue.Bounds, look rule.Facts, targets []safety.Target) (s *rescue.Store, state *rescue.State, err error) {
	m.Session = r.call.Session
	err = r.attemptSnapshot(func() error {
		if s, err = r.rescue(); err != nil {
			return err
		}
		if seen, ok := look.(*facts.Source); ok {
			s.Facts = seen
		}
		m.Targets = s.Targets(targets)
		named, _ := s.Named(targets)
		state, err = s.Take(m, b, named...)
		return err
	})
	return s, state, err
}

// attemptSnapshot does something with snapshots, unless that failed too often. A
// project that is too large or damaged, and another process at work, are no failure.
func (r *run) attemptSnapshot(do func() error) (err error) {
	var busy error
	if err = r.journal.Attempt(config.PartSnapshots, func() error {
		err := do()
		if notOurs(err) {
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

// notOurs reports whether an error is no failure of the part that keeps files: time was
// up, the repository is damaged, or another process was at work.
func notOurs(err error) bool {
	return errors.Is(err, rescue.ErrLate) || errors.Is(err, rescue.ErrRepository) || errors.Is(err, paths.ErrLocked)
}

// rescue opens the snapshots of the project.
func (r *run) rescue() (*rescue.Store, error) {
	s, err := rescue.Open(r.judge.Places, r.judge.Project)
	if err == nil {
		s.Generated = func(path string) bool { return safety.Generated(filepath.Join(r.judge.Project, path), r.judge.At) }
	}
	return s, err
}

// keepAtPrompt keeps what no commit holds before the agent goes to work, and
// says once a session what could not be kept. seen has just looked at the tree.
func (r *run) keepAtPrompt(seen *facts.Source) (unkept string) {
	if r.call.Machine || !r.keeps() {
		return ""
	}
	s, err := r.rescue()
	if err != nil || !s.InGit() {
		return ""
	}
	_, state, err := r.snapshot(rescue.Moment{Before: rescue.BeforePrompt}, rescue.AtPrompt, seen, nil)
	if errors.Is(err, rescue.ErrLate) {
		if before, _ := r.journal.ToldUserBefore("unkept"); !before {
			return "ctxhook kept nothing for ctxhook undo at this prompt: " + err.Error() + "."
		}
	}
	if err != nil || state == nil {
		return r.failure(err)
	}
	names := namesOf(slices.DeleteFunc(slices.Clone(state.Unkept), func(u rescue.Unkept) bool { return u.Ignored }))
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
