package hook

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// Every text that only the user reads. Only the user is told how to allow a
// command.

// verdictForUser says what was decided about a command. What the command
// contained is redacted first. A user who is there to be asked reads it in the
// client's prompt; others learn from it that the command was denied.
func verdictForUser(of *judgement, action policy.Action, id string, there bool) string {
	v := &of.verdict
	f := v.Riskiest()
	if f == nil || action == policy.Silent {
		return ""
	}
	mark := "(" + f.Risk.String() + ", " + markOf(of, id) + "):"
	what, also := sentence(f.Message), others(v, f)
	var s string
	switch {
	case action == policy.Block:
		let := letThrough(of, f, id)
		switch {
		case v.OwnRule():
			let = "To change it, edit that file."
		case v.OwnPattern() && f.By == "":
			let = "To see the setting, type: ctxhook config blocked_patterns"
		}
		s = join("ctxhook blocked "+of.noun(), mark, what, also, let)
	case action == policy.Ask && !there:
		s = join("ctxhook had no user to ask about "+of.noun(), mark, what, also, letThrough(of, f, id))
	case action == policy.Ask:
		s = join("ctxhook", mark, what, join(reason(f), stake(f), also), instead(v, f, "Instead"), undoThen(f, keepAllowed(f, id)))
	default:
		s = join("ctxhook warns", mark, what, also, undoForUser(f))
	}
	return redact.Clean(s).String()
}

// keepAllowed says how not to be asked again about a file that the command runs, until it
// changes.
func keepAllowed(f *safety.Finding, id string) string {
	if f.In == nil || id == "" || f.By != "" || f.Empty || f.Risk >= policy.Critical {
		return ""
	}
	return "To stop asking while what it runs stays the same, type in a terminal: ctxhook allow " + id + " --always"
}

// undoForUser says how to bring back what a finding would lose, if it was kept.
func undoForUser(f *safety.Finding) string {
	if f.Kept == "" {
		return ""
	}
	return "To undo it, type: " + f.Kept
}

// undoThen says how to bring back what a finding would lose, and something after that.
func undoThen(f *safety.Finding, then string) string {
	undo := undoForUser(f)
	if undo != "" && then != "" {
		undo += "."
	}
	return join(undo, then)
}

// changedStartForUser names files that run by themselves and were changed.
func changedStartForUser(list []string) string {
	const most = 3
	what := strings.Join(list[:min(most, len(list))], ", ")
	if len(list) > most {
		what += " and " + strconv.Itoa(len(list)-most) + " more"
	}
	return redact.Clean("ctxhook: changed since the last session, and run without being asked: " + what + ". To check them, type: ctxhook lint --agents").String()
}

// guardForUser names files that keep the guard on, and what became of them.
func guardForUser(list []journal.GuardChange) string {
	var words []string
	for i := range list {
		words = append(words, list[i].Path+" "+list[i].How.String())
	}
	return redact.Clean("ctxhook: " + strings.Join(words, ", ") + ". If you did not do that, look at the file and type: ctxhook doctor").String()
}

// astrayForUser names registrations that do not start ctxhook.
func astrayForUser(list []string) string {
	return redact.Clean("ctxhook: " + strings.Join(list, ", and ") + ". To see what to do, type: ctxhook doctor").String()
}

// unseenForUser says which calls ran without being checked.
func unseenForUser(list []string) string {
	const most = 3
	var words []string
	for i := range list {
		if i == most {
			words = append(words, "and more")
			break
		}
		words = append(words, list[i])
	}
	return "ctxhook did not check all of the previous session: " + strings.Join(words, "; ") + ". To see more, type: ctxhook audit"
}

// ownCommands is the rule about commands of ctxhook that only the user may type.
const ownCommands = "guard/own-commands"

// letThrough says what the user may type: about this one decision, or about
// its rule when the decision could not be recorded, or who else may.
func letThrough(of *judgement, f *safety.Finding, id string) string {
	if by := cmp.Or(f.By, of.allows); by != "" {
		return "Only an administrator of this machine can change it: " + by
	}
	if f.Rule == ownCommands {
		return "If you want it, type it in a terminal of your own"
	}
	if id == "" {
		id = f.Rule
	}
	return "To allow it once, type: ctxhook allow " + id + " --once"
}

// repeatForUser says that a command was denied because it failed before.
func repeatForUser(why, id string) string { return stoppedForUser(journal.FailedBefore, why, id) }

// stoppedForUser says that a command was denied once, by which rule and why.
func stoppedForUser(rule, why, id string) string {
	mark, let := "("+rule+"):", ""
	if id != "" {
		mark = "(" + rule + ", " + id + "):"
		let = "To allow it now, type: ctxhook allow " + id + " --once"
	}
	return redact.Clean(join("ctxhook stopped a command once", mark, sentence(why), let)).String()
}

