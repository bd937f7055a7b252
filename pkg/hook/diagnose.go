package hook

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ctxhook/ctxhook/pkg/diagnose"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/rules"
)

// Diagnosis is what a command that has run shows by its output.
type Diagnosis struct {
	Check  *memory.Check // nil when it verified nothing
	Errors []memory.Error
	Fixes  []memory.Fix // without what is remembered

	Seen diagnose.Output
}

// reader reads by everything that is built in, once something is to be read.
var reader = sync.OnceValue(func() *diagnose.Reader { return diagnose.NewReader(rules.Book()) })

// Diagnose reads what a command printed, as post-bash does, and keeps
// nothing. exited tells whether the exit status is known.
func (j *Journal) Diagnose(command, output string, exit int, exited bool) Diagnosis {
	text := redact.Clean(command)
	d := Diagnosis{Seen: diagnose.Output{
		Command: text, Script: j.Script(text), Text: readable(command, output), Exit: exit, Exited: exited,
		Dir: j.At.Cwd,
	}}
	d.Check = reader().Check(&d.Seen)
	if exited && exit == 0 && (d.Check == nil || !d.Check.Failed) {
		return d
	}
	d.Errors = reader().Errors(&d.Seen, d.Check)
	d.Fixes = reader().Fixes(&d.Seen, d.Errors)
	for i := range d.Fixes {
		j.disarm(&d.Fixes[i])
	}
	// An output may advise anything: without its command nothing is left of
	// such advice but somebody's wish.
	d.Fixes = slices.DeleteFunc(d.Fixes, func(f memory.Fix) bool {
		return f.Source == memory.SourceTool && f.Command.Len() == 0
	})
	return d
}

// Remembered returns what helped here before against the errors of a
// diagnosis, the surest first, as it is told at a time.
func (j *Journal) Remembered(tx *store.Tx, now time.Time, d *Diagnosis) ([]memory.Fix, error) {
	l := &learner{j: j, tx: tx, now: now}
	return l.remembered(&memory.Run{Project: j.Project, Command: d.Seen.Command, Errors: d.Errors})
}

// WorkedLike returns what worked here, and is worded like a command that
// never did.
func (j *Journal) WorkedLike(tx *store.Tx, d *Diagnosis) ([]memory.Fix, error) {
	l := &learner{j: j, tx: tx}
	return l.workedLike(&memory.Run{Project: j.Project, Cwd: j.At.Cwd, Command: d.Seen.Command, Errors: d.Errors, Check: d.Check}, likeMost)
}

// disarm takes the command from a fix that would be asked about or blocked if
// the agent ran it.
func (j *Journal) disarm(f *memory.Fix) {
	if c := f.Command.String(); c != "" && j.Verdict(c, nil).Action >= policy.Ask {
		f.Command, f.Safe = redact.Text{}, false
	}
}

// How much of an output is read: its beginning, and its end, where most tools
// sum up.
const (
	maxFront = 32 << 10
	maxEnd   = 96 << 10
)

// readable is an output as it is read and kept: what a terminal would show,
// of a long one the two ends, and no secrets.
func readable(command, output string) redact.Text {
	return redact.CleanAfter(command, display.Printed(ends(output, maxFront, maxEnd)))
}

// ends returns a text with its middle left out, whole lines where it has
// lines: half a secret would not be known for one.
func ends(s string, front, end int) string {
	if len(s) <= front+end {
		return s
	}
	a, z := s[:front], s[len(s)-end:]
	if i := strings.LastIndexByte(a, '\n'); i >= 0 {
		a = a[:i]
	}
	if i := strings.IndexByte(z, '\n'); i >= 0 {
		z = z[i+1:]
	}
	return a + leftOut + z
}

// leftOut stands where a part of an output was left out.
const leftOut = "\n[...]\n"
