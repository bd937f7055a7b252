package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddEpisode keeps an episode, as AddRun does a run: the same check that the
// same run turned green is the same.
func (t *Tx) AddEpisode(e *memory.Episode) (added bool, err error) {
	k := newKey(e.Time, e.ID, 'g')
	o, err := t.numbers.owner(e.Project, e.Session, "", k.at)
	if err != nil {
		return false, err
	}
	added, err = Episodes.add(t, &k, e, o, "green IS ?2 AND key IS ?3", e.Green, e.Key)
	if added {
		e.ID = k.id
	}
	return added, err
}

// Episodes are the checks that went from red to green.
var Episodes = Table[memory.Episode]{name: "episodes", columns: func(e *memory.Episode) []column {
	return []column{
		{"at", &e.Time},
		{"id", &e.ID},
		{"session", (*sessionKey)(&e.Session)},
		{"project", (*projectRoot)(&e.Project)},
		{"key", &e.Key},
		{"tool", &e.Tool},
		{"red", &e.Red},
		{"green", &e.Green},
		{"steps", &e.Steps},
		{"lessons", (*lines)(&e.Lessons)},
	}
}}

type wireEpisode struct {
	ID      string     `json:"id"`
	Time    time.Time  `json:"time"`
	Session string     `json:"session,omitempty"`
	Project string     `json:"project,omitempty"`
	Key     string     `json:"key,omitempty"`
	Tool    string     `json:"tool,omitempty"`
	Red     string     `json:"red,omitempty"`
	Green   string     `json:"green,omitempty"`
	Steps   []wireDeed `json:"steps,omitempty"`
	Lessons []string   `json:"lessons,omitempty"`
}

func toEpisode(e *memory.Episode) *wireEpisode {
	return &wireEpisode{e.ID, e.Time, e.Session, e.Project, e.Key, e.Tool, e.Red, e.Green, toDeeds(e.Steps), e.Lessons}
}

func (w *wireEpisode) episode() *memory.Episode {
	return &memory.Episode{
		ID: w.ID, Time: w.Time, Session: w.Session, Project: w.Project, Key: w.Key, Tool: w.Tool, Red: w.Red, Green: w.Green,
		Steps: fromDeeds(w.Steps), Lessons: w.Lessons,
	}
}
