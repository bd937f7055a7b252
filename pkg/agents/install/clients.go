package install

import "sync"

// The layouts of clients other than Claude Code.
var (
	groupedLayout  = layout{under: []string{"hooks"}, typed: true, line: "command", wait: "timeout"}
	geminiLayout   = layout{under: []string{"hooks"}, typed: true, line: "command", wait: "timeout", millis: true}
	agyLayout      = layout{under: []string{progName}, typed: true, line: "command", wait: "timeout"}
	droidLayout    = layout{typed: true, line: "command", wait: "timeout"}
	copilotLayout  = layout{head: members{{"version", 1}}, under: []string{"hooks"}, flat: true, typed: true, line: "bash", wait: "timeoutSec"}
	cursorLayout   = layout{head: members{{"version", 1}}, under: []string{"hooks"}, flat: true, line: "command", wait: "timeout"}
	windsurfLayout = layout{under: []string{"hooks"}, flat: true, line: "command"}
)

// others are the clients but Claude Code. What a row says was seen in a run of the
// client or read in its source; of Windsurf, Kiro, VS Code, Antigravity, Amp and
// OpenCode 2 it is what their documentation says. They are made where they are needed: no hook asks
// for them.
var others = sync.OnceValue(func() []Client {
	return []Client{
		{
			Name: "codex", Title: "Codex CLI", programs: []string{"codex"}, home: ".codex", moved: "CODEX_HOME", user: "hooks.json", project: ".codex/hooks.json", layout: &groupedLayout,
			hooks: claudeLike("codex", "Bash", false), payload: claudePayload("PreToolUse", "Bash", member{"turn_id", "canary"}, member{"tool_use_id", "canary"}),
			Trust: "type /hooks in Codex and trust the hooks of ctxhook: until then it skips them without a word",
		},
		{
			Name: "gemini", Title: "Gemini CLI", programs: []string{"gemini"}, home: ".gemini", user: "settings.json", project: ".gemini/settings.json", layout: &geminiLayout,
			hooks: []Hook{
				guardedLine("gemini", "BeforeTool", "run_shell_command"), guardedLine("gemini", "AfterTool", "run_shell_command"),
				guardedLine("gemini", "SessionStart", ""), guardedLine("gemini", "SessionEnd", ""), guardedLine("gemini", "BeforeAgent", ""),
			},
			payload: claudePayload("BeforeTool", "run_shell_command", member{"timestamp", "2026-01-01T00:00:00Z"}),
			Trust:   "for a project's settings, trust its folder in Gemini CLI",
		},
		{
			Name: "antigravity", Title: "Antigravity", programs: []string{"agy"}, home: ".gemini/config", user: "hooks.json", project: ".agents/hooks.json", layout: &agyLayout,
			hooks:   []Hook{{Event: "PreToolUse", Matcher: "run_command", Command: "hook", Timeout: 30, Agent: "antigravity", Missing: new(agyAllows)}},
			payload: agyPayload, allows: agyAllows,
			Note: "It reports no command that ran, so nothing is remembered.",
		},
		{
			Name: "copilot", Title: "Copilot CLI", programs: []string{"copilot"}, home: ".copilot", user: "hooks/ctxhook.json", project: ".github/hooks/ctxhook.json", layout: &copilotLayout,
			hooks: copilotHooks(), payload: claudePayload("PreToolUse", "Bash", member{"timestamp", "2026-01-01T00:00:00Z"}),
			Trust: "for a project's hooks, trust its folder in Copilot CLI",
		},
		{
			Name: "vscode", Title: "VS Code", programs: []string{"code"}, home: ".copilot", user: "hooks/ctxhook.json", project: ".github/hooks/ctxhook.json", layout: &copilotLayout,
			hooks: copilotHooks(), payload: vscodePayload,
			Note: "It calls ctxhook for every tool, and your organisation may forbid hooks.",
		},
		{
			Name: "cursor", Title: "Cursor", programs: []string{"cursor", "cursor-agent"}, home: ".cursor", user: "hooks.json", project: ".cursor/hooks.json", layout: &cursorLayout,
			hooks: []Hook{
				line("cursor", "beforeShellExecution", ""), line("cursor", "postToolUse", "Shell"),
				line("cursor", "sessionStart", ""), line("cursor", "sessionEnd", ""), line("cursor", "beforeSubmitPrompt", ""),
			},
			payload: cursorPayload,
		},
		{
			Name: "opencode", Title: "OpenCode", programs: []string{"opencode"}, home: ".config/opencode", within: "opencode", moved: "XDG_CONFIG_HOME", user: "plugins/ctxhook.js", project: ".opencode/plugins/ctxhook.js", own: inProcess(opencodePlugin),
			payload: opencodePayload,
			Note:    "OpenCode 1 cannot ask: what you would be asked about is denied there.",
		},
		{
			Name: "pi", Title: "Pi", programs: []string{"pi"}, home: ".pi/agent", moved: "PI_CODING_AGENT_DIR", user: "extensions/ctxhook.js", project: ".pi/extensions/ctxhook.js", own: inProcess(piPlugin),
			payload: opencodePayload,
		},
		{
			Name: "amp", Title: "Amp", programs: []string{"amp"}, home: ".config/amp", user: "plugins/ctxhook.ts", project: ".amp/plugins/ctxhook.ts", own: inProcess(ampPlugin),
			payload: opencodePayload,
			Trust:   "start Amp anew, or type `plugins: reload` in its command palette",
			Note:    "Its plugins are experimental: an older Amp loads them only with PLUGINS=all.",
		},
		{
			Name: "qwen", Title: "Qwen Code", programs: []string{"qwen"}, home: ".qwen", user: "settings.json", project: ".qwen/settings.json", layout: &groupedLayout,
			hooks: claudeLike("qwen", "run_shell_command", true), payload: claudePayload("PreToolUse", "run_shell_command", member{"timestamp", "2026-01-01T00:00:00Z"}, member{"tool_call_id", "canary"}),
			Trust: "for a project's settings, trust its folder in Qwen Code",
		},
		{
			Name: "droid", Title: "Droid", programs: []string{"droid"}, home: ".factory", user: "hooks.json", project: ".factory/hooks.json", layout: &droidLayout,
			hooks: claudeLike("droid", "Execute", false), payload: claudePayload("PreToolUse", "Execute"),
			Trust: "start Droid anew: it reads its hooks once",
			Note:  "It does not report commands that fail.",
		},
		{
			Name: "cline", Title: "Cline", programs: []string{"cline"}, home: ".cline", user: "hooks/PreToolUse", project: ".clinerules/hooks/PreToolUse", own: clineFiles,
			payload: clinePayload,
			Note:    "A command that is blocked ends its task without a word (see ctxhook log); one that you would be asked about fails with the reason.",
		},
		{
			Name: "windsurf", Title: "Windsurf", programs: []string{"windsurf"}, home: ".codeium/windsurf", user: "hooks.json", project: ".windsurf/hooks.json", layout: &windsurfLayout,
			hooks:   []Hook{line("windsurf", "pre_run_command", ""), line("windsurf", "post_run_command", ""), line("windsurf", "pre_user_prompt", "")},
			payload: windsurfPayload,
		},
		{
			Name: "kiro", Title: "Kiro", programs: []string{"kiro-cli", "kiro"}, home: ".kiro", user: "hooks/ctxhook.json", project: ".kiro/hooks/ctxhook.json", own: kiroFiles,
			payload: claudePayload("preToolUse", "execute_bash"),
		},
		{
			Name: "goose", Title: "Goose", programs: []string{"goose"}, home: ".agents/plugins/ctxhook", user: "hooks/hooks.json", project: ".agents/plugins/ctxhook/hooks/hooks.json", own: gooseFiles,
			payload: goosePayload,
		},
	}
})

