package hook

import "github.com/ctxhook/ctxhook/pkg/base/protocol"

// ended records what became of a command that the client left running, as if its call had
// ended now: at the state of the files at which it began. Where a command shows what it
// printed, only a failure counts. Nothing is told.
func (r *run) ended(l *protocol.Late) {
	if l == nil || r.call.Canary() || !r.judge.Config.Learn.On {
		return
	}
	call, head, ok := r.journal.Late(l)
	if !ok {
		return
	}
	then := &run{env: r.env, start: r.start, call: *call}
	then.open()
	d := then.journal.DiagnoseHere()
	ran, known := then.journal.LateRun(&d, head)
	if !known || d.IsNoise() {
		return
	}
	then.journal.NoteEnd(ran, d.Output.Script)
	if ran.Outcome.Bad() {
		then.journal.RecordFailure(ran, &d)
		return
	}
	then.journal.RecordRun(ran)
}
