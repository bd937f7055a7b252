package protocol

import (
	"strconv"
	"time"
)

// encodeNeutral answers the neutral envelope, for scripts and agents without a
// dialect of their own. It always answers, and has no ask: an ask becomes a
// warning, and the caller may ask.
//
// An event of the envelope is also answered as all other events are: its
// success is false, with an error, where the command must not run.
func encodeNeutral(c *Call, v Reply) Answer {
	status, exit := "proceed", 0
	switch v.Action {
	case Warn, Ask:
		status = "proceed_with_warning"
	case Deny:
		status, exit = "block", 2
	}
	r := v.Report
	if c.Envelope() && v.Action == Deny && v.Recalled.Error == "" {
		v.Recalled.Error = r.Message
	}
	var o object
	o.open().str("status", status).str("message", r.Message).list("warnings", r.Warnings)
	if r.Context {
		o.key("injected_context").open().
			str("command_type", r.Type).
			str("risk_level", r.Risk).
			list("alternatives", r.Alternatives).
			related(r.Related).close()
	}
	o.metrics(c, &v).failure(&v)
	a := Answer{Stdout: append(o.close().b, '\n'), Exit: exit}
	if exit != 0 {
		a.Stderr = line(r.Message)
	}
	return a
}

// Envelope reports whether the call is an event of the neutral envelope, and not
// its flat form.
func (c *Call) Envelope() bool { return c.Agent.Form == FormNeutral && c.EventName != "" }

// metrics writes how long the answer took; in an envelope, also what was looked
// at, and before that whether all went well.
func (o *object) metrics(c *Call, v *Reply) *object {
	if c.Envelope() {
		o.flag("success", v.Recalled.Error == "")
	}
	o.key("metrics").open().num("latency_ms", v.Report.LatencyMS)
	if c.Envelope() {
		o.num("processing_time_ms", v.Report.LatencyMS).
			num("memories_accessed", float64(v.Recalled.Memories)).
			num("patterns_matched", float64(v.Recalled.Patterns))
	}
	return o.close()
}

// failure writes what is wrong, if something is.
func (o *object) failure(v *Reply) *object {
	if v.Recalled.Error != "" {
		o.str("error", v.Recalled.Error)
	}
	return o
}

// related writes the runs that are like the command.
func (o *object) related(list []RelatedRun) *object {
	o.key("related_context")
	o.b = AppendList(o.b, list, func(b []byte, r RelatedRun) []byte {
		o := object{b}
		return o.open().str("previous_command", r.Command).str("output_summary", r.Summary).
			str("timestamp", r.Time.UTC().Format(time.RFC3339)).score(r.Score).close().b
	})
	return o
}

// score writes a score.
func (o *object) score(x float64) *object {
	o.key("relevance_score")
	o.b = strconv.AppendFloat(o.b, x, 'f', 2, 64)
	return o
}