// agyAllows is the answer that lets Antigravity go on: it takes silence for a refusal.
const agyAllows = `{"decision":"allow"}`

// line is a hook that a shell calls.
func line(agent, event, matcher string) Hook {
	return Hook{Event: event, Matcher: matcher, Command: "hook", Timeout: 30, Agent: agent}
}

// guardedLine is a hook of a client that refuses every command when a program is
// missing, as where a colleague has no ctxhook.
func guardedLine(agent, event, matcher string) Hook {
	h := line(agent, event, matcher)
	h.Missing = new(string)
	return h
}

// claudeLike are the hooks of clients that use the names of Claude Code.
func claudeLike(agent, shell string, failures bool) []Hook {
	hooks := []Hook{line(agent, "PreToolUse", shell), line(agent, "PostToolUse", shell)}
	if failures {
		hooks = append(hooks, line(agent, "PostToolUseFailure", shell))
	}
	end := line(agent, "SessionEnd", "")
	end.Timeout = 3 // Codex allows no more
	return append(hooks, line(agent, "SessionStart", ""), end, line(agent, "UserPromptSubmit", ""))
}

// copilotHooks are those of Copilot CLI and of VS Code, which read the same files.
// The names decide in which dialect Copilot speaks; its payloads tell the two apart.
func copilotHooks() []Hook {
	var hooks []Hook
	for _, event := range [...]string{"PreToolUse", "PostToolUse", "SessionStart", "SessionEnd", "UserPromptSubmit"} {
		hooks = append(hooks, guardedLine("", event, ""))
	}
	return hooks
}
