package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"
)

// player plays stories.
type player struct {
	binary string // "" is this program
	keep   bool
}

// playAll plays stories beside each other, and returns their results in order.
func playAll(stories []*story, p player) []result {
	results := make([]result, len(stories))
	var wait sync.WaitGroup
	free := make(chan bool, runtime.NumCPU())
	for i, s := range stories {
		wait.Add(1)
		free <- true
		go func() {
			defer func() { <-free; wait.Done() }()
			results[i] = p.play(s)
		}()
	}
	wait.Wait()
	return results
}

// play plays one story in a directory of its own.
func (p player) play(s *story) result {
	r := result{Name: s.name, Title: s.title, todo: s.todo}
	for _, tool := range s.needs {
		if _, err := exec.LookPath(tool); err != nil {
			r.Skipped = tool
			return r
		}
	}
	dir, err := os.MkdirTemp("", "story")
	if err != nil {
		r.Error = err.Error()
		return r
	}
	if p.keep {
		r.Scratch = dir
	} else {
		defer removeAll(dir)
	}
	w, err := newWorld(dir, p.binary, s)
	for i := 0; i < len(s.steps) && err == nil; i++ {
		var t told
		if t, err = w.do(&s.steps[i]); err != nil {
			err = fmt.Errorf("line %d: %s: %w", s.steps[i].line, &s.steps[i], err)
		}
		r.Steps = append(r.Steps, t)
	}
	if err == nil {
		err = w.ends("other")
	}
	if err != nil {
		r.Error = err.Error()
	}
	return r
}

// removeAll also removes what a tool wrote without permission to remove it.
func removeAll(dir string) {
	if os.RemoveAll(dir) != nil {
		exec.Command("chmod", "-R", "u+w", dir).Run()
		os.RemoveAll(dir)
	}
}

// do plays a step.
func (w *world) do(s *step) (told, error) {
	t := told{Line: s.line, Step: s.String()}
	var said answer
	var err error
	switch name, rest, _ := strings.Cut(s.text, " "); s.verb {
	case "session":
		said, err = w.begins(name, strings.TrimSpace(rest))
	case "crash":
		w.session = ""
	case "prompt":
		said, err = w.prompt(s.text)
	case "run":
		said, t.Output, err = w.command(s.sub, s.text)
	case "task":
		said, err = w.task(name, rest)
	case "done":
		said, err = w.done(name)
	case "cd":
		w.cwd = filepath.Join(w.root, s.text)
		if filepath.IsAbs(s.text) {
			w.cwd = s.text
		}
		_, err = os.Stat(w.cwd)
	case "write":
		said, err = w.write(s.sub, s.text, s.body)
	case "edit":
		said, err = w.edit(s.sub, name, rest)
	case "shell":
		var failed int
		if t.Output, failed = w.bash(w.cwd, s.text); failed != 0 {
			err = fmt.Errorf("exit code %d: %s", failed, t.Output)
		}
	case "later":
		err = w.later(s.text)
	case "stop":
		said, err = w.tells(w.event("Stop", "", "", "stop_hook_active", false, "last_assistant_message", "Done.", "background_tasks", []any{}))
	}
	if s.verb == "session" {
		w.heard = nil // it is new, or was compacted
	}
	t.Denied = said.denied
	t.Sentences, t.Missed = s.weigh(said.texts, w.heard)
	for _, said := range t.Sentences {
		w.heard = append(w.heard, said.Text)
	}
	return t, err
}

// command asks for a command, runs it if that is not denied, and reports what
// came of it as the client does.
func (w *world) command(sub, command string) (said answer, output string, err error) {
	input := map[string]any{"command": command, "description": "Run a command"}
	w.call++
	said, err = w.tells(w.event("PreToolUse", "Bash", sub, "tool_input", input))
	if err != nil || said.denied {
		return said, "", err
	}
	begun := time.Now()
	output, exit := w.bash(w.cwd, command)
	meaning := ""
	if exit == 1 && meansNo.MatchString(command) {
		meaning, exit = "No matches found", 0
	}
	after := w.ended(sub, input, output, exit, time.Since(begun))
	if meaning != "" {
		after["tool_response"].(map[string]any)["returnCodeInterpretation"] = meaning
	}
	late, err := w.tells(after)
	said.texts = append(said.texts, late.texts...)
	return said, output, err
}

// meansNo is a command whose exit code 1 is no failure to the client.
var meansNo = regexp.MustCompile(`(?s)^(?:.*[|;&]\s*)?(?:grep|rg|diff|test|\[)\s[^|;&]*$`)

// longest is how long a command of a story may take.
const longest = time.Minute

// bash runs a command as the client's shell does, and returns what it prints on
// both streams and its exit code.
func (w *world) bash(cwd, command string) (output string, exit int) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	c := exec.CommandContext(ctx, "bash", "-c", command)
	c.Dir, c.Env, c.WaitDelay = cwd, w.env, time.Second
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	err := c.Run()
	var failed *exec.ExitError
	switch {
	case errors.As(err, &failed) && failed.ExitCode() >= 0:
		exit = failed.ExitCode()
	case err != nil:
		exit = 137
	}
	return strings.TrimRight(out.String(), "\n"), exit
}