// preferenceForUser says that a command was stopped because it breaks a preference.
func preferenceForUser(b *journal.BrokenPreference, id string) string {
	s := stoppedForUser(memory.BrokenPreference, b.Why(), id)
	if b.OfSession != "" {
		s += "; to keep it for later sessions: ctxhook preferences accept " + b.OfSession
	}
	return s
}

// askForUser asks the user about a command that breaks a preference.
func askForUser(b *journal.BrokenPreference, id string) string {
	return redact.Clean(join("ctxhook", preferenceMark(id), sentence(b.Why()), wantedForModel(b))).String()
}

// forbiddenForUser asks the user about a command that they said is never to be run.
func forbiddenForUser(b *journal.BrokenPreference, id string) string {
	if b.Instead != "" {
		return askForUser(b, id)
	}
	return redact.Clean(join("ctxhook", preferenceMark(id), sentence(b.Why()))).String()
}

// preferenceMark names the rule and the decision, by which the user can type about it.
func preferenceMark(id string) string {
	if id == "" {
		return "(" + memory.BrokenPreference + "):"
	}
	return "(" + memory.BrokenPreference + ", " + id + "):"
}

// rewriteForUser tells which command ran in the place of the one that is shown.
func rewriteForUser(b *journal.BrokenPreference) string {
	return redact.Clean(join("ctxhook ran", wanted(b), "instead:", sentence(b.Why()), "To see the preference, type: ctxhook why "+b.Preferences[0].ID)).String()
}

// proposalForUser asks whether to keep what the user seems to want. The answer is
// a prompt, or a command of the user's.
func proposalForUser(p *journal.Prompt) string {
	where := ""
	switch {
	case p.Proposed.Project == "":
		where = " in all projects"
	case p.Above:
		where = " in all projects below " + p.Proposed.Project
	}
	if p.Terminal {
		where += ", type in a terminal"
	}
	who := "ctxhook heard: "
	if p.Hearsay {
		who = "ctxhook: the agent noted what you want: "
	}
	return redact.Clean(who + strconv.Quote(p.Proposed.Words.String()) + ". To keep it" + where + ": ctxhook remember " + p.Proposed.ID).String()
}

// heardForUser tells of a sighting of a preference.
func heardForUser(p *memory.Preference) string {
	return redact.Clean("ctxhook heard: " + strconv.Quote(p.Words.String()) + ". To see it: ctxhook why " + p.ID).String()
}

// keptForUser says that a preference holds from now on.
func keptForUser(p *memory.Preference) string {
	return redact.Clean("ctxhook keeps: " + strconv.Quote(p.Words.String()) + ".").String()
}

// unknownForUser answers a prompt that confirms a preference that does not exist.
func unknownForUser(id string) string {
	return "ctxhook has no preference " + id + ". To see them, type in a terminal: ctxhook preferences"
}

// unprovenForUser answers a prompt that confirms a preference where the client does
// not tell whether a user typed it.
func unprovenForUser(id string) string {
	return "ctxhook cannot tell who typed this. To keep it, type in a terminal: ctxhook remember " + id
}

// problemForUser says that something in the settings is broken, or in the files of rules.
func problemForUser(problem error) string {
	what := "ctxhook found a problem: "
	if _, setting := errors.AsType[config.Problem](problem); setting {
		what = "ctxhook ignores a setting that it cannot read: "
	}
	return what + redact.Clean(problem.Error()).String() + ". To see all, type: ctxhook doctor"
}

// uncheckedForUser says that a command ran unchecked.
func uncheckedForUser(err error) string {
	return "ctxhook could not check a command: " + redact.Clean(err.Error()).String() + ". It was not stopped, because on_error is open. To see more, type: ctxhook doctor"
}

// lossForUser says that commands are not recorded.
func lossForUser(spool string, err error) string {
	return redact.Clean("ctxhook cannot record commands in " + spool + ": " + paths.Reason(err) + ". To see more, type: ctxhook doctor").String()
}

// markOf names the rule of the riskiest finding and the decision.
func markOf(of *judgement, id string) string {
	mark := of.verdict.Riskiest().Rule
	if of.pack != "" {
		mark += " (" + of.pack + ")"
	}
	if id != "" {
		mark += ", " + id
	}
	return mark
}

// sentence makes a text one line that begins and ends as a sentence does.
func sentence(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return ""
	}
	if last := s[len(s)-1]; strings.IndexByte(".!?:", last) < 0 {
		s += "."
	}
	return s
}

// join makes one text of several, without those that are empty.
func join(parts ...string) string {
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	return strings.Join(kept, " ")
}
