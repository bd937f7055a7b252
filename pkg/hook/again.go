package hook

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/learn"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// FailedBefore is the rule about commands that failed here before. It is not
// about a danger: no verdict of another rule is softer or harsher for it.
const FailedBefore = "memory/failed-before"

var failedBefore = rule.Rule{
	ID: FailedBefore, Title: "A command that failed here the same way before", Risk: policy.Safe,
	Why: "It failed here at least twice in a row with the same error, and nothing is known to have been done since that could change it: no edit, no command that changes something, no file that was written. Where the error lies in the command itself and what worked in its place is known, once is enough. A program that is missing is missed by every command that calls it. " +
		"Before it is run once more it is denied once, with the error and what helped against it; when it is repeated it runs. " +
		"Tests, linters and builds are never stopped, nor what only looks or asks something elsewhere, nor what fails for a moment. Only hooks know it, not check and not lint.",
	Mitigation: "To switch it off: stop_repeated_failures: false.",
}

// OwnRules returns the rules that rest on what is remembered, and on no file.
func OwnRules() []*rule.Rule { return []*rule.Rule{&failedBefore} }

// When a command that failed is stopped before it is run again.
const (
	minStreak  = 2                   // failures in a row with the same error; one, where it lasts and what worked in its place is known
	repeatAge  = 30 * 24 * time.Hour // what failed longer ago may have changed in any way
	backSince  = 200                 // runs and edits that are looked at
	lookedAt   = 2000                // entries of the project's directories
	settlement = 2 * time.Second     // a command may write after it was seen to end
)

// repeated is a command that failed before, and will again.
type repeated struct {
	memory.Command
	target target
	fix    *memory.Fix // what helped against it, if anything did
}

// failsAgain tells whether a command is about to fail as it did before, and
// nothing has changed since. It returns nil also where that is not known: no
// trouble of the memory may stop a command. The database is opened only for
// commands of which the sidecar says that there is something to look up.
func (r *run) failsAgain(j *Judge, of judged, action policy.Action) *repeated {
	if max(action, of.verdict.Action) > policy.Warn || len(r.call.Commands) != 1 || !j.Config.Learn.StopRepeats || j.Project == "" || r.call.Canary() {
		return nil
	}
	list, script := j.repeats(), of.verdict.Script
	if list == nil || script == nil {
		return nil
	}
	t, ok := j.target(list, script)
	if !ok {
		return nil
	}
	command := redact.Clean(of.command)
	if command.String() != of.command {
		return nil // with another secret in it, it is another command
	}
	if _, paused := config.Paused(j.Places, r.start); paused || reader().Checks(script) {
		return nil
	}
	known, err := r.lookUp(j, script, command, t)
	if err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
		return nil
	}
	if known == nil || r.call.Agent.Form == protocol.FormNeutral {
		return known // which is warned, as often as it asks
	}
	if j.letPass(of.command) {
		return nil
	}
	if insists, noted := (once{j.Places.OnceDir()}).insists(r.call.Session, FailedBefore+t.key); insists || !noted {
		return nil
	}
	return known
}

// target is what may fail again: a command, or in any command a program that
// is not there.
type target struct {
	key     string
	program string // "": the command
}

// target finds what the sidecar says there is something to look up about.
func (j *Judge) target(list *repeatList, script *shell.Script) (target, bool) {
	if learn.FailsAgain(script) {
		if key := learn.CommandKey(script, j.At.Cwd, j.Project); key != "" && list.has(j.Project, key) {
			return target{key: key}, true
		}
	}
	for _, name := range learn.Called(script) {
		if key := learn.AbsentKey(name); list.has(j.Project, key) {
			return target{key, name}, true
		}
	}
	return target{}, false
}

// again tells whether a run was one of the same. failed is one of them.
func (t *target) again(l *learner, failed, ran *memory.Run) bool {
	if t.program != "" {
		return strings.Contains(ran.Command.String(), t.program) && slices.Contains(learn.Called(l.script(ran.Command)), t.program)
	}
	return ran.Template == failed.Template && learn.CommandKey(l.script(ran.Command), ran.Cwd, ran.Project) == t.key
}

// letPass tells whether the user lets a command pass, and uses up what lets it
// pass once.
func (j *Judge) letPass(command string) bool {
	for _, a := range j.covering(command) {
		if a.Rule == "" || a.Rule == FailedBefore {
			return j.use(&safety.Verdict{Allowed: []string{a.ID}})
		}
	}
	return false
}

