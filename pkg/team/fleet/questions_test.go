package fleet

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ctxhook/ctxhook/pkg/team/fleet/pgtest"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// fillSQL makes a year of a team of 50 machines, by SQL: a run in 50 is a decision, a
// run in 5 a check.
const fillSQL = `
DO $$ BEGIN PERFORM fleet.make_month('runs', m::date), fleet.make_month('decisions', m::date) FROM generate_series('2026-01-01'::date, '2026-12-01', '1 month') m; END $$;
INSERT INTO fleet.machines (role, team, pushed) SELECT 'sim-' || i, 1, now() - (i %% 10) * interval '1 day' FROM generate_series(1, 50) i;
INSERT INTO fleet.runs (month, team, machine, id, at, took, project, session, agent, template, outcome, exit, class, signature, tool, kind, checked, failed)
SELECT fleet.month_of(t), 1, 1 + i %% 50, 'r-' || i, t, 1000000, 'j-project' || i %% 7, 's-' || i / 100, 'claude', 'go test -run', CASE i %% 9 WHEN 0 THEN 'failed' ELSE 'ok' END,
	0, NULL, NULL, CASE i %% 5 WHEN 0 THEN 'go test' END, CASE i %% 5 WHEN 0 THEN 'test' END, CASE i %% 5 WHEN 0 THEN 'c-check' || i / 50 %% 3 END, i %% 9 = 0
FROM generate_series(1, %[1]d) i, LATERAL (SELECT '2026-01-01 00:00+00'::timestamptz + i * (interval '360 days' / %[1]d) AS t) x;
INSERT INTO fleet.run_days SELECT team, machine, (at AT TIME ZONE 'UTC')::date, project, count(*), count(*) FILTER (WHERE outcome = 'failed'), 0 FROM fleet.runs GROUP BY 1, 2, 3, 4;
INSERT INTO fleet.check_days SELECT team, machine, (at AT TIME ZONE 'UTC')::date, project, tool, checked, max(kind), count(*), count(*) FILTER (WHERE failed) FROM fleet.runs WHERE tool IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6;
INSERT INTO fleet.decisions (month, team, machine, id, at, project, action, risk, rules, ending)
SELECT month, team, machine, 'd' || substr(id, 2), at, project, CASE WHEN failed THEN 'block' ELSE 'ask' END, 'high', ARRAY['git/rule' || substr(id, 3)::int %% 40], CASE substr(id, 3)::int %% 3 WHEN 0 THEN 'accepted' END
FROM fleet.runs WHERE substr(id, 3)::int %% 50 = 1;
ANALYZE fleet.runs; ANALYZE fleet.decisions; ANALYZE fleet.run_days; ANALYZE fleet.check_days;`

// A reader has the answers of a whole year in less than a second.
func TestQuestionsAreAnsweredFast(t *testing.T) {
	tm := newTeam(t)
	if questionRows > 1_000_000 {
		pg := pgtest.Start(t, append(pgtest.Fast, "max_wal_size=4GB", "shared_buffers=256MB", "log_min_duration_statement=20")...)
		defer func() { t.Log(pg.Log()) }()
		tm = &team{Server: pg, t: t, database: pg.Database(t), key: tm.key}
		if _, err := tm.connect("postgres").Migrate(t.Context(), server.Latest); err != nil {
			t.Fatal(err)
		}
	}
	reader := tm.enrol("reader", "core", "reader")
	conn, err := pgx.Connect(t.Context(), tm.DSN(tm.database, "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), fmt.Sprintf(fillSQL, questionRows)); err != nil {
		t.Fatal(err)
	}
	s := tm.connect(reader)
	var r *server.Report
	year := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, since := range []time.Time{year.AddDate(0, 11, 0), year, year} { // the first fill the caches
		began := time.Now()
		if r, err = s.Report(t.Context(), since); err != nil {
			t.Fatal(err)
		}
		t.Logf("all questions about %d runs since %s: %s", questionRows, since.Format(time.DateOnly), time.Since(began).Round(time.Millisecond))
	}
	for _, view := range []string{"blocked", "overruled", "failing_checks", "lesson_help", "silent_machines"} {
		began := time.Now()
		tm.rows(reader, "SELECT count(*) FROM fleet."+view)
		if took := time.Since(began); took > time.Second {
			t.Errorf("%s takes %s", view, took)
		} else {
			t.Logf("%s: %s", view, took.Round(time.Millisecond))
		}
	}
	var runs int64
	for _, d := range r.Days {
		runs += d.Runs
	}
	if runs != int64(questionRows) || len(r.Blocked) == 0 || len(r.Rules) == 0 || len(r.Checks) != 7 || len(r.Silent) != 35 {
		t.Errorf("%d runs, %d blocked, %d rules, %d checks, %d silent", runs, len(r.Blocked), len(r.Rules), len(r.Checks), len(r.Silent))
	}
}
