package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// A finding is a contradiction of a surface with the truth or with another one.
type finding struct {
	Surface string `json:"surface"`
	With    string `json:"with"` // truth, or another surface
	About   string `json:"about"`
	Says    string `json:"says"`
	Is      string `json:"is"`
}

// A comparison gathers what was found, and how many answers were compared.
type comparison struct {
	findings []finding
	asked    map[string]int // answers compared, by surface
	unknown  map[string]int // answers that say that they do not know
}

func (c *comparison) same(surface, with, about string, says, is any) {
	c.asked[surface]++
	if a, b := fmt.Sprint(says), fmt.Sprint(is); a != b {
		c.findings = append(c.findings, finding{surface, with, about, short(a), short(b)})
	}
}

// compares holds all answers against each other and against the truth.
func (d *day) compares(s *surfaces, c *comparison) {
	c.findings = append(c.findings, s.broken...)
	d.compareRuns(s, c)
	d.compareDecisions(s, c)
	d.compareSessions(s, c)
	d.compareCounts(s, c)
	d.compareChecks(s, c)
}

// outcomes are the words of history for the ends of calls.
var outcomes = map[string][]string{
	"ok": {"ok"}, "failed": {"failed"}, "masked": {"masked"}, "background": {"background", "ok"}, "refused": {"refused"}, "denied": {"denied"},
	"interrupted": {"interrupted"}, "unheard": {"unknown", "interrupted"},
}

// compareRuns holds history against what ran. Calls of one command in one session
// are told apart by their order.
func (d *day) compareRuns(s *surfaces, c *comparison) {
	shown := make(map[string][]runRow)
	for _, r := range s.history {
		key := r.Session + "\x00" + r.Command
		shown[key] = append(shown[key], r)
	}
	for _, h := range d.calls {
		if h.Tool != "Bash" {
			continue
		}
		key, about := h.Session+"\x00"+h.Command, fmt.Sprintf("%d %s", h.N, short(h.Command))
		if len(shown[key]) == 0 {
			switch {
			case h.quiet && h.End == "ok":
			case h.End == "unheard":
				c.unknown["history"]++
			default:
				c.same("history", "truth", about, "nothing", h.End)
			}
			continue
		}
		row := shown[key][0]
		shown[key] = shown[key][1:]
		switch {
		case row.Outcome == "unknown" && h.End != "unheard":
			c.unknown["history"]++
		case slices.Contains(outcomes[h.End], row.Outcome):
			c.same("history", "truth", about, row.Outcome, row.Outcome)
		default:
			c.same("history", "truth", about, row.Outcome, h.End)
		}
		if h.End == "failed" && row.Exit != nil {
			c.same("history", "truth", about+": exit code", *row.Exit, h.Exit)
		}
		if why, ok := s.whys[row.ID]; ok && why.Run != nil {
			c.same("why", "history", about, why.Run.Outcome, row.Outcome)
		}
	}
	for _, rest := range shown {
		for _, r := range rest {
			c.same("history", "truth", short(r.Command), r.Outcome, "never asked for")
		}
	}
}

// compareDecisions holds the log against what the hooks answered.
func (d *day) compareDecisions(s *surfaces, c *comparison) {
	shown := make(map[string]decisionRow)
	for _, r := range s.log {
		shown[r.ID] = r
	}
	for _, h := range d.calls {
		if h.Action == "silent" || h.decision == "" {
			continue
		}
		about := fmt.Sprintf("%d %s", h.N, short(h.Command))
		row, ok := shown[h.decision]
		delete(shown, h.decision)
		if !ok {
			c.same("log", "hook", about, "nothing", h.Action)
			continue
		}
		c.same("log", "hook", about, row.Action, h.Action)
		ended := ""
		if row.Ended != nil {
			ended = row.Ended.How
		}
		want := map[bool]string{true: "accepted", false: "ran"}[h.Action == "ask"]
		switch {
		case h.ran():
			c.same("log", "truth", about+": end", ended, want)
		case h.End == "refused":
			c.same("log", "truth", about+": end", ended, "refused")
		case h.Action == "stopped":
			// A command that is repeated runs, and that is another call.
			c.same("log of stops", "truth", about+": end", map[bool]string{true: "denied", false: ended}[ended == "" || ended == "repeated"], "denied")
		case ended != "" && h.End == "denied":
			c.same("log", "truth", about+": end", ended, "denied")
		}
		if why, ok := s.whys[row.ID]; ok && why.Decision != nil {
			c.same("why", "log", about, why.Decision.Action, row.Action)
		}
	}
	for _, r := range shown {
		c.same("log", "hook", short(r.Command), r.Action, "no answer")
	}
}

