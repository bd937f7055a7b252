package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// heard is what the model was told in a session of a row, step by step, and what
// models and users were told where it stopped.
type heard struct {
	Steps  [][]string `json:"steps"`
	AtStop []string   `json:"at_stop,omitempty"`
	User   []string   `json:"user,omitempty"`
}

// rowResult is what was told in the sessions of a row.
type rowResult struct {
	ID       string  `json:"id"`
	Sessions []heard `json:"sessions"`
	Error    string  `json:"error,omitempty"`
}

// playRows plays rows beside each other, and returns what was told in their order.
func playRows(rows []row, p player) []rowResult {
	results := make([]rowResult, len(rows))
	var wait sync.WaitGroup
	free := make(chan bool, runtime.NumCPU())
	for i := range rows {
		wait.Add(1)
		free <- true
		go func() {
			defer func() { <-free; wait.Done() }()
			results[i].ID = rows[i].ID
			if err := p.playRow(&rows[i], &results[i]); err != nil {
				results[i].Error = err.Error()
			}
		}()
	}
	wait.Wait()
	return results
}

// playRow plays one row in a directory of its own.
func (p player) playRow(r *row, result *rowResult) error {
	dir, err := os.MkdirTemp("", "row")
	if err != nil {
		return err
	}
	if !p.keep {
		defer removeAll(dir)
	}
	for name, data := range r.tree() {
		if err := put(filepath.Join(dir, "project", name), data); err != nil {
			return err
		}
	}
	if err := put(filepath.Join(dir, "project/.gitignore"), "*.tmp\n"); err != nil {
		return err // the first commit needs a file
	}
	w, err := newWorld(dir, p.binary, &story{})
	if err != nil {
		return err
	}
	if err := w.install(r.programs()); err != nil {
		return err
	}
	for n, steps := range r.sessions() {
		h, err := w.playSession(fmt.Sprintf("s%d", n+1), steps, r.Says)
		result.Sessions = append(result.Sessions, h)
		if err != nil {
			return err
		}
	}
	return w.ends("other")
}

// install makes programs that do nothing for those that are not on this machine.
func (w *world) install(names []string) error {
	bin := filepath.Join(w.dir, "bin")
	for _, name := range names {
		if _, err := exec.LookPath(name); err == nil {
			continue
		}
		if err := put(filepath.Join(bin, name), "#!/bin/sh\n"); err != nil {
			return err
		}
	}
	for i, pair := range w.env {
		if path, ok := strings.CutPrefix(pair, "PATH="); ok {
			w.env[i] = "PATH=" + path + string(os.PathListSeparator) + bin
		}
	}
	return nil
}

// playSession plays a session; it stops with a last message where there is one.
func (w *world) playSession(name string, steps []act, says string) (h heard, err error) {
	said, err := w.begins(name, "")
	if err != nil {
		return h, err
	}
	begun := said.texts
	for i := range steps {
		if said, err = w.act(&steps[i]); err != nil {
			return h, err
		}
		h.Steps = append(h.Steps, append(begun, said.texts...))
		begun = nil
	}
	if says == "" {
		return h, nil
	}
	said, err = w.tells(w.event("Stop", "", "", "stop_hook_active", false, "last_assistant_message", says, "background_tasks", []any{}))
	h.AtStop, h.User = said.texts, said.user
	return h, err
}

// act plays a step.
func (w *world) act(a *act) (answer, error) {
	switch a.Tool {
	case "Bash":
		return w.printed(a)
	case "Write":
		return w.write("", a.Path, a.Content)
	case "Edit":
		path := w.path(a.Path)
		before, err := os.ReadFile(path)
		if err != nil {
			return answer{}, err
		}
		after := strings.Replace(string(before), a.Old, a.New, 1)
		input := map[string]any{"file_path": path, "old_string": a.Old, "new_string": a.New, "replace_all": false}
		return w.changes("", "Edit", path, after, input, map[string]any{
			"filePath": path, "oldString": a.Old, "newString": a.New, "originalFile": string(before), "userModified": false, "replaceAll": false,
		})
	}
	return w.prompt(a.User)
}

// printed reports a command as if it had printed this. An agent that is denied it
// insists.
func (w *world) printed(a *act) (said answer, err error) {
	input := map[string]any{"command": strings.ReplaceAll(a.Command, "/home/dev/project", w.root), "description": "Run a command"}
	w.call++
	begun := time.Now()
	if said, err = w.tells(w.event("PreToolUse", "Bash", "", "tool_input", input)); err != nil {
		return said, err
	}
	if said.denied {
		w.call++
		again, err := w.tells(w.event("PreToolUse", "Bash", "", "tool_input", input))
		if err != nil {
			return said, err
		}
		said.texts = append(said.texts, again.texts...)
	}
	for _, name := range a.Effects.Delete {
		if err := os.Remove(w.path(name)); err != nil && !os.IsNotExist(err) {
			return said, err
		}
	}
	for name, data := range a.Effects.Write {
		if err := put(w.path(name), data); err != nil {
			return said, err
		}
	}
	output := strings.ReplaceAll(strings.TrimRight(a.Stdout+a.Stderr, "\n"), "/home/dev/project", w.root)
	late, err := w.tells(w.ended("", input, output, a.Exit, time.Since(begun)))
	said.texts = append(said.texts, late.texts...)
	return said, err
}
