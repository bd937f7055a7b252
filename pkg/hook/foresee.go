package hook

import (
	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// foreseen is a command in a history that nothing is kept of: what is known of
// it so far.
type foreseen struct {
	memory.Command
	cause  lessons.Cause
	mended bool            // something was done since that may have taken away the cause
	said   map[string]bool // sessions in which it was stopped
}

// maxForeseen is how many commands are remembered at a time.
const maxForeseen = 2000

// FailsAgain tells whether a command would have been stopped because it failed
// before, and with what words, as far as a history shows: what a person did in
// between it does not.
func (p *Replay) FailsAgain(e *transcript.Entry) (Said, bool) {
	j := p.judge(e.Call.Cwd)
	due := func(f *foreseen) bool {
		return f.Project == j.Project && f.Streak >= minStreak && !f.mended && f.cause != lessons.Transient && e.Time.Sub(f.Last) <= repeatAge && !f.said[e.Call.Session]
	}
	some := false
	for _, f := range p.foreseen {
		some = some || due(f)
	}
	if !some {
		return Said{}, false
	}
	script := j.Script(redact.Clean(e.Call.Commands[0]))
	f := p.foreseen[foreseenKey(j.Project, command.Key(script, j.At.Cwd, j.Project))]
	if f == nil || !due(f) || !lessons.FailsAgain(script) || reader().Checks(script) {
		return Said{}, false
	}
	f.said[e.Call.Session] = true
	known := repeated{Command: f.Command}
	return Said{Action: policy.Block, Rules: []string{FailedBefore}, Message: redact.Clean(known.why())}, true
}

// Stops tells whether the settings where a command was run have it stopped
// when it failed before.
func (p *Replay) Stops(e *transcript.Entry) bool { return p.judge(e.Call.Cwd).Config.Learn.StopRepeats }

func foreseenKey(project, key string) string { return project + "\x00" + key }

// Edited notes an edit, after which much may go well.
func (p *Replay) Edited(e *transcript.Entry) {
	r := run{start: e.Ended, call: e.Call}
	if e.Outcome == memory.OK && (e.Call.Tool == protocol.Edit || e.Call.Tool == protocol.Write) && r.edits() {
		p.mend(p.judge(e.Call.Cwd), memory.Activity{Edit: &memory.Edit{}})
	}
}

func (p *Replay) mend(j *Journal, s memory.Activity) {
	for _, f := range p.foreseen {
		if f.Project == j.Project && f.Streak > 0 && !f.mended {
			f.mended = lessons.MayFix(s, f.cause)
		}
	}
}

// foresee notes what became of a command.
func (p *Replay) foresee(j *Journal, e *transcript.Entry, d *Diagnosis) {
	r := run{start: e.Ended, call: e.Call}
	ran := r.ran(j, d)
	script := d.Seen.Script
	key := command.Key(script, j.At.Cwd, j.Project)
	of := foreseenKey(j.Project, key)
	f := p.foreseen[of]
	if f == nil || ran.Outcome == memory.OK {
		p.mend(j, memory.Activity{Run: ran})
	}
	if key == "" || j.Project == "" {
		return
	}
	if f == nil {
		if !ran.Outcome.Bad() {
			return
		}
		if p.foreseen == nil || len(p.foreseen) >= maxForeseen {
			p.foreseen = make(map[string]*foreseen)
		}
		f = &foreseen{Command: memory.Command{Project: j.Project, Key: key}, said: make(map[string]bool)}
		p.foreseen[of] = f
	}
	f.Count(ran)
	f.cause, f.mended = lessons.CauseOf(script, f.Class, f.Line.String()), false
	if ran.Check != nil && ran.Check.Kind != memory.CheckRun {
		f.Streak = 0
	}
}
