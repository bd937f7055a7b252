package protocol

// Copilot CLI speaks in the words of Claude Code where its hooks are named so, and else in
// camelCase.
var (
	copilot = Agent{
		Name: "copilot", Ask: AskAttended, Context: true, Late: "additionalContext",
		sent:   func(f *fields, _ func(string) string) bool { return f.has(keyTime) && f.hookEvent != "" },
		ending: copilotEnding,
	}
	copilotCamel = Agent{
		Name: "copilot-camel", Form: FormOwn, encode: encodeCopilot, Ask: AskAttended, Late: "additionalContext", keys: keyToolCamel | keyArgsCamel,
		ending: copilotEnding,
	}
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
