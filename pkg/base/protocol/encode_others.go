package protocol

// This file answers agents with forms of their own. Each deny has the form
// that the agent's source or a run of it showed to deny, and to carry the
// reason.

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

// encodeGemini answers Gemini CLI. JSON on standard output wins over the exit
// code there, so Claude's form lets the command run.
func encodeGemini(v Reply) Answer {
	var o object
	o.open()
	if v.Action == Warn {
		o.str("systemMessage", v.ForUser)
	} else {
		o.str("decision", "deny").str("reason", v.ForModel)
	}
	return Answer{Stdout: o.close().b}
}

// encodeAntigravity answers Antigravity, which refuses a command that a hook does not
// decide about. Its own settings still ask where they say so: "allow" gives no leave.
// An ask is one that no earlier "always" of the user's answers.
func encodeAntigravity(c *Call, v Reply) Answer {
	if c.Event != Before {
		return Answer{}
	}
	var o object
	o.open()
	switch v.Action {
	case Deny:
		o.str("decision", "deny").str("reason", v.ForModel)
	case Ask:
		o.str("decision", "force_ask").str("reason", v.ForModel)
	default:
		o.str("decision", "allow")
	}
	return Answer{Stdout: o.close().b}
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

// encodeExit answers agents that read the exit code and standard error only.
func encodeExit(v Reply) Answer {
	if v.Action == Warn {
		return Answer{}
	}
	return Answer{Stderr: line(v.ForModel), Exit: 2}
}

// encodeCline answers Cline, where cancel ends the whole run and its model
// never reads why. For less than a block, the command is replaced by one that
// fails with the reason.
func encodeCline(v Reply) Answer {
	var o object
	o.open()
	switch v.Action {
	case Warn:
		o.str("contextModification", v.ForModel)
	case Ask:
		say := "printf '%s\\n' " + shellQuote(needsApproval+v.ForModel) + " >&2; exit 1"
		o.key("overrideInput").open().list("commands", []string{say}).close()
	default:
		o.str("errorMessage", v.ForModel).flag("cancel", true)
	}
	return Answer{Stdout: o.close().b}
}
