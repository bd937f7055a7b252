package hook

import (
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// prefer answers for a command that breaks a preference, as the setting says.
func (r *run) prefer(of *judgement, action policy.Action, broken *journal.BrokenPreference) protocol.Reply {
	if r.judge.Allows(of.command, memory.BrokenPreference) {
		return r.reply(of, action)
	}
	instead := r.judgeInstead(broken, &of.verdict)
	mode := r.judge.Config.Preferences
	if mode == config.PreferencesRewrite && action < policy.Ask && broken.Instead != "" && broken.Certain && wanted(broken) != "" && r.journal.Preferences().MayRewrite() {
		return r.rewrite(&instead, broken)
	}
	switch {
	case r.call.Agent.Form == protocol.FormNeutral:
		return r.warnOfPreference(of, action, broken)
	case mode == config.PreferencesAsk && r.call.CanAsk():
		v := protocol.Reply{Action: protocol.Ask, Report: report(&of.verdict, policy.Silent)}
		v.ForUser = askForUser(broken, r.recordPreference(of, policy.Ask, broken))
		v.ForModel = v.ForUser
		return v
	case broken.Forbidden && r.judge.Config.EnforceNever && mode > config.PreferencesNote:
		return r.forbid(of, broken)
	case !r.journal.Preferences().Stops(broken):
		return r.reply(of, action)
	case mode == config.PreferencesNote:
		v := r.reply(of, action)
		v.Action = max(v.Action, protocol.Warn)
		v.ForModel = join(v.ForModel, noteForModel(broken))
		return v
	}
	v := protocol.Reply{Action: protocol.Deny, Report: report(&of.verdict, policy.Silent)}
	id := r.recordPreference(of, policy.Block, broken)
	what := "command"
	if r.call.Tool != protocol.Shell {
		what = "call"
	}
	v.ForModel, v.ForUser = preferenceForModel(broken, id, what), r.firstForUser(broken, id)
	return v
}

// forbid asks about a command that the user never wants, each time. If no user can answer,
// it is denied.
func (r *run) forbid(of *judgement, broken *journal.BrokenPreference) protocol.Reply {
	v := protocol.Reply{Action: protocol.Deny, Report: report(&of.verdict, policy.Silent)}
	if r.call.CanAsk() {
		v.Action, v.ForUser = protocol.Ask, forbiddenForUser(broken, r.recordPreference(of, policy.Ask, broken))
		v.ForModel = v.ForUser
		return v
	}
	id := r.recordPreference(of, policy.Block, broken)
	v.ForModel, v.ForUser = forbiddenForModel(broken, id), r.firstForUser(broken, id)
	return v
}

// firstForUser tells the user that a command breaks a preference, once a session for
// each: the client shows them every denial with its reason.
func (r *run) firstForUser(broken *journal.BrokenPreference, id string) string {
	if before, _ := r.journal.ToldUserBefore("breaks\x00" + strings.Join(broken.IDs(), " ")); before {
		return ""
	}
	return preferenceForUser(broken, id)
}

// judgeInstead judges what is offered in the place of a command, and gives it up
// where the guard has more against it.
func (r *run) judgeInstead(broken *journal.BrokenPreference, of *safety.Verdict) judgement {
	instead := judgement{command: broken.Instead}
	if broken.Instead != "" {
		instead.verdict = r.verdict(r.shell(broken.Instead), r.facts())
		if instead.verdict.Action > of.Action || instead.verdict.Risk > max(of.Risk, policy.Medium) {
			broken.Instead = ""
		}
	}
	return instead
}

// otherwise returns what is told of a command that has run and breaks a rule of the
// project's files, "" for nothing.
func (r *run) otherwise(ran *memory.Run, d *journal.Diagnosis) string {
	if r.call.PowerShell(runtime.GOOS) {
		return ""
	}
	broken := r.journal.Preferences().BrokenInProject(ran, d.Output.Script)
	if broken == nil {
		return ""
	}
	r.judgeInstead(broken, &safety.Verdict{Action: policy.Warn})
	return capitalized(otherwiseForModel(broken))
}

// rewrite lets the preferred command run in place of the one that was sent.
func (r *run) rewrite(instead *judgement, broken *journal.BrokenPreference) protocol.Reply {
	action := instead.verdict.Action
	if action != policy.Silent {
		action = r.attend(action, instead, instead.asked())
	}
	v := r.reply(instead, action)
	v.Action, v.Rewrite = max(v.Action, protocol.Warn), instead.command
	v.ForModel, v.ForUser = join(rewriteForModel(broken), v.ForModel), join(rewriteForUser(broken), v.ForUser)
	return v
}

// warnOfPreference adds a preference to what a caller of the neutral envelope is
// told.
func (r *run) warnOfPreference(of *judgement, action policy.Action, broken *journal.BrokenPreference) protocol.Reply {
	v := r.reply(of, action)
	v.Action = max(v.Action, protocol.Warn)
	v.Report.Warnings = append(v.Report.Warnings, redact.Clean(capitalized(join(sentence(broken.Why()), wantedForModel(broken)))).String())
	if v.Report.Message == "" {
		v.Report.Message = redact.Clean(capitalized(broken.Why())).String()
	}
	if wanted(broken) != "" {
		v.Report.Alternatives = appendNew(v.Report.Alternatives, redact.Clean(broken.Instead).String())
	}
	return v
}

// recordPreference records what was decided. The preferences are named and not
// quoted: what the user forgets is nowhere else.
func (r *run) recordPreference(of *judgement, action policy.Action, broken *journal.BrokenPreference) (id string) {
	d := r.journal.Decision(action, of.command)
	d.Rules, d.Message, d.Risk = []string{memory.BrokenPreference}, redact.Clean("it breaks a preference: ctxhook why "+strings.Join(broken.IDs(), ", ctxhook why ")), policy.Safe.String()
	return r.journal.RecordDecision(d)
}
