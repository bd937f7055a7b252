package store

import (
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// AddEpisode keeps an episode, as AddRun does a run: the same check that the
// same run turned green is the same.
func (t *Tx) AddEpisode(e *memory.Episode) (added bool, err error) {
	k := newKey(e.Time, e.ID, 'g')
	project, err := t.project(e.Project)
	if err != nil {
		return false, err
	}
	session, err := t.session(e.Session, "", project, k.at)
	if err != nil {
		return false, err
	}
	const insert = `INSERT INTO episodes (at, id, session, project, key, tool, red, green, steps, lessons)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	added, err = t.add("episodes", &k, func() (int, error) {
		return t.db.run(insert, k.at, k.id, session, project, e.Key, e.Tool, e.Red, e.Green, encodeDeeds(e.Steps), strings.Join(e.Lessons, "\n"))
	}, "green IS ?2 AND key IS ?3", e.Green, e.Key)
	if added {
		e.ID = k.id
	}
	return added, err
}

const episodeColumns = "SELECT at, id, session, project, key, tool, red, green, steps, lessons FROM episodes"

func (t *Tx) readEpisode(r row) memory.Episode {
	e := memory.Episode{
		Time: moment(r.integer(0)), ID: r.string(1), Session: t.sessionKey(r, 2), Project: t.projectRoot(r, 3), Key: r.string(4), Tool: r.string(5),
		Red: r.string(6), Green: r.string(7), Steps: decodeDeeds(r.string(8)),
	}
	if ids := r.string(9); ids != "" {
		e.Lessons = strings.Split(ids, "\n")
	}
	return e
}

// Episode returns the episode with an id.
func (t *Tx) Episode(id string) (e memory.Episode, ok bool, err error) {
	ok, err = t.db.one(episodeColumns+" WHERE id = ?", []any{id}, func(r row) { e = t.readEpisode(r) })
	return e, ok, err
}

// EpisodesOf returns the episodes that taught a lesson, or that a run begins
// or ends, the latest first.
func (t *Tx) EpisodesOf(id string) ([]memory.Episode, error) {
	var list []memory.Episode
	const with = " WHERE ?1 IN (red, green) OR instr(char(10) || lessons || char(10), char(10) || ?1 || char(10)) ORDER BY at DESC"
	err := t.db.each(episodeColumns+with, []any{id}, func(r row) error {
		list = append(list, t.readEpisode(r))
		return nil
	})
	return list, err
}

func (t *Tx) eachEpisode(rest string, args []any, do func(record) error) error {
	return t.db.each(episodeColumns+rest, args, func(r row) error {
		episode := t.readEpisode(r)
		return do(record{Episode: toEpisode(&episode)})
	})
}

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
