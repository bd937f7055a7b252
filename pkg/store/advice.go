package store

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// AddAdvice keeps an advice and gives it an id when it has none. One that is
// there already stays as it is.
func (t *Tx) AddAdvice(a *memory.Advice) error {
	k := newKey(a.Time, a.ID, 'v')
	project, err := t.project(a.Project)
	if err != nil {
		return err
	}
	session, err := t.session(a.Session, "", project, k.at)
	if err != nil {
		return err
	}
	const insert = `INSERT INTO advice (at, id, session, project, run, source, signature, command, text, safe, rule, lesson, followed, worked)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`
	added, err := t.add("advice", &k, func() (int, error) {
		return t.db.run(insert, k.at, k.id, session, project, a.Run, string(a.Fix.Source), a.Fix.Signature, a.Fix.Command, a.Fix.Text, a.Fix.Safe,
			a.Fix.Rule, a.Fix.Lesson, a.Followed, truth(a.Worked))
	}, "run IS ?2 AND text IS ?3", a.Run, a.Fix.Text)
	if added {
		a.ID = k.id
	}
	return err
}

// UpdateAdvice writes what came of an advice.
func (t *Tx) UpdateAdvice(a *memory.Advice) error {
	_, err := t.db.run("UPDATE advice SET followed = ?, worked = ? WHERE id = ?", a.Followed, truth(a.Worked), a.ID)
	return err
}

// truth is a truth that may not be known yet.
func truth(b *bool) any {
	if b == nil {
		return nil
	}
	return *b
}

const adviceColumns = `SELECT at, id, session, project, run, source, signature, command, text, safe, rule, lesson, followed, worked FROM advice`

func (t *Tx) readAdvice(r row) memory.Advice {
	a := memory.Advice{
		Time: moment(r.integer(0)), ID: r.string(1), Session: t.sessionKey(r, 2), Project: t.projectRoot(r, 3), Run: r.string(4), Followed: r.string(12),
		Fix: memory.Fix{
			Source: memory.FixSource(r.string(5)), Signature: r.string(6), Command: redact.Clean(r.string(7)), Text: redact.Clean(r.string(8)), Safe: r.int(9) != 0,
			Rule: r.string(10), Lesson: r.string(11),
		},
	}
	if !r.null(13) {
		worked := r.int(13) != 0
		a.Worked = &worked
	}
	return a
}

func (t *Tx) advice(where string, args ...any) ([]memory.Advice, error) {
	var list []memory.Advice
	err := t.db.each(adviceColumns+where, args, func(r row) error {
		list = append(list, t.readAdvice(r))
		return nil
	})
	return list, err
}

// Advice returns the latest advice given in a session, the latest first.
func (t *Tx) Advice(session string, limit int) ([]memory.Advice, error) {
	number, err := t.knownSession(clean(session))
	if number == nil || err != nil {
		return nil, err
	}
	return t.advice(" WHERE session = ? ORDER BY at DESC LIMIT ?", number, limit)
}

// AdviceAfter returns what was advised after a run.
func (t *Tx) AdviceAfter(run string) ([]memory.Advice, error) {
	var session any
	if ok, err := t.db.one("SELECT session FROM runs WHERE id = ?", []any{run}, func(r row) {
		if !r.null(0) {
			session = r.integer(0)
		}
	}); !ok || err != nil {
		return nil, err
	}
	return t.advice(" WHERE session IS ? AND run = ? ORDER BY at", session, run)
}

// AdviceOf returns what was advised on the strength of a lesson.
func (t *Tx) AdviceOf(lesson string) ([]memory.Advice, error) {
	return t.advice(" WHERE lesson = ? ORDER BY at", lesson)
}

// AdviceByID returns the advice with an id.
func (t *Tx) AdviceByID(id string) (a memory.Advice, ok bool, err error) {
	ok, err = t.db.one(adviceColumns+" WHERE id = ?", []any{id}, func(r row) { a = t.readAdvice(r) })
	return a, ok, err
}
