package protocol

import "github.com/tidwall/gjson"

// cursor is Cursor. A command's result is an object that is written as a string.
var cursor = Agent{
	Name: "cursor", Form: FormOwn, encode: encodeCursor, Late: "additional_context", keys: keyCursor,
	decided: func(answer gjson.Result) string { return answer.Get("permission").Str },
	Reads: Reads{
		Texts:  []string{".cursorrules", ".cursor/rules/", ".cursor/commands/"},
		Starts: []string{".cursor/hooks.json", ".cursor/mcp.json", ".cursor/environment.json"}, Variables: []string{"CURSOR_AGENT"},
	},
	Client: &Client{
		Title: "Cursor", Programs: []string{"cursor", "cursor-agent"}, Home: ".cursor", User: "hooks.json", Project: ".cursor/hooks.json",
		Layout:  &Layout{Versioned: true, Under: []string{"hooks"}, Flat: true, Line: "command", Wait: "timeout"},
		Hooks:   []ClientHook{{"beforeShellExecution", "", 30}, {"postToolUse", "Shell", 30}, {"sessionStart", "", 30}, {"sessionEnd", "", 30}, {"beforeSubmitPrompt", "", 30}},
		Payload: `{"conversation_id":SESSION,"hook_event_name":"beforeShellExecution","cursor_version":"1","workspace_roots":[CWD],"command":COMMAND,"cwd":CWD}`,
	},
}

// encodeCursor answers Cursor, which shows raw JSON to its user when the exit
// code is 2. It has no field for a warning.
func encodeCursor(v Reply) Answer {
	if v.Action == Warn {
		return Answer{}
	}
	person := v.ForUser
	if person == "" {
		person = v.ForModel
	}
	var o object
	o.open().str("permission", "deny").str("user_message", person).str("agent_message", v.ForModel)
	return Answer{Stdout: o.close().b}
}
