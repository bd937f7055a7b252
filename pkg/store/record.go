package store

import (
	"bytes"
	"encoding/json"
	"errors"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// record is one thing that is remembered, as a line of an export or a file of
// the spool: one of its fields is set.
type record struct {
	Project  *wireProject
	Session  *wireSession
	Run      *wireRun
	Edit     *wireEdit
	Command  *wireCommand
	Task     *wireTask
	Lesson   *wireLesson
	Episode  *wireEpisode
	Advice   *wireAdvice
	Decision *wireDecision
}

var errNoRecord = errors.New("not something that ctxhook remembers")

// line writes a record. Only what is set is handed to the encoder, which
// learns a type when it first meets it; runs, which hooks write, are not.
func (r *record) line() ([]byte, error) {
	var name string
	var v any
	switch {
	case r.Project != nil:
		name, v = "project", r.Project
	case r.Session != nil:
		name, v = "session", r.Session
	case r.Run != nil:
		return append(r.Run.append([]byte(`{"run":`)), '}'), nil
	case r.Edit != nil:
		name, v = "edit", r.Edit
	case r.Command != nil:
		name, v = "command", r.Command
	case r.Task != nil:
		name, v = "task", r.Task
	case r.Lesson != nil:
		name, v = "lesson", r.Lesson
	case r.Episode != nil:
		name, v = "episode", r.Episode
	case r.Advice != nil:
		name, v = "advice", r.Advice
	case r.Decision != nil:
		name, v = "decision", r.Decision
	default:
		return nil, errNoRecord
	}
	data, err := encode(v)
	if err != nil {
		return nil, err
	}
	line := make([]byte, 0, len(data)+len(name)+len(`{"":}`))
	line = append(line, `{"`+name+`":`...)
	line = append(line, data...)
	return append(line, '}'), nil
}

// decodeRecord reads a line. What it is stands first, and only that is handed
// to the decoder.
func decodeRecord(data []byte) (r record, err error) {
	rest, _ := bytes.CutPrefix(bytes.TrimSpace(data), []byte(`{"`))
	name, rest, _ := bytes.Cut(rest, []byte(`":`))
	value, _ := bytes.CutSuffix(rest, []byte("}"))
	switch string(name) {
	case "project":
		r.Project, err = decodeAs(value, func(w *wireProject) string { return w.Root })
	case "session":
		r.Session, err = decodeAs(value, func(w *wireSession) string { return w.Key })
	case "run":
		r.Run, err = decodeAs(value, func(w *wireRun) string { return w.ID })
	case "edit":
		r.Edit, err = decodeAs(value, func(w *wireEdit) string { return w.ID })
	case "command":
		r.Command, err = decodeAs(value, func(w *wireCommand) string { return w.Key })
	case "task":
		r.Task, err = decodeAs(value, func(w *wireTask) string { return w.ID })
	case "lesson":
		r.Lesson, err = decodeAs(value, func(w *wireLesson) string { return w.ID })
	case "episode":
		r.Episode, err = decodeAs(value, func(w *wireEpisode) string { return w.ID })
	case "advice":
		r.Advice, err = decodeAs(value, func(w *wireAdvice) string { return w.ID })
	case "decision":
		r.Decision, err = decodeAs(value, func(w *wireDecision) string { return w.ID })
	default:
		err = errNoRecord
	}
	return r, err
}

// decodeAs reads a value, which is nothing without what it is known by.
func decodeAs[T any](data []byte, id func(*T) string) (*T, error) {
	v := new(T)
	if err := json.Unmarshal(data, v); err != nil {
		return nil, err
	}
	if id(v) == "" {
		return nil, errNoRecord
	}
	return v, nil
}

type wireProject struct {
	Root   string `json:"root"`
	Same   string `json:"same,omitempty"` // the root of the project that it is a work tree of
	Remote string `json:"remote,omitempty"`
}

type wireEdit struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Session string    `json:"session,omitempty"`
	Project string    `json:"project,omitempty"`
	Call    string    `json:"call,omitempty"`
	Path    text      `json:"path,omitzero"`

	Subagent string `json:"subagent,omitempty"`
}

func toEdit(e *memory.Edit) *wireEdit {
	return &wireEdit{e.ID, e.Time, clean(e.Session), clean(e.Project), clean(e.Call), text{e.Path}, clean(e.Subagent)}
}

func (w *wireEdit) edit() *memory.Edit {
	return &memory.Edit{ID: w.ID, Time: w.Time, Session: w.Session, Project: w.Project, Call: w.Call, Path: w.Path.Text, Subagent: w.Subagent}
}

type wireDecision struct {
	ID        string    `json:"id"`
	Time      time.Time `json:"time"`
	Session   string    `json:"session,omitempty"`
	Project   string    `json:"project,omitempty"`
	Cwd       string    `json:"cwd,omitempty"`
	Agent     string    `json:"agent,omitempty"`
	Action    string    `json:"action"`
	Risk      string    `json:"risk,omitempty"`
	Rules     []string  `json:"rules,omitempty"`
	AllowedBy []string  `json:"allowed_by,omitempty"`
	Message   text      `json:"message,omitzero"`
	Command   text      `json:"command,omitzero"`
	Hash      string    `json:"hash,omitempty"`
}

