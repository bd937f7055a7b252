package preferences

import (
	"slices"
	"strings"
)

// labels are words before a rule that say what it is about, and do not narrow it.
var labels = []string{
	"packages", "dependencies", "python", "node", "javascript", "typescript", "tests", "testing", "commits", "committing", "git", "tooling", "tools", "build",
	"rule", "rules", "important", "critical", "note", "preference", "warning", "reminder",
}

// toolLabels stand before the name of a tool.
var toolLabels = []string{"package manager", "package management"}

// withoutMarkdown returns the words of a line of Markdown: without the mark of a
// list, bold type, and a label: "- **IMPORTANT:** never push".
func withoutMarkdown(words string) string {
	words = strings.TrimSpace(words)
	if len(words) > 2 && strings.ContainsAny(words[:1], "-*+") && words[1] == ' ' {
		words = strings.TrimSpace(words[2:])
	}
	words = withoutBold(words)
	label, rest, ok := strings.Cut(words, ": ")
	label, rest = strings.ToLower(label), strings.TrimSpace(rest)
	switch {
	case ok && slices.Contains(labels, label):
		return rest
	case ok && slices.Contains(toolLabels, label):
		tool, more, _ := strings.Cut(rest, " ")
		if tool = strings.Trim(tool, "`."); isName(tool) && (more == "" || more[0] == '(') {
			if (token{low: firstWord(more)}).is("(not|(never") {
				return "use `" + tool + "` " + more
			}
			return "use `" + tool + "`"
		}
		return rest
	}
	return words
}

func firstWord(s string) string {
	word, _, _ := strings.Cut(strings.ToLower(s), " ")
	return word
}

// withoutBold returns words without the marks around bold type. A mark that stands
// alone belongs to a command: "git add **".
func withoutBold(words string) string {
	for {
		before, rest, _ := strings.Cut(words, "**")
		inner, after, ok := strings.Cut(rest, "**")
		if !ok || inner == "" || inner[0] == ' ' || inner[0] == '/' { // **/vendor/**
			return words
		}
		words = before + inner + after
	}
}
