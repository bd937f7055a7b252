package server

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// How many decisions a page holds, the latest: below their machines, and in a list.
const (
	pageDecisions = 5000
	pageListed    = 500
)

// overruled are the decisions that the user did not let stand, as the view overruled
// has them.
const overruled = `(action = 'ask' AND ending = 'accepted' OR ending = 'let through' OR action = 'block' AND ending = 'ran')`

// utcDay is when a day began.
const utcDay = `day::timestamp AT TIME ZONE 'UTC'`

// Page answers the questions of a team as a page, with machines in place of
// sessions. What they ran stays in the database; what was stopped is shown.
func (s *Server) Page(ctx context.Context, since, now time.Time) (*webpage.Page, error) {
	p := &webpage.Page{
		Title: "What agents did", Scope: "All machines", Since: since, Made: now, Daily: true, Without: []string{"checks"},
		Who: webpage.Who{One: "machine", Many: "machines"},
		Ledes: map[string]string{
			"waits":       "What only a lead can decide, with the command for it: a click selects it. Fixes and preferences come to the other machines once they are confirmed.",
			"guard":       "What ctxhook said about commands before they ran, and how it ended. It was overruled where the user accepted a command, or let it through later.",
			"commands":    "Checks alone, those that failed most often first.",
			"preferences": "What users want of commands, in their words, on each machine.",
			"lanes":       "Each machine opens to what was stopped, asked about or warned of on it.",
		},
	}
	for _, read := range [...]func(context.Context, *webpage.Page) error{
		s.readTeams, s.readDays, s.readMachines, s.readDecisions, s.readEndings, s.readChecks, s.readLessons, s.readPreferences, s.readWaits,
	} {
		if err := read(ctx, p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// firstDay is the day in UTC with which a page begins.
func firstDay(p *webpage.Page) time.Time { return p.Since.UTC().Truncate(24 * time.Hour) }

func (s *Server) readTeams(ctx context.Context, p *webpage.Page) error {
	type team struct{ Name string }
	teams, err := collect[team](ctx, s, `SELECT name FROM fleet.teams ORDER BY name`)
	var names []string
	for _, t := range teams {
		names = append(names, t.Name)
	}
	if len(names) > 0 {
		p.Scope = strings.Join(names, ", ")
	}
	return err
}

func (s *Server) readDays(ctx context.Context, p *webpage.Page) error {
	days, err := collect[DaySum](ctx, s, `SELECT `+utcDay+`, count(DISTINCT machine), sum(runs)::bigint, sum(failed)::bigint, sum(stopped)::bigint
		FROM fleet.run_days WHERE day >= $1 GROUP BY day ORDER BY day`, firstDay(p))
	stopped := 0
	for _, d := range days {
		p.Hours = append(p.Hours, webpage.Hour{Hour: d.Day.UTC(), Runs: int(d.Runs), Failed: int(d.Failed)})
		p.Totals.Commands += int(d.Runs)
		p.Totals.Failed += int(d.Failed)
		stopped += int(d.Stopped)
	}
	for _, c := range [...]webpage.Count{
		{Name: "other", N: p.Totals.Commands - p.Totals.Failed - stopped}, {Name: "failed", N: p.Totals.Failed}, {Name: "did not run", N: stopped},
	} {
		if c.N > 0 {
			p.Outcomes = append(p.Outcomes, c)
		}
	}
	return err
}

func (s *Server) readMachines(ctx context.Context, p *webpage.Page) error {
	type machine struct {
		Role, Host, Program string
		Pushed, Ran         *time.Time
		Runs, Failed        int64
	}
	machines, err := collect[machine](ctx, s, `SELECT m.role::text, coalesce(m.host, ''), coalesce(m.program, ''), m.pushed, m.ran, coalesce(d.runs, 0)::bigint, coalesce(d.failed, 0)::bigint
		FROM fleet.machines m LEFT JOIN (SELECT machine, sum(runs) AS runs, sum(failed) AS failed FROM fleet.run_days WHERE day >= $1 GROUP BY machine) d ON d.machine = m.id
		WHERE m.revoked IS NULL OR d.runs > 0 ORDER BY m.ran DESC NULLS LAST, m.role`, firstDay(p))
	if err != nil {
		return err
	}
	for _, m := range machines {
		l := webpage.Lane{Name: m.Role, Agent: m.Host, Runs: int(m.Runs), Failed: int(m.Failed)}
		if m.Ran != nil {
			l.Last = m.Ran.Local()
		}
		pushed := "never pushed"
		if m.Pushed != nil {
			pushed = "pushed " + m.Pushed.Local().Format("2006-01-02 15:04")
		}
		l.Agent = strings.TrimSpace(m.Host + " " + m.Program + " " + pushed)
		if m.Runs > 0 {
			p.Totals.Lanes++
		}
		p.Lanes = append(p.Lanes, l)
	}
	type project struct {
		Name                   string
		Machines, Runs, Failed int64
		Last                   time.Time
	}
	projects, err := collect[project](ctx, s, `SELECT project, count(DISTINCT machine), sum(runs)::bigint, sum(failed)::bigint, max(`+utcDay+`)
		FROM fleet.run_days WHERE day >= $1 GROUP BY project ORDER BY max(day) DESC, 3 DESC, 1 LIMIT 1000`, firstDay(p))
	for _, q := range projects {
		if q.Name == "" {
			q.Name = "outside projects"
		}
		p.Projects = append(p.Projects, webpage.Project{Name: q.Name, Lanes: int(q.Machines), Runs: int(q.Runs), Failed: int(q.Failed), Last: q.Last.UTC()})
	}
	return err
}

func (s *Server) readDecisions(ctx context.Context, p *webpage.Page) error {
	type decision struct {
		ID, Machine   string
		At            time.Time
		Action, Risk  string
		Rules         []string
		Command, Ends string
		Project       string
	}
	list, err := collect[decision](ctx, s, `SELECT d.id, m.role::text, d.at, d.action, coalesce(d.risk, ''), d.rules, coalesce(d.command, ''), coalesce(d.ending, ''), d.project
		FROM fleet.decisions d JOIN fleet.machines m ON m.id = d.machine WHERE d.at >= $1 ORDER BY d.at DESC, d.id LIMIT $2`, firstDay(p), pageDecisions)
	lanes := make(map[string]*webpage.Lane)
	for i := range p.Lanes {
		lanes[p.Lanes[i].Name] = &p.Lanes[i]
	}
	for i, d := range list {
		where := strings.TrimSuffix(d.Machine+", "+d.Project, ", ")
		if i < pageListed {
			p.Decisions = append(p.Decisions, webpage.Decision{
				ID: d.ID, Time: d.At.Local(), Action: d.Action, Risk: d.Risk, Rules: d.Rules, Command: cmp.Or(d.Command, "(not sent)"), Ended: d.Ends, Where: where,
			})
		}
		if l := lanes[d.Machine]; l != nil {
			step := webpage.Step{Time: d.At.Local(), Kind: d.Action, Text: cmp.Or(d.Command, strings.Join(d.Rules, ", ")), Note: d.Ends, ID: d.ID}
			l.Steps = append(l.Steps, step)
		}
	}
	for i := range p.Lanes {
		slices.Reverse(p.Lanes[i].Steps)
	}
	return err
}

func (s *Server) readEndings(ctx context.Context, p *webpage.Page) error {
	type ending struct {
		Action                    string
		N, Overruled, Ran, NotRun int
	}
	endings, err := collect[ending](ctx, s, `SELECT action, count(*), count(*) FILTER (WHERE `+overruled+`), count(*) FILTER (WHERE ending = 'ran' AND NOT `+overruled+`),
		count(*) FILTER (WHERE ending IN ('refused', 'denied', 'interrupted', 'repeated')) FROM fleet.decisions WHERE at >= $1 GROUP BY action ORDER BY 2 DESC, 1`, firstDay(p))
	if err != nil {
		return err
	}
	for _, e := range endings {
		p.Endings = append(p.Endings, webpage.Ending(e))
	}
	type rule struct {
		ID                    string
		N, Stopped, Overruled int64
		Last                  time.Time
	}
	const stopped = `action IN ('ask', 'block')`
	rules, err := collect[rule](ctx, s, `SELECT rule, count(*), count(*) FILTER (WHERE `+stopped+`), count(*) FILTER (WHERE `+stopped+` AND `+overruled+`), max(at)
		FROM fleet.decisions, unnest(rules) AS rule WHERE at >= $1 AND action NOT IN ('allowed', 'paused') GROUP BY rule ORDER BY 2 DESC, 1 LIMIT 500`, firstDay(p))
	if err != nil {
		return err
	}
	for _, r := range rules {
		p.Rules = append(p.Rules, webpage.Rule{ID: r.ID, N: int(r.N), Stopped: int(r.Stopped), Overruled: int(r.Overruled), Last: r.Last.Local()})
	}
	type count struct {
		Day     time.Time
		Machine string
		N       int64
	}
	counts, err := collect[count](ctx, s, `SELECT date_trunc('day', d.at, 'UTC'), m.role::text, count(*)
		FROM fleet.decisions d JOIN fleet.machines m ON m.id = d.machine WHERE d.at >= $1 AND d.action NOT IN ('allowed', 'paused') GROUP BY 1, 2 ORDER BY 1`, firstDay(p))
	perMachine := make(map[string]int)
	for _, c := range counts {
		p.Totals.Decisions += int(c.N)
		perMachine[c.Machine] += int(c.N)
		p.AddDecisions(c.Day.UTC(), int(c.N))
	}
	for i := range p.Lanes {
		l := &p.Lanes[i]
		l.Decisions = perMachine[l.Name]
		l.Left = max(0, l.Decisions-len(l.Steps))
	}
	return err
}

func (s *Server) readChecks(ctx context.Context, p *webpage.Page) error {
	checks, err := collect[Checked](ctx, s, `SELECT tool, coalesce(max(kind), ''), project, count(DISTINCT machine), sum(runs)::bigint, sum(failed)::bigint, 0::float8
		FROM fleet.failing_checks WHERE day >= $1 GROUP BY tool, project HAVING sum(failed) > 0 ORDER BY 6 DESC, 1, 3 LIMIT 100`, firstDay(p))
	for _, c := range checks {
		name := c.Tool
		if c.Project != "" {
			name += " in " + c.Project
		}
		p.Failing = append(p.Failing, webpage.Command{Template: name, Runs: int(c.Runs), Failed: int(c.Failed)})
	}
	return err
}

func (s *Server) readLessons(ctx context.Context, p *webpage.Page) error {
	type lesson struct {
		ID, Machine, Kind, State, What, Remedy string
		Worked, Tried                          int
		Last                                   time.Time
		Told, Followed, Helped                 int
	}
	lessons, err := collect[lesson](ctx, s, `SELECT l.id, m.role::text, l.kind, l.state, coalesce(l.what, ''), coalesce(l.remedy, ''), l.worked, l.tried, l.last, l.told, l.followed, l.helped
		FROM fleet.lessons l JOIN fleet.machines m ON m.id = l.machine WHERE l.state <> 'retired' ORDER BY l.last DESC, l.id LIMIT 2000`)
	for _, l := range lessons {
		v := webpage.Lesson{
			ID: l.ID, Kind: l.Kind, State: l.State, What: l.What, Remedy: l.Remedy, Last: l.Last.Local(), Where: l.Machine, Told: l.Told, Followed: l.Followed, Helped: l.Helped,
		}
		if l.Tried > 0 {
			v.Seen = fmt.Sprintf("worked %d of %d times", l.Worked, l.Tried)
		}
		p.Lessons = append(p.Lessons, v)
		p.Advice.Given += l.Told
		p.Advice.Followed += l.Followed
		p.Advice.Worked += l.Helped
	}
	p.Ledes["lessons"] = fmt.Sprintf("What machines learned. Agents were told %d fixes, followed %d, and %d helped, ever since.", p.Advice.Given, p.Advice.Followed, p.Advice.Worked)
	return err
}

func (s *Server) readPreferences(ctx context.Context, p *webpage.Page) error {
	type preference struct {
		ID, Machine, State, Words, Project string
		Sure                               float64
		Last                               time.Time
	}
	list, err := collect[preference](ctx, s, `SELECT p.id, m.role::text, p.state, coalesce(p.words, ''), p.project, p.confidence, p.last
		FROM fleet.preferences p JOIN fleet.machines m ON m.id = p.machine ORDER BY p.last DESC, p.id LIMIT 1000`)
	for _, w := range list {
		where := w.Machine
		if w.Project != "" {
			where += ", " + w.Project
		}
		p.Preferences = append(p.Preferences, webpage.Preference{ID: w.ID, State: w.State, Words: w.Words, Where: where, Sure: w.Sure, Last: w.Last.Local()})
	}
	return err
}