// compareCounts holds stats, report and audit against history, log and truth.
func (d *day) compareCounts(s *surfaces, c *comparison) {
	ends, actions := make(map[string]int), make(map[string]int)
	for _, r := range s.history {
		ends[r.Outcome]++
	}
	for _, r := range s.log {
		actions[r.Action]++
	}
	edits, answers, accepted := 0, make(map[string]int), 0
	for _, a := range d.sessions {
		edits += a.edits
	}
	calls := 0
	for _, h := range d.calls {
		if h.Tool == "Agent" {
			continue // a task is no call that is judged
		}
		calls++
		answers[h.Action]++
		accepted += one(h.Action == "ask" && h.ran())
	}
	reported := make(map[string]int)
	for _, o := range s.report.Outcomes {
		reported[o.Name] = o.N
	}
	c.same("stats", "history", "commands", s.stats.Commands, len(s.history))
	c.same("stats", "history", "outcomes", s.stats.Outcomes, ends)
	c.same("stats", "log", "decisions", s.stats.Decisions, actions)
	c.same("stats", "truth", "edits", s.stats.Edits, edits)
	c.same("stats", "truth", "sessions", s.stats.Sessions, len(d.sessions))
	c.same("report", "history", "commands", s.report.Totals.Commands, len(s.history))
	c.same("report", "history", "outcomes", reported, ends)
	c.same("report", "log", "decisions", s.report.Totals.Decisions, len(s.log))
	c.same("report", "truth", "edits", s.report.Totals.Edits, edits)
	c.same("report", "truth", "sessions", s.report.Totals.Lanes, len(d.sessions))
	for _, e := range s.report.Endings {
		c.same("report", "log", e.Action, e.N, actions[e.Action])
	}
	c.same("audit", "truth", "calls", s.audit.Calls, calls)
	for _, action := range []string{"silent", "warn", "ask"} {
		c.same("audit", "hook", action, s.audit.Actions[action], answers[action])
	}
	c.same("audit", "hook", "block", s.audit.Actions["block"]+s.audit.Actions["stopped"], answers["block"]+answers["stopped"])
	c.same("audit", "truth", "let through by the user", s.audit.LetThrough.UserWhenAsked, accepted)
	if s.audit.ClaudeCode != nil {
		c.same("audit", "truth", "unseen", len(s.audit.ClaudeCode.Unseen), 0)
	}
}

// compareChecks holds what is called failing against how each check last ran.
func (d *day) compareChecks(s *surfaces, c *comparison) {
	red := make(map[string]bool)
	for _, p := range d.projects {
		for name, is := range p.failing {
			if is {
				red[p.name+" "+name] = true
			}
		}
	}
	for _, f := range s.digest {
		if p, name := d.called(f); p != nil {
			c.same("session-start", "truth", "failing: "+p.name+" "+name, true, red[p.name+" "+name])
		}
	}
	for _, surface := range []string{"lessons", "stats", "report", "statusline of shop-go", "statusline of shop-node", "statusline of shop-python"} {
		shown, counted := make(map[string]bool), 0
		for _, f := range s.open[surface] {
			counted = max(counted, f.more)
			p, name := d.called(f)
			if p == nil {
				c.same(surface, "truth", "failing: "+short(f.text), "failing", "no check of the day")
				continue
			}
			shown[p.name+" "+name] = true
			c.same(surface, "truth", "failing: "+p.name+" "+name, true, red[p.name+" "+name])
		}
		_, only, _ := strings.Cut(surface, " of ")
		missing := slices.DeleteFunc(slices.Sorted(maps.Keys(red)), func(name string) bool { return shown[name] || !strings.HasPrefix(name, only) })
		for _, name := range missing[min(counted, len(missing)):] { // those that are only counted have no name
			c.same(surface, "truth", "failing: "+name, "nothing", "red")
		}
	}
}

// compareNames holds the authors that a question names against the truth.
func (h *happened) compareNames(c *comparison, p *project) {
	for _, m := range named.FindAllStringSubmatch(h.Said, -1) {
		path, who := m[1], m[2]
		by := p.truth.by[path]
		if by == nil {
			for _, known := range slices.Sorted(maps.Keys(p.truth.by)) {
				if filepath.Base(known) == path {
					by = p.truth.by[known]
				}
			}
		}
		if by == nil {
			continue
		}
		about := fmt.Sprintf("%d %s: %s", h.N, short(h.Command), path)
		others := slices.DeleteFunc(slices.Sorted(maps.Keys(by)), func(a string) bool { return a == h.Session })
		switch {
		case len(others) == 0:
			c.same("names", "truth", about, who, "this session")
		case strings.Contains(who, "another session") && len(others) == 1 && others[0] == user:
			c.same("names", "truth", about, who, "the user")
		case strings.Contains(who, "known"):
			c.unknown["names"]++
		default:
			c.same("names", "truth", about, who, who)
		}
	}
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func number(v any) int {
	f, _ := v.(float64)
	return int(f)
}