func toDecision(d *memory.Decision) *wireDecision {
	return &wireDecision{
		d.ID, d.Time, clean(d.Session), clean(d.Project), clean(d.Cwd), clean(d.Agent), clean(d.Action), clean(d.Risk),
		cleanAll(d.Rules), cleanAll(d.AllowedBy), text{d.Message}, text{d.Command}, clean(d.Hash),
	}
}

func (w *wireDecision) decision() *memory.Decision {
	return &memory.Decision{
		ID: w.ID, Time: w.Time, Session: w.Session, Project: w.Project, Cwd: w.Cwd, Agent: w.Agent, Action: w.Action, Risk: w.Risk,
		Rules: w.Rules, AllowedBy: w.AllowedBy, Message: w.Message.Text, Command: w.Command.Text, Hash: w.Hash,
	}
}

func cleanAll(list []string) []string {
	cleaned := make([]string, len(list))
	for i, s := range list {
		cleaned[i] = clean(s)
	}
	return cleaned
}

type wireLesson struct {
	ID      string     `json:"id"`
	Kind    string     `json:"kind"`
	Project string     `json:"project,omitempty"`
	Session string     `json:"session,omitempty"`
	Run     string     `json:"run,omitempty"`
	Key     string     `json:"key"`
	What    text       `json:"what,omitzero"`
	Seen    int        `json:"seen"`
	First   time.Time  `json:"first"`
	Last    time.Time  `json:"last"`
	State   string     `json:"state"`
	Check   *wireCheck `json:"check,omitempty"`
	From    text       `json:"wrong,omitzero"`
	Before  []wireDeed `json:"before,omitempty"`
	Remedy  text       `json:"remedy,omitzero"`
	Edit    bool       `json:"edit,omitempty"`
	Worked  int        `json:"worked,omitempty"`
	Tried   int        `json:"tried,omitempty"`
	Misfire int        `json:"misfire,omitempty"`
	Lift    float64    `json:"lift,omitempty"`
	Ignored int        `json:"ignored,omitempty"`

	Everywhere bool     `json:"everywhere,omitempty"`
	Merged     []string `json:"merged,omitempty"`
}

func toLesson(l *memory.Lesson) *wireLesson {
	return &wireLesson{
		l.ID, string(l.Kind), l.Project, l.Session, l.Run, l.Key, text{l.What}, l.Seen, l.First, l.Last, l.State.String(), toCheck(l.Check),
		text{l.From}, toDeeds(l.Before), text{l.Remedy}, l.Edit, l.Worked, l.Tried, l.Misfire, l.Lift,
		l.Ignored, l.Everywhere, l.Merged,
	}
}

func (w *wireLesson) lesson() *memory.Lesson {
	l := &memory.Lesson{
		ID: w.ID, Kind: memory.LessonKind(w.Kind), Project: w.Project, Session: w.Session, Run: w.Run, Key: w.Key, What: w.What.Text, Seen: w.Seen,
		First: w.First, Last: w.Last, Check: w.Check.check(), From: w.From.Text, Before: fromDeeds(w.Before), Remedy: w.Remedy.Text, Edit: w.Edit,
		Worked: w.Worked, Tried: w.Tried, Misfire: w.Misfire, Lift: w.Lift,
		Ignored: w.Ignored, Everywhere: w.Everywhere, Merged: w.Merged,
	}
	l.State, _ = memory.ParseLessonState(w.State)
	return l
}

type wireAdvice struct {
	ID        string    `json:"id"`
	Time      time.Time `json:"time"`
	Session   string    `json:"session,omitempty"`
	Project   string    `json:"project,omitempty"`
	Run       string    `json:"run,omitempty"`
	Source    string    `json:"source,omitempty"`
	Signature string    `json:"signature,omitempty"`
	Command   text      `json:"command,omitzero"`
	Text      text      `json:"text,omitzero"`
	Safe      bool      `json:"safe,omitempty"`
	Rule      string    `json:"rule,omitempty"`
	Lesson    string    `json:"lesson,omitempty"`
	Followed  string    `json:"followed,omitempty"`
	Worked    *bool     `json:"worked,omitempty"`
}

func toAdvice(a *memory.Advice) *wireAdvice {
	return &wireAdvice{
		a.ID, a.Time, a.Session, a.Project, a.Run, string(a.Fix.Source), a.Fix.Signature, text{a.Fix.Command}, text{a.Fix.Text}, a.Fix.Safe,
		a.Fix.Rule, a.Fix.Lesson, a.Followed, a.Worked,
	}
}

func (w *wireAdvice) advice() *memory.Advice {
	return &memory.Advice{
		ID: w.ID, Time: w.Time, Session: w.Session, Project: w.Project, Run: w.Run, Followed: w.Followed, Worked: w.Worked,
		Fix: memory.Fix{
			Source: memory.FixSource(w.Source), Signature: w.Signature, Command: w.Command.Text, Text: w.Text.Text, Safe: w.Safe, Rule: w.Rule, Lesson: w.Lesson,
		},
	}
}
