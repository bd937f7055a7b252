package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"time"
)

// figure is what was measured of a line in a world.
type figure struct {
	World     string  `json:"world"`
	What      string  `json:"what"`
	Line      string  `json:"line"`
	Program   string  `json:"program,omitempty"` // "": the one of this checkout or of -binary
	Processes int     `json:"processes"`
	CPU       float64 `json:"cpu_ms"`
	Wall      float64 `json:"wall_ms"`
	Stayed    float64 `json:"stayed,omitempty"` // the part of the programs that could not be evicted
}

// lines names what is measured, in the order of the table.
var lines = []string{"empty", "git status", "user-prompt", "session-start", "edit", "reset", "clean", "reading", "writing"}

// line is one of them, ready to run again and again.
type line struct {
	name      string
	world     *world
	run       func() (sample, int, error)
	samples   []sample
	processes int
}

// measureTurns measures one world after the other: what is compared runs in the
// same minute, in an order that is shuffled anew for each round.
func measureTurns(o turnOptions, p programs, progress io.Writer) ([]figure, error) {
	var all []figure
	for i := range o.worlds {
		t := &o.worlds[i]
		begun := time.Now()
		fmt.Fprintf(progress, "%s: making %s\n", t.name, t.what)
		figures, err := t.measure(o, p, progress)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", t.name, err)
		}
		fmt.Fprintf(progress, "\r%s: measured in %.0f s\n", t.name, time.Since(begun).Seconds())
		all = append(all, figures...)
	}
	return all, nil
}

func (t *terrain) measure(o turnOptions, p programs, progress io.Writer) (figures []figure, err error) {
	var all []*line
	for _, b := range p.built {
		dir := p.dir
		if t.slow {
			dir = o.slow
		}
		w, err := newUser(dir, dir, b)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, w.remove()) }()
		w.evicts = t.evicted
		hooks, err := w.register()
		if err != nil {
			return nil, err
		}
		if err := t.settle(w, p); err != nil {
			return nil, err
		}
		if _, err := w.hook("session-start", w.payload("SessionStart", "source", "startup"), false); err != nil {
			return nil, err
		}
		all = append(all, w.lines(hooks, p.empty)...)
	}
	for round := range o.rounds + 1 { // the first one fills caches, and makes files that later ones find
		fmt.Fprintf(progress, "\r%s: round %d of %d", t.name, round, o.rounds)
		for _, i := range rand.Perm(len(all)) {
			l := all[i]
			spoil()
			s, n, err := l.run()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", l.name, err)
			}
			if l.processes = n; round > 0 {
				l.samples = append(l.samples, s)
			}
		}
	}
	for _, l := range all {
		figures = append(figures, figure{
			World: t.name, What: t.what, Line: l.name, Program: l.world.program.name, Processes: l.processes, Stayed: l.world.stayed,
			CPU:  median(l.samples, func(s sample) float64 { return float64(s.cpu) / 1e6 }),
			Wall: median(l.samples, func(s sample) float64 { return float64(s.wall) / 1e6 }),
		})
	}
	return figures, nil
}

// lines returns what is measured in a world.
func (w *world) lines(hooks registered, empty string) []*line {
	one := func(name string, payload func() []byte) func() (sample, int, error) {
		return func() (sample, int, error) {
			s, err := w.hook(name, payload(), true)
			return s, 1, err
		}
	}
	command := func(text string) func() (sample, int, error) {
		hook := one("pre-bash", func() []byte { return w.before("Bash", map[string]any{"command": text}) })
		return func() (sample, int, error) {
			if err := w.modify(); err != nil {
				return sample{}, 0, err
			}
			return hook()
		}
	}
	runs := map[string]func() (sample, int, error){
		"user-prompt":   one("user-prompt", w.prompt),
		"session-start": one("session-start", func() []byte { return w.payload("SessionStart", "source", "startup") }),
		"edit": one("pre-edit", func() []byte {
			return w.before("Edit", map[string]any{"file_path": w.file(tracked(9)), "old_string": "is one of", "new_string": "is among", "replace_all": false})
		}),
		"reset":   command("git reset --hard"),
		"clean":   command("git clean -fd"),
		"reading": func() (sample, int, error) { return w.turn(hooks, readingCalls(w)) },
		"writing": func() (sample, int, error) { return w.turn(hooks, writingCalls(w)) },
		"empty": func() (sample, int, error) {
			n, err := hooks.processes(readingCalls(w))
			if err != nil {
				return sample{}, 0, err
			}
			var sum sample
			for range n {
				if err := w.repeat(&sum, []string{empty}, nil, true); err != nil {
					return sample{}, 0, err
				}
			}
			return sum, n, nil
		},
		"git status": func() (sample, int, error) {
			git, err := exec.LookPath("git")
			if err != nil {
				return sample{}, 0, err
			}
			var sum sample
			err = w.repeat(&sum, []string{git, "status"}, nil, false)
			return sum, 1, err
		},
	}
	var all []*line
	for _, name := range lines {
		all = append(all, &line{name: name, world: w, run: runs[name]})
	}
	return all
}

// turn runs the hooks of a turn. Between the hooks before and after a call its files
// change as the command would change them; at the end all is as it was.
func (w *world) turn(hooks registered, calls []toolCall) (sum sample, processes int, err error) {
	run := func(event, tool string, payload []byte) error {
		names, err := hooks.of(event, tool)
		for _, name := range names {
			s, failed := w.hook(name, payload, true)
			sum.wall, sum.cpu, sum.faults, processes = sum.wall+s.wall, sum.cpu+s.cpu, sum.faults+s.faults, processes+1
			err = errors.Join(err, failed)
		}
		return err
	}
	kept := make(map[string]string)
	err = run("UserPromptSubmit", "", w.prompt())
	for _, c := range calls {
		if err != nil {
			break
		}
		before := w.before(c.tool, c.input)
		id := w.call()
		if err = run("PreToolUse", c.tool, before); err != nil {
			break
		}
		for name := range c.writes {
			text, missing := os.ReadFile(w.file(name))
			if missing == nil {
				kept[name] = string(text)
			}
		}
		if err = w.write(c.writes); err != nil {
			break
		}
		err = run("PostToolUse", c.tool, w.payload("PostToolUse", "tool_name", c.tool, "tool_input", c.input, "tool_response", c.response, "tool_use_id", id, "duration_ms", 40))
	}
	if err == nil {
		err = run("Stop", "", w.payload("Stop", "stop_hook_active", false, "last_assistant_message", "All done.", "background_tasks", []any{}, "session_crons", []any{}))
	}
	return sum, processes, errors.Join(err, w.restore(calls, kept))
}

// restore makes the files of the project what they were before the calls.
func (w *world) restore(calls []toolCall, kept map[string]string) error {
	var made []string
	for _, c := range calls {
		made = append(made, slices.Collect(maps.Keys(c.writes))...)
	}
	if len(made) == 0 {
		return nil
	}
	for _, name := range made {
		if _, old := kept[name]; !old {
			if err := os.Remove(w.file(name)); err != nil {
				return err
			}
		}
	}
	if err := w.write(kept); err != nil {
		return err
	}
	time.Sleep(20 * time.Millisecond)
	return w.git([]string{"status"}) // it notes the new times of the files
}
