package hook

import (
	"errors"
	"runtime"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// errNoCommand: a shell tool without a command is a dialect we cannot read.
var errNoCommand = errors.New("no command in the payload of a shell tool")

// preBashName is the subcommand of the hook that judges.
const preBashName = "pre-bash"

// takesRoom is from how many bytes on a command takes more memory than a program has
// when it starts.
const takesRoom = 24 << 10

// preBash judges the commands of a shell tool before they run.
func preBash(r *run) (protocol.Reply, error) {
	if r.call.Tool == protocol.Server {
		return preServer(r)
	}
	if len(r.call.Commands) == 0 && r.call.Unread.Reason == unread.No {
		return protocol.Reply{}, errNoCommand
	}
	r.open()
	long := 0
	for _, command := range r.call.Commands {
		long = max(long, len(command))
	}
	if long > takesRoom {
		makeRoom()
	}
	c := ruling{judgement: r.uses()}
	if r.duplicate != nil {
		return *r.duplicate, nil
	}
	if c.action = c.verdict.Action; c.action != policy.Silent {
		c.action = r.attend(c.action, &c.judgement, c.asked())
	}
	if !r.judge.Config.Learn.On {
		return r.judged(&c)
	}
	v := r.rings(beforeCommand[:], &c)
	v.Report.Context = r.judge.Config.InjectContext
	return v, nil
}

// uses judges every part of the call and returns the worst, unless the call turns out
// to be a duplicate. It uses up what was allowed once, notes what the user is asked once,
// and takes the snapshot that a loss calls for.
func (r *run) uses() judgement {
	look := r.facts()
	r.look = look
	var worst judgement
	var uses []safety.Verdict
	for i, s := range r.subjects() {
		v := r.verdict(s, look)
		if (v.Action != policy.Silent || len(v.Allowed) > 0) && r.isDuplicate() {
			return worst
		}
		r.askOnce(&v)
		for v.Action < policy.Block && !r.call.Canary() && !r.judge.Use(&v) {
			v = r.verdict(s, look)
		}
		if s.keep && !r.hurried {
			r.keep(&v, s.command, look)
		}
		if s.file {
			uses = append(uses, v)
		}
		if i == 0 || v.Action > worst.verdict.Action || v.Action == worst.verdict.Action && v.Risk > worst.verdict.Risk {
			worst = judgement{command: s.command, tool: r.call.Tool.FileTool(), verdict: v, allows: r.judge.Config.Machine.Allows}
		}
	}
	if worst.uses = uses; r.leave(&worst, r.call.Unread) && r.isDuplicate() {
		return worst
	}
	r.noteUnread(&worst)
	withoutSecrets(&worst)
	return worst
}

// withoutSecrets masks the secrets of a command in what is said of it: an operand alone does
// not tell that it is one.
func withoutSecrets(of *judgement) {
	for i := range of.verdict.Findings {
		f := &of.verdict.Findings[i]
		f.Message = redact.CleanBeside(of.command, f.Message).String()
	}
}

// askOnce drops what the user of this session was asked about before, and records
// what they are asked now. The caller of the neutral form asks by itself.
func (r *run) askOnce(v *safety.Verdict) {
	if v.Action != policy.Ask || r.hurried || r.call.Canary() || r.call.Agent.Form == protocol.FormNeutral {
		return
	}
	all := len(v.Findings)
	v.Findings = slices.DeleteFunc(v.Findings, func(f safety.Finding) bool {
		if !f.Once {
			return false
		}
		before, _ := r.journal.ToldUserBefore("once " + f.Rule)
		return before
	})
	if len(v.Findings) < all {
		r.judge.Engine.Settle(v)
	}
}

// facts looks at this machine, when a rule asks for it.
func (r *run) facts() rule.Facts {
	if paths.Few() {
		return nil
	}
	o := facts.Options{Cwd: r.judge.Cwd, Project: r.judge.Project, Looks: r.judge.Places.LooksDir(), Home: r.judge.Places.Home}
	if r.hurried {
		o.Wall = lateLook
	} else {
		o.Authors = r.journal.Authors()
	}
	return facts.New(o)
}

// isDuplicate reports whether another process decides about this call. It is
// asked before anything is recorded or used up.
func (r *run) isDuplicate() bool {
	if r.hurried {
		return false
	}
	if reply, elsewhere := r.journal.Claim(); elsewhere {
		r.duplicate = &reply
	}
	return r.duplicate != nil
}

// verdict judges one part. In the neutral envelope the risk alone decides, as
// its table says.
func (r *run) verdict(s subject, look rule.Facts) safety.Verdict {
	v := s.judge(look)
	if r.call.Agent.Form == protocol.FormNeutral {
		v.Action = max(r.judge.Config.Table.Decide(v.Risk), v.Least())
	}
	return v
}

// attend decides what is done about a risk. In a pause that is only what the
// machine's rules demand. Where no user could answer an ask, it is what the user
// chose for that.
// The neutral envelope has its own answer: its caller is the one to ask.
func (r *run) attend(a policy.Action, of *judgement, command string) policy.Action {
	if _, paused := r.judge.Config.Paused(r.judge.Places, r.start); paused {
		a = of.verdict.Least()
	}
	if a != policy.Ask || r.call.CanAsk() || r.call.Agent.Form == protocol.FormNeutral {
		return a
	}
	c := &r.judge.Config
	unattended := c.Unattended
	if of.verdict.Least() >= policy.Ask {
		unattended = max(unattended, c.Machine.Unattended)
	}
	switch unattended {
	case config.UnattendedWarn:
		return policy.Warn
	case config.UnattendedBlock:
		return policy.Block
	case config.UnattendedOnce:
		before, noted := r.journal.ToldBefore(command)
		if before {
			return policy.Warn
		}
		r.mayRepeat = noted
	}
	return policy.Ask
}

// actions are the actions of a policy in the words of the protocol.
var actions = [...]protocol.Action{
	policy.Silent: protocol.Silent,
	policy.Warn:   protocol.Warn,
	policy.Ask:    protocol.Ask,
	policy.Block:  protocol.Deny,
}

// reply answers with a verdict, and records it.
func (r *run) reply(of *judgement, action policy.Action) protocol.Reply {
	v := protocol.Reply{Action: actions[action], Report: report(&of.verdict, action)}
	id := r.recordDecision(of, action)
	if action == policy.Silent {
		return v
	}
	if top := of.verdict.Riskiest(); top != nil {
		of.pack = r.judge.PackOf(top.Rule)
	}
	v.ForModel = verdictForModel(of, action, id)
	v.ForUser = verdictForUser(of, action, id, r.call.CanAsk())
	if r.mayRepeat {
		v.ForModel = join(v.ForModel, runAgain)
	}
	return v
}

// recordDecision records what was decided and returns its id, or "" when there
// is nothing to record or no way to. Silence writes nothing, unless the user
// made it silence, and neither does a canary: it did not happen here. The
// database is not opened: a decision does not wait for it.
func (r *run) recordDecision(of *judgement, a policy.Action) (id string) {
	passed := passedBy(&of.verdict, a)
	if a == policy.Silent && passed == "" || r.call.Canary() || r.hurried {
		return ""
	}
	top := of.verdict.Riskiest()
	if top == nil && passed == "" {
		return ""
	}
	d := r.journal.Decision(a, of.command)
	d.Risk, d.Rules, d.AllowedBy = of.verdict.Risk.String(), of.verdict.RuleIDs(), of.verdict.Allowed
	if top != nil {
		d.Message = redact.Clean(top.Message)
	}
	if passed != "" {
		d.Action = passed
	}
	return r.journal.RecordDecision(d)
}

// passedBy returns how the user made a verdict silent: by a pause, or by an entry of
// allow.yaml. "" is neither.
func passedBy(v *safety.Verdict, a policy.Action) string {
	switch {
	case a != policy.Silent:
	case v.Action != policy.Silent:
		return memory.Paused
	case len(v.Allowed) > 0:
		return memory.Allowed
	}
	return ""
}

// repeatedFailure returns what is known of a command that is about to fail as it did
// before; nil: nothing, or another process stops it.
func (r *run) repeatedFailure(c *ruling) *journal.RepeatedFailure {
	script := c.verdict.Script
	if r.call.PowerShell(runtime.GOOS) {
		script = nil // failures are remembered as commands of a shell, which this is not
	}
	known := r.journal.RepeatedFailure(c.command, script)
	if known == nil || r.isDuplicate() || !r.journal.Stops(known, c.command) {
		return nil
	}
	return known
}

// denyOnce denies a command that failed before, and says why.
func (r *run) denyOnce(of *judgement, known *journal.RepeatedFailure) protocol.Reply {
	told := whyAndInstead(known)
	fix := memory.Fix{Source: memory.SourceRepeat, Signature: known.Signature, Rule: journal.FailedBefore}
	if known.Fix != nil {
		fix.Command, fix.Safe, fix.Lesson = known.Fix.Command, known.Fix.Safe, known.Fix.Lesson
	}
	fix.Text = redact.Clean(told)

	v := protocol.Reply{Action: protocol.Deny, Report: report(&of.verdict, policy.Silent)}
	action := policy.Block
	if r.call.Agent.Form == protocol.FormNeutral {
		v.Action, action = protocol.Warn, policy.Warn
	}
	d := r.journal.Decision(action, of.command)
	d.Rules, d.Message, d.Risk = []string{journal.FailedBefore}, redact.Clean(known.Why()), policy.Safe.String()
	id := r.journal.RecordDecision(d)
	if r.call.Session != "" {
		r.journal.RecordAdvice(&memory.Advice{Time: r.start, Session: r.call.Session, Project: r.judge.Project, Run: known.Failed, Fix: fix})
	}
	v.ForModel, v.ForUser = repeatForModel(told, id, "command"), repeatForUser(known.Why(), id)
	v.Report.Warnings = append(v.Report.Warnings, redact.Clean(capitalized(told)).String())
	v.Report.Message = redact.Clean(capitalized(sentence(known.Why()))).String()
	if fix.Command.Len() > 0 && fix.Safe {
		v.Report.Alternatives = appendNew(v.Report.Alternatives, fix.Command.String())
	}
	return v
}

// hasProblems reports whether something in the settings is broken, and the answer has room
// for that.
func (r *run) hasProblems(c *ruling) bool {
	return c.reply.Action <= protocol.Warn && !r.call.Canary() && r.problem() != nil
}

// problem returns the first of what is broken in the settings. A setting that is not
// honoured on purpose is none.
func (r *run) problem() error {
	for _, err := range r.judge.Problems {
		if p, ok := err.(config.Problem); !ok || !p.Note {
			return err
		}
	}
	return nil
}

// tellProblems tells the user, once a session. The model is not told: a project's file
// may have been written for it to read.
func (r *run) tellProblems(c *ruling) {
	problem := r.problem()
	if before, _ := r.journal.ToldUserBefore(problem.Error()); before {
		return
	}
	r.journal.Log.Line(redact.Clean("config: " + problem.Error()))
	c.reply.Action = protocol.Warn
	c.reply.ForUser = join(c.reply.ForUser, problemForUser(problem))
}
