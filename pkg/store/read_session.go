package store

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// SessionRow is a session, and how much happened in it.
type SessionRow struct {
	Key, Agent, Project string
	Started, Last       time.Time
	Runs, Bad, Never    int // commands, those that went wrong, and those that did not run to the end
	Edits, Decisions    int
}

// SessionFilter selects sessions. A zero field selects all.
type SessionFilter struct {
	Key     string
	Project string
	Since   time.Time // with something in it since
	Limit   int
}

// heldAnything is the condition that anything of a session s is kept. Of some
// only the name is, because a lesson has it that came from elsewhere.
const heldAnything = `(EXISTS (SELECT 1 FROM runs WHERE session = s.id) OR EXISTS (SELECT 1 FROM edits WHERE session = s.id)
	OR EXISTS (SELECT 1 FROM tasks WHERE session = s.id) OR EXISTS (SELECT 1 FROM advice WHERE session = s.id)
	OR EXISTS (SELECT 1 FROM decisions WHERE session = s.id))`

// SessionRows returns the sessions that a filter selects and that hold
// anything, the one that went on last first. One that is named may be empty.
func (t *Tx) SessionRows(f SessionFilter) ([]SessionRow, error) {
	var w where
	if f.Key != "" {
		w.and("key = ?", f.Key)
	} else {
		w.and(heldAnything)
	}
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if err != nil || number == nil {
			return nil, err
		}
		w.and("project = ?", number)
	}
	if !f.Since.IsZero() {
		w.and("last >= ?", f.Since.UnixMicro())
	}
	limit := -1
	if f.Limit > 0 {
		limit = f.Limit
	}
	// The first and the last thing by its number: what was taken over late
	// may be older than what was heard of first.
	const sessions = `WITH s AS (SELECT id, key, agent, project,
			min(started, coalesce((SELECT min(at) FROM runs WHERE session = sessions.id), started)) AS first,
			max(started, coalesce((SELECT max(at) FROM runs WHERE session = sessions.id), 0),
				coalesce((SELECT max(at) FROM edits WHERE session = sessions.id), 0)) AS last
		FROM sessions)
		SELECT id, key, agent, project, first, last FROM s`
	var list []SessionRow
	var ids []int64
	err := t.db.each(sessions+w.text()+" ORDER BY last DESC LIMIT ?", append(w.args, limit), func(r row) error {
		ids = append(ids, r.integer(0))
		list = append(list, SessionRow{
			Key: r.string(1), Agent: r.string(2), Project: t.projectRoot(r, 3), Started: moment(r.integer(4)), Last: moment(r.integer(5)),
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range list {
		if err := t.countSession(ids[i], &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// countSession counts what happened in a session.
func (t *Tx) countSession(number int64, s *SessionRow) error {
	const outcomes = "SELECT outcome, count(*) FROM runs WHERE session = ? GROUP BY outcome"
	err := t.db.each(outcomes, []any{number}, func(r row) error {
		n := r.int(1)
		s.Runs += n
		switch o, _ := memory.ParseOutcome(r.string(0)); {
		case o.Bad():
			s.Bad += n
		case o >= memory.Interrupted:
			s.Never += n
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := t.db.one("SELECT count(*) FROM edits WHERE session = ?", []any{number}, func(r row) { s.Edits = r.int(0) }); err != nil {
		return err
	}
	_, err = t.db.one("SELECT count(*) FROM decisions WHERE session = ? AND at BETWEEN ? AND ?",
		[]any{number, s.Started.Add(-time.Hour).UnixMicro(), s.Last.Add(time.Hour).UnixMicro()}, func(r row) { s.Decisions = r.int(0) })
	return err
}

// Taught is a lesson, and the run that taught it in a session. Of the lesson
// itself only the last such run is known.
type Taught struct {
	Lesson memory.Lesson
	Run    string
}

// LessonsOf returns the lessons that a session taught: those of its episodes,
// and what was learned in no other since.
func (t *Tx) LessonsOf(session string) ([]Taught, error) {
	var list []Taught
	add := func(l memory.Lesson, run string) {
		if !slices.ContainsFunc(list, func(o Taught) bool { return o.Lesson.ID == l.ID && o.Run == run }) {
			list = append(list, Taught{l, run})
		}
	}
	var episodes []memory.Episode
	const of = " WHERE session = (SELECT id FROM sessions WHERE key = ?) ORDER BY at"
	err := t.db.each(episodeColumns+of, []any{clean(session)}, func(r row) error {
		episodes = append(episodes, t.readEpisode(r))
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, e := range episodes {
		for _, id := range e.Lessons {
			l, ok, err := t.Lesson(id)
			if err != nil {
				return nil, err
			}
			if ok {
				add(l, e.Green)
			}
		}
	}
	last, err := t.lessons(" WHERE session = ?", clean(session))
	for _, l := range last {
		add(l, l.Run)
	}
	return list, err
}
