package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// postBash remembers a command that has run. If the command failed, it tells the model
// of fixes, and of the failure itself where the client did not show it.
func postBash(r *run) (protocol.Reply, error) {
	if r.call.Tool == protocol.Later {
		r.open()
		r.ended(r.call.Late)
		return protocol.Reply{}, nil
	}
	if len(r.call.Commands) == 0 {
		return protocol.Reply{}, errNoCommand
	}
	if r.call.Result == nil || r.call.Canary() {
		return protocol.Reply{}, nil
	}
	r.open()
	d := r.journal.DiagnoseHere()
	ran := r.journal.Run(&d)
	again := r.journal.Again(ran, &d)
	r.journal.SawTree(ran, d.Output.Script)
	r.journal.NoteEnd(ran, d.Output.Script)
	r.journal.NoteStarted(ran, d.Output.Script)
	r.ended(r.journal.ShownLog(d.Output.Script))
	var fixes []memory.Fix
	isNew := true
	switch {
	case ran.Outcome.Bad():
		fixes, isNew = r.journal.RecordFailure(ran, &d)
	case d.IsNoise():
		ran.ID, ran.Record = "", ""
	default:
		r.journal.RecordRun(ran)
	}
	if !isNew && r.call.Agent.Form != protocol.FormNeutral {
		return protocol.Reply{}, nil // another process records the same call, and tells of it
	}
	return r.runReply(ran, &d, fixes, again), nil
}

// untested says once a session that no test was run, where the command
// succeeded for that reason; else it returns "".
func (r *run) untested(ran *memory.Run, d *journal.Diagnosis) string {
	if ran.Outcome != memory.OK || !r.judge.Config.Learn.Errors || !r.judge.Config.InjectContext {
		return ""
	}
	name, ok := d.Untested()
	if !ok {
		return ""
	}
	if before, _ := r.journal.ToldBefore("untested\x00" + name); before {
		return ""
	}
	return untestedForModel(name)
}

// hidden reports whether the model cannot see that a check failed: the exit code is 0,
// and the client has cut the output. A caller of the neutral envelope is told of every
// check that failed with exit code 0.
func (r *run) hidden(ran *memory.Run) bool {
	switch {
	case ran.Outcome != memory.Masked, ran.Check == nil: // what did not start says so
		return false
	case r.call.Agent.Form.Scripts():
		return true
	case r.call.Result.Persisted == "":
		return false
	}
	before, _ := r.journal.ToldBefore("hidden\x00" + ran.Check.Key)
	return !before
}

// runReply answers about a run. A caller of the neutral envelope hears of every
// run, an agent only of what it does not see by itself.
func (r *run) runReply(ran *memory.Run, d *journal.Diagnosis, fixes []memory.Fix, again *journal.RepeatedResult) protocol.Reply {
	v := protocol.Reply{Run: protocol.RunReport{Record: ran.Record, Success: !ran.Outcome.Bad()}}
	if ran.Output.Len() > 0 {
		v.Run.Memory = ran.ID
	}
	for _, e := range ran.Errors {
		v.Run.Patterns = append(v.Run.Patterns, e.Class)
	}
	var parts []string
	if r.hidden(ran) {
		parts = append(parts, hiddenFailureForModel(ran.Check, d.Piped()))
	}
	if untested := r.untested(ran, d); untested != "" {
		parts = append(parts, untested)
	}
	for _, f := range fixes {
		v.Run.Advice = append(v.Run.Advice, adviceForModel(f))
	}
	if len(fixes) > 0 {
		parts = append(parts, advicesForModel(fixes))
	}
	if again != nil {
		parts = append(parts, sameResultForModel(again))
	}
	if s := r.otherwise(ran, d); s != "" {
		parts = append(parts, s)
	}
	v.Report.Context = r.judge.Config.InjectContext
	if len(parts) > 0 && r.judge.Config.InjectContext {
		v.Action = protocol.Warn
		v.ForModel = redact.Clean("ctxhook: " + join(parts...)).String()
	}
	return r.timed(v)
}
