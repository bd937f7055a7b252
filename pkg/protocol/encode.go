package protocol

// Encode writes a verdict in the words of the agent that called. What the
// agent cannot do is replaced by the nearest thing it can: an ask nobody
// would answer is a deny that says so, a warning nobody would read is
// silence. A deny can always be said.
func Encode(c *Call, v Verdict) Answer {
	if c.Agent == nil {
		c = &Call{Agent: &unknown}
	}
	if c.Agent.Form == FormNeutral {
		return encodeNeutral(v)
	}
	if v.Action == Ask && c.Agent.Form != FormCline && (c.Agent.Ask == AskNever || c.Agent.Ask == AskAttended && c.Attended != AttendedYes) {
		v.Action = Deny
		v.ForModel = "needs your approval: " + v.ForModel
		v.ForPerson = "needs your approval: " + v.ForPerson
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

func encodeClaude(c *Call, v Verdict) Answer {
	switch v.Action {
	case Deny:
		return preToolUseDeny(c, v)
	case Ask:
		return preToolUseAsk(c, v)
	}
	return preToolUseWarn(c, v)
}
