package extract

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// untrustedExpression is the rule about text from outsiders in a run line.
const untrustedExpression = "ci/untrusted-expression"

// allSecrets is the rule about every secret at once in a run line.
const allSecrets = "ci/all-secrets"

// outsidersCode is the rule about running what a pull request brings.
const outsidersCode = "ci/outsiders-code"

// Rules returns the rules that notes refer to. They are about the files around
// the shell text, so conditions over commands cannot express them.
func Rules() []*rule.Rule {
	return []*rule.Rule{{
		ID:    hiddenText,
		Title: "Text for an agent that no reader sees",
		Say:   "{target} in a text for agents",
		Why: "A model reads tags, selectors and characters of zero width as text, and does what they say; a review shows nothing " +
			"there.",
		Mitigation: "Delete the characters, and look where they came from.",
		Risk:       policy.High,
	}, {
		ID:    loosened,
		Title: "Settings of a project that loosen an agent",
		Say:   "{target} in a project's settings of an agent",
		Why: "They hold for everyone who opens the project: the agent then runs commands that its user has not seen, or sends its " +
			"requests and its key to another server.",
		Mitigation: "Leave such settings to each user.",
		Risk:       policy.High,
	}, {
		ID:    lifecycleFile,
		Title: "File of the package that runs when it is installed",
		Say:   "{target} runs wherever the package is installed",
		Why: "It runs with the rights of the user who installs the package, before a review. Worms spread this way: they add such a " +
			"script, and the file.",
		Mitigation: "Look into the file when the script is new; install with --ignore-scripts where it is not needed.",
		Risk:       policy.Medium,
	}, {
		ID:    allSecrets,
		Title: "All secrets of the repository handed to a command",
		Say:   "{target} is pasted into the command before the shell reads it",
		Why: "The command, and what it writes or sends, holds every secret of the repository, not only those that the step " +
			"needs; once they are in a file or a request, the log no longer masks them.",
		Mitigation: "Name the one secret that the step needs in env:, and use \"$NAME\" in the command.",
		Risk:       policy.High,
	}, {
		ID:    outsidersCode,
		Title: "Code of a pull request runs with the rights of the repository",
		Say:   "{target} runs code that anyone may send",
		Why: "pull_request_target starts the workflow with the repository's secrets and a token that may write. A build or test of " +
			"the code of the pull request runs whatever its author put there.",
		Mitigation: "Use pull_request, or check out and run nothing of the pull request.",
		Risk:       policy.High,
	}, {
		ID:    untrustedExpression,
		Title: "Text from outsiders becomes part of a shell command",
		Say:   "{target} is pasted into the command before the shell reads it",
		Why: "The runner inserts the value and gives the result to the shell. A title, branch name or comment, which anyone " +
			"may write, can end the command and start another one, with the secrets of the job.",
		Mitigation: "Pass the value to the step as an environment variable, and use \"$NAME\" in the command.",
		Risk:       policy.High,
	}}
}
