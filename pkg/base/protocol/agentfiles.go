package protocol

import "strings"

// AgentFiles is what of a project an agent reads without being asked, and the variables
// that it sets for the commands it runs.
type AgentFiles struct {
	Agent string // its name in the table of agents, or as its maker calls it; "" is any agent
	// Texts are instructions: names of files anywhere, and directories (with a slash at
	// the end) anywhere of Markdown and TOML.
	Texts []string
	// Starts are files below the project's root that run something by themselves, where
	// the project is opened or the agent works in it; or directories of such files.
	Starts []string
	// Variables are set for commands, in no terminal of a user.
	Variables []string
}

// Files lists what agents read, those that hooks are not registered in included. A new
// agent is a row here, beside the one in the table of agents.
var Files = [...]AgentFiles{
	{
		Agent: "claude", Texts: []string{"CLAUDE.md", "CLAUDE.local.md", ".claude/"},
		Starts:    []string{".mcp.json", ".claude/settings.json", ".claude/settings.local.json"},
		Variables: []string{"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION"},
	},
	{
		Texts:     []string{"AGENTS.md", "AGENTS.override.md", "AGENT.md", "SKILL.md", ".agents/"},
		Starts:    []string{".devcontainer/devcontainer.json", ".devcontainer.json", ".husky/"},
		Variables: []string{"AI_AGENT", "AGENT"},
	},
	{Agent: "codex", Texts: []string{".codex/prompts/"}, Starts: []string{".codex/config.toml", ".codex/hooks.json"}, Variables: []string{"CODEX_SANDBOX", "CODEX_THREAD_ID"}},
	{Agent: "gemini", Texts: []string{"GEMINI.md", ".gemini/"}, Starts: []string{".gemini/settings.json"}, Variables: []string{"GEMINI_CLI"}},
	{Agent: "qwen", Texts: []string{"QWEN.md", ".qwen/"}, Starts: []string{".qwen/settings.json"}, Variables: []string{"QWEN_CODE"}},
	{Agent: "vscode", Starts: []string{".vscode/tasks.json"}},
	{
		Agent: "cursor", Texts: []string{".cursorrules", ".cursor/rules/", ".cursor/commands/"},
		Starts: []string{".cursor/hooks.json", ".cursor/mcp.json", ".cursor/environment.json"}, Variables: []string{"CURSOR_AGENT"},
	},
	{
		Agent: "copilot", Texts: []string{"copilot-instructions.md", ".github/agents/", ".github/prompts/", ".github/skills/"},
		Starts: []string{".github/hooks/"}, Variables: []string{"COPILOT_CLI"},
	},
	{Agent: "opencode", Texts: []string{".opencode/"}, Starts: []string{"opencode.json"}, Variables: []string{"OPENCODE"}},
	{Agent: "goose", Texts: []string{".goosehints"}, Variables: []string{"GOOSE_TERMINAL"}},
	{Agent: "cline", Texts: []string{".clinerules", ".clinerules/"}, Variables: []string{"CLINE_ACTIVE"}},
	{Agent: "roo", Texts: []string{".roorules", ".roo/"}, Variables: []string{"ROO_ACTIVE"}},
	{Agent: "augment", Texts: []string{".augment/"}, Variables: []string{"AUGMENT_AGENT"}},
	{Agent: "droid", Texts: []string{".factory/"}, Starts: []string{".factory/settings.json"}, Variables: []string{"FACTORY_PROJECT_DIR"}},
	{Agent: "devin", Variables: []string{"DEVIN_PROJECT_DIR"}},
	{Agent: "grok", Variables: []string{"GROK_HOOK_EVENT"}},
	{Agent: "continue", Texts: []string{".continue/rules/"}, Variables: []string{"CONTINUE_PROJECT_DIR"}},
	{Agent: "trae", Texts: []string{".trae/rules/"}, Variables: []string{"TRAE_AI_SHELL_ID"}},
	{Agent: "windsurf", Texts: []string{".windsurfrules", ".windsurf/"}, Starts: []string{".windsurf/hooks.json"}},
	{Agent: "kiro", Texts: []string{".kiro/steering/"}, Starts: []string{".kiro/hooks/"}},
	{Agent: "aider", Texts: []string{".aider.conventions.md"}},
	{Agent: "amazonq", Texts: []string{".amazonq/rules/"}},
	{Agent: "junie", Texts: []string{".junie/"}},
	{Agent: "zed", Starts: []string{".zed/tasks.json"}},
}

// IsSettings reports whether agents have settings that run by themselves in files of a
// directory, whose names begin with "settings".
func IsSettings(dir string) bool {
	for i := range Files {
		for _, start := range Files[i].Starts {
			if rest, ok := strings.CutPrefix(start, dir+"/"); ok && strings.HasPrefix(rest, "settings") {
				return true
			}
		}
	}
	return false
}

// VariableOf returns the name of a variable that agents set for the commands they run,
// if one is set. What their editors set in the terminals of users (CURSOR_TRACE_ID,
// CLAUDE_CODE_SSE_PORT) is not among them.
func VariableOf(getenv func(string) string) string {
	for i := range Files {
		for _, name := range Files[i].Variables {
			if getenv(name) != "" {
				return name
			}
		}
	}
	return ""
}
