package protocol

// needsApproval begins the reason of an ask that no person gets to see.
const needsApproval = "needs the user's approval: "

// Encode writes a verdict in the words of the agent that called. What the
// agent cannot do is replaced by the nearest thing it can: an ask nobody
// would answer is a deny that says so, a warning nobody would read is
// silence. A deny can always be said.
func Encode(c *Call, v Reply) Answer {
	if c.Agent == nil {
		c = &Call{Agent: &unknown}
	}
	if c.Agent.Form == FormNeutral && (c.Tool == Task || c.Event == SessionStart || c.Event == SessionEnd) {
		return encodeRecalled(v)
	}
	switch c.Event {
	case After:
		return encodeAfter(c, v)
	case Prompt, SessionStart, SubagentStart, Stop:
		return encodeOpening(c, v)
	case SessionEnd, SubagentStop:
		return Answer{} // one client prints whatever it hears, or goes on for it
	}
	if c.Agent.Form == FormNeutral {
		return encodeNeutral(v)
	}
	if v.Action == Ask && !c.takesAsk() {
		v.Action = Deny
		v.ForModel, v.ForUser = needsApproval+v.ForModel, needsApproval+v.ForUser
	}
	if v.Action == Silent {
		return Answer{}
	}
	switch c.Agent.Form {
	case FormCopilot:
		return encodeCopilot(v)
	case FormGemini:
		return encodeGemini(v)
	case FormCursor:
		return encodeCursor(v)
	case FormExit:
		return encodeExit(v)
	case FormCline:
		return encodeCline(v)
	}
	return encodeClaude(c, v)
}

// takesAsk reports whether an ask is honoured, by a person or by a denial.
func (c *Call) takesAsk() bool {
	return c.Agent.Ask == AskAlways || c.CanAsk() || c.Agent.Form == FormCline
}

func encodeClaude(c *Call, v Reply) Answer {
	switch v.Action {
	case Deny:
		return preToolUseDeny(c, v)
	case Ask:
		return preToolUseAsk(c, v)
	}
	return preToolUseWarn(c, v)
}
