package protocol

import "strings"

// claude is Claude Code, the client in which everything works.
var claude = Agent{
	Name: "claude", Ask: AskAlways, Exit: 2, Context: true, Message: true, Rewrite: true, Replaces: true, Late: nested,
	sent: func(f *fields, getenv func(string) string) bool {
		return f.has(keyPrompt) && inProjects(f.call.Transcript) || f.call.Session != "" && f.call.Session == getenv("CLAUDE_CODE_SESSION_ID")
	},
}

// inProjects reports whether a transcript lies where Claude Code keeps them.
func inProjects(path string) bool {
	return strings.Contains(path, "/projects/") || strings.Contains(path, `\projects\`)
}
