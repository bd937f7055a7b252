package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
)

// registered are the hooks that "ctxhook init" registers in Claude Code, by event.
type registered map[string][]struct {
	Matcher string
	Hooks   []struct{ Args []string }
}

// register registers the program for the user of a world, and reads what the agent
// would read then: a hook that is not registered is not run.
func (w *world) register() (registered, error) {
	init := exec.Command(w.program.file, "init", "--user")
	init.Dir, init.Env = w.project, w.userEnv
	if out, err := init.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("ctxhook init: %w\n%s", err, out)
	}
	data, err := os.ReadFile(filepath.Join(w.home, ".claude", "settings.json"))
	if err != nil {
		return nil, err
	}
	var settings struct{ Hooks registered }
	if err := json.Unmarshal(data, &settings); err != nil {
		return nil, err
	}
	if len(settings.Hooks) == 0 {
		return nil, fmt.Errorf("ctxhook init registered no hooks: %s", data)
	}
	return settings.Hooks, nil
}

// of returns the names of the hooks for an event, and for a tool if it has one.
func (r registered) of(event, tool string) ([]string, error) {
	var names []string
	for _, group := range r[event] {
		if group.Matcher != "" {
			matcher, err := regexp.Compile("^(?:" + group.Matcher + ")$")
			if err != nil {
				return nil, err
			}
			if !matcher.MatchString(tool) {
				continue
			}
		}
		for _, h := range group.Hooks {
			if len(h.Args) == 1 {
				names = append(names, h.Args[0])
			}
		}
	}
	return names, nil
}
