package main

// compareSessions holds the list, the stories and the status lines of sessions
// against history, log and truth.
func (d *day) compareSessions(s *surfaces, c *comparison) {
	for _, a := range d.sessions {
		var runs, failed, never, decisions, asked, stopped, calls int
		for _, r := range s.history {
			if r.Session == a.id {
				runs++
				failed += one(r.Outcome == "failed" || r.Outcome == "masked")
				never += one(r.Outcome == "denied" || r.Outcome == "refused" || r.Outcome == "interrupted")
			}
		}
		for _, r := range s.log {
			decisions += one(r.Session == a.id)
		}
		for _, h := range d.calls {
			if h.Session == a.id && h.Tool != "Agent" {
				asked += one(h.Action == "ask")
				stopped += one(h.Action == "block" || h.Action == "stopped")
				calls++
			}
		}
		about := a.id[:8]
		row := s.sessions[a.id]
		for name, n := range map[string]int{"runs": runs, "failed": failed, "never_ran": never, "decisions": decisions} {
			with := map[bool]string{true: "log", false: "history"}[name == "decisions"]
			c.same("sessions", with, about+": "+name, number(row[name]), n)
		}
		c.same("sessions", "truth", about+": edits", number(row["edits"]), a.edits)
		d.compareStory(s, c, a)
		if line := s.status[a.id]; line.text != "" {
			c.same("statusline", "itself", about+": guarded", line.guarded, line.of)
			c.same("statusline", "truth", about+": asked", line.asked, asked)
			c.same("statusline", "truth", about+": stopped", line.stopped, stopped)
			c.same("statusline", "truth", about+": calls", line.of, calls)
		}
	}
}

// compareStory holds one session's story against history and log.
func (d *day) compareStory(s *surfaces, c *comparison, a *actor) {
	told := make(map[string]string)
	for _, step := range s.stories[a.id] {
		if step.Run != nil {
			told[step.Run.ID] = step.Run.Outcome
		}
		if step.Decision != nil {
			told[step.Decision.ID] = step.Decision.Action
		}
	}
	for _, r := range s.history {
		if r.Session == a.id {
			c.same("story", "history", short(r.Command), told[r.ID], r.Outcome)
			delete(told, r.ID)
		}
	}
	for _, r := range s.log {
		if r.Session == a.id {
			c.same("story", "log", short(r.Command), told[r.ID], r.Action)
			delete(told, r.ID)
		}
	}
	for id, what := range told {
		c.same("story", "history", id, what, "nothing")
	}
}