// lookUp finds in the memory what became of a command, and what was done
// since.
func (r *run) lookUp(j *Judge, script *shell.Script, command redact.Text, t target) (known *repeated, err error) {
	o := r.options(j, j.Config.MaxLatency/2)
	o.ReadOnly = true
	s, err := store.Open(o)
	if err != nil {
		return nil, err
	}
	err = s.View(func(tx *store.Tx) error {
		l := &learner{j: j, tx: tx, now: r.start}
		known, err = l.repeated(script, command, t, r.call.Session, r.env.Getenv("PATH"))
		return err
	})
	return known, err
}

// repeated is what is known of a command whose failure will be repeated; nil
// when it may go well. path is where programs are looked for.
func (l *learner) repeated(script *shell.Script, command redact.Text, t target, session, path string) (*repeated, error) {
	c, ok, err := l.tx.Command(l.j.Project, t.key)
	if err != nil || !ok || c.Streak == 0 || c.Signature == "" || c.Misfire >= memory.MaxMisfires || l.now.Sub(c.Last) > repeatAge || c.Last.After(l.now) {
		return nil, err
	}
	cause := learn.CauseOf(script, c.Class, c.Line.String())
	if cause == learn.Fleeting || cause != learn.Lasting && c.Streak < minStreak {
		return nil, nil
	}
	if program := learn.Missing(c.Line.String()); program != "" && onPath(path, program) {
		return nil, nil
	}
	failed, ok, err := l.tx.Run(c.Failed)
	if err != nil || !ok {
		return nil, err
	}
	if t.program == "" {
		if here, err := l.inThisTree(failed.Cwd); !here || err != nil || failed.Check != nil && failed.Check.Kind != memory.CheckRun {
			return nil, err
		}
	}
	ran := memory.Run{Project: l.j.Project, Command: command, Errors: failed.Errors}
	fixes, err := l.remembered(&ran)
	if err != nil {
		return nil, err
	}
	if since, err := l.mendedSince(&failed, script, t, cause, session, fixes); since || err != nil {
		return nil, err
	}
	known := &repeated{Command: c, target: t}
	for i := range fixes {
		f := &fixes[i]
		if f.Signature != c.Signature || f.Command == command {
			continue
		}
		if misfired, err := l.tx.Misfires(l.j.Project, *f); err != nil || misfired >= memory.MaxMisfires {
			continue
		}
		known.fix = f
		break
	}
	if c.Streak < minStreak && known.fix == nil {
		return nil, nil
	}
	return known, nil
}

// remedies tells of the commands of fixes whether they take the error away:
// those that worked in the place of one that failed leave it as it was.
func (l *learner) remedies(fixes []memory.Fix) (map[redact.Text]bool, error) {
	mends := make(map[redact.Text]bool)
	for i := range fixes {
		lesson, ok, err := l.tx.Lesson(fixes[i].Lesson)
		if err != nil {
			return nil, err
		}
		if ok {
			mends[fixes[i].Command] = lesson.From.Len() == 0
		}
	}
	return mends, nil
}

// inThisTree tells whether a directory lies in the work tree where somebody
// works now, and in none that lies in it.
func (l *learner) inThisTree(dir string) (bool, error) {
	roots, err := l.tx.WorkTrees(l.j.Project) // the longest first
	if i := slices.IndexFunc(roots, func(root string) bool { return inTree(dir, root) }); i >= 0 {
		return roots[i] == l.j.Project, err
	}
	return false, err
}

// inTree tells whether a directory lies in a work tree.
func inTree(dir, root string) bool {
	rest, ok := strings.CutPrefix(dir, root)
	return ok && (rest == "" || os.IsPathSeparator(rest[0]))
}

