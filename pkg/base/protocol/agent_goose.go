package protocol

// goose is Goose. It reads the exit code of a hook, as Windsurf does.
var goose = Agent{
	Name: "goose", Form: FormOwn, encode: encodeExit,
	sent:  func(f *fields, _ func(string) string) bool { return f.event != "" && f.has(keyMatcher|keyWorkDir) },
	Reads: Reads{Texts: []string{".goosehints"}, Variables: []string{"GOOSE_TERMINAL"}},
	Client: &Client{
		Title: "Goose", Programs: []string{"goose"}, Home: ".agents/plugins/ctxhook", User: "hooks/hooks.json", Project: ".agents/plugins/ctxhook/hooks/hooks.json",
		Hooks: []ClientHook{
			{"PreToolUse", "developer__shell", 30}, {"PostToolUse", "developer__shell", 30}, {"PostToolUseFailure", "developer__shell", 30},
			{"SessionStart", "", 30}, {"SessionEnd", "", 3}, {"UserPromptSubmit", "", 30},
		},
		Payload: `{"event":"PreToolUse","session_id":SESSION,"matcher_context":"developer__shell","tool_name":"developer__shell","tool_input":{"command":COMMAND},"working_dir":CWD,"tool_call_id":SESSION}`,
	},
}
