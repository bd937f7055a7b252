package fleet

import (
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

func TestPushSendsWhatIsNew(t *testing.T) {
	tm := newTeam(t)
	a, b := tm.machine("a", "core"), tm.machine("b", "core")
	a.ran(0, 30)
	b.ran(0, 3)
	check := func(when string, m *machine, sent, added int) {
		t.Helper()
		if done := m.push(); done.Sent["runs"] != sent || done.Added["runs"] != added {
			t.Errorf("%s: %d sent, %d added; want %d and %d", when, done.Sent["runs"], done.Added["runs"], sent, added)
		}
	}
	check("first", a, 30, 30)
	check("another machine", b, 3, 3)
	check("again", a, 0, 0)
	a.ran(30, 5)
	check("new ones", a, 5, 5)
	a.ran(-5, 3) // five minutes before: they come late, of a day that was pushed
	check("late ones", a, 13, 3)
	a.Machine.Places.State = t.TempDir() // the cursor is lost
	check("without a cursor", a, 38, 0)
	if got := tm.rows("postgres", "SELECT count(*), count(DISTINCT (machine, id)) FROM fleet.runs"); got != "41 41" {
		t.Errorf("the server has %s", got)
	}
	if got := tm.rows("postgres", "SELECT sum(runs)::int, sum(failed)::int FROM fleet.run_days"); got != "41 4" {
		t.Errorf("the sums of days are %s", got)
	}
	if got := tm.rows("postgres", "SELECT tableoid::regclass::text, count(*) FROM fleet.runs GROUP BY 1 ORDER BY 1"); got != "fleet.runs_2026_03 16\nfleet.runs_2026_04 25" {
		t.Errorf("the months are\n%s", got)
	}
}

// What became of a run is learned late, and replaces that it was not known.
func TestPushOfALateOutcome(t *testing.T) {
	tm := newTeam(t)
	m := tm.machine("a", "core")
	run := memory.Run{Start: start, Session: "s1", Call: "c1", Command: redact.Clean("make"), Outcome: memory.Unknown}
	m.update(func(t *store.Tx) error { _, err := t.AddRun(&run); return err })
	m.push()
	late := run
	late.Start, late.Outcome = start.Add(11*time.Minute), memory.Refused // in the next month
	m.update(func(t *store.Tx) error { _, err := t.AddRun(&late); return err })
	m.push()
	if got := tm.rows("postgres", "SELECT id, outcome FROM fleet.runs"); got != run.ID+" refused" {
		t.Errorf("the server has %s", got)
	}
	if got := tm.rows("postgres", "SELECT day::text, runs, stopped FROM fleet.run_days WHERE runs > 0"); got != "2026-04-01 1 1" {
		t.Errorf("the sums of days are %s", got)
	}
}

// The words of a preference leave the machine once the user has confirmed it.
func TestPushOfPreferences(t *testing.T) {
	tm := newTeam(t)
	m := tm.machine("a", "core")
	states := []memory.PreferenceState{memory.Candidate, memory.Proposed, memory.Active, memory.Rejected, memory.Contradicted, memory.Expired}
	var list []memory.Preference
	for _, s := range states {
		p := memory.Preference{State: s, Words: redact.Clean("words of a " + string(s)), Confidence: 1, First: start, Last: start}
		m.update(func(t *store.Tx) error { return t.PutPreference(&p) })
		list = append(list, p)
	}
	m.push()
	const all = "SELECT state, words FROM fleet.preferences ORDER BY words"
	if got := tm.rows("postgres", all); got != "active words of a active" {
		t.Errorf("the server has\n%s", got)
	}
	set := func(i int, s memory.PreferenceState) {
		list[i].State = s
		m.update(func(t *store.Tx) error { return t.PutPreference(&list[i]) })
	}
	set(1, memory.Active)
	set(2, memory.Rejected)
	m.push()
	if got := tm.rows("postgres", all); got != "declined words of a active\nactive words of a proposed" {
		t.Errorf("after the user's answers the server has\n%s", got)
	}
}

// A fix that the team offers is not sent back before the user accepts it.
func TestPushOfAnOfferedLesson(t *testing.T) {
	tm := newTeam(t)
	m := tm.machine("a", "core")
	l := memory.Lesson{Kind: memory.LessonFix, Key: "0123456789abcdef", What: redact.Clean("no module x"), Remedy: redact.Clean("make deps"), State: memory.Offered, First: start, Last: start}
	m.update(func(t *store.Tx) error { return t.PutLesson(&l) })
	m.push()
	if got := tm.rows("postgres", "SELECT state, remedy FROM fleet.lessons"); got != "" {
		t.Errorf("the server has\n%s", got)
	}
	l.State = memory.Open
	m.update(func(t *store.Tx) error { return t.PutLesson(&l) })
	m.push()
	if got := tm.rows("postgres", "SELECT state, remedy FROM fleet.lessons"); got != "open make deps" {
		t.Errorf("the server has\n%s", got)
	}
}
