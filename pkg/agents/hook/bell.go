package hook

import (
	"runtime"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// ruling is what was decided about a call, and what becomes of the answer.
type ruling struct {
	judgement
	action policy.Action
	reply  protocol.Reply
	taken  bool // something answers in the place of the verdict
}

// row is something that may be done beside judging. cares reads the ruling, the
// settings and at most one small file; where it does not care, nothing is done.
type row struct {
	name  string
	cares func(*run, *ruling) bool
	do    func(*run, *ruling)
}

// What may be done before a command runs, and before another tool does, in this order.
var (
	beforeCommand = [...]row{
		{"account", (*run).mayBegin, (*run).begins},
		{"failed before", (*run).passes, (*run).stopRepeated},
		{"preference", (*run).obeys, (*run).stopUnwanted},
		{"verdict", untaken, (*run).answerVerdict},
		{"told once", (*run).tells, (*run).tell},
		{"related runs", (*run).neutral, (*run).relate},
		{"copies", (*run).mayKeep, (*run).keepPending},
		{"settings", (*run).hasProblems, (*run).tellProblems},
	}
	beforeTool = [...]row{
		{"preference", (*run).obeysTool, (*run).stopUnwanted},
		{"verdict", untaken, (*run).answerVerdict},
		{"told once", (*run).tells, (*run).tell},
		{"account", (*run).mayEdit, (*run).noteFiles},
		{"account", (*run).mayMake, (*run).beginsTool},
		{"settings", (*run).hasProblems, (*run).tellProblems},
	}
	judgedAlone = [...]row{ // where hooks_enabled is false
		{"verdict", untaken, (*run).answerVerdict},
		{"settings", (*run).hasProblems, (*run).tellProblems},
	}
)

// rings does what rows care for. The reply of another process that answers the same call
// stands for all of it.
func (r *run) rings(rows []row, c *ruling) protocol.Reply {
	for i := range rows {
		if !rows[i].cares(r, c) {
			continue
		}
		if rows[i].do(r, c); r.duplicate != nil {
			return *r.duplicate
		}
	}
	return r.timed(c.reply)
}

func untaken(_ *run, c *ruling) bool { return !c.taken }

// answerVerdict answers with the verdict alone.
func (r *run) answerVerdict(c *ruling) {
	c.reply = r.reply(&c.judgement, c.action)
	r.silent = c.reply.Action == protocol.Silent
}

// mayBegin reports whether the command may run and change files.
func (r *run) mayBegin(c *ruling) bool {
	return c.action < policy.Block && !r.call.Canary() && journal.MayWrite(c.verdict.Script)
}

func (r *run) begins(c *ruling) { r.journal.Begins(c.command, c.verdict.Script, r.look) }

// mayMake reports whether the tool of a server may make something.
func (r *run) mayMake(c *ruling) bool {
	return r.call.Tool == protocol.Server && c.reply.Action < protocol.Deny && !r.call.Canary() && r.judge.ServerMakes(&r.call) != ""
}

func (r *run) beginsTool(*ruling) { r.journal.BeginsTool(r.judge.ServerMakes(&r.call)) }

// passes reports whether the command would run without a question, and failures are
// remembered. Another one is not looked up.
func (r *run) passes(c *ruling) bool {
	return max(c.action, c.verdict.Action) <= policy.Warn && r.journal.LooksUp()
}

// stopRepeated denies a command that is about to fail as it did before.
func (r *run) stopRepeated(c *ruling) {
	if known := r.repeatedFailure(c); known != nil && r.duplicate == nil {
		c.reply, c.taken = r.denyOnce(&c.judgement, known), true
	}
}

// obeys reports whether the user's preferences matter: none softens a finding, so they do
// not where the user is asked, unless they would deny it.
func (r *run) obeys(c *ruling) bool {
	limit := policy.Warn
	if r.judge.Config.Preferences >= config.PreferencesDenyOnce && r.call.CanAsk() && !r.neutral(c) {
		limit = policy.Ask
	}
	return !c.taken && max(c.action, c.verdict.Action) <= limit && r.journal.LooksUp()
}

// obeysTool is obeys for a tool that is no shell: it may change, or read, what the user wants
// left alone.
func (r *run) obeysTool(c *ruling) bool {
	p := r.journal.Preferences()
	switch r.call.Tool {
	case protocol.Read:
		return p.HaveUnreadable() && r.obeys(c)
	case protocol.Server: // it may do what a command does
		return p.Have() && r.obeys(c)
	}
	return p.HavePlaces() && r.obeys(c)
}

// stopUnwanted answers for a command, or the use of another tool, that breaks a preference.
func (r *run) stopUnwanted(c *ruling) {
	if broken := r.unwanted(c); broken != nil && !r.isDuplicate() {
		c.reply, c.taken = r.prefer(&c.judgement, c.action, broken), true
	}
}

// unwanted returns which preferences the call breaks; nil: none. Those about commands are
// about commands of a POSIX shell.
func (r *run) unwanted(c *ruling) *journal.BrokenPreference {
	all := r.journal.Preferences()
	switch {
	case r.call.Tool == protocol.Server:
		if broken := all.BrokenBy(c.command, r.judge.ServerScript(&r.call)); broken != nil {
			return broken
		}
		return all.BrokenByCommands(c.command, r.judge.ServerCommands(&r.call))
	case r.call.Tool != protocol.Shell || r.call.PowerShell(runtime.GOOS):
		for i := range c.uses { // of several files, or beside the code of a cell
			if broken := all.BrokenBy(c.command, c.uses[i].Script); broken != nil {
				return broken
			}
		}
		return all.BrokenBy(c.command, c.verdict.Script)
	}
	return all.Broken(c.command, c.verdict.Script)
}

// neutral reports whether the caller uses the neutral envelope, which asks by itself.
func (r *run) neutral(*ruling) bool { return r.call.Agent.Form == protocol.FormNeutral }

// relate adds what was run here that is similar, which only such a caller can use yet.
func (r *run) relate(c *ruling) {
	c.reply.Report.Related = r.journal.RelatedRuns(c.command)
	c.reply.Recalled.Memories, c.reply.Recalled.Patterns = len(c.reply.Report.Related), len(c.verdict.Findings)
}

// mayEdit reports whether a tool is about to change files.
func (r *run) mayEdit(c *ruling) bool {
	return (r.call.Tool == protocol.Edit || r.call.Tool == protocol.Write) && c.reply.Action < protocol.Deny && !r.call.Canary()
}

// noteFiles notes what the files are like: what was in no commit is not the session's own
// work.
func (r *run) noteFiles(*ruling) {
	for _, path := range r.call.Paths {
		r.journal.NoteFile(path)
	}
}
