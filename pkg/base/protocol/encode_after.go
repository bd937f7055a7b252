package protocol

import "strconv"

// encodeAfter answers when a tool has run. It is too late to stop it, and a
// deny hides the output from the model on four agents, so for every action the
// answer is only text.
func encodeAfter(c *Call, v Reply) Answer {
	if c.Agent.Form == FormNeutral {
		return encodeStored(c, v)
	}
	if v.Action == Silent && v.Response == "" || c.Agent.Late == "" {
		return Answer{}
	}
	var o object
	o.open()
	switch {
	case v.Response != "":
		o.replace(c.EventName, v)
	case v.ForModel == "":
	case c.Agent.Late != nested:
		o.str(c.Agent.Late, v.ForModel)
	case lateEvent(c.EventName):
		o.context(c.EventName, v.ForModel)
	}
	return o.message(c, v)
}

// replace puts another answer in the place of the tool's own, and tells the
// model of it.
func (o *object) replace(event string, v Reply) {
	o.key(nested).open().str("hookEventName", event)
	if v.ForModel != "" {
		o.str("additionalContext", v.ForModel)
	}
	o.key("updatedToolOutput").b = append(o.b, v.Response...)
	o.close()
}

// encodeOpening answers when a session or a subagent begins, when a prompt was
// submitted, and when an agent would stop, which then continues with the text.
// Only agents with Claude's form were seen to read it.
func encodeOpening(c *Call, v Reply) Answer {
	if v.Action == Silent || c.Agent.Form != FormClaude || c.Agent.Late != nested || !openingEvent(c.EventName) {
		return Answer{}
	}
	var o object
	o.open()
	if c.Event == Prompt && v.Action == Deny {
		return o.stopPrompt(v)
	}
	if v.ForModel != "" {
		o.context(c.EventName, v.ForModel)
	}
	return o.message(c, v)
}

// encodeSubagentStop has a subagent go on with a text: a block is all that it reads, of
// agents with Claude's form. One other continues because of any answer.
func encodeSubagentStop(c *Call, v Reply) Answer {
	if v.Action == Silent || v.ForModel == "" || c.Agent.Form != FormClaude || c.Agent.Late != nested || c.EventName != "SubagentStop" || c.SubagentType == "" {
		return Answer{}
	}
	var o object
	return Answer{Stdout: o.open().str("decision", "block").str("reason", v.ForModel).close().b}
}

// stopPrompt ends a prompt that was for ctxhook: the model is not called, and
// reads it with the next one. A block would put the prompt back where the user
// types.
func (o *object) stopPrompt(v Reply) Answer {
	o.key("continue").b = append(o.b, "false"...)
	return Answer{Stdout: o.str("stopReason", v.ForUser).close().b}
}

// lateEvent reports whether an answer may name an event: one that the client
// does not expect voids the whole answer.
func lateEvent(name string) bool {
	switch name {
	case "PostToolUse", "PostToolUseFailure", "AfterTool", "tool.execute.after":
		return true
	}
	return false
}

// openingEvent reports the same for the events of encodeOpening.
func openingEvent(name string) bool {
	switch name {
	case "SessionStart", "SubagentStart", "UserPromptSubmit", "Stop":
		return true
	}
	return false
}

func (o *object) context(event, text string) {
	o.key(nested).open().str("hookEventName", event).str("additionalContext", text).close()
}

// message ends an answer with the message for the user.
func (o *object) message(c *Call, v Reply) Answer {
	if c.Agent.Message && v.ForUser != "" {
		o.str("systemMessage", v.ForUser)
	}
	if len(o.b) == 1 {
		return Answer{}
	}
	return Answer{Stdout: o.close().b}
}

// encodeStored answers the neutral envelope about a command that ran.
func encodeStored(c *Call, v Reply) Answer {
	if c.Tool != Shell {
		return Answer{}
	}
	s, result := v.Run, c.Result
	if result == nil {
		result = &Result{}
	}
	warnings := v.Report.Warnings
	if result.Exited && result.Exit != 0 {
		warnings = append([]string{"Command failed with exit code " + strconv.Itoa(result.Exit)}, warnings...)
	}
	var o object
	o.open().str("status", "success").str("message", s.message()).list("warnings", warnings)
	if v.Report.Context {
		o.key("injected_context").open()
		o.stored(&s, result)
		o.close()
	}
	o.metrics(c, &v).failure(&v)
	return Answer{Stdout: append(o.close().b, '\n')}
}

// stored writes the record of a command that ran.
func (o *object) stored(s *RunReport, result *Result) {
	if result == nil {
		result = &Result{}
	}
	o.id("memory_id", s.Memory).id("record_id", s.Record).flag("success", s.Success).num("duration_ms", float64(result.Duration.Milliseconds()))
	if len(s.Patterns) > 0 {
		o.list("error_patterns", s.Patterns)
	}
	if len(s.Advice) > 0 {
		o.list("troubleshooting", s.Advice)
	}
}

func (s *RunReport) message() string {
	what := "output"
	switch {
	case s.Memory == "":
		return "Output not stored (filtered)"
	case !s.Success:
		what = "error"
	}
	return "Command " + what + " stored as memory " + s.Memory
}
