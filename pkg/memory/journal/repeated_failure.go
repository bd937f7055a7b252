package journal

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// FailedBefore is the id of the rule about commands that failed here before.
// The rule is not about a danger: no verdict of another rule is softer or
// harsher for it.
const FailedBefore = memory.FailedBefore

var failedBefore = rule.Rule{
	ID: FailedBefore, Title: "Command that failed here before", Risk: policy.Safe,
	Why: "It failed here at least twice in a row with the same error, and nothing has changed since: no edit, no command that changes something, no written file. One failure is enough if the error lies in the command itself, such as an unknown option or a target, script or file that does not exist. Three are needed if it fails at once with one line. A missing program counts for every command that calls it. " +
		"The command is denied once, with the error and the fix; repeated, it runs. " +
		"A command that you refused, or that the agent's own rules denied, is stopped once, too, if the same with other options, or in another directory, has passed since. " +
		"Where nothing answers, a closed port or a stopped container, it takes three failures within ten minutes. Tests, linters, builds, commands that only read what is here, and others that may succeed on a retry are never stopped. Only hooks use this rule; check and lint do not.",
	Mitigation: "To turn it off, set stop_repeated_failures: false.",
}

// OwnRules returns the rules that rest on what is remembered, and on no file.
func OwnRules() []*rule.Rule { return []*rule.Rule{&failedBefore, &brokenPreference} }

// When a command that failed is stopped before it runs again.
const (
	minRepeats = 2                   // failures in a row with the same error; one, where it lies in the command itself
	minCheap   = 3                   // where a failure costs no more than to be told of it
	repeatAge  = 30 * 24 * time.Hour // what failed longer ago may have changed in any way

	// What nothing answers to is tried some times more, and may answer later.
	minUnreachable = 3
	unreachable    = 10 * time.Minute

	backSince = 200  // runs and edits that are looked at
	lookedAt  = 2000 // entries of the project's directories
)

// RepeatedFailure is a command that failed before and, run as it is, will fail
// the same way.
type RepeatedFailure struct {
	memory.Command
	Program string      // the missing program that it calls; "": the command itself fails
	Fix     *memory.Fix // what helped against the error; nil: nothing known

	key string // by which it is known that a session was told
}

// RepeatedFailure returns what is known of the command of the call when it is
// about to fail as it did before and nothing has changed since, else nil: also
// where that is not known, because no trouble of the memory may stop a command.
// The database is opened only for commands about which the index says that
// there is something to look up.
func (j *Journal) RepeatedFailure(text string, script *shell.Script) *RepeatedFailure {
	if !j.Judge.Config.Learn.StopRepeats || !j.Judge.Config.InjectContext {
		return nil
	}
	a := j.attempt(text, script)
	if a == nil {
		return nil
	}
	if _, paused := j.Judge.Config.Paused(j.Judge.Places, j.Now); paused {
		return nil
	}
	var known *RepeatedFailure
	if err := j.view(j.Judge.Config.MaxLatency/2, func(v *view) (err error) {
		if a.denied {
			known, err = v.deniedBefore(a)
			return err
		}
		known, err = v.repeatedFailure(a)
		return err
	}); err != nil {
		j.note("memory", err)
		return nil
	}
	if known != nil {
		known.key = a.key
	}
	return known
}

// Stops reports whether a command is stopped because it failed before: once a
// session, unless the user allows it. A caller of the neutral envelope is only
// warned, as often as it asks.
func (j *Journal) Stops(known *RepeatedFailure, text string) bool {
	if j.Call.Agent.Form == protocol.FormNeutral {
		return true
	}
	if j.Judge.Allows(text, FailedBefore) {
		return false
	}
	before, noted := j.ToldBefore(FailedBefore + known.key)
	return !before && noted
}

// target is what may fail again: a command, or any command that calls a
// missing program.
type target struct {
	key     string
	program string // "": the command
	denied  bool   // it was denied, or refused
}

// attempt is a command that is about to run, though it may fail again.
type attempt struct {
	target
	script  *shell.Script
	command redact.Text
	session string
	path    string // where programs are looked for
}

// attempt returns the attempt that the call is, nil when there is nothing to
// look up about it.
func (j *Journal) attempt(text string, script *shell.Script) *attempt {
	if len(j.Call.Commands) != 1 || j.Judge.Project == "" || j.Call.Canary() || j.repeats.empty() || script == nil {
		return nil
	}
	script = j.Judge.Typed(text, script)
	t, ok := j.target(script)
	if denied, is := j.deniedTarget(script); is {
		t, ok = denied, true
	}
	if !ok {
		return nil
	}
	clean := redact.Clean(text)
	if clean.String() != text {
		return nil // with another secret in it, it is another command
	}
	return &attempt{t, script, clean, j.Call.Session, j.Path}
}

