package report

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Whatever is added, changed, forgotten and removed for its age or its size, the
// counts are those of the rows.
func TestTalliesEqualScans(t *testing.T) {
	for seed := range uint64(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			h := history{t: t, s: fresh(t), r: rand.New(rand.NewPCG(seed, 1)), now: time.Now()}
			counted := 0
			for range 120 {
				h.step()
				for range 2 {
					counted += h.compare()
				}
			}
			if counted == 0 {
				t.Error("nothing was ever counted by the store")
			}
		})
	}
}

// history is one of random events.
type history struct {
	t     *testing.T
	s     *store.Store
	r     *rand.Rand
	now   time.Time
	calls int
	ids   []string
}

func (h *history) of(prefix string, n int) string { return fmt.Sprint(prefix, h.r.IntN(n)) }

// moment is often a short time ago, and often many hours.
func (h *history) moment() time.Time {
	if h.r.IntN(3) == 0 {
		return h.now.Add(-time.Duration(h.r.Int64N(int64(30 * time.Minute))))
	}
	return h.now.Add(-time.Duration(h.r.Int64N(int64(4 * 24 * time.Hour))))
}

func (h *history) project() string {
	if h.r.IntN(4) == 0 {
		return ""
	}
	return h.of("/srv/p", 3)
}

func (h *history) step() {
	h.t.Helper()
	switch n := h.r.IntN(20); {
	case n < 12:
		update(h.t, h.s, func(tx *store.Tx) error {
			for range h.r.IntN(20) {
				if err := h.add(tx); err != nil {
					return err
				}
			}
			return nil
		})
	case n < 14 && len(h.ids) > 0:
		update(h.t, h.s, func(tx *store.Tx) error {
			_, err := tx.Forget(h.ids[h.r.IntN(len(h.ids))])
			return err
		})
	case n == 14:
		scope := [...]store.Scope{{Session: h.of("s", 8)}, {Project: h.of("/srv/p", 3)}, {}}[h.r.IntN(3)]
		update(h.t, h.s, func(tx *store.Tx) error {
			_, err := tx.ForgetAll(scope)
			return err
		})
	case n == 15:
		h.maintain(store.Policy{MaxAge: time.Duration(1+h.r.IntN(90)) * time.Hour, Within: time.Minute})
	case n == 16 && h.r.IntN(10) == 0:
		h.maintain(store.Policy{MaxSize: 1 << 10, Within: time.Minute})
	case n == 17:
		h.maintain(store.Policy{})
	default:
		h.maintain(store.Policy{Within: time.Minute})
	}
}

func (h *history) maintain(p store.Policy) {
	h.t.Helper()
	if err := h.s.Maintain(p); err != nil {
		h.t.Fatal(err)
	}
}

// add adds a run or an edit; or tells the outcome of a run late.
func (h *history) add(tx *store.Tx) error {
	h.calls++
	if h.r.IntN(4) == 0 {
		e := &memory.Edit{Time: h.moment(), Session: h.of("s", 8), Project: h.project(), Call: fmt.Sprint(h.calls), Path: redact.Clean("/a.go")}
		_, err := tx.AddEdit(e)
		h.ids = append(h.ids, e.ID)
		return err
	}
	r := &memory.Run{
		Start: h.moment(), Duration: time.Duration(h.r.IntN(1000)) * time.Millisecond, Session: h.of("s", 8), Project: h.project(),
		Call: fmt.Sprint(h.calls), Command: redact.Clean("make"), Outcome: memory.Outcome(h.r.IntN(len(memory.Outcomes()))),
	}
	if h.r.IntN(8) == 0 {
		r.Session = ""
	}
	if h.r.IntN(2) == 0 {
		r.Output = redact.Clean("done")
	}
	if _, err := tx.AddRun(r); err != nil {
		return err
	}
	h.ids = append(h.ids, r.ID)
	if r.Outcome != memory.Unknown {
		return nil
	}
	r.Outcome = memory.OK
	_, err := tx.AddRun(r)
	return err
}

// totals are the figures that tallies answer.
type totals struct {
	Sums     sums
	Quarters map[time.Time][2]int
	Sessions int
	Projects []ProjectCount
}

