package store

import (
	"cmp"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// BeginSession adds a session, or continues one that is known: what is known
// of it stays, except its end. It fills s with what is kept.
func (t *Tx) BeginSession(s *memory.Session) error {
	if s.Key == "" {
		return nil
	}
	project, err := t.numbers.project(s.Project)
	if err != nil {
		return err
	}
	old, known, err := t.Session(s.Key)
	if err != nil {
		return err
	}
	if !known {
		const add = `INSERT INTO sessions (key, agent, project, started, previous, namespace, metadata) VALUES (?1, ?2, ?3, ?4,
			coalesce(?5, (SELECT key FROM sessions WHERE project = ?3 AND started <= ?4 ORDER BY id DESC LIMIT 1)), ?6, ?7) RETURNING previous`
		_, err := t.db.one(add, []any{clean(s.Key), clean(s.Agent), project, s.Started.UnixMicro(), clean(s.Before), clean(s.Namespace), s.Metadata},
			func(r Row) { s.Before = r.Text(0) })
		return err
	}
	before := s.Before
	if s.Namespace != "" || s.Metadata.Len() > 0 {
		const name = `UPDATE sessions SET namespace = coalesce(?2, namespace), metadata = coalesce(?3, metadata) WHERE key = ?1`
		if _, err := t.db.run(name, clean(s.Key), clean(s.Namespace), s.Metadata); err != nil {
			return err
		}
		old.Namespace, old.Metadata = cmp.Or(s.Namespace, old.Namespace), cmp.Or(s.Metadata, old.Metadata)
	}
	if *s = old; old.Ended.IsZero() && old.Before != "" && old.Project != "" {
		return nil
	}
	// An earlier event may have told less.
	const goOn = `UPDATE sessions SET project = coalesce(project, ?2), previous = coalesce(previous, ?3), ended = NULL WHERE key = ?1`
	if _, err := t.db.run(goOn, clean(s.Key), project, clean(before)); err != nil {
		return err
	}
	if old.Before == "" {
		number, err := t.SessionNumber(s.Key)
		if err != nil {
			return err
		}
		if err := link(t, number); err != nil {
			return err
		}
	}
	*s, _, err = t.Session(s.Key)
	return err
}

// link records which session of the project came before a session.
func link(t *Tx, number any) error {
	const before = `UPDATE sessions SET previous = (SELECT earlier.key FROM sessions AS earlier
			WHERE earlier.project = sessions.project AND earlier.started <= sessions.started AND earlier.id <> sessions.id ORDER BY earlier.id DESC LIMIT 1)
		WHERE id = ? AND previous IS NULL AND project IS NOT NULL`
	_, err := t.db.run(before, number)
	return err
}

// Sessions are the sessions of agents.
var Sessions = Table[memory.Session]{name: "sessions", columns: func(s *memory.Session) []column {
	return []column{
		{"key", (*payload)(&s.Key)},
		{"agent", (*payload)(&s.Agent)},
		{"project", (*projectRoot)(&s.Project)},
		{"started", &s.Started},
		{"ended", (*sometime)(&s.Ended)},
		{"previous", (*payload)(&s.Before)},
		{"summary", &s.Summary},
		{"told", (*payloads)(&s.Told)},
		{"namespace", (*payload)(&s.Namespace)},
		{"metadata", &s.Metadata},
	}
}}

// Session returns the session with a key.
func (t *Tx) Session(key string) (memory.Session, bool, error) {
	return Sessions.One(t, " WHERE key = ?", clean(key))
}

// SetTold records which lessons the model of a session was told.
func (t *Tx) SetTold(session string, ids []string) error {
	_, err := t.db.run("UPDATE sessions SET told = ? WHERE key = ?", strings.Join(ids, "\n"), clean(session))
	return err
}

// TimesTold counts the sessions of a project whose models were told what has an id.
func (t *Tx) TimesTold(project, id string) (n int, err error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return 0, err
	}
	_, err = t.db.one("SELECT count(*) FROM sessions WHERE project = ? AND instr(told, ?)", []any{number, id}, func(r Row) { n = r.Int(0) })
	return n, err
}

// EndSession records when a session ended.
func (t *Tx) EndSession(key string, at time.Time) error {
	_, err := t.db.run("UPDATE sessions SET ended = ? WHERE key = ?", at.UnixMicro(), clean(key))
	return err
}