// mendedSince tells whether anything was done since a run failed that may
// have taken away the cause: here or in the session, by an agent or a person.
func (l *learner) mendedSince(failed *memory.Run, script *shell.Script, t target, cause learn.Cause, session string, fixes []memory.Fix) (bool, error) {
	remedies, err := l.remedies(fixes)
	if err != nil {
		return true, err
	}
	mends := func(s memory.Step) bool {
		switch {
		case s.Run == nil:
		case s.Run.ID == failed.ID:
			return false
		case t.again(l, failed, s.Run):
			return s.Run.Outcome == memory.OK
		}
		if s.Run != nil {
			if mends, known := remedies[s.Run.Command]; known {
				return mends
			}
		}
		return learn.Mends(s, cause)
	}
	waiting, err := store.SpooledSince(l.j.Places.SpoolDir(), failed.Start, backSince)
	if err != nil {
		return true, err
	}
	for _, e := range waiting {
		s := memory.Step{Run: e.Run, Edit: e.Edit}
		switch {
		case s.Run == nil && s.Edit == nil:
			continue
		case s.Run != nil && s.Run.Session != session && s.Run.Project != l.j.Project, s.Edit != nil && s.Edit.Session != session && s.Edit.Project != l.j.Project:
			continue
		}
		if mends(s) {
			return true, nil
		}
	}
	since, all, err := l.tx.AnySince(l.j.Project, session, failed.Start, backSince, mends)
	if since || err != nil || cause == learn.Lasting {
		return since, err
	}
	if !all {
		return true, nil
	}
	ended := failed.Start.Add(failed.Duration + settlement)
	changed, known := facts.ChangedSince(l.j.Project, ended, lookedAt)
	return changed || !known && failed.Session != session || l.j.changedOutside(script, ended), nil
}

// changedOutside tells whether a file that a command names outside of the
// project was written after a moment, or came, or went.
func (j *Judge) changedOutside(script *shell.Script, after time.Time) bool {
	for i := range script.Calls {
		for _, w := range script.Calls[i].Argv {
			path, ok := w.Literal()
			if below, home := strings.CutPrefix(path, "~/"); home {
				path = filepath.Join(j.Places.Home, below)
			}
			if !ok || !strings.ContainsRune(path, '/') {
				continue
			}
			if !filepath.IsAbs(path) {
				path = filepath.Join(j.At.Cwd, path)
			}
			if path = filepath.Clean(path); inTree(path, j.Project) {
				continue
			}
			info, err := os.Lstat(path)
			if err != nil {
				info, err = os.Lstat(filepath.Dir(path))
			}
			if err == nil && info.ModTime().After(after) {
				return true
			}
		}
	}
	return false
}

// stop denies a command that failed before, once, and says why.
func (r *run) stop(j *Judge, of judged, known *repeated) protocol.Verdict {
	why := known.why()
	way := ""
	fix := memory.Fix{Source: memory.SourceRepeat, Signature: known.Signature, Rule: FailedBefore}
	if known.fix != nil {
		way = advice(*known.fix)
		fix.Command, fix.Safe, fix.Lesson = known.fix.Command, known.fix.Safe, known.fix.Lesson
	}
	fix.Text = redact.Clean(join(" ", why, way))

	v := protocol.Verdict{Action: protocol.Deny, Report: report(&of.verdict, policy.Silent)}
	action := policy.Block
	if r.call.Agent.Form == protocol.FormNeutral {
		v.Action, action = protocol.Warn, policy.Warn
	}
	d := r.decision(j, action, of.command)
	d.Rules, d.Message, d.Risk = []string{FailedBefore}, redact.Clean(why), failedBefore.Risk.String()
	mark, let := "("+FailedBefore+"):", ""
	if id := r.spool(j, store.Entry{Decision: d}); id != "" {
		mark = "(" + FailedBefore + ", " + id + "):"
		let = "To let it through now, type: ctxhook allow " + id + " --once"
	}
	if r.call.Session != "" {
		r.spool(j, store.Entry{Advice: &memory.Advice{Time: r.start, Session: r.call.Session, Project: j.Project, Run: known.Failed, Fix: fix}})
	}
	v.ForModel = redact.Clean(join(" ", "ctxhook stopped this once", mark, why, "Nothing is known to have been done since that could change it.", way,
		"If nothing else will do, run it again as it is: then it is let through.")).String()
	v.ForPerson = redact.Clean(join(" ", "ctxhook stopped a command once", mark, why, let)).String()
	v.Report.Warnings = append(v.Report.Warnings, redact.Clean(join(" ", why, way)).String())
	v.Report.Message = redact.Clean(why).String()
	if fix.Command.Len() > 0 && fix.Safe {
		v.Report.Alternatives = appendNew(v.Report.Alternatives, fix.Command.String())
	}
	return v
}

// why says how a command failed before.
func (k *repeated) why() string {
	what := "As it is, this"
	if k.target.program != "" {
		what = quoted(k.Text)
	}
	often := " failed here on "
	if k.Streak > 1 {
		often = " failed here " + strconv.Itoa(k.Streak) + " times in a row with the same error, the last time on "
	}
	return what + often + k.Last.UTC().Format("2006-01-02 15:04") + " UTC: " + quoted(k.Line) + "."
}
