package journal

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
	"github.com/ctxhook/ctxhook/rules"
)

// Diagnosis is what the output of a command shows.
type Diagnosis struct {
	Check  *memory.Check // nil when the command verified nothing
	Errors []memory.Error
	Fixes  []memory.Fix // without what is remembered

	Output diagnose.Output
}

// reader knows all checks and fixes that are built in. It is made once there
// is something to read.
var reader = sync.OnceValue(func() *diagnose.Reader { return diagnose.NewReader(rules.Knowledge()) })

// DiagnoseHere reads what the command of the call printed, which has just ended: the
// files that it ran tell what it checked.
func (j *Journal) DiagnoseHere() Diagnosis {
	return j.diagnose(func(o *diagnose.Output) {
		if j.Judge.Project == "" {
			return
		}
		o.Deep = sync.OnceValue(func() *shell.Script {
			return j.Judge.LookThrough(o.Command.String(), facts.New(facts.Options{Cwd: j.Judge.Cwd, Project: j.Judge.Project, Wall: lookThrough}))
		})
	})
}

// lookThrough is how long the files of a command are read that has ended.
const lookThrough = 50 * time.Millisecond

// Diagnose reads what the command of the call printed, at some time before.
func (j *Journal) Diagnose() Diagnosis { return j.diagnose(nil) }

func (j *Journal) diagnose(with func(*diagnose.Output)) Diagnosis {
	r := j.Call.Result
	if j.Call.Agent.Unsaid && !r.Exited && r.Status == protocol.Ended {
		if exit, took, ok := transcript.Exit(j.Call.Transcript, j.Call.ID); ok {
			r.End(exit, took)
		} else {
			r.StatedExit()
		}
	}
	return diagnosed(j.Judge, j.Call.Commands[0], output(j.Judge, r), r.Exit, r.Exited, with)
}

// Diagnose reads what a command printed. exited reports whether the exit code
// is known.
func Diagnose(j *judge.Judge, ran, output string, exit int, exited bool) Diagnosis {
	return diagnosed(j, ran, output, exit, exited, nil)
}

func diagnosed(j *judge.Judge, ran, output string, exit int, exited bool, with func(*diagnose.Output)) Diagnosis {
	text := redact.Clean(ran)
	d := Diagnosis{Output: diagnose.Output{
		Command: text, Script: j.Script(text), Text: readable(ran, output), Exit: exit, Exited: exited,
		Dir: j.Cwd,
	}}
	if j.Project != "" {
		d.Output.Around = facts.Surroundings{}
	}
	if with != nil {
		with(&d.Output)
	}
	d.Check = reader().Check(&d.Output)
	if exited && exit == 0 && (d.Check == nil || !d.Check.Failed) {
		return d
	}
	d.Errors = reader().Errors(&d.Output, d.Check)
	d.Fixes = reader().Fixes(&d.Output, d.Errors)
	for i := range d.Fixes {
		disarm(j, &d.Fixes[i])
	}
	// An output may advise anything: without a command that may be run, its
	// advice is only what its author wrote there.
	d.Fixes = slices.DeleteFunc(d.Fixes, func(f memory.Fix) bool {
		return f.Source == memory.SourceTool && f.Command.Len() == 0
	})
	return d
}

// IsNoise reports whether the command only looks around, and teaches nothing
// when it succeeds.
func (d *Diagnosis) IsNoise() bool { return command.IsNoise(d.Output.Script) }

// Piped reports whether the command has a pipe, whose exit code is that of its
// last part.
func (d *Diagnosis) Piped() bool {
	return d.Output.Script != nil && command.Pipes(d.Output.Script)
}

// Untested returns the name of the tests that the command asks for, if it passed
// only because no test has that name.
func (d *Diagnosis) Untested() (name string, ok bool) { return reader().Untested(&d.Output) }

// isCheck reports whether a command is a test, a linter or a build.
func isCheck(script *shell.Script) bool { return reader().Checks(script) }

// disarm takes the command from a fix that would be warned of, asked about or blocked if
// the agent ran it.
func disarm(j *judge.Judge, f *memory.Fix) {
	if c := f.Command.String(); c != "" && j.Verdict(c, nil).Action >= policy.Warn {
		f.Command, f.Safe = redact.Text{}, false
	}
}

// KnownFixes returns what worked here before against the errors of a
// diagnosis, the surest first.
func (j *Journal) KnownFixes(tx *store.Tx, d *Diagnosis) ([]memory.Fix, error) {
	return j.viewOf(tx).knownFixes(&memory.Run{Project: j.Judge.Project, Command: d.Output.Command, Errors: d.Errors}, false)
}

// How much of an output is read: its beginning, and its end, where most tools
// sum up.
const (
	maxFront = 32 << 10
	maxEnd   = 96 << 10
)

// readable returns an output as it is read and stored: what a terminal would
// show, of a long one the two ends, and no secrets.
func readable(command, output string) redact.Text {
	return redact.CleanAfter(command, diagnose.WithoutLabels(display.Printed(ends(output, maxFront, maxEnd))))
}

// ends returns a text with its middle left out, at the ends of lines where it
// has any: half a secret would not be recognized.
func ends(s string, front, end int) string {
	if len(s) <= front+end {
		return s
	}
	from, to := middle(s, front, end)
	return s[:from] + leftOut + s[to:]
}

// middle returns where the middle of a text begins and ends that is longer than
// the two ends of it.
func middle(s string, front, end int) (from, to int) {
	from, to = front, len(s)-end
	if i := strings.LastIndexByte(s[:from], '\n'); i >= 0 {
		from = i
	}
	if i := strings.IndexByte(s[to:], '\n'); i >= 0 {
		to += i + 1
	}
	return from, to
}

// leftOut stands where a part of an output was left out.
const leftOut = "\n[...]\n"
