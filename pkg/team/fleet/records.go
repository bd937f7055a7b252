package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// mayEnd bounds how long after a decision its outcome is still looked for.
const mayEnd = 7 * 24 * time.Hour

// decisions sends new decisions, and those of the last days again with what became
// of them.
func (p *push) decisions() error {
	ends := make(map[string]memory.Ending)
	row := func(d *memory.Decision) *server.Decision { return p.decision(d, ends[d.ID].How) }
	since := p.Now().Add(-mayEnd)
	latest, err := report.ReadDecisions(p.Store, p.Spool, report.DecisionFilter{Since: since})
	if err != nil {
		return err
	}
	if ends, err = report.Endings(p.Store, p.Spool, latest, nil); err != nil {
		return err
	}
	if err := pushDays(p, "decisions", &store.Decisions, func(d *memory.Decision) (time.Time, bool) { return d.Time, false }, row); err != nil {
		return err
	}
	return pushChanged(p, "endings", keep(latest, func(d *memory.Decision) bool { return ends[d.ID].How != "" }), row, func(d *server.Decision) string { return d.ID })
}

func keep[T any](list []T, wanted func(*T) bool) []T {
	var kept []T
	for i := range list {
		if wanted(&list[i]) {
			kept = append(kept, list[i])
		}
	}
	return kept
}

func (p *push) lessons() error {
	var list []memory.Lesson
	var uses map[string]store.Use
	if err := p.store.View(func(t *store.Tx) (err error) {
		if list, err = store.SelectLessons(t, ""); err == nil {
			uses, err = t.LessonUses()
		}
		return err
	}); err != nil {
		return err
	}
	// A fix that is offered everywhere sums up those of projects, and one that the team
	// offers is its own until the user accepts it.
	list = keep(list, func(l *memory.Lesson) bool { return !l.Everywhere && l.State != memory.Offered })
	return pushChanged(p, "lessons", list, func(l *memory.Lesson) *server.Lesson { return p.lesson(l, uses[l.ID]) }, func(l *server.Lesson) string { return l.ID })
}

func (p *push) preferences() error {
	var list []memory.Preference
	if err := p.store.View(func(t *store.Tx) (err error) {
		list, err = t.AllPreferences()
		return err
	}); err != nil {
		return err
	}
	sent := p.cursor.Records["preferences"]
	list = keep(list, func(f *memory.Preference) bool { return mayLeave(f, sent[f.ID] != "") })
	return pushChanged(p, "preferences", list, p.preference, func(p *server.Preference) string { return p.ID })
}

// mayLeave reports whether a preference is sent. Its words are a user's: a prompt may
// have been misunderstood, or meant for nobody else, until the user confirms it. That
// one which the team has came to its end is sent, too.
func mayLeave(f *memory.Preference, sent bool) bool {
	switch f.State {
	case memory.Active:
		return true
	case memory.Rejected, memory.Contradicted, memory.Expired:
		return sent
	}
	return false
}

// pushChanged sends the records that are not as they were when they were sent last.
func pushChanged[T any, R server.Row](p *push, kind string, list []T, row func(*T) R, id func(R) string) error {
	was, now := p.cursor.Records[kind], make(map[string]string, len(list))
	var rows []R
	send := func() error {
		added, err := server.Push(p.ctx, p.srv, p.schema, rows)
		if err != nil || len(rows) == 0 {
			return err
		}
		p.done.count(kind, len(rows), added)
		rows = rows[:0]
		return nil
	}
	for i := range list {
		r := row(&list[i])
		data, err := json.Marshal(r)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		now[id(r)] = hex.EncodeToString(sum[:8])
		if was[id(r)] == now[id(r)] {
			continue
		}
		if rows = append(rows, r); len(rows) == pageSize {
			if err := send(); err != nil {
				return err
			}
		}
	}
	if err := send(); err != nil {
		return err
	}
	if !maps.Equal(was, now) {
		p.cursor.Records[kind] = now
		return p.cursor.save()
	}
	return nil
}

func (p *push) decision(d *memory.Decision, ending string) *server.Decision {
	n := p.names
	row := &server.Decision{
		ID: d.ID, At: d.Time, Project: n.project(d.Project), Session: n.Session(d.Session), Agent: d.Agent,
		Action: d.ShownAction(), Risk: d.Risk, Rules: d.Rules, Ending: ending,
	}
	if p.Account.Commands {
		row.Command = n.Text(d.Command)
	}
	return row
}

func (p *push) lesson(l *memory.Lesson, use store.Use) *server.Lesson {
	n := p.names
	row := &server.Lesson{
		ID: l.ID, Project: n.project(l.Project), Kind: string(l.Kind), Key: l.Key, State: l.State.String(),
		What: n.Text(l.What), Wrong: n.Text(l.From), Remedy: n.Text(l.Remedy), Edit: l.Edit,
		Worked: l.Worked, Tried: l.Tried, Misfire: l.Misfire, First: l.First, Last: l.Last,
		Told: use.Told, Followed: use.Followed, Helped: use.Helped,
	}
	if l.Kind == memory.LessonCheck {
		row.Key = n.Check(l.Key)
	}
	for _, s := range l.Before {
		row.Earlier = append(row.Earlier, server.Step{Text: n.Text(s.Text), Edit: s.Edit})
	}
	row.Portable = l.Kind == memory.LessonFix && row.Project != "" && !l.OfTeam() && n.portable(l.From) &&
		!slices.ContainsFunc(l.Recipe(), func(s memory.Step) bool { return s.Edit || !n.portable(s.Text) })
	return row
}

func (p *push) preference(f *memory.Preference) *server.Preference {
	n := p.names
	row := &server.Preference{
		ID: f.ID, Project: n.project(f.Project), Under: n.Text(redact.Clean(f.Under)), State: string(f.State),
		Words: n.Text(f.Words), Confidence: f.Confidence, First: f.First, Last: f.Last,
	}
	row.Portable = n.portable(f.Words) && n.portable(redact.Clean(f.Under))
	if f.Rule != (memory.PreferenceRule{}) {
		rule := f.Rule
		for _, s := range [...]*string{&rule.Avoid, &rule.Branch, &rule.Prefer, &rule.When, &rule.With, &rule.After, &rule.Except} {
			t := redact.Clean(*s)
			row.Portable = row.Portable && n.portable(t)
			*s = n.Text(t)
		}
		row.Rule = &rule
	}
	return row
}
