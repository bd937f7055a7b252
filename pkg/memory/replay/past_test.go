package replay

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// past is a user with an empty home and a project, who writes transcripts.
type past struct {
	home, project string
	calls         []string // lines
	at            time.Time
}

func newPast(t *testing.T) *past {
	dir := t.TempDir()
	p := &past{
		home: filepath.Join(dir, "home"), project: filepath.Join(dir, "work", "shop"),
		at: time.Now().UTC().Add(-240 * time.Hour).Truncate(time.Second),
	}
	for _, d := range []string{filepath.Dir(p.database()), filepath.Join(p.project, ".git")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p *past) database() string { return filepath.Join(p.home, ".local/share/ctxhook/ctxhook.db") }

func (p *past) options() judge.Options {
	return judge.Options{Cwd: p.project, Getenv: func(key string) string {
		if key == "HOME" || key == "USERPROFILE" {
			return p.home
		}
		return ""
	}}
}

func (p *past) line(kind string, session string, content map[string]any, more map[string]any) {
	p.at = p.at.Add(time.Second)
	entry := map[string]any{
		"type": kind, "sessionId": session, "cwd": p.project, "timestamp": p.at.Format(time.RFC3339Nano),
		"message": map[string]any{"content": []any{content}},
	}
	for k, v := range more {
		entry[k] = v
	}
	data, _ := json.Marshal(entry)
	p.calls = append(p.calls, string(data))
}

// ran is a command and its result, which took a second.
func (p *past) ran(session, call, command string, exit int, output string) {
	p.line("assistant", session, map[string]any{"type": "tool_use", "id": call, "name": "Bash", "input": map[string]any{"command": command}}, nil)
	result := map[string]any{"type": "tool_result", "tool_use_id": call, "is_error": exit != 0, "content": output}
	more := map[string]any{"toolUseResult": map[string]any{"stdout": output, "stderr": "", "interrupted": false}}
	if exit != 0 {
		result["content"] = "Exit code " + strconv.Itoa(exit) + "\n" + output
		more["toolUseResult"] = "Error: " + result["content"].(string)
	}
	p.line("user", session, result, more)
}

func (p *past) edited(session, call, path string) {
	p.line("assistant", session, map[string]any{"type": "tool_use", "id": call, "name": "Edit", "input": map[string]any{"file_path": path}}, nil)
	p.line("user", session, map[string]any{"type": "tool_result", "tool_use_id": call, "content": "ok"}, map[string]any{"toolUseResult": map[string]any{}})
}

// handed is a task that is handed on, and its result. Its subagent, if it has
// one, runs a command that fails.
func (p *past) handed(session, call, kind, subagent string, result map[string]any) {
	p.line("assistant", session, map[string]any{"type": "tool_use", "id": call, "name": "Agent", "input": map[string]any{
		"description": "find it", "prompt": "Where is it?", "subagent_type": kind,
	}}, nil)
	if subagent != "" {
		more := map[string]any{"agentId": subagent, "isSidechain": true}
		p.line("assistant", session, map[string]any{"type": "tool_use", "id": "in-" + call, "name": "Bash", "input": map[string]any{"command": "make it"}}, more)
		p.line("user", session, map[string]any{"type": "tool_result", "tool_use_id": "in-" + call, "is_error": true, "content": "Exit code 2\nno"}, more)
	}
	p.line("user", session, map[string]any{"type": "tool_result", "tool_use_id": call, "content": "done"}, map[string]any{"toolUseResult": result})
}

func (p *past) history(t *testing.T) *transcript.History {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(p.calls, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return transcript.NewHistory([]string{path})
}

// replay takes over what was written so far.
func (p *past) replay(t *testing.T) Counts {
	t.Helper()
	s, err := store.Open(store.Options{Path: p.database()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r, h := New(p.options()), p.history(t)
	if err := r.Import(s, h, func(int) {}); err != nil || len(h.Errors) > 0 || h.Sum.Broken > 0 {
		t.Fatal(err, h.Errors, h.Sum)
	}
	return r.Counts
}

// now is the journal of a call that happens now.
func (p *past) now(c *protocol.Call) *journal.Journal {
	c.Cwd, c.Agent = p.project, &protocol.Agent{Name: "claude"}
	return journal.New(judge.New(p.options()), time.Now()).At(c, time.Now())
}

// heard is what a hook records of a command that has ended.
func (p *past) heard(session, call, command string, exit int, output string) {
	result := &protocol.Result{Status: protocol.Ended, Exit: exit, Exited: true, Output: output}
	if exit != 0 {
		result.Status = protocol.Failed
	}
	j := p.now(&protocol.Call{Session: session, ID: call, Tool: protocol.Shell, Commands: []string{command}, Result: result})
	d := j.Diagnose()
	ran := j.Run(&d)
	switch {
	case ran.Outcome.Bad():
		j.RecordFailure(ran, &d)
	case !d.IsNoise():
		j.RecordRun(ran)
	}
}

// view drains the spool and looks into the database.
func (p *past) view(t *testing.T, do func(*store.Tx) error) {
	t.Helper()
	s, err := store.Open(store.Options{Path: p.database()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Update(func(tx *store.Tx) error {
		if err := p.now(&protocol.Call{}).Drain(tx); err != nil {
			return err
		}
		return do(tx)
	}); err != nil {
		t.Fatal(err)
	}
}

// remembered returns all runs and lessons.
func (p *past) remembered(t *testing.T) (runs []memory.Run, lessons []memory.Lesson) {
	t.Helper()
	p.view(t, func(tx *store.Tx) (err error) {
		if runs, err = store.Runs.Select(tx, " ORDER BY at DESC"); err == nil {
			lessons, err = store.SelectLessons(tx, "")
		}
		return err
	})
	return runs, lessons
}
