package protocol

// needsApproval begins the reason of an ask that no user sees.
const needsApproval = "needs the user's approval: "

// Encode writes a reply in the form of the agent that called. What the agent
// cannot do becomes the nearest thing that it can: an ask without an answer
// becomes a deny that says so, a warning without a reader becomes silence.
// Every agent can deny.
func Encode(c *Call, v Reply) Answer {
	if c.Agent == nil {
		c = &Call{Agent: &unknown}
	}
	switch {
	case c.Agent.Mute && c.Event == Before:
		return c.Agent.encode(v)
	case c.Agent.Mute:
		return Answer{}
	case c.Agent.Form == FormNeutral && c.Event == Before && v.Action == Deny:
		return encodeNeutral(c, v)
	case c.Envelope() && v.Recalled.Error != "":
		return encodeRecalled(v)
	case c.Agent.Form == FormNeutral && (c.Tool == Task || c.Event == SessionStart || c.Event == SessionEnd || c.Envelope() && c.Tool != Shell):
		return encodeRecalled(v)
	case c.Agent.Form == FormPlan && c.Event != Before:
		return encodePlan(c, v)
	}
	switch c.Event {
	case After:
		return encodeAfter(c, v)
	case Prompt, SessionStart, SubagentStart, Stop:
		return encodeOpening(c, v)
	case SubagentStop:
		return encodeSubagentStop(c, v)
	case SessionEnd:
		return Answer{} // one client prints any answer
	}
	if c.Agent.Form == FormNeutral {
		return encodeNeutral(c, v)
	}
	if v.Action == Ask && !c.takesAsk() {
		v.Action, v.ForModel = Deny, needsApproval+v.ForModel
	}
	if c.Agent.Form == FormPlan {
		return encodePlan(c, v)
	}
	if v.Action == Silent {
		return Answer{}
	}
	if c.Agent.Form == FormOwn {
		return c.Agent.encode(v)
	}
	return encodeClaude(c, v)
}

// takesAsk reports whether an ask is honoured, by asking the user or by a
// denial. Claude Code asks even in the mode dontAsk, and waits.
func (c *Call) takesAsk() bool {
	if c.Mode == dontAsk {
		return false
	}
	return c.Agent.Ask == AskAlways || c.CanAsk() || c.Agent.Fails && c.Tool == Shell
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