// compare compares the counts of a random filter with those of the rows, and
// returns how many the store had counted.
func (h *history) compare() (counted int) {
	h.t.Helper()
	var project string
	var since time.Time
	if h.r.IntN(2) == 0 {
		project = h.of("/srv/p", 4)
	}
	if h.r.IntN(2) == 0 {
		since = h.moment().Truncate(time.Duration(1 + h.r.IntN(2)*int(store.QuarterSpan)))
	}
	view(h.t, h.s, func(tx *store.Tx) error {
		s, err := talliesOf(tx, project, since)
		if err != nil {
			return err
		}
		last := h.now.Add(time.Hour)
		got := totals{Quarters: make(map[time.Time][2]int)}
		if got.Sums, err = s.sums(); err != nil {
			return err
		}
		if got.Sessions, err = s.sessions(); err != nil {
			return err
		}
		if got.Projects, err = Projects(tx, ActivityFilter{Project: project, Since: since}); err != nil {
			return err
		}
		if err := s.eachQuarter(time.Local, func(at time.Time, runs, failed int) error {
			if at.After(last) {
				h.t.Errorf("%v comes after %v", at, last)
			}
			n := got.Quarters[at]
			got.Quarters[at], last = [2]int{n[0] + runs, n[1] + failed}, at
			return nil
		}); err != nil {
			return err
		}
		want, err := scan(tx, s)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(sum{})); diff != "" {
			h.t.Fatalf("of %q since %v (-rows +counts)\n%s", project, since, diff)
		}
		_, oneErr := tx.One("SELECT count(*) FROM tallies", nil, func(r store.Row) { counted = r.Int(0) })
		if _, wrong := tx.One("SELECT 1 FROM tallies WHERE n <= 0", nil, func(store.Row) { h.t.Error("a count of nothing") }); wrong != nil {
			return wrong
		}
		if oneErr != nil {
			return oneErr
		}
		return err
	})
	return counted
}

// scan counts the rows.
func scan(tx *store.Tx, s *tallies) (totals, error) {
	want := totals{Sums: make(sums), Quarters: make(map[time.Time][2]int)}
	args := []any{s.project, s.since}
	where := " WHERE" + ofProject("coalesce(project, 0)") + "AND at >= ?2"
	for _, sql := range [...]string{
		"SELECT outcome, count(*), coalesce(sum(took), 0) FROM runs" + where + " GROUP BY 1",
		"SELECT 'edit', count(*), 0 FROM edits" + where + " GROUP BY 1",
		"SELECT 'output', count(*), 0 FROM outputs WHERE run >= ?2 AND ?1 IS NULL GROUP BY 1",
	} {
		if err := tx.Each(sql, args, func(r store.Row) error {
			want.Sums[r.Text(0)] = sum{r.Int(1), time.Duration(r.Int64(2)) * time.Microsecond}
			return nil
		}); err != nil {
			return want, err
		}
	}
	if err := tx.Each("SELECT at, outcome IN ('failed', 'masked') FROM runs"+where, args, func(r store.Row) error {
		at := time.UnixMicro(r.Int64(0)).UTC().Truncate(store.QuarterSpan).Local()
		n := want.Quarters[at]
		n[0]++
		n[1] += r.Int(1)
		want.Quarters[at] = n
		return nil
	}); err != nil {
		return want, err
	}
	want.Projects = []ProjectCount{}
	const counts = `SELECT (SELECT root FROM projects WHERE id = runs.project),
		count(DISTINCT session), count(*), sum(outcome IN ('failed', 'masked')), min(at), max(at) AS last FROM runs`
	if err := tx.Each(counts+where+" GROUP BY project ORDER BY last DESC", args, func(r store.Row) error {
		want.Projects = append(want.Projects, ProjectCount{r.Text(0), r.Int(1), r.Int(2), r.Int(3), r.Time(4), r.Time(5)})
		return nil
	}); err != nil {
		return want, err
	}
	_, err := tx.One("SELECT count(DISTINCT session) FROM runs"+where, args, func(r store.Row) { want.Sessions = r.Int(0) })
	return want, err
}
