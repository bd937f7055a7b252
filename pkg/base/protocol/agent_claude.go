package protocol

import "strings"

// claude is Claude Code, the client in which everything works.
var claude = Agent{
	Name: "claude", Ask: AskAlways, Exit: 2, Context: true, Message: true, Rewrite: true, Replaces: true, Late: nested,
	sent: func(f *fields, getenv func(string) string) bool {
		return f.has(keyPrompt) && inProjects(f.call.Transcript) || inClaudes(f.call.Transcript) || f.call.Session != "" && f.call.Session == getenv("CLAUDE_CODE_SESSION_ID")
	},
	Reads: Reads{
		Texts:     []string{"CLAUDE.md", "CLAUDE.local.md", ".claude/"},
		Starts:    []string{".mcp.json", ".claude/settings.json", ".claude/settings.local.json"},
		Variables: []string{"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION"},
	},
}

// inProjects reports whether a transcript lies where Claude Code keeps them.
func inProjects(path string) bool {
	return strings.Contains(path, "/projects/") || strings.Contains(path, `\projects\`)
}

// inClaudes reports whether a transcript lies in the directory that Claude Code has unless
// it is told otherwise: versions of it send no prompt_id, and no other agent writes there.
func inClaudes(path string) bool {
	return strings.Contains(strings.ReplaceAll(path, `\`, "/"), "/.claude/projects/")
}
