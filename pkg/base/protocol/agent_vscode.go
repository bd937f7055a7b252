package protocol

// vscode is VS Code, which reads the hooks of Copilot CLI.
var vscode = Agent{
	Name: "vscode", Ask: AskAttended, Exit: 2, Context: true, Message: true, Late: nested, keys: keyEventCamel | keyTool,
	Reads: Reads{Starts: []string{".vscode/tasks.json"}},
	Client: &Client{
		Title: "VS Code", Programs: []string{"code"}, Home: ".copilot", User: "hooks/ctxhook.json", Project: ".github/hooks/ctxhook.json",
		Layout: &copilotLayout, Hooks: copilotHooks[:], Refuses: true, Shared: true,
		Payload: `{"timestamp":"2026-01-01T00:00:00Z","cwd":CWD,"sessionId":SESSION,"hookEventName":"PreToolUse","tool_name":"run_in_terminal","tool_input":{"command":COMMAND},"tool_use_id":SESSION}`,
		Note:    "It calls ctxhook for every tool, and your organisation may forbid hooks.",
	},
}
