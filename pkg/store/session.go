package store

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// BeginSession adds a session, or finds the one that goes on: what is told
// of it already stays, but that it ended. s is filled with what is kept.
func (t *Tx) BeginSession(s *memory.Session) error {
	if s.Key == "" {
		return nil
	}
	project, err := t.project(s.Project)
	if err != nil {
		return err
	}
	old, known, err := t.Session(s.Key)
	if err != nil {
		return err
	}
	if !known {
		const add = `INSERT INTO sessions (key, agent, project, started, previous) VALUES (?1, ?2, ?3, ?4,
			coalesce(?5, (SELECT key FROM sessions WHERE project = ?3 AND started <= ?4 ORDER BY id DESC LIMIT 1))) RETURNING previous`
		_, err := t.db.one(add, []any{clean(s.Key), clean(s.Agent), project, s.Started.UnixMicro(), clean(s.Before)}, func(r row) { s.Before = r.string(0) })
		return err
	}
	before := s.Before
	if *s = old; old.Ended.IsZero() && old.Before != "" && old.Project != "" {
		return nil
	}
	// An event that was there before us may have told less.
	const goOn = `UPDATE sessions SET project = coalesce(project, ?2), previous = coalesce(previous, ?3), ended = NULL WHERE key = ?1`
	if _, err := t.db.run(goOn, clean(s.Key), project, clean(before)); err != nil {
		return err
	}
	if old.Before == "" {
		number, err := t.knownSession(clean(s.Key))
		if err != nil {
			return err
		}
		if err := t.link(number); err != nil {
			return err
		}
	}
	*s, _, err = t.Session(s.Key)
	return err
}

// link notes which session of the project came before one.
func (t *Tx) link(number any) error {
	const before = `UPDATE sessions SET previous = (SELECT earlier.key FROM sessions AS earlier
			WHERE earlier.project = sessions.project AND earlier.started <= sessions.started AND earlier.id <> sessions.id ORDER BY earlier.id DESC LIMIT 1)
		WHERE id = ? AND previous IS NULL AND project IS NOT NULL`
	_, err := t.db.run(before, number)
	return err
}

const sessionColumns = "key, agent, project, started, ended, previous, summary, told"

func (t *Tx) readSession(r row) memory.Session {
	s := memory.Session{
		Key: r.string(0), Agent: r.string(1), Project: t.projectRoot(r, 2), Started: moment(r.integer(3)), Before: r.string(5),
		Summary: decodeSummary(r.string(6)), Told: split(r.string(7)),
	}
	if !r.null(4) {
		s.Ended = moment(r.integer(4))
	}
	return s
}

// Session returns the session with a key.
func (t *Tx) Session(key string) (s memory.Session, ok bool, err error) {
	ok, err = t.db.one("SELECT "+sessionColumns+" FROM sessions WHERE key = ?", []any{clean(key)}, func(r row) { s = t.readSession(r) })
	return s, ok, err
}

// Sessions returns the sessions whose keys begin with a text, the latest
// first; that with exactly this key alone where there is one.
func (t *Tx) Sessions(prefix string) ([]string, error) {
	if n, err := t.knownSession(prefix); n != nil || err != nil {
		return []string{prefix}, err
	}
	var keys []string
	err := t.db.each("SELECT key FROM sessions WHERE key >= ? AND key < ? ORDER BY started DESC", []any{prefix, prefix + "\U0010ffff"}, func(r row) error {
		keys = append(keys, r.string(0))
		return nil
	})
	return keys, err
}

// Told notes what the model of a session has heard of.
func (t *Tx) Told(session string, ids []string) error {
	_, err := t.db.run("UPDATE sessions SET told = ? WHERE key = ?", strings.Join(ids, "\n"), clean(session))
	return err
}

// EndSession notes when a session ended.
func (t *Tx) EndSession(key string, at time.Time) error {
	_, err := t.db.run("UPDATE sessions SET ended = ? WHERE key = ?", at.UnixMicro(), clean(key))
	return err
}

// Sum counts what a session came to and keeps it. Unless it is to be counted
// again, that is not done when nothing was run or edited since it was. A
// session that is not known comes to nothing.
func (t *Tx) Sum(key string, again bool) (*memory.Summary, error) {
	key = clean(key)
	number, err := t.knownSession(key)
	if number == nil || err != nil {
		return nil, err
	}
	if err := t.link(number); err != nil {
		return nil, err
	}
	s, _, err := t.Session(key)
	if err != nil {
		return nil, err
	}
	sum := memory.Summary{Until: s.Started}
	var until int64
	if _, err := t.db.one("SELECT "+lastStep, []any{number}, func(r row) { until = r.integer(0) }); err != nil {
		return nil, err
	}
	if until > 0 {
		sum.Until = moment(until)
	}
	if !again && s.Summary != nil && s.Summary.Until.Equal(sum.Until) {
		return s.Summary, nil
	}
	if err := t.count(number, &s, &sum); err != nil {
		return nil, err
	}
	_, err = t.db.run("UPDATE sessions SET summary = ? WHERE id = ?", encodeSummary(&sum), number)
	return &sum, err
}

