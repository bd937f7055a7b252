package protocol

// droid is Droid of Factory.
var droid = Agent{
	Name: "droid",
	sent: func(f *fields, getenv func(string) string) bool {
		return droidTool(f.call.RawTool) || !f.has(keyToolUse) && getenv("FACTORY_PROJECT_DIR") != ""
	},
	ending: func(_ *fields, r *Result) { r.trailer("[Process exited with code ", "", "]") },
	Reads:  Reads{Texts: []string{".factory/"}, Starts: []string{".factory/settings.json"}, Variables: []string{"FACTORY_PROJECT_DIR"}},
	Client: &Client{
		Title: "Droid", Programs: []string{"droid"}, Home: ".factory", User: "hooks.json", Project: ".factory/hooks.json",
		Layout:  &Layout{Typed: true, Line: "command", Wait: "timeout"},
		Hooks:   []ClientHook{{"PreToolUse", "Execute", 30}, {"PostToolUse", "Execute", 30}, {"SessionStart", "", 30}, {"SessionEnd", "", 3}, {"UserPromptSubmit", "", 30}},
		Payload: `{"session_id":SESSION,"cwd":CWD,"hook_event_name":"PreToolUse","tool_name":"Execute","tool_input":{"command":COMMAND}}`,
		Trust:   "start Droid anew: it reads its hooks once",
		Note:    "It does not report commands that fail.",
	},
}

func droidTool(name string) bool {
	switch name {
	case "Execute", "Create", "ApplyPatch":
		return true
	}
	return false
}
