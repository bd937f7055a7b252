package hook

import (
	"fmt"
	"runtime"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// run is one hook at work.
type run struct {
	env     Env
	start   time.Time
	call    protocol.Call
	judge   *judge.Judge // nil until the settings were read
	journal *journal.Journal

	look      rule.Facts      // what has looked at this machine for the verdict; nil: nothing
	duplicate *protocol.Reply // what another process answers to the same call
	pending   []writing       // commands before which files may have to be kept
	mayRepeat bool            // the command may pass when it is repeated
	named     bool            // the command line says which hook it is
	late      bool            // no answer can stop anything any more
	hurried   bool            // the limit is over: nothing is looked up or kept
	answered  bool            // this run is the one that answers
	again     int             // which fallback this is; 0: none
	silent    bool            // the guard has nothing to say of the call
	exit      int             // of its answer
	limit     *limit
	told      int // tokens that a model was told
}

// Run runs a hook and returns its exit code. Without an event the payload
// says which hook it is for. A payload for another event, or one that no hook
// knows, gets no output and exit code 0.
func Run(env Env, event *Handler) int {
	r := &run{env: env, start: time.Now(), named: event != nil, late: event != nil && !event.Guards}
	r.limit = begin(r)
	defer r.limit.end()
	exit := guard(func() int { return r.serve(event) }, r.failed)
	r.answers(exit)
	return exit
}

func (r *run) serve(event *Handler) int {
	data, cut, err := protocol.ReadPayload(r.env.Stdin)
	r.start = time.Now() // to wait for the caller is not our time
	if err != nil {
		return r.failed(err)
	}
	hint := protocol.Hint{Agent: r.env.Agent, Getenv: r.env.Getenv}
	if event != nil {
		hint.Event = event.moments[0].event
	}
	if r.call, err = protocol.Decode(data, cut, hint); err != nil {
		return r.failed(err)
	}
	if event == nil {
		event = eventFor(&r.call)
	}
	switch {
	case r.call.Unread.Reason == unread.Cut && r.mayBeShell(event):
		event = Named(preBashName)
	case event == nil || !event.takes(&r.call):
		return r.unclaimed(event)
	}
	if name := r.env.Agent; name != "" && r.call.Agent.Name != name {
		r.open()
		r.journal.Log.Line(redact.Clean(fmt.Sprintf("hook: --agent names no known agent: %q; by its payload it is %s", name, r.call.Agent.Name)))
	}
	r.limit.heard(&r.call, event)
	r.late = !event.Guards
	var changed []journal.GuardChange
	if !event.Guards {
		r.open()
		changed = r.guardChanged() // what is deleted, the event may make anew
		if !r.judge.Config.Learn.On {
			return r.disabled(changed)
		}
	}
	reply, err := event.handle(r)
	if err == errDisabled {
		return r.disabled(changed)
	}
	if err != nil {
		return r.failed(err)
	}
	if !event.Guards {
		reply = r.withGuard(reply, changed)
	}
	exit := r.answer(r.withLoss(reply))
	if r.journal != nil && !r.call.Canary() {
		if r.call.Agent.Form == protocol.FormPlan {
			r.journal.Preferences().HearMessage()
		}
		r.journal.Sample(event.Name, time.Since(r.start), r.told)
	}
	return exit
}

// open reads the settings of the place that the call came from. It opens no
// database: the journal does when it needs one.
func (r *run) open() {
	if r.journal != nil {
		return
	}
	o := judge.Options{Getenv: r.env.Getenv, Cwd: r.call.Cwd, PowerShell: r.call.PowerShell(runtime.GOOS), Client: r.call.Agent != nil && r.call.Agent.Name == "claude", Unsandboxed: r.call.Unsandboxed}
	if len(r.call.Env) > 0 {
		o.Env = r.call.Variable
	}
	r.judge = judge.New(o)
	r.journal = journal.New(r.judge, r.start)
	r.journal.Call, r.journal.Schema, r.journal.Path = &r.call, r.env.Schema, r.env.Getenv("PATH")
	r.journal.Log = paths.Log{Path: r.judge.Places.DebugLog()}
}

// answer writes a reply for the caller. A deny that cannot be written is still
// said by the exit code.
func (r *run) answer(v protocol.Reply) int {
	if r.call.Event == protocol.After {
		v = r.withOrders(r.withMask(v))
	}
	if r.journal != nil {
		r.journal.NoteJudged(r.judgedAs(v.Action))
		r.journal.Answered(&v)
	}
	return r.write(protocol.Encode(&r.call, v), v)
}

// judgedAs returns what the guard said of a call, whatever else is told with the answer.
func (r *run) judgedAs(a protocol.Action) protocol.Action {
	if r.silent && a == protocol.Warn {
		return protocol.Silent
	}
	return a
}

// write writes the answer that a reply has become.
func (r *run) write(a protocol.Answer, v protocol.Reply) int {
	a = a.To(r.call.Request)
	exit := a.Exit
	r.answers(exit)
	if v.ForModel != "" && len(a.Stdout)+len(a.Stderr) > 0 {
		r.told = display.Tokens(v.ForModel)
	}
	if len(a.Stdout) > 0 {
		if _, err := r.env.Stdout.Write(a.Stdout); err != nil && v.Action >= protocol.Ask {
			exit = exitBlock
		}
	}
	if len(a.Stderr) > 0 {
		r.env.Stderr.Write(a.Stderr)
	}
	return exit
}
