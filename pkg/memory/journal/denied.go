package journal

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// A command that the user refused, or that the client denied by its own rules, is kept
// among the commands under a key of its own, until it runs after all. It matters once
// another command of the same purpose passed.

// deniedKey returns the key of a denied command, given the key of the command.
func deniedKey(key string) string { return memory.Signature(memory.ClassDenied, key) }

// anyDenied is the key under which the index says that a project has such commands: to
// look for others costs nothing.
const anyDenied = "denied"

// maxPassed is how many commands that passed are compared, the latest first.
const maxPassed = 200

// noteDenied remembers a command that did not run because somebody other than ctxhook said
// no, and forgets it once it has run.
func (u *update) noteDenied(ran *memory.Run) error {
	denied := ran.Outcome == memory.Refused || ran.Outcome == memory.Denied
	if ran.Project == "" || !denied && (ran.Outcome != memory.OK || !u.repeats.mayHave(ran.Project, anyDenied)) {
		return nil
	}
	script := u.judge.Script(ran.Command)
	key := command.Key(script, ran.Cwd, ran.Project)
	if key == "" || ran.Outcome == memory.Denied && u.denies(ran) {
		return nil
	}
	c, known, err := u.tx.Command(ran.Project, deniedKey(key))
	if err != nil || !denied && !known || ran.Start.Before(c.Last) {
		return err
	}
	if denied { // that is found in the transcript later than what ran since
		if ranAs, _, err := u.tx.Command(ran.Project, key); err != nil || ranAs.Worked.After(ran.Start) {
			return err
		}
	}
	before := c
	c.Project, c.Key, c.Last, c.Run, c.Session = ran.Project, deniedKey(key), ran.Start, ran.ID, ran.Session
	if c.Streak = 0; denied {
		c.Text, c.Template, c.Streak, c.Class, c.Failed = ran.Command, ran.Template, 1, memory.ClassDenied, ran.ID
		c.Signature, c.Line = memory.Signature(memory.ClassDenied, key), redact.Clean(ran.Outcome.String())
		if c.First.IsZero() {
			c.First = ran.Start
		}
		u.repeats.note(ran.Project, anyDenied, true)
	}
	return u.putCommand(&before, &c)
}

// denies reports whether ctxhook itself denied a call, or may have.
func (u *update) denies(ran *memory.Run) bool {
	as := ledger.JudgedAs(readLedger(fileOf(&u.judge.Places, ran.Session)))[ran.Call]
	return as != ledger.Silent && as != ledger.Warned
}

// deniedTarget finds in the index whether a command was denied before.
func (j *Journal) deniedTarget(script *shell.Script) (target, bool) {
	if !j.repeats.has(j.Judge.Project, anyDenied) {
		return target{}, false
	}
	key := command.Key(script, j.Judge.Cwd, j.Judge.Project)
	if key == "" || !j.repeats.has(j.Judge.Project, deniedKey(key)) {
		return target{}, false
	}
	return target{key: deniedKey(key), denied: true}, true
}

// deniedBefore returns what passed in place of a command that was denied before; nil where
// nothing did.
func (v *view) deniedBefore(a *attempt) (*RepeatedFailure, error) {
	c, ok, err := v.tx.Command(v.judge.Project, a.key)
	if err != nil || !ok || c.Streak == 0 || v.now.Sub(c.Last) > repeatAge || c.Last.After(v.now) {
		return nil, err
	}
	list, err := v.tx.PassedSince(v.judge.Project, c.Last, maxPassed)
	if err != nil {
		return nil, err
	}
	for i := range list {
		passed := &list[i]
		text, err := v.inPlaceOf(a, &c, passed)
		if err != nil {
			return nil, err
		}
		if text.Len() > 0 && v.judge.Verdict(text.String(), nil).Action < policy.Warn {
			return &RepeatedFailure{Command: c, Fix: &memory.Fix{Command: text, Safe: true, Source: memory.SourceRepeat, Signature: c.Signature}}, nil
		}
	}
	return nil, nil
}

// inPlaceOf returns a command that passed as it is to be run in place of one that was
// denied: the same with other options, or in another directory; "" for another purpose.
func (v *view) inPlaceOf(a *attempt, denied, passed *memory.Command) (redact.Text, error) {
	if passed.Text != denied.Text {
		if sameButOptions(a.script, v.judge.Script(passed.Text)) {
			return passed.Text, nil
		}
		return redact.Text{}, nil
	}
	ran, ok, err := v.tx.Run(passed.Run)
	if err != nil || !ok || ran.Outcome != memory.OK || ran.Cwd == "" || ran.Cwd == v.judge.Cwd {
		return redact.Text{}, err
	}
	dir := ran.Cwd
	if rel, err := filepath.Rel(v.judge.Cwd, dir); err == nil {
		dir = filepath.ToSlash(rel)
	}
	if strings.ContainsAny(dir, " '\"$`\\") {
		return redact.Text{}, nil
	}
	return redact.Clean("cd " + dir + " && " + passed.Text.String()), nil
}

// sameButOptions reports whether two commands are one call each, of one program with the
// same subcommand and operands: only the options differ.
func sameButOptions(a, b *shell.Script) bool {
	one, other := command.MainCalls(a), command.MainCalls(b)
	if len(one) != 1 || len(other) != 1 || len(a.Problems)+len(b.Problems) > 0 {
		return false
	}
	x, y := &a.Calls[one[0]], &b.Calls[other[0]]
	if x.Program == "" || x.Program != y.Program || x.Model == nil || !slices.Equal(x.Args.Sub, y.Args.Sub) {
		return false
	}
	return slices.EqualFunc(x.Args.Operands, y.Args.Operands, func(v, w shell.Word) bool {
		s, known := v.Literal()
		t, same := w.Literal()
		return known && same && s == t
	})
}
