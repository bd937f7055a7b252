package hook

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/journal"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// Every text that a model reads, except those that are stored with a lesson or
// cut to a budget: those are in journal/wording.go. A model is never told how
// to let a command through.

// couldNotJudge is told when ctxhook itself failed and must not let the command
// through.
const couldNotJudge = "ctxhook could not judge this command and is set not to let such a command through (on_error)."

// runAgain tells a model that a command was stopped to make it think, where
// the user chose that with "unattended: once".
const runAgain = "Nobody is there to ask: if the task needs exactly this, run it again."

// verdictForModel says what would happen, why that is bad, what is at stake on
// this machine, and one thing to do instead. What the command contained is
// redacted first.
func verdictForModel(v *safety.Verdict, action policy.Action, id string) string {
	f := v.Riskiest()
	if f == nil || action == policy.Silent {
		return ""
	}
	mark := "(" + markOf(v, id) + "):"
	what := sentence(f.Message)
	why := join(sentence(f.Why), stake(f))
	var s string
	switch action {
	case policy.Block:
		s = join("ctxhook blocked this", mark, what, why, instead(f, "Instead"), "If the user still wants it, they can run it themselves.")
	case policy.Ask:
		s = join("ctxhook", mark, what, why, instead(f, "Instead"))
	default:
		// The model reads it when the command has run.
		s = join("ctxhook warns", mark, what, why, instead(f, "Better"))
	}
	return redact.Clean(s).String()
}

// repeatForModel says that a command was denied because it failed before.
func repeatForModel(why, instead, id string) string {
	return redact.Clean(join("ctxhook stopped this once", repeatMark(id), why, "Nothing is known to have been done since that could change it.", instead,
		"If nothing else will do, run it again as it is: then it is let through.")).String()
}

// adviceForModel tells of a fix. A command that cannot be told as it is,
// because it is long or has lines or marks in it, is left out.
func adviceForModel(f memory.Fix) string {
	text := sentence(display.Plain(f.Text.Cut(2 * journal.MaxQuoted).String()))
	command := journal.Quoted(f.Command, 2*journal.MaxQuoted)
	switch {
	case f.Command.Len() == 0 || command != "`"+f.Command.String()+"`":
		return text
	case f.Safe:
		return text + " Run: " + command + "."
	}
	return text + " Ask the user before you run " + command + "."
}

// hiddenFailureForModel says that a check failed although the exit code is 0.
func hiddenFailureForModel(c *memory.Check) string {
	return journal.FailedCheck(c).String() + ". The command's exit status is 0 all the same: it hides the failure."
}

// untestedForModel says that no test was run.
func untestedForModel(tool, name string) string {
	return "No test was run: none fits " + journal.Quoted(redact.Clean(name), journal.ShortQuote) + ". That " + tool + " went well says nothing."
}

// stake says what was seen on this machine.
func stake(f *safety.Finding) string {
	s := sentence(strings.Join(f.Facts, "; "))
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// instead offers one thing to do: a command when there is one.
func instead(f *safety.Finding, lead string) string {
	switch {
	case len(f.Instead) > 0:
		return lead + ": `" + f.Instead[0] + "`."
	case f.Mitigation != "":
		return sentence(f.Mitigation)
	}
	return ""
}
