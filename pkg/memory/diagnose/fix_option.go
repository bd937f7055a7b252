package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// optionFixes offers the failed call with an option that the output suggests.
// What the option does is not known, so the agent is told to look first.
func (ff *fixFinder) optionFixes(among []span) {
	n := ff.out.lastOwnCall()
	if n < 0 || len(ff.lines) > fewLines {
		return
	}
	c := &ff.out.Script.Calls[n]
	if command.Has(c, rule.Launcher) && command.Is(c, rule.ProjectRunner) || slices.ContainsFunc(ff.out.Script.Calls, func(c shell.Call) bool { return c.Via == n }) {
		return // the option may be one of the program that it runs
	}
	part, behind := "head", "rest"
	if len(c.Args.Sub) == 0 && (len(c.Argv) < 3 || !isName(c.Argv[1].String())) {
		part, behind = "program", "args"
	}
	head, ok := ff.callPart(c, part)
	rest, _ := ff.callPart(c, behind)
	if !ok || command.Is(c, rule.Interpreter) {
		return
	}
	for _, at := range among {
		option, ok := suggestedOption(ff.text[at.from:at.to])
		if !ok || indexOf(c, option) >= 0 {
			continue
		}
		text := "The output suggests " + quoted(option) + "; check what it does first."
		ff.add(memory.Fix{Source: memory.SourceTool, Text: redact.Clean(text)}, ff.out.rewrite(c, "", strings.TrimRight(head+" "+option+" "+rest, " ")))
	}
}

// isName reports whether the word after a program may be its subcommand:
// lower-case letters, unlike most paths and patterns.
func isName(w string) bool {
	return w != "" && !strings.ContainsFunc(w, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' }) && w[0] != '-'
}

// fixesNothing reports whether an option only makes a program print more, do
// less, or not mind.
func fixesNothing(option string) bool {
	switch option {
	case "--passWithNoTests", "--pass-with-no-tests", "--dry-run", "--allow-empty", "--allow-empty-input", "--no-error-on-unmatched-pattern", "--no-fail-fast", "--legacy-peer-deps",
		"--help", "--version", "--verbose", "--debug", "--info", "--scan", "--stacktrace", "--trace", "--usage":
		return true
	}
	return false
}

// suggestedOption returns the one option that a line suggests.
func suggestedOption(said string) (string, bool) {
	if strings.Contains(said, "specify") {
		return "", false // it needs a value
	}
	words := strings.Fields(said)
	option := ""
	for i, w := range words {
		w = strings.Trim(w, "`'\"(),.;:‘’“”")
		if !strings.HasPrefix(w, "--") || !isChoice(w) || i == 0 {
			continue
		}
		before := strings.ToLower(words[i-1])
		if option != "" && option != w || fixesNothing(w) {
			return "", false
		}
		if slices.Contains([]string{"use", "using", "add", "pass", "passing", "try", "with", "specify", "supply", "the", "option", "flag"}, before) {
			option = w
		}
	}
	return option, option != ""
}
