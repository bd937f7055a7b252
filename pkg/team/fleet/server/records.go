package server

import (
	"encoding/json"
	"time"
)

// Decision is a decision as it leaves a machine.
type Decision struct {
	ID                      string
	At                      time.Time
	Project, Session, Agent string
	Action, Risk            string
	Rules                   []string
	Command, Ending         string
}

func (*Decision) kind() string { return "decisions" }

func (d *Decision) cells() []cell {
	rules := make([]string, len(d.Rules))
	for i, r := range d.Rules {
		rules[i] = safe(r, maxName)
	}
	return []cell{
		{"id", safe(d.ID, maxName)}, {"at", moment(d.At)},
		{"project", safe(d.Project, maxName)}, {"session", name(d.Session)}, {"agent", name(d.Agent)},
		{"action", safe(d.Action, maxName)}, {"risk", name(d.Risk)}, {"rules", rules}, {"command", text(d.Command)}, {"ending", name(d.Ending)},
	}
}

// Lesson is a lesson as it leaves a machine, and comes to others.
type Lesson struct {
	ID       string    `json:"id"`
	Project  string    `json:"project"`
	Kind     string    `json:"kind"`
	Key      string    `json:"key"`
	State    string    `json:"state"`
	What     string    `json:"what"`
	Wrong    string    `json:"wrong"`
	Earlier  []Step    `json:"earlier"`
	Remedy   string    `json:"remedy"`
	Edit     bool      `json:"edit"`
	Portable bool      `json:"portable"`
	Worked   int       `json:"worked"`
	Tried    int       `json:"tried"`
	Misfire  int       `json:"misfire"`
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`

	Told, Followed, Helped int
}

// Step is a step of a fix.
type Step struct {
	Text string `json:"text"`
	Edit bool   `json:"edit,omitempty"`
}

func (*Lesson) kind() string { return "lessons" }

func (l *Lesson) cells() []cell {
	return []cell{
		{"id", safe(l.ID, maxName)}, {"project", safe(l.Project, maxName)}, {"kind", safe(l.Kind, maxName)}, {"key", safe(l.Key, maxName)}, {"state", safe(l.State, maxName)},
		{"what", text(l.What)}, {"wrong", text(l.Wrong)}, {"earlier", document(l.Earlier, len(l.Earlier) > 0)}, {"remedy", text(l.Remedy)}, {"edit", l.Edit}, {"portable", l.Portable},
		{"worked", l.Worked}, {"tried", l.Tried}, {"misfire", l.Misfire}, {"first", moment(l.First)}, {"last", moment(l.Last)},
		{"told", l.Told}, {"followed", l.Followed}, {"helped", l.Helped},
	}
}

// Preference is a preference as it leaves a machine, and comes to others.
type Preference struct {
	ID         string    `json:"id"`
	Project    string    `json:"project"`
	Under      string    `json:"under"`
	State      string    `json:"state"`
	Words      string    `json:"words"`
	Rule       any       `json:"rule"`
	Portable   bool      `json:"portable"`
	Confidence float64   `json:"confidence"`
	First      time.Time `json:"first"`
	Last       time.Time `json:"last"`
}

func (*Preference) kind() string { return "preferences" }

func (p *Preference) cells() []cell {
	return []cell{
		{"id", safe(p.ID, maxName)}, {"project", safe(p.Project, maxName)}, {"under", text(p.Under)}, {"state", safe(p.State, maxName)}, {"words", text(p.Words)},
		{"rule", document(p.Rule, p.Rule != nil)}, {"portable", p.Portable}, {"confidence", p.Confidence}, {"first", moment(p.First)}, {"last", moment(p.Last)},
	}
}

// document is a value as JSON, NULL for none. PostgreSQL takes no NUL there, written
// as an escape.
func document(v any, there bool) any {
	if !there {
		return nil
	}
	data, err := json.Marshal(v)
	if err != nil || len(data) > 4*maxText {
		return nil
	}
	return safe(removeNUL(string(data)), 4*maxText)
}

// Columns are the columns that can leave a machine, by the kind of rows.
func Columns() map[string][]string {
	all := make(map[string][]string)
	for _, r := range []Row{new(Run), new(Decision), new(Lesson), new(Preference)} {
		for _, c := range r.cells() {
			all[r.kind()] = append(all[r.kind()], c.column)
		}
	}
	return all
}