// target finds in the index whether there is something to look up.
func (j *Journal) target(script *shell.Script) (target, bool) {
	if lessons.FailsAgain(script) {
		if key := command.Key(script, j.Judge.Cwd, j.Judge.Project); key != "" && j.repeats.has(j.Judge.Project, key) {
			return target{key: key}, true
		}
	}
	for _, name := range lessons.RequiredPrograms(script) {
		if key := lessons.MissingProgramKey(name); j.repeats.has(j.Judge.Project, key) {
			return target{key: key, program: name}, true
		}
	}
	return target{}, false
}

// sameTarget reports whether a run was of the same target as one that failed.
func (v *view) sameTarget(t *target, failed, ran *memory.Run) bool {
	if t.program != "" {
		return strings.Contains(ran.Command.String(), t.program) && slices.Contains(lessons.RequiredPrograms(v.judge.Script(ran.Command)), t.program)
	}
	return ran.Template == failed.Template && command.Key(v.judge.Script(ran.Command), ran.Cwd, ran.Project) == t.key
}

// repeatedFailure returns what is known of a command that will fail again, nil
// when it may succeed.
func (v *view) repeatedFailure(a *attempt) (*RepeatedFailure, error) {
	c, ok, err := v.tx.Command(v.judge.Project, a.key)
	if err != nil || !ok || c.Streak == 0 || c.Signature == "" || c.Misfire >= memory.MaxMisfires || v.now.Sub(c.Last) > repeatAge || c.Last.After(v.now) {
		return nil, err
	}
	cause := lessons.CauseOf(a.script, c.Class, c.Line.String())
	inCommand := lessons.InCommand(a.script, c.Class, c.Line.String())
	switch {
	case cause == lessons.Transient && !(lessons.Unreachable(c.Class) && c.Streak >= minUnreachable && v.now.Sub(c.Last) < unreachable),
		!inCommand && c.Streak < minRepeats,
		a.program == "" && !inCommand && (isCheck(a.script) || cause != lessons.Transient && lessons.LooksLikeCheck(a.script)): // a check is run until it passes
		return nil, nil
	}
	if program := lessons.MissingName(c.Line.String()); program != "" && onPath(a.path, program) {
		return nil, nil
	}
	failed, ok, err := v.tx.Run(c.Failed)
	if err != nil || !ok {
		return nil, err
	}
	if a.program == "" {
		if here, err := v.inThisTree(failed.Cwd); !here || err != nil || failed.Check.Verifies() {
			return nil, err
		}
		if !inCommand && c.Streak < minCheap && !lessons.AsksForVariable(c.Line.String()) && lessons.IsCheap(a.script, &failed) {
			return nil, nil
		}
	}
	ran := memory.Run{Project: v.judge.Project, Session: a.session, Command: a.command, Errors: failed.Errors}
	fixes, err := v.knownFixes(&ran, true)
	if err != nil {
		return nil, err
	}
	if changed, err := v.changedSince(a, &failed, cause, fixes); changed || err != nil {
		return nil, err
	}
	known := &RepeatedFailure{Command: c, Program: a.program}
	ofThis := func(f *memory.Fix) bool {
		return slices.ContainsFunc(failed.Errors, func(e memory.Error) bool { return e.Signature == c.Signature && slices.Contains(e.Keys(), f.Signature) })
	}
	for i := range fixes {
		f := &fixes[i]
		if f.Command == a.command || f.Signature != c.Signature && !ofThis(f) {
			continue
		}
		if misfired, err := v.tx.Misfires(v.judge.Project, *f); err != nil || misfired >= memory.MaxMisfires {
			continue
		}
		known.Fix = f
		break
	}
	if known.Fix == nil && a.program != "" && c.Streak < minRepeats {
		return nil, nil // it may be called for another reason
	}
	if known.Fix == nil {
		known.Fix = v.diagnosedFix(a, &failed)
	}
	return known, nil
}

// diagnosedFix returns the command that the failure itself advises, or that is
// known of it; nil when there is none.
func (v *view) diagnosedFix(a *attempt, failed *memory.Run) *memory.Fix {
	exit, exited := failed.ExitCode()
	d := Diagnose(v.judge, a.command.String(), failed.Output.String(), exit, exited)
	for i := range d.Fixes {
		if f := &d.Fixes[i]; f.Command.Len() > 0 && f.Safe {
			return f
		}
	}
	return nil
}
