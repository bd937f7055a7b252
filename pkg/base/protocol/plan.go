package protocol

import "github.com/tidwall/gjson"

// This file reads and answers the form of the learning plan: {"tool": {"name",
// "arguments"}, "context": {..}} before and after a tool, {"session": {..}} at
// the end.

// planFields are the members of that form.
type planFields struct{ tool, result, session gjson.Result }

// plan reads that form, if a payload has it.
func (f *fields) plan() {
	p := &f.planned
	switch name := p.tool.Get("name"); {
	case p.tool.IsObject() && name.Type == gjson.String:
		args := p.tool.Get("arguments")
		f.named(name)
		f.input(args, maxInput)
		f.call.Arguments = args.Raw
	case p.session.IsObject() && f.event == "SessionEnd":
		f.context(p.session, 1)
	default:
		return
	}
	f.seen |= keyPlan
	if p.result.IsObject() {
		f.response = p.result
		f.outcome.unsuccessful = p.result.Get("success").Type == gjson.False
		f.outcome.took(p.result.Get("execution_time_ms"))
	}
}

// encodePlan answers in the words of the form. Arguments go back as they came, but
// for a command that runs in place of another.
func encodePlan(c *Call, v Reply) Answer {
	r := &v.Report
	var o object
	o.open()
	if c.Event == Before && v.Action == Deny {
		a := Answer{Exit: c.Agent.Exit, Stderr: line(v.ForModel)}
		a.Stdout = append(o.str("error", v.ForModel).flag("skip", true).close().b, '\n')
		return a
	}
	if c.Event == Before {
		o.key("modified_args")
		args := c.rewritten(v.Rewrite)
		if args == "" {
			args = c.Arguments
		}
		if args == "" {
			args = "null"
		}
		o.b = append(o.b, args...)
	}
	o.key("context").open()
	if v.ForModel != "" {
		o.str("message", v.ForModel)
	}
	switch {
	case c.Tool != Shell:
		if c.Event != Before {
			o.num("memories_accessed", float64(v.Recalled.Memories)).num("patterns_matched", float64(v.Recalled.Patterns))
		}
	case c.Event == Before && r.Context && r.Type != "":
		o.str("command_type", r.Type).str("risk_level", r.Risk).list("warnings", r.Warnings).list("alternatives", r.Alternatives).related(r.Related)
	case c.Event == After && r.Context:
		o.stored(&v.Run, c.Result)
	}
	return Answer{Stdout: append(o.close().close().b, '\n')}
}

// Skipped answers the form where nothing was done, and says why.
func Skipped(reason string) Answer {
	var o object
	return Answer{Stdout: append(o.open().flag("skipped", true).str("reason", reason).close().b, '\n')}
}

// Invalid answers the form where the arguments of a tool are none: the call is skipped.
func Invalid(reason string) Answer {
	var o object
	return Answer{Stdout: append(o.open().str("error", reason).flag("skip", true).close().b, '\n')}
}
