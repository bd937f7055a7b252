package replay

import (
	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/journal"
	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// failure is a command in a history that failed, and what is known of it so
// far. Nothing of it is stored.
type failure struct {
	memory.Command
	cause   lessons.Cause
	changed bool            // something was done since that may have removed the cause
	told    map[string]bool // sessions in which it was stopped
}

// maxFailures is how many commands are remembered at a time.
const maxFailures = 2000

// RepeatedFailure reports whether a command would have been stopped because it
// failed before, and with what words, as far as a history shows: what the user
// did in between it does not.
func (p *Replay) RepeatedFailure(e *transcript.Entry) (Answer, bool) {
	j := p.journal(e.Call.Cwd).Judge
	due := func(f *failure) bool {
		return f.Project == j.Project && f.Streak >= journal.MinRepeats && !f.changed && f.cause != lessons.Transient &&
			e.Time.Sub(f.Last) <= journal.RepeatAge && !f.told[e.Call.Session]
	}
	anyDue := false
	for _, f := range p.failures {
		anyDue = anyDue || due(f)
	}
	if !anyDue {
		return Answer{}, false
	}
	script := j.Script(redact.Clean(e.Call.Commands[0]))
	f := p.failures[failureKey(j.Project, command.Key(script, j.At.Cwd, j.Project))]
	if f == nil || !due(f) || !lessons.FailsAgain(script) || journal.IsCheck(script) {
		return Answer{}, false
	}
	f.told[e.Call.Session] = true
	known := journal.RepeatedFailure{Command: f.Command}
	return Answer{Action: policy.Block, Rules: []string{journal.FailedBefore}, Message: redact.Clean(known.Why())}, true
}

// StopsRepeats reports whether the settings where a command was run have it
// stopped when it failed before.
func (p *Replay) StopsRepeats(e *transcript.Entry) bool {
	return p.journal(e.Call.Cwd).Judge.Config.Learn.StopRepeats
}

func failureKey(project, key string) string { return project + "\x00" + key }

// NoteEdit notes an edit, after which much may succeed.
func (p *Replay) NoteEdit(e *transcript.Entry) {
	if e.Outcome == memory.OK && (e.Call.Tool == protocol.Edit || e.Call.Tool == protocol.Write) && e.Call.WroteFile() {
		p.noteChange(p.journal(e.Call.Cwd).Judge, memory.Activity{Edit: &memory.Edit{}})
	}
}

// noteChange notes for the failures of a project that something was done.
func (p *Replay) noteChange(j *judge.Judge, s memory.Activity) {
	for _, f := range p.failures {
		if f.Project == j.Project && f.Streak > 0 && !f.changed {
			f.changed = lessons.MayFix(s, f.cause, j.Program)
		}
	}
}

// noteRun notes what became of a command.
func (p *Replay) noteRun(j *journal.Journal, ran *memory.Run, script *shell.Script) {
	project := j.Judge.Project
	key := command.Key(script, j.Judge.At.Cwd, project)
	of := failureKey(project, key)
	f := p.failures[of]
	if f == nil || ran.Outcome == memory.OK {
		p.noteChange(j.Judge, memory.Activity{Run: ran})
	}
	if key == "" || project == "" {
		return
	}
	if f == nil {
		if !ran.Outcome.Bad() {
			return
		}
		if p.failures == nil || len(p.failures) >= maxFailures {
			p.failures = make(map[string]*failure)
		}
		f = &failure{Command: memory.Command{Project: project, Key: key}, told: make(map[string]bool)}
		p.failures[of] = f
	}
	f.Count(ran)
	f.cause, f.changed = lessons.CauseOf(script, f.Class, f.Line.String()), false
	if ran.Check != nil && ran.Check.Kind != memory.CheckRun {
		f.Streak = 0
	}
}