// Summarize counts what a session came to and keeps the result. Without again
// it counts only if something was run or edited since the last time; anew
// reports whether it counted. It returns nil for a session that is not known.
func (t *Tx) Summarize(key string, again bool) (sum *memory.Summary, anew bool, err error) {
	key = clean(key)
	number, err := t.SessionNumber(key)
	if number == nil || err != nil {
		return nil, false, err
	}
	s, _, err := t.Session(key)
	if err != nil {
		return nil, false, err
	}
	if s.Before == "" {
		if err := link(t, number); err != nil {
			return nil, false, err
		}
	}
	sum = &memory.Summary{Until: s.Started}
	var until int64
	if _, err := t.db.one("SELECT "+lastStep, []any{number}, func(r Row) { until = r.Int64(0) }); err != nil {
		return nil, false, err
	}
	if until > 0 {
		sum.Until = moment(until)
	}
	if !again && s.Summary != nil && s.Summary.Until.Equal(sum.Until) {
		return s.Summary, false, nil
	}
	if err := summarize(t, number, &s, sum); err != nil {
		return nil, false, err
	}
	_, err = t.db.run("UPDATE sessions SET summary = ? WHERE id = ?", objectColumn(sum, summaryMembers), number)
	return sum, true, err
}

// summarize counts what a session came to.
func summarize(t *Tx, number any, s *memory.Session, sum *memory.Summary) error {
	const runs = `SELECT count(*), count(CASE WHEN outcome IN ('failed', 'masked') THEN 1 END) FROM runs
		WHERE session = ? AND outcome NOT IN ('denied', 'refused')`
	if _, err := t.db.one(runs, []any{number}, func(r Row) { sum.Commands, sum.Failures = r.Int(0), r.Int(1) }); err != nil {
		return err
	}
	project, err := t.ProjectNumber(s.Project)
	if err != nil {
		return err
	}
	began := s.Started.UnixMicro()
	const lessons = `SELECT count(CASE WHEN first >= ?3 THEN 1 END), count(CASE WHEN kind = 'fix' OR kind = 'check' AND state = 'closed' THEN 1 END)
		FROM lessons WHERE project IS ?1 AND session = ?2`
	if _, err := t.db.one(lessons, []any{project, s.Key, began}, func(r Row) { sum.Lessons, sum.Fixes = r.Int(0), r.Int(1) }); err != nil {
		return err
	}
	const blocked = "SELECT count(*) FROM decisions WHERE at >= ? AND session = ? AND " + ShownAction + " = 'block'"
	_, err = t.db.one(blocked, []any{began, number}, func(r Row) { sum.Blocked = r.Int(0) })
	return err
}

// OpenSessions returns the latest sessions of a project, except one, whose end
// was not told, or that went on after it: those that were killed and those
// still at work.
func (t *Tx) OpenSessions(project, but string, limit int) ([]string, error) {
	number, err := t.ProjectNumber(project)
	if err != nil {
		return nil, err
	}
	var keys []string
	err = t.db.each(unended, []any{number, clean(but), limit}, func(r Row) error {
		keys = append(keys, r.Text(0))
		return nil
	})
	return keys, err
}

// unended selects sessions for OpenSessions.
const unended = `SELECT key FROM (SELECT id AS number, key, ended FROM sessions WHERE project IS ? AND key <> ? ORDER BY id DESC LIMIT ?)
		WHERE ended IS NULL OR EXISTS (SELECT 1 FROM runs WHERE session = number AND at > ended) OR EXISTS (SELECT 1 FROM edits WHERE session = number AND at > ended)`

// LastActivity returns when the last thing happened in a session; zero when it
// is not known.
func (t *Tx) LastActivity(session string) (at time.Time, err error) {
	number, err := t.SessionNumber(session)
	if number == nil || err != nil {
		return at, err
	}
	_, err = t.db.one("SELECT max(started, "+lastStep+") FROM sessions WHERE id = ?1", []any{number}, func(r Row) { at = r.Time(0) })
	return at, err
}

// lastStep is the SQL for the time of the last run or edit of the session with
// the number ?1.
const lastStep = `max(coalesce((SELECT max(at) FROM runs WHERE session = ?1), 0), coalesce((SELECT max(at) FROM edits WHERE session = ?1), 0))`

// restoreSession adds a session that is not known.
func restoreSession(t *Tx, s *memory.Session) (added int, err error) {
	if n, err := t.SessionNumber(s.Key); n != nil || err != nil {
		return 0, err
	}
	project, err := t.numbers.project(s.Project)
	if err != nil {
		return 0, err
	}
	return Sessions.insert(t, "INSERT", Sessions.values(s, owner{project: project}), "")
}

// LastEnded returns the session of a project that ended last, since a time; "" for none.
func (t *Tx) LastEnded(project string, since time.Time) (key string, err error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return "", err
	}
	_, err = t.db.one("SELECT key FROM sessions WHERE project = ? AND ended >= ? ORDER BY ended DESC LIMIT 1", []any{number, since.UnixMicro()}, func(r Row) { key = r.Text(0) })
	return key, err
}
