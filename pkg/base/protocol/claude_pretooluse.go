package protocol

// This file answers Claude Code's PreToolUse, and the agents that copied it.
// https://code.claude.com/docs/en/hooks

// preToolUseDeny denies the call. With exit code 2 the answer has the old
// form, the new form, and the reason on standard error: together they were
// seen to deny in every client tried, and Claude Code shows the model the
// reason alone. With exit code 0 only the new form is sent; two clients run
// the command when they meet a key they do not know.
func preToolUseDeny(c *Call, v Reply) Answer {
	var o object
	o.open()
	if c.Agent.Exit != 0 {
		o.str("decision", "block").str("reason", v.ForModel)
	}
	o.permission("deny", v.ForModel)
	if c.Agent.Name == "claude" && v.ForUser != "" {
		o.str("systemMessage", v.ForUser)
	}
	o.close()
	a := Answer{Stdout: o.b, Exit: c.Agent.Exit}
	if a.Exit != 0 {
		a.Stderr = line(v.ForModel)
	}
	return a
}

// preToolUseAsk makes the client ask. In an unattended session the client
// gives the reason to the model, and shows the user a line of its own.
func preToolUseAsk(c *Call, v Reply) Answer {
	reason := needsApproval + v.ForModel
	if c.Attended == AttendedYes && v.ForUser != "" {
		reason = v.ForUser
	}
	var o object
	o.open().permission("ask", reason)
	if c.Attended == AttendedNo && v.ForUser != "" {
		o.str("systemMessage", v.ForUser)
	}
	return Answer{Stdout: o.close().b}
}

// preToolUseWarn lets the command go on. The context reaches the model after
// the command ran.
func preToolUseWarn(c *Call, v Reply) Answer {
	var o object
	o.open()
	input := c.rewritten(v.Rewrite)
	if told := c.Agent.Context && v.ForModel != ""; told || input != "" {
		o.key(nested).open().str("hookEventName", "PreToolUse")
		if input != "" {
			o.key("updatedInput")
			o.b = append(o.b, input...)
		}
		if told {
			o.str("additionalContext", v.ForModel)
		}
		o.close()
	}
	return o.message(c, v)
}

func (o *object) permission(decision, reason string) {
	o.key("hookSpecificOutput").open().
		str("hookEventName", "PreToolUse").
		str("permissionDecision", decision).
		str("permissionDecisionReason", reason).close()
}
