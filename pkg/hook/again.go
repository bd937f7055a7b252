package hook

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// FailedBefore is the rule about commands that failed here before. It is not
// about a danger: no verdict of another rule is softer or harsher for it.
const FailedBefore = memory.FailedBefore

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
	program string      // that is missed; "": it fails itself
	fix     *memory.Fix // what helped against it, if anything did
}

// failsAgain tells whether a command is about to fail as it did before, and
// nothing has changed since. It returns nil also where that is not known: no
// trouble of the memory may stop a command. The database is opened only for
// commands of which the sidecar says that there is something to look up.
func (r *run) failsAgain(j *Journal, of judged, action policy.Action) *repeated {
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
	if _, paused := config.Paused(j.Places, r.start); paused || t.program == "" && reader().Checks(script) {
		return nil // a check is run until it passes
	}
	known, err := r.lookUp(j, &attempt{t, script, command, r.call.Session, r.env.Getenv("PATH")})
	if err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
		return nil
	}
	if known == nil || r.call.Agent.Form == protocol.FormNeutral {
		return known // which is warned, as often as it asks
	}
	if j.Allows(of.command, FailedBefore) {
		return nil
	}
	if before, noted := r.saidBefore(j, FailedBefore+t.key); before || !noted {
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

// attempt is a command that is about to be run, though it may fail again.
type attempt struct {
	target
	script  *shell.Script
	command redact.Text
	session string
	path    string // where programs are looked for
}

// target finds what the sidecar says there is something to look up about.
func (j *Journal) target(list *repeatList, script *shell.Script) (target, bool) {
	if lessons.FailsAgain(script) {
		if key := command.Key(script, j.At.Cwd, j.Project); key != "" && list.has(j.Project, key) {
			return target{key: key}, true
		}
	}
	for _, name := range lessons.RequiredPrograms(script) {
		if key := lessons.MissingProgramKey(name); list.has(j.Project, key) {
			return target{key, name}, true
		}
	}
	return target{}, false
}

// again tells whether a run was one of the same. failed is one of them.
func (t *target) again(l *learner, failed, ran *memory.Run) bool {
	if t.program != "" {
		return strings.Contains(ran.Command.String(), t.program) && slices.Contains(lessons.RequiredPrograms(l.script(ran.Command)), t.program)
	}
	return ran.Template == failed.Template && command.Key(l.script(ran.Command), ran.Cwd, ran.Project) == t.key
}

// lookUp finds in the memory what became of a command, and what was done
// since.
func (r *run) lookUp(j *Journal, a *attempt) (known *repeated, err error) {
	o := r.options(j, j.Config.MaxLatency/2)
	o.ReadOnly = true
	s, err := store.Open(o)
	if err != nil {
		return nil, err
	}
	err = s.View(func(tx *store.Tx) error {
		l := &learner{j: j, tx: tx, now: r.start}
		known, err = l.repeated(a)
		return err
	})
	return known, err
}

// repeated is what is known of a command whose failure will be repeated; nil
// when it may go well.
func (l *learner) repeated(a *attempt) (*repeated, error) {
	c, ok, err := l.tx.Command(l.j.Project, a.key)
	if err != nil || !ok || c.Streak == 0 || c.Signature == "" || c.Misfire >= memory.MaxMisfires || l.now.Sub(c.Last) > repeatAge || c.Last.After(l.now) {
		return nil, err
	}
	cause := lessons.CauseOf(a.script, c.Class, c.Line.String())
	if cause == lessons.Transient || cause != lessons.Permanent && c.Streak < minStreak {
		return nil, nil
	}
	if program := lessons.MissingName(c.Line.String()); program != "" && onPath(a.path, program) {
		return nil, nil
	}
	failed, ok, err := l.tx.Run(c.Failed)
	if err != nil || !ok {
		return nil, err
	}
	if a.program == "" {
		if here, err := l.inThisTree(failed.Cwd); !here || err != nil || failed.Check != nil && failed.Check.Kind != memory.CheckRun {
			return nil, err
		}
	}
	ran := memory.Run{Project: l.j.Project, Command: a.command, Errors: failed.Errors}
	fixes, err := l.remembered(&ran)
	if err != nil {
		return nil, err
	}
	if since, err := l.mendedSince(a, &failed, cause, fixes); since || err != nil {
		return nil, err
	}
	known := &repeated{Command: c, program: a.program}
	for i := range fixes {
		f := &fixes[i]
		if f.Signature != c.Signature || f.Command == a.command {
			continue
		}
		if misfired, err := l.tx.Misfires(l.j.Project, *f); err != nil || misfired >= memory.MaxMisfires {
			continue
		}
		known.fix = f
		break
	}
	if known.fix == nil && c.Streak < minStreak {
		return nil, nil
	}
	if known.fix == nil {
		known.fix = l.told(a, &failed)
	}
	return known, nil
}

// told is the command that the failure itself tells to run, or that is known
// of it; nil when there is none.
func (l *learner) told(a *attempt, failed *memory.Run) *memory.Fix {
	exit, exited := failed.ExitCode()
	d := l.j.Diagnose(a.command.String(), failed.Output.String(), exit, exited)
	for i := range d.Fixes {
		if f := &d.Fixes[i]; f.Command.Len() > 0 && f.Safe {
			return f
		}
	}
	return nil
}

// denyOnce denies a command that failed before, once, and says why.
func (r *run) denyOnce(j *Journal, of judged, known *repeated) protocol.Reply {
	why := known.why()
	way := ""
	fix := memory.Fix{Source: memory.SourceRepeat, Signature: known.Signature, Rule: FailedBefore}
	if known.fix != nil {
		way = advice(*known.fix)
		fix.Command, fix.Safe, fix.Lesson = known.fix.Command, known.fix.Safe, known.fix.Lesson
	}
	fix.Text = redact.Clean(join(why, way))

	v := protocol.Reply{Action: protocol.Deny, Report: report(&of.verdict, policy.Silent)}
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
	v.ForModel = redact.Clean(join("ctxhook stopped this once", mark, why, "Nothing is known to have been done since that could change it.", way,
		"If nothing else will do, run it again as it is: then it is let through.")).String()
	v.ForUser = redact.Clean(join("ctxhook stopped a command once", mark, why, let)).String()
	v.Report.Warnings = append(v.Report.Warnings, redact.Clean(join(why, way)).String())
	v.Report.Message = redact.Clean(why).String()
	if fix.Command.Len() > 0 && fix.Safe {
		v.Report.Alternatives = appendNew(v.Report.Alternatives, fix.Command.String())
	}
	return v
}

// why says how a command failed before.
func (k *repeated) why() string {
	what := "As it is, this"
	if k.program != "" {
		what = quoted(k.Text)
	}
	often := " failed here on "
	if k.Streak > 1 {
		often = " failed here " + strconv.Itoa(k.Streak) + " times in a row with the same error, the last time on "
	}
	return what + often + k.Last.UTC().Format("2006-01-02 15:04") + " UTC: " + quoted(k.Line) + "."
}
