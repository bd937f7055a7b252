package store

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddEpisode keeps an episode, as AddRun does a run. The same check that the
// same run turned green is the same episode.
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
