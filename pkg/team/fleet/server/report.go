package server

import (
	"context"
	"time"
)

// Report answers the questions of a team since a day. A reader sees the rows of the
// teams that the row-level security of the server shows.
type Report struct {
	Since   time.Time   `json:"since"`
	Waiting []Candidate `json:"waiting"` // for a lead to confirm
	Days    []DaySum    `json:"days"`
	Blocked []Blocked   `json:"blocked"`
	Rules   []Overruled `json:"overruled"`
	Checks  []Checked   `json:"checks"`
	Lessons []Helped    `json:"lessons"`
	Silent  []Silent    `json:"silent"`
}

// DaySum sums up a day.
type DaySum struct {
	Day      time.Time `json:"day"`
	Machines int64     `json:"machines"`
	Runs     int64     `json:"runs"`
	Failed   int64     `json:"failed"`
	Stopped  int64     `json:"stopped"`
}

// Blocked is how often a rule stopped commands, or asked about them or warned of
// them, in a project.
type Blocked struct {
	Rule     string    `json:"rule"`
	Action   string    `json:"action"`
	Project  string    `json:"project"`
	Machines int64     `json:"machines"`
	Times    int64     `json:"times"`
	Last     time.Time `json:"last"`
}

// Overruled is a rule whose blocks and questions people overruled.
type Overruled struct {
	Rule      string  `json:"rule"`
	Fired     int64   `json:"fired"`
	Overruled int64   `json:"overruled"`
	Share     float64 `json:"share"`
}

// Checked is how often a check failed in a project.
type Checked struct {
	Tool     string  `json:"tool"`
	Kind     string  `json:"kind"`
	Project  string  `json:"project"`
	Machines int64   `json:"machines"`
	Runs     int64   `json:"runs"`
	Failed   int64   `json:"failed"`
	Share    float64 `json:"share"`
}

// Helped is what a lesson came to on a machine.
type Helped struct {
	ID        string `json:"id"`
	Remedy    string `json:"remedy"`
	What      string `json:"what"`
	Machine   string `json:"machine"`
	Confirmed bool   `json:"confirmed"`
	Told      int    `json:"told"`
	Followed  int    `json:"followed"`
	Helped    int    `json:"helped"`
}

// Silent is a machine that has not pushed for long.
type Silent struct {
	Machine string     `json:"machine"`
	Host    string     `json:"host"`
	Program string     `json:"program"`
	Pushed  *time.Time `json:"pushed,omitempty"` // nil: never
	Ran     *time.Time `json:"ran,omitempty"`
	Runs    int64      `json:"runs"`
}

// silence is how long a machine may not push before it is listed.
const silence = "3 days"

// silent returns the machines that fell silent.
func (s *Server) silent(ctx context.Context) ([]Silent, error) {
	return collect[Silent](ctx, s, `SELECT machine::text, coalesce(host, ''), coalesce(program, ''), pushed, ran, rows
		FROM fleet.silent_machines WHERE revoked IS NULL AND (pushed IS NULL OR pushed < now() - $1::interval) ORDER BY pushed NULLS FIRST, 1 LIMIT 200`, silence)
}

// Report answers all questions; of each the most telling rows.
func (s *Server) Report(ctx context.Context, since time.Time) (*Report, error) {
	r := &Report{Since: since}
	day := since.UTC().Truncate(24 * time.Hour)
	month := day.AddDate(0, 0, 1-day.Day()) // the partitions to look into
	var err error
	read := func(do func() error) {
		if err == nil {
			err = do()
		}
	}
	read(func() (err error) {
		r.Days, err = collect[DaySum](ctx, s, `SELECT day::timestamp AT TIME ZONE 'UTC', count(*), sum(runs)::bigint, sum(failed)::bigint, sum(stopped)::bigint
			FROM (SELECT day, machine, sum(runs) AS runs, sum(failed) AS failed, sum(stopped) AS stopped FROM fleet.run_days WHERE day >= $1 GROUP BY 1, 2) m
			GROUP BY day ORDER BY day DESC LIMIT 400`, day)
		return err
	})
	read(func() (err error) {
		r.Blocked, err = collect[Blocked](ctx, s, `SELECT rule, action, project, count(*), sum(n)::bigint, max(day)::timestamp AT TIME ZONE 'UTC'
			FROM (SELECT rule, action, project, machine, sum(n) AS n, max(day) AS day FROM fleet.blocked WHERE month >= $1 AND day >= $2 GROUP BY 1, 2, 3, 4) m
			GROUP BY rule, action, project ORDER BY 5 DESC, 1, 2, 3 LIMIT 100`, month, day)
		return err
	})
	read(func() (err error) {
		r.Rules, err = collect[Overruled](ctx, s, `SELECT rule, sum(n)::bigint, sum(overruled)::bigint, (sum(overruled)::float8 / sum(n))
			FROM fleet.overruled WHERE month >= $1 AND day >= $2 GROUP BY rule HAVING sum(overruled) > 0 ORDER BY 3 DESC, 4 DESC, 1 LIMIT 50`, month, day)
		return err
	})
	read(func() (err error) {
		r.Checks, err = collect[Checked](ctx, s, `SELECT tool, coalesce(max(kind), ''), project, count(*), sum(runs)::bigint, sum(failed)::bigint, (sum(failed)::float8 / greatest(sum(runs), 1))
			FROM (SELECT tool, project, machine, max(kind) AS kind, sum(runs) AS runs, sum(failed) AS failed FROM fleet.failing_checks WHERE day >= $1 GROUP BY 1, 2, 3) m
			GROUP BY tool, project HAVING sum(failed) > 0 ORDER BY 6 DESC, 1, 3 LIMIT 50`, day)
		return err
	})
	read(func() (err error) {
		r.Lessons, err = collect[Helped](ctx, s, `SELECT shared, coalesce(remedy, ''), coalesce(what, ''), machine::text, confirmed, told, followed, helped
			FROM fleet.lesson_help WHERE told > 0 ORDER BY helped DESC, told DESC, 1, 4 LIMIT 100`)
		return err
	})
	read(func() (err error) {
		r.Silent, err = s.silent(ctx)
		return err
	})
	read(func() (err error) {
		r.Waiting, err = s.Candidates(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}
