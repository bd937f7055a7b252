package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The shapes of what surfaces print, as far as they answer the same questions.
type (
	runRow struct {
		ID, Outcome, Command, Session, Project, Time string
		Exit                                         *int `json:"exit_code"`
	}
	decisionRow struct {
		ID, Action, Command, Session string
		Ended                        *struct{ How, Run, Outcome string }
	}
	storyRow struct {
		Kind     string
		Run      *runRow
		Decision *decisionRow
	}
	count struct {
		Name string
		N    int
	}
	// failing is a check that a surface calls failing.
	failing struct {
		project, text string
		more          int // others that are only counted
	}
)

// surfaces is what all of them said at the end of the day.
type surfaces struct {
	history  []runRow
	log      []decisionRow
	sessions map[string]map[string]any
	stories  map[string][]storyRow
	stats    struct {
		Sessions, Commands, Edits int
		Outcomes, Decisions       map[string]int
		OpenChecks                []json.RawMessage `json:"open_checks"`
	}
	report struct {
		Totals   struct{ Commands, Failed, Lanes, Edits, Decisions int }
		Outcomes []count
		Endings  []struct {
			Action string
			N      int
		}
		Checks []struct {
			Name, Where string
			Spells      []struct{ From, Until string }
		}
		Lanes []struct {
			Name                           string
			Runs, Failed, Edits, Decisions int
		}
	}
	audit struct {
		Calls, Sessions int
		Actions         map[string]int
		LetThrough      struct {
			UserWhenAsked int `json:"user_when_asked"`
		} `json:"let_through"`
		ClaudeCode *struct {
			Calls, Judged int
			Unseen        []any
		} `json:"claude_code"`
	}
	whys   map[string]storyRow
	status map[string]statusRow
	open   map[string][]failing // failing checks, by surface
	digest []failing            // those that a new session is told
	broken []finding            // answers that could not be read
}

// statusRow is what a status line says.
type statusRow struct {
	guarded, of, stopped, asked int
	text                        string
}

// asks puts the questions to all surfaces. It is the user that asks.
func (d *day) asks() *surfaces {
	s := &surfaces{sessions: make(map[string]map[string]any), stories: make(map[string][]storyRow), whys: make(map[string]storyRow), status: make(map[string]statusRow), open: make(map[string][]failing)}
	var list []map[string]any
	var lessons []struct{ Kind, State, What, Project, Key string }
	d.reads(s, &s.history, "history", "--all", "--json", "--limit", "0")
	d.reads(s, &s.log, "log", "--all", "--json", "--limit", "0")
	d.reads(s, &list, "sessions", "--all", "--json", "--limit", "0")
	d.reads(s, &s.stats, "stats", "--all", "--json")
	d.reads(s, &s.report, "report", "--all", "--json")
	d.reads(s, &s.audit, "audit", "--json")
	d.reads(s, &lessons, "lessons", "--all", "--json")
	slices.Reverse(s.history)
	for _, row := range list {
		id, _ := row["id"].(string)
		s.sessions[id] = row
	}
	for _, a := range d.sessions {
		var story struct{ Story []storyRow }
		d.reads(s, &story, "sessions", a.id, "--json")
		s.stories[a.id] = story.Story
		s.status[a.id] = d.statusline(s, a)
	}
	for _, r := range s.history {
		s.why(d, r.ID)
	}
	for _, r := range s.log {
		s.why(d, r.ID)
	}
	for _, l := range lessons {
		if l.Kind == "check" {
			s.open["lessons"] = append(s.open["lessons"], failing{project: l.Project, text: l.What + " " + l.Key})
		}
	}
	for _, c := range s.stats.OpenChecks {
		s.open["stats"] = append(s.open["stats"], failing{project: d.projectIn(string(c)), text: string(c)})
	}
	for _, c := range s.report.Checks {
		if n := len(c.Spells); n > 0 && c.Spells[n-1].Until == "" {
			s.open["report"] = append(s.open["report"], failing{project: c.Where, text: c.Name})
		}
	}
	for _, p := range d.projects {
		said, err := d.w.newSession(p.root, true).start()
		if err != nil {
			s.broken = append(s.broken, finding{Surface: "session-start", With: "JSON", About: p.name, Is: err.Error()})
		}
		for _, m := range failingLine.FindAllStringSubmatch(said.context, -1) {
			s.digest = append(s.digest, failing{project: p.root, text: m[1]})
		}
	}
	return s
}

// failingLine is how a new session is told of a check that fails.
var failingLine = regexp.MustCompile("Failing[^\n`]*`([^`]+)`")

// why asks where a run or a decision comes from. Few are enough: each costs a
// start of the program.
func (s *surfaces) why(d *day, id string) {
	if len(s.whys) >= 60 && d.r.IntN(4) > 0 {
		return
	}
	var row storyRow
	d.reads(s, &row, "why", id, "--json")
	s.whys[id] = row
}

// reads runs ctxhook and reads its JSON.
func (d *day) reads(s *surfaces, into any, args ...string) {
	said, err := d.w.ctxhook(d.w.projects, nil, nil, args...)
	if err == nil {
		err = json.Unmarshal([]byte(said.stdout), into)
	}
	if err != nil {
		s.broken = append(s.broken, finding{Surface: args[0], With: "JSON", About: strings.Join(args, " "), Says: short(said.stdout + said.stderr), Is: err.Error()})
	}
}

var statusWords = regexp.MustCompile(`guarded (\d+)/(\d+)|stopped (\d+)|asked (\d+)|failing: (.*)`)

// statusline asks as the client does, in the session's project.
func (d *day) statusline(s *surfaces, a *actor) (row statusRow) {
	input := fmt.Sprintf(`{"session_id":%q,"cwd":%q,"workspace":{"current_dir":%q,"project_dir":%q}}`, a.id, a.root, a.root, a.root)
	said, err := d.w.ctxhook(a.root, []byte(input), nil, "statusline")
	if err != nil {
		s.broken = append(s.broken, finding{Surface: "statusline", With: "truth", About: a.id, Is: err.Error()})
	}
	row.text = strings.TrimSpace(said.stdout)
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	for _, m := range statusWords.FindAllStringSubmatch(row.text, -1) {
		switch {
		case m[1] != "":
			row.guarded, row.of = number(m[1]), number(m[2])
		case m[3] != "":
			row.stopped = number(m[3])
		case m[4] != "":
			row.asked = number(m[4])
		case m[5] != "":
			first, rest, _ := strings.Cut(m[5], " and ")
			s.open["statusline of "+a.p.name] = append(s.open["statusline of "+a.p.name], failing{a.root, first, number(strings.TrimSuffix(rest, " more"))})
		}
	}
	return row
}

// projectIn returns the project that a text names.
func (d *day) projectIn(text string) string {
	for _, p := range d.projects {
		if strings.Contains(text, p.root) {
			return p.root
		}
	}
	return ""
}

// called finds the check that a surface means.
func (d *day) called(f failing) (*project, string) {
	for _, p := range d.projects {
		if f.project != "" && f.project != p.root {
			continue
		}
		for _, c := range p.checks {
			if regexp.MustCompile(c.names).MatchString(f.text) {
				return p, c.name
			}
		}
	}
	return nil, ""
}
