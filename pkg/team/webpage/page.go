// Package webpage writes what agents did as one HTML page that holds all it
// needs: it loads nothing, links to nothing outside itself and forbids both by
// its policy. It reads no database and no clock, and it takes every text for
// one that an attacker wrote.
package webpage

import (
	"slices"
	"time"
)

// Page is what a page shows. Times are shown in their own zones; texts are
// plain, and so is the JSON.
type Page struct {
	Title   string    `json:"title"`
	Scope   string    `json:"scope"` // what it is about: a project, or all of them
	Since   time.Time `json:"since,omitzero"`
	Made    time.Time `json:"made"`
	Version string    `json:"version,omitempty"`

	Waits    []Wait    `json:"waits"` // what only the reader can decide, the first one first
	Totals   Totals    `json:"totals"`
	Outcomes []Count   `json:"outcomes"`
	Hours    []Hour    `json:"hours"`   // in which anything happened, the first one first
	Failing  []Command `json:"failing"` // those that failed most first

	Endings   []Ending   `json:"endings"` // of decisions, by action
	Rules     []Rule     `json:"rules"`
	Decisions []Decision `json:"decisions"` // the latest

	Checks      []Check      `json:"checks"`
	Lessons     []Lesson     `json:"lessons"`
	Advice      Advice       `json:"advice"`
	Preferences []Preference `json:"preferences"`
	Projects    []Project    `json:"projects"`

	Who   Who    `json:"who"`   // whose work Lanes shows
	Lanes []Lane `json:"lanes"` // the latest first

	More    map[string]string `json:"-"` // by the id of a table: what to type for rows that have no room
	Ledes   map[string]string `json:"-"` // by the id of a section: the sentence that it begins with, where another fits better
	Without []string          `json:"-"` // ids of sections that it says nothing about
	Daily   bool              `json:"-"` // Hours are days
}

// AddDecisions counts decisions of an hour.
func (p *Page) AddDecisions(hour time.Time, n int) {
	i, found := slices.BinarySearchFunc(p.Hours, hour, func(h Hour, at time.Time) int { return h.Hour.Compare(at) })
	if !found {
		p.Hours = slices.Insert(p.Hours, i, Hour{Hour: hour})
	}
	p.Hours[i].Decisions += n
}

// Who names what a lane is: a session, or a machine.
type Who struct {
	One  string `json:"one"`
	Many string `json:"many"`
}

// Wait is something that waits for the reader, with what to type.
type Wait struct {
	Deed    string `json:"deed"` // Accept, Allow or Fix
	What    string `json:"what"`
	Why     string `json:"why"`
	Command string `json:"command"`
	Or      string `json:"or,omitempty"` // the command that says no
}

// The deeds that wait.
const (
	Accept = "accept"
	Allow  = "allow"
	Fix    = "fix"
)

// Often reports whether a rule is overruled so often that the reader may not want it.
func (r *Rule) Often() bool { return r.Overruled >= 3 && 4*r.Overruled >= 3*r.Stopped }

// Totals are the figures of all that is in the time and the scope of a page,
// listed or not.
type Totals struct {
	Commands  int           `json:"commands"`
	Failed    int           `json:"failed"`
	Never     int           `json:"never_ran,omitempty"` // of the commands: refused or denied
	Took      time.Duration `json:"took_ns"`
	Lanes     int           `json:"lanes"` // with a command
	Edits     int           `json:"edits"`
	Decisions int           `json:"decisions"`
}

// Count is how often something was.
type Count struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Hour is what happened in an hour.
type Hour struct {
	Hour      time.Time `json:"hour"`
	Runs      int       `json:"runs"`
	Failed    int       `json:"failed"`
	Decisions int       `json:"decisions"` // warnings, questions and blocks
}

// Command is how often a command was run, and how often it failed.
type Command struct {
	Template string `json:"template"`
	Runs     int    `json:"runs"`
	Failed   int    `json:"failed"`
}

