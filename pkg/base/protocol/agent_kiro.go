package protocol

// kiro is Kiro. It reads the exit code of a hook, as Windsurf does.
var kiro = Agent{
	Name: "kiro", Form: FormOwn, encode: encodeExit,
	sent: func(f *fields, _ func(string) string) bool {
		return f.hookEvent != "" && 'a' <= f.hookEvent[0] && f.hookEvent[0] <= 'z'
	},
	Reads: Reads{Texts: []string{".kiro/steering/"}, Starts: []string{".kiro/hooks/"}},
	Client: &Client{
		Title: "Kiro", Programs: []string{"kiro-cli", "kiro"}, Home: ".kiro", User: "hooks/ctxhook.json", Project: ".kiro/hooks/ctxhook.json",
		Hooks:   []ClientHook{{"PreToolUse", "execute_bash", 30}, {"PostToolUse", "execute_bash", 30}, {"UserPromptSubmit", "", 30}},
		Payload: `{"session_id":SESSION,"cwd":CWD,"hook_event_name":"preToolUse","tool_name":"execute_bash","tool_input":{"command":COMMAND}}`,
	},
}
