package safety

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// BlockedPattern is the rule for the user's blocked_patterns. It blocks at
// every level, and nothing overrides it.
const BlockedPattern = "user/blocked-pattern"

// TooLong is the rule for commands above max_command_length.
const TooLong = "shell/too-long"

// The rules for the deny and ask rules in the agent's settings. They hold at every
// level.
const (
	Denied = "user/denied"
	Asked  = "user/asked"
)

// Fixed reports whether a rule is about what the user said of commands, so that
// only the place where it was said changes it.
func Fixed(id string) bool { return id == BlockedPattern || id == Denied || id == Asked }

// Unreadable is the rule for every command while the settings of the machine cannot
// be read and on_error stops what was not checked.
const Unreadable = "guard/machine"

// The rules without a file: their only condition is the configuration.
var (
	blockedRule = rule.Rule{
		ID: BlockedPattern, Title: "Command listed in blocked_patterns", Risk: policy.High,
		Why:        "It matches an entry of the setting blocked_patterns, which blocks at every safety_level.",
		Mitigation: "Remove the entry from the file that ctxhook config names.",
	}
	deniedRule = rule.Rule{
		ID: Denied, Title: "Denied in the agent's settings", Risk: policy.High,
		Why:        "The agent compares the rule with the words of a command; this does the same in other words.",
		Mitigation: "Go on without it, or ask the user.",
	}
	askedRule = rule.Rule{
		ID: Asked, Title: "To be asked about by the agent's settings", Risk: policy.Medium,
		Why:        deniedRule.Why,
		Mitigation: deniedRule.Mitigation,
	}
	unreadableRule = rule.Rule{
		ID: Unreadable, Title: "Settings of this machine that cannot be read", Risk: policy.Medium,
		Why:        "An administrator's settings hold for all users, and a part of them could not be read. The setting on_error says what happens to commands meanwhile.",
		Mitigation: "Ask an administrator of this machine to run ctxhook doctor.",
	}
	tooLongRule = rule.Rule{
		ID: TooLong, Title: "Command exceeds maximum analyzable length", Risk: policy.Medium,
		Why:        "It is longer than max_command_length, not counting heredocs that are data. It is checked anyway.",
		Mitigation: "Put the text into a file, or raise max_command_length.",
	}
	noSandboxRule = rule.Rule{
		ID: "shell/no-sandbox", Title: "Command outside of the agent's sandbox", Risk: policy.High,
		Say:        "runs outside of the sandbox",
		Why:        "The agent asks to run it with dangerouslyDisableSandbox: the limits on files and network that the user set do not hold.",
		Mitigation: "Run it in the sandbox, or ask the user to allow there what it needs.",
	}
)

// OwnRules returns the rules that only the engine knows.
func OwnRules() []*rule.Rule {
	return []*rule.Rule{&blockedRule, &deniedRule, &askedRule, &tooLongRule, &noSandboxRule, &unreadableRule}
}

// Unread returns the finding of Unreadable.
func Unread(what string) Finding {
	r := &unreadableRule
	return Finding{Rule: r.ID, Risk: r.Risk, Call: -1, Message: r.Title + ": " + what, Why: r.Why, Mitigation: r.Mitigation}
}
