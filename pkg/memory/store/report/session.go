package report

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Session is a session, and how much happened in it.
type Session struct {
	Key, Agent, Project string
	Started, Last       time.Time
	Runs, Bad, Never    int // commands, those that failed, and those that did not run to the end
	Denied              int // of the latter, those that never began: refused by the user, or denied
	Edits, Decisions    int
}

// SessionFilter selects sessions. A zero field selects all.
type SessionFilter struct {
	Key     string
	Project string
	Since   time.Time // with something in it since
	Limit   int
}

// heldAnything is the condition that anything of a session s is kept. Some are
// only names, in lessons that came from elsewhere.
const heldAnything = `(EXISTS (SELECT 1 FROM runs WHERE session = s.id) OR EXISTS (SELECT 1 FROM edits WHERE session = s.id)
	OR EXISTS (SELECT 1 FROM tasks WHERE session = s.id) OR EXISTS (SELECT 1 FROM advice WHERE session = s.id)
	OR EXISTS (SELECT 1 FROM decisions WHERE session = s.id))`

// Sessions returns the sessions that a filter selects and that hold anything,
// the last active one first. A session that is named may be empty.
func Sessions(t *store.Tx, f SessionFilter) ([]Session, error) {
	var w store.Conditions
	if f.Key != "" {
		w.And("key = ?", f.Key)
	} else {
		w.And(heldAnything)
	}
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if err != nil || number == nil {
			return nil, err
		}
		w.And("project = ?", number)
	}
	if !f.Since.IsZero() {
		w.And("last >= ?", f.Since.UnixMicro())
	}
	limit := -1
	if f.Limit > 0 {
		limit = f.Limit
	}
	// Of all rows: events that come late may be older than the session's
	// first.
	const sessions = `WITH s AS (SELECT id, key, agent, project,
			min(started, coalesce((SELECT min(at) FROM runs WHERE session = sessions.id), started)) AS first,
			max(started, coalesce((SELECT max(at) FROM runs WHERE session = sessions.id), 0),
				coalesce((SELECT max(at) FROM edits WHERE session = sessions.id), 0)) AS last
		FROM sessions)
		SELECT id, key, agent, (SELECT root FROM projects WHERE projects.id = s.project), first, last FROM s`
	var list []Session
	var ids []int64
	err := t.Each(sessions+w.SQL()+" ORDER BY last DESC LIMIT ?", append(w.Args, limit), func(r store.Row) error {
		ids = append(ids, r.Int64(0))
		list = append(list, Session{
			Key: r.Text(1), Agent: r.Text(2), Project: r.Text(3), Started: r.Time(4), Last: r.Time(5),
		})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i := range list {
		if err := countSession(t, ids[i], &list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// countSession counts what happened in a session.
func countSession(t *store.Tx, number int64, s *Session) error {
	const outcomes = "SELECT outcome, count(*) FROM runs WHERE session = ? GROUP BY outcome"
	err := t.Each(outcomes, []any{number}, func(r store.Row) error {
		n := r.Int(1)
		s.Runs += n
		switch o, _ := memory.ParseOutcome(r.Text(0)); {
		case o.Bad():
			s.Bad += n
		case o >= memory.Interrupted:
			if s.Never += n; o != memory.Interrupted {
				s.Denied += n
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if _, err := t.One("SELECT count(*) FROM edits WHERE session = ?", []any{number}, func(r store.Row) { s.Edits = r.Int(0) }); err != nil {
		return err
	}
	_, err = t.One("SELECT count(*) FROM decisions WHERE session = ? AND action NOT IN ('allowed', 'paused') AND at BETWEEN ? AND ?",
		[]any{number, s.Started.Add(-time.Hour).UnixMicro(), s.Last.Add(time.Hour).UnixMicro()}, func(r store.Row) { s.Decisions = r.Int(0) })
	return err
}

// SessionLesson is a lesson, and the run that taught it in a session. Of the
// lesson itself only the last such run is known.
type SessionLesson struct {
	Lesson memory.Lesson
	Run    string
}

// LessonsOf returns the lessons that a session taught: those of its episodes,
// and those that no other session has taught since.
func LessonsOf(t *store.Tx, session string) ([]SessionLesson, error) {
	var list []SessionLesson
	add := func(l memory.Lesson, run string) {
		if !slices.ContainsFunc(list, func(o SessionLesson) bool { return o.Lesson.ID == l.ID && o.Run == run }) {
			list = append(list, SessionLesson{l, run})
		}
	}
	number, err := t.SessionNumber(session)
	if err != nil {
		return nil, err
	}
	episodes, err := store.Episodes.Select(t, " WHERE session = ? ORDER BY at", number)
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
	last, err := store.SelectLessons(t, " WHERE session = ?", redact.Clean(session))
	for _, l := range last {
		add(l, l.Run)
	}
	return list, err
}

// SessionKeys returns the sessions whose keys begin with a text, latest first;
// if one has exactly this key, only that.
func SessionKeys(t *store.Tx, prefix string) ([]string, error) {
	if n, err := t.SessionNumber(prefix); n != nil || err != nil {
		return []string{prefix}, err
	}
	var keys []string
	const begins = "SELECT key FROM sessions WHERE key >= ? AND key < ? ORDER BY started DESC"
	err := t.Each(begins, []any{prefix, prefix + "\U0010ffff"}, func(r store.Row) error {
		keys = append(keys, r.Text(0))
		return nil
	})
	return keys, err
}