// count counts what a session came to.
func (t *Tx) count(number any, s *memory.Session, sum *memory.Summary) error {
	const runs = `SELECT count(*), count(CASE WHEN outcome IN ('failed', 'masked') THEN 1 END) FROM runs
		WHERE session = ? AND outcome NOT IN ('denied', 'refused')`
	if _, err := t.db.one(runs, []any{number}, func(r row) { sum.Commands, sum.Failures = r.int(0), r.int(1) }); err != nil {
		return err
	}
	project, err := t.lookProject(s.Project)
	if err != nil {
		return err
	}
	began := s.Started.UnixMicro()
	const lessons = `SELECT count(CASE WHEN first >= ?3 THEN 1 END), count(CASE WHEN kind = 'fix' OR kind = 'check' AND state = 'closed' THEN 1 END)
		FROM lessons WHERE project IS ?1 AND session = ?2`
	if _, err := t.db.one(lessons, []any{project, s.Key, began}, func(r row) { sum.Lessons, sum.Fixes = r.int(0), r.int(1) }); err != nil {
		return err
	}
	const blocked = "SELECT count(*) FROM decisions WHERE at >= ? AND session = ? AND " + shownAction + " = 'block'"
	_, err = t.db.one(blocked, []any{began, number}, func(r row) { sum.Blocked = r.int(0) })
	return err
}

// Unended returns the latest sessions of a project that have not told their
// end, or went on after it, but one: those that were killed, and those that
// are at work.
func (t *Tx) Unended(project, but string, limit int) ([]string, error) {
	number, err := t.lookProject(project)
	if err != nil {
		return nil, err
	}
	var keys []string
	const unended = `SELECT key FROM (SELECT id AS number, key, ended FROM sessions WHERE project IS ? AND key <> ? ORDER BY id DESC LIMIT ?)
		WHERE ended IS NULL OR EXISTS (SELECT 1 FROM runs WHERE session = number AND at > ended) OR EXISTS (SELECT 1 FROM edits WHERE session = number AND at > ended)`
	err = t.db.each(unended, []any{number, clean(but), limit}, func(r row) error {
		keys = append(keys, r.string(0))
		return nil
	})
	return keys, err
}

// LastOf tells when the last thing happened in a session; never is zero.
func (t *Tx) LastOf(session string) (at time.Time, err error) {
	number, err := t.knownSession(clean(session))
	if number == nil || err != nil {
		return at, err
	}
	_, err = t.db.one("SELECT max(started, "+lastStep+") FROM sessions WHERE id = ?1", []any{number}, func(r row) { at = moment(r.integer(0)) })
	return at, err
}

// lastStep is when the last run or edit of the session with the number ?1 was.
const lastStep = `max(coalesce((SELECT max(at) FROM runs WHERE session = ?1), 0), coalesce((SELECT max(at) FROM edits WHERE session = ?1), 0))`

type wireSummary struct {
	Until    time.Time `json:"until"`
	Commands int       `json:"commands"`
	Failures int       `json:"failures"`
	Fixes    int       `json:"fixes"`
	Lessons  int       `json:"lessons"`
	Blocked  int       `json:"blocked"`
}

func encodeSummary(s *memory.Summary) string {
	var o object
	o.open()
	o.time("until", s.Until)
	o.integer("commands", int64(s.Commands))
	o.integer("failures", int64(s.Failures))
	o.integer("fixes", int64(s.Fixes))
	o.integer("lessons", int64(s.Lessons))
	o.integer("blocked", int64(s.Blocked))
	o.close()
	return string(o.b)
}

func decodeSummary(column string) *memory.Summary {
	var w wireSummary
	if column == "" || json.Unmarshal([]byte(column), &w) != nil {
		return nil
	}
	s := memory.Summary(w)
	return &s
}

type wireSession struct {
	Key     string       `json:"key"`
	Agent   string       `json:"agent,omitempty"`
	Project string       `json:"project,omitempty"`
	Started time.Time    `json:"started"`
	Ended   *time.Time   `json:"ended,omitempty"`
	Before  string       `json:"before,omitempty"`
	Summary *wireSummary `json:"summary,omitempty"`
	Told    []string     `json:"told,omitempty"`
}

func toSession(s *memory.Session) *wireSession {
	w := &wireSession{Key: s.Key, Agent: s.Agent, Project: s.Project, Started: s.Started, Before: s.Before, Told: slices.Clone(s.Told)}
	if !s.Ended.IsZero() {
		w.Ended = &s.Ended
	}
	if s.Summary != nil {
		sum := wireSummary(*s.Summary)
		w.Summary = &sum
	}
	return w
}

func (t *Tx) eachSession(rest string, args []any, do func(record) error) error {
	return t.db.each("SELECT "+sessionColumns+" FROM sessions"+rest, args, func(r row) error {
		s := t.readSession(r)
		return do(record{Session: toSession(&s)})
	})
}

// restoreSession adds a session that is not known.
func (t *Tx) restoreSession(w *wireSession) (added int, err error) {
	if n, err := t.knownSession(clean(w.Key)); n != nil || err != nil {
		return 0, err
	}
	project, err := t.project(w.Project)
	if err != nil {
		return 0, err
	}
	var ended any
	if w.Ended != nil {
		ended = w.Ended.UnixMicro()
	}
	summary := ""
	if w.Summary != nil {
		sum := memory.Summary(*w.Summary)
		summary = encodeSummary(&sum)
	}
	const add = "INSERT INTO sessions (key, agent, project, started, ended, previous, summary, told) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
	return t.db.run(add, clean(w.Key), clean(w.Agent), project, w.Started.UnixMicro(), ended, clean(w.Before), summary, clean(strings.Join(w.Told, "\n")))
}
