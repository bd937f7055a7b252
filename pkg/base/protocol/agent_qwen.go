package protocol

// qwen is Qwen Code: Gemini CLI with the answers of Claude Code.
var qwen = Agent{
	Name: "qwen", Ask: AskAttended, Message: true, Late: nested,
	sent: func(f *fields, _ func(string) string) bool {
		return f.has(keyToolCall) || f.has(keyTime) && f.has(keyTranscript)
	},
	ending: func(_ *fields, r *Result) { r.labelled() },
	Reads:  Reads{Texts: []string{"QWEN.md", ".qwen/"}, Starts: []string{".qwen/settings.json"}, Variables: []string{"QWEN_CODE"}},
	Client: &Client{
		Title: "Qwen Code", Programs: []string{"qwen"}, Home: ".qwen", User: "settings.json", Project: ".qwen/settings.json", Layout: &Grouped,
		Hooks: []ClientHook{
			{"PreToolUse", "run_shell_command", 30}, {"PostToolUse", "run_shell_command", 30}, {"PostToolUseFailure", "run_shell_command", 30},
			{"SessionStart", "", 30}, {"SessionEnd", "", 3}, {"UserPromptSubmit", "", 30},
		},
		Payload: `{"session_id":SESSION,"cwd":CWD,"hook_event_name":"PreToolUse","tool_name":"run_shell_command","tool_input":{"command":COMMAND},"timestamp":"2026-01-01T00:00:00Z","tool_call_id":"canary"}`,
		Trust:   "for a project's settings, trust its folder in Qwen Code",
	},
}