// Ending is how the decisions of one action ended.
type Ending struct {
	Action    string `json:"action"`
	N         int    `json:"n"`
	Overruled int    `json:"overruled"` // the user accepted it, or let it through later
	Ran       int    `json:"ran"`
	NotRun    int    `json:"not_run"`
}

// Unknown is how many have no ending that an event reported.
func (e *Ending) Unknown() int { return e.N - e.Overruled - e.Ran - e.NotRun }

// Rule is how often a rule led to a decision.
type Rule struct {
	ID        string    `json:"id"`
	N         int       `json:"n"`
	Stopped   int       `json:"stopped"` // of these, asked about or blocked
	Overruled int       `json:"overruled"`
	Last      time.Time `json:"last"`
}

// Decision is a warning, a question or a block.
type Decision struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Action  string    `json:"action"`
	Risk    string    `json:"risk,omitempty"`
	Rules   []string  `json:"rules,omitempty"`
	Command string    `json:"command"`
	Message string    `json:"message,omitempty"`
	Ended   string    `json:"ended,omitempty"` // in words
	Where   string    `json:"where,omitempty"`
}

// Check is a check that failed, and when.
type Check struct {
	Name   string  `json:"name"`
	Where  string  `json:"where,omitempty"`
	Spells []Spell `json:"spells"` // the first one first
}

// Spell is the time in which a check failed.
type Spell struct {
	From  time.Time `json:"from,omitzero"`  // zero: not known
	Until time.Time `json:"until,omitzero"` // zero: it still fails
}

// Lesson is what was learned, and what came of telling it.
type Lesson struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`
	State    string    `json:"state"`
	What     string    `json:"what"`
	Remedy   string    `json:"remedy,omitempty"`
	Seen     string    `json:"seen"` // in words
	Last     time.Time `json:"last"`
	Where    string    `json:"where,omitempty"`
	Told     int       `json:"told"`
	Followed int       `json:"followed"`
	Helped   int       `json:"helped"`
}

// Advice counts what agents were told about their errors.
type Advice struct {
	Given    int `json:"given"`
	Followed int `json:"followed"`
	Worked   int `json:"worked"`
	Misled   int `json:"misled"`
	Ignored  int `json:"ignored"`
}

// Preference is what the user wants of commands.
type Preference struct {
	ID    string    `json:"id"`
	State string    `json:"state"`
	Words string    `json:"words"`
	Does  string    `json:"does,omitempty"`
	Where string    `json:"where,omitempty"`
	Sure  float64   `json:"sure"` // 0 to 1
	Last  time.Time `json:"last"`
}

// Project is how much was run in a project.
type Project struct {
	Name   string    `json:"name"`
	Lanes  int       `json:"lanes"`
	Runs   int       `json:"runs"`
	Failed int       `json:"failed"`
	Last   time.Time `json:"last"`
}

// Lane is what was done in a session, or on a machine.
type Lane struct {
	Name      string    `json:"name"`
	Agent     string    `json:"agent,omitempty"`
	Where     string    `json:"where,omitempty"`
	Started   time.Time `json:"started"`
	Last      time.Time `json:"last"`
	Runs      int       `json:"runs"`
	Failed    int       `json:"failed"`
	Edits     int       `json:"edits"`
	Decisions int       `json:"decisions"`
	Steps     []Step    `json:"steps,omitempty"` // the first one first; none: they are not in the page
	Left      int       `json:"left,omitempty"`  // earlier steps that are not in Steps
}

// Step is one thing that was done.
type Step struct {
	Time time.Time     `json:"time"`
	Kind string        `json:"kind"` // the outcome of a command, the action of a decision, StepEdit or StepTold
	Text string        `json:"text"`
	Note string        `json:"note,omitempty"`
	Took time.Duration `json:"took_ns,omitempty"`
	ID   string        `json:"id,omitempty"`
}

// Kinds of steps besides outcomes and actions.
const (
	StepEdit = "edited"
	StepTold = "told"
)

// MaxSteps is how many steps the lanes of a page have together; more have no
// room.
const MaxSteps = 15000
