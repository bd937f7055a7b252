package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A day is three projects, the sessions of a day in them, and what the driver
// knows of each call.
type day struct {
	w        *world
	r        *rand.Rand
	projects []*project
	calls    []*happened
	live     map[string]bool
	sessions []*actor
	task     int

	found     *comparison
	ofSession bool // check and explain can be told which session is meant
}

// An actor is a session at work in a project.
type actor struct {
	*session
	p     *project
	since int // calls since the last prompt
	edits int
}

// A shift is a session's part in the day.
type shift struct {
	project    int
	unattended bool
	killed     bool
}

// plan is who works where. Sessions of a row are live together.
var plan = [][]shift{
	{{project: 0}},
	{{project: 1}, {project: 1}},
	{{project: 2, unattended: true}},
	{{project: 0}, {project: 0}},
	{{project: 2, killed: true}},
	{{project: 1}, {project: 2}},
}

// playDay plays so many calls.
func playDay(w *world, calls int, seed uint64) (*day, error) {
	d := &day{w: w, r: rand.New(rand.NewPCG(seed, 9)), live: make(map[string]bool), found: &comparison{asked: make(map[string]int), unknown: make(map[string]int)}}
	if err := w.denies("Bash(curl:*)"); err != nil {
		return nil, err
	}
	help, err := w.ctxhook(w.projects, nil, nil, "check", "--help")
	if err != nil {
		return nil, err
	}
	d.ofSession = strings.Contains(help.stdout, "--session")
	if d.projects, err = newProjects(w, d.r); err != nil {
		return nil, err
	}
	rows, sessions := shortened(calls)
	for _, row := range rows {
		var together []*actor
		for _, s := range row {
			p := d.projects[s.project]
			a := &actor{session: w.newSession(p.root, !s.unattended), p: p}
			d.live[a.id] = true
			together, d.sessions = append(together, a), append(d.sessions, a)
			if _, err := a.start(); err != nil {
				return d, err
			}
		}
		for range calls * len(row) / sessions {
			if err := d.step(together); err != nil {
				return d, err
			}
		}
		for i, a := range together {
			if row[i].killed {
				if err := d.killed(a); err != nil {
					return d, err
				}
			} else if err := d.ends(a); err != nil {
				return d, err
			}
			delete(d.live, a.id)
		}
	}
	return d, nil
}

// shortened returns as much of the plan as has six calls for each session, and
// how many sessions that are.
func shortened(calls int) (rows [][]shift, sessions int) {
	for _, row := range plan {
		if sessions += len(row); rows != nil && 6*sessions > calls {
			return rows, sessions - len(row)
		}
		rows = append(rows, row)
	}
	return rows, sessions
}

// denies adds a rule to the client's settings, as the user would.
func (w *world) denies(rule string) error {
	file := filepath.Join(w.home, ".claude", "settings.json")
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var settings map[string]any
	if err := json.Unmarshal(data, &settings); err != nil {
		return err
	}
	settings["permissions"] = map[string]any{"deny": []string{rule}}
	if data, err = json.MarshalIndent(settings, "", "  "); err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// step is one thing that happens: a prompt where one is due, the user at the
// keyboard, two calls at once, or a call.
func (d *day) step(together []*actor) error {
	a := together[d.r.IntN(len(together))]
	if a.prompts == 0 || a.since >= 5+d.r.IntN(6) {
		if a.prompts > 0 {
			if _, err := a.stop(); err != nil {
				return err
			}
		}
		if _, err := a.says(fmt.Sprintf("Go on with part %d.", a.prompts+1)); err != nil {
			return err
		}
		a.since = 0
	}
	a.since++
	if d.r.IntN(9) == 0 {
		d.w.rest()
		if err := a.p.types(d.r); err != nil {
			return err
		}
	}
	d.w.rest()
	if len(together) > 1 && together[0].p == together[1].p && d.r.IntN(12) == 0 {
		return d.both(together)
	}
	return d.does(a, a.p.draw(d.r))
}

// ends ends a session as the client does.
func (d *day) ends(a *actor) error {
	if _, err := a.stop(); err != nil {
		return err
	}
	return a.end()
}

// killed ends a session in the middle of a command, with nothing heard of either.
func (d *day) killed(a *actor) error {
	x := deed{name: "killed", command: fmt.Sprintf("sh tools/gen.sh %d; sleep 30", a.p.next())}
	h := d.begun(a, x)
	c, err := a.asks("Bash", commandInput(x.command))
	if err != nil {
		return err
	}
	h.hears(c)
	h.End = "unheard"
	d.w.bash(a.root, x.command, 500*time.Millisecond)
	_, err = a.p.truth.update(change{}, func(string) string { return a.id })
	return err
}
