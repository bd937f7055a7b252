package protocol

// codex is Codex CLI. It waits for the end of a session for three seconds at the most.
var codex = Agent{
	Name: "codex", Context: true, Unsaid: true, Late: nested, keys: keyTurn,
	Reads: Reads{Texts: []string{".codex/prompts/"}, Starts: []string{".codex/config.toml", ".codex/hooks.json"}, Variables: []string{"CODEX_SANDBOX", "CODEX_THREAD_ID"}},
	Client: &Client{
		Title: "Codex CLI", Programs: []string{"codex"}, Home: ".codex", Moved: "CODEX_HOME", User: "hooks.json", Project: ".codex/hooks.json", Layout: &Grouped,
		Hooks:   []ClientHook{{"PreToolUse", "Bash", 30}, {"PostToolUse", "Bash", 30}, {"SessionStart", "", 30}, {"SessionEnd", "", 3}, {"UserPromptSubmit", "", 30}},
		Payload: `{"session_id":SESSION,"cwd":CWD,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":COMMAND},"turn_id":"canary","tool_use_id":"canary"}`,
		Trust:   "type /hooks in Codex and trust the hooks of ctxhook: until then it skips them without a word",
	},
}
