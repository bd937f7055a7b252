package publish

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// category is a group of preferences, and the section of a file that they go
// into.
type category struct {
	id       string
	title    string
	sections []string // titles that files give to such a section, in lower case
}

// The categories, in the order in which they are written.
var (
	tools    = &category{"tools", "Tool Preferences", []string{"tool preferences", "tools", "tooling", "package manager", "package management", "dependencies"}}
	workflow = &category{"workflow", "Workflow Rules", []string{"workflow rules", "workflow", "workflows", "development workflow", "rules", "git workflow", "process"}}
	style    = &category{"style", "Code Style", []string{"code style", "style", "coding style", "style guide", "code conventions", "coding conventions", "conventions", "coding standards"}}

	categories = []*category{tools, workflow, style}
)

// ofCode finds what a preference about the code itself speaks of.
var ofCode = pattern.Later(`(?i)\b(code|comments?|indent\w*|spaces|tabs|types?|typing|names?|naming|functions?|variables?|class(es)?|docstrings?|imports?|emojis?|quotes|semicolons?|camelcase|snake_case)\b`)

// ofHistory finds what a preference about the history of the code speaks of.
var ofHistory = pattern.Later(`(?i)\b(branch(es)?|commits?|prs?|pull requests?|merge requests?)\b`)

// categoryOf returns the category of a preference. What is used in the place of what may be a way
// to write code: tabs, not spaces.
func categoryOf(q *memory.Preference) *category {
	switch what := q.Rule.Prefer + " " + q.Rule.Avoid; {
	case q.Rule.Form == memory.FormUse && (strings.ContainsAny(what, "/-.") || strings.Contains(what, " run ") || !ofCode().MatchString(what)):
		return tools
	case q.Rule.Form == memory.FormUse:
		return style
	case q.Rule.Form == "" && ofHistory().MatchString(q.Words.String()):
		return workflow
	case q.Rule.Form == "" && ofCode().MatchString(q.Words.String()):
		return style
	}
	return workflow
}

// says returns what a preference says, in a line of Markdown.
func says(q *memory.Preference) string {
	if s := q.Rule.String(); s != "" {
		return s
	}
	s := strings.Join(strings.Fields(q.Words.String()), " ")
	s = strings.NewReplacer("<!--", "&lt;!--", "-->", "--&gt;").Replace(s)
	if s != "" && !strings.ContainsAny(s[len(s)-1:], ".!?`") {
		s += "."
	}
	return s
}

// code returns a command as it stands in a line of Markdown.
func code(command string) string { return "`" + inline(command) + "`" }

// slug returns a text as part of a file's name.
func slug(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !inName(r) }), "-")
}

func inName(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }
