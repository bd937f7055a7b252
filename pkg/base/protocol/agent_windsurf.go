package protocol

// windsurf is Windsurf.
var windsurf = Agent{
	Name: "windsurf", Form: FormOwn, encode: encodeExit, keys: keyAction,
	Reads: Reads{Texts: []string{".windsurfrules", ".windsurf/"}, Starts: []string{".windsurf/hooks.json"}},
	Client: &Client{
		Title: "Windsurf", Programs: []string{"windsurf"}, Home: ".codeium/windsurf", User: "hooks.json", Project: ".windsurf/hooks.json",
		Layout:  &Layout{Under: []string{"hooks"}, Flat: true, Line: "command"},
		Hooks:   []ClientHook{{"pre_run_command", "", 30}, {"post_run_command", "", 30}, {"pre_user_prompt", "", 30}},
		Payload: `{"agent_action_name":"pre_run_command","trajectory_id":SESSION,"tool_info":{"command_line":COMMAND,"cwd":CWD}}`,
	},
}

// encodeExit answers agents that read the exit code and standard error only.
func encodeExit(v Reply) Answer {
	if v.Action == Warn {
		return Answer{}
	}
	return Answer{Stderr: line(v.ForModel), Exit: 2}
}
