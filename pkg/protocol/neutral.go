package protocol

import (
	"strconv"
	"time"
)

// encodeNeutral answers the neutral envelope, for scripts and agents without a
// dialect of their own. It always answers, and has no ask: an ask becomes a
// warning, and the caller may ask.
func encodeNeutral(v Reply) Answer {
	status, exit := "proceed", 0
	switch v.Action {
	case Warn, Ask:
		status = "proceed_with_warning"
	case Deny:
		status, exit = "block", 2
	}
	r := v.Report
	var o object
	o.open().str("status", status).str("message", r.Message).list("warnings", r.Warnings)
	if r.Context {
		o.key("injected_context").open().
			str("command_type", r.Type).
			str("risk_level", r.Risk).
			list("alternatives", r.Alternatives).
			related(r.Related).close()
	}
	o.key("metrics").open().num("latency_ms", r.LatencyMS).close()
	a := Answer{Stdout: append(o.close().b, '\n'), Exit: exit}
	if exit != 0 {
		a.Stderr = line(r.Message)
	}
	return a
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
