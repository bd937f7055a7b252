package protocol

// Recommendations is what the memory knows when a task or a session begins.
type Recommendations struct {
	Recommendations []Recommendation
	Failing         []Recommendation // checks that failed, without a score
	Trajectory      string           // id of the task in its session
	Memories        int              // that were searched
	Patterns        int              // that fit
	Error           string           // why the memory has no answer
}

// Recommendation is one remembered item that may help now.
type Recommendation struct {
	ID      string
	Preview string  // its text, bounded
	Score   float64 // how much it matters, up to 1
	Entries []string
}

// encodeRecalled answers the neutral envelope about tasks and sessions.
func encodeRecalled(v Reply) Answer {
	r := &v.Recalled
	var o object
	o.open().flag("success", r.Error == "")
	o.remembered("context_recommendations", r.Recommendations, true).remembered("failing_checks", r.Failing, false)
	if r.Trajectory != "" {
		o.str("trajectory_id", r.Trajectory)
	}
	o.key("metrics").open().
		num("processing_time_ms", v.Report.LatencyMS).
		num("memories_accessed", float64(r.Memories)).
		num("patterns_matched", float64(r.Patterns)).close()
	o.failure(&v)
	return Answer{Stdout: append(o.close().b, '\n')}
}

// remembered writes items under a key, if there are any.
func (o *object) remembered(key string, list []Recommendation, scored bool) *object {
	if len(list) == 0 {
		return o
	}
	o.key(key)
	o.b = AppendList(o.b, list, func(b []byte, rec Recommendation) []byte {
		o := object{b}
		o.open().str("memory_id", rec.ID).str("content_preview", rec.Preview)
		if scored {
			o.score(rec.Score)
		}
		return o.list("entry_points", rec.Entries).close().b
	})
	return o
}
