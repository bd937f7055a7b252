package protocol

// Copilot CLI speaks in the words of Claude Code where its hooks are named so, and else in
// camelCase.
var (
	copilot = Agent{
		Name: "copilot", Ask: AskAttended, Context: true, Late: "additionalContext",
		sent:   func(f *fields, _ func(string) string) bool { return f.has(keyTime) && f.hookEvent != "" },
		ending: copilotEnding,
		Reads: Reads{
			Texts:  []string{"copilot-instructions.md", ".github/agents/", ".github/prompts/", ".github/skills/"},
			Starts: []string{".github/hooks/"}, Variables: []string{"COPILOT_CLI"},
		},
		Client: &Client{
			Title: "Copilot CLI", Programs: []string{"copilot"}, Home: ".copilot", User: "hooks/ctxhook.json", Project: ".github/hooks/ctxhook.json",
			Layout: &copilotLayout, Hooks: copilotHooks[:], Refuses: true, Shared: true,
			Payload: `{"session_id":SESSION,"cwd":CWD,"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":COMMAND},"timestamp":"2026-01-01T00:00:00Z"}`,
			Trust:   "for a project's hooks, trust its folder in Copilot CLI",
		},
	}
	copilotCamel = Agent{
		Name: "copilot-camel", Form: FormOwn, encode: encodeCopilot, Ask: AskAttended, Late: "additionalContext", keys: keyToolCamel | keyArgsCamel,
		ending: copilotEnding,
	}
)

// copilotLayout and copilotHooks are those of Copilot CLI and of VS Code, which read the
// same files. The names decide in which dialect Copilot speaks.
var (
	copilotLayout = Layout{Versioned: true, Under: []string{"hooks"}, Flat: true, Typed: true, Line: "bash", Wait: "timeoutSec"}
	copilotHooks  = [...]ClientHook{{"PreToolUse", "", 30}, {"PostToolUse", "", 30}, {"SessionStart", "", 30}, {"SessionEnd", "", 30}, {"UserPromptSubmit", "", 30}}
)

func copilotEnding(_ *fields, r *Result) { r.trailer("<shellId: ", " completed with exit code ", ">") }

// encodeCopilot answers Copilot's camelCase hooks: a non-zero exit denies,
// but loses the reason.
func encodeCopilot(v Reply) Answer {
	decision := "deny"
	switch v.Action {
	case Warn:
		return Answer{}
	case Ask:
		decision = "ask"
	}
	var o object
	o.open().str("permissionDecision", decision).str("permissionDecisionReason", v.ForModel)
	return Answer{Stdout: o.close().b}
}
