package hook

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// crowd is how many events the spool holds before the database is opened.
const crowd = 64

// user has an empty home and a project of their own.
type user struct {
	home, project string
	env           map[string]string
	schema        string
}

func newUser(t testing.TB) *user {
	t.Helper()
	dir := t.TempDir()
	schema, err := os.ReadFile("../../../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	p := &user{
		schema: string(schema),
		home:   filepath.Join(dir, "home"), project: filepath.Join(dir, "work", "shop"),
		env: map[string]string{"CLAUDE_CODE_SESSION_ID": "s-1", "CLAUDE_CODE_SESSION_ATTENDED": "1"},
	}
	for _, d := range []string{p.home, filepath.Join(p.project, ".git")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p *user) getenv(key string) string {
	switch key {
	case "HOME", "USERPROFILE":
		return p.home
	}
	return p.env[key]
}

func (p *user) write(t *testing.T, path, text string) {
	t.Helper()
	path = filepath.Join(p.home, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// answer is what came out of a hook.
type answer struct {
	exit           int
	stdout, stderr string
}

func (p *user) run(event, payload string) answer {
	var out, errs bytes.Buffer
	exit := Run(Env{Stdin: strings.NewReader(payload), Stdout: &out, Stderr: &errs, Getenv: p.getenv, Schema: p.schema}, Named(event))
	return answer{exit, out.String(), errs.String()}
}

// claude is the payload of Claude Code for a command, codex that of Codex.
func (p *user) claude(command string) string {
	return p.payload(command, `"prompt_id":"p","transcript_path":"/h/.claude/projects/x/s-1.jsonl"`)
}
func (p *user) codex(command string) string { return p.payload(command, `"turn_id":"t"`) }

func (p *user) payload(command, more string) string {
	quote := func(s string) string { data, _ := json.Marshal(s); return string(data) }
	return `{"session_id":"s-1","hook_event_name":"PreToolUse","tool_name":"Bash",` + more +
		`,"cwd":` + quote(p.project) + `,"tool_input":{"command":` + quote(command) + `}}`
}

// said is Claude's answer, read as the client reads it.
type said struct {
	Decision, Reason, SystemMessage string
	HookSpecificOutput              struct {
		HookEventName, PermissionDecision, PermissionDecisionReason, AdditionalContext string
	}
}

func (a answer) said(t *testing.T) said {
	t.Helper()
	var s said
	if a.stdout == "" {
		return s
	}
	d := json.NewDecoder(strings.NewReader(a.stdout))
	if err := d.Decode(&s); err != nil || d.More() {
		t.Fatalf("not one JSON object: %q: %v", a.stdout, err)
	}
	return s
}

// keeps does something with the memory.
func (p *user) keeps(t *testing.T, do func(*store.Tx) error) {
	t.Helper()
	s, err := store.Open(store.Options{Path: p.database(), Schema: p.schema})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Update(do); err != nil {
		t.Fatal(err)
	}
}

// ended is what Claude Code tells of a command that has ended.
func (p *user) ended(session, call, command string, exit int, output string) string {
	payload := map[string]any{
		"session_id": session, "transcript_path": "/h/.claude/projects/x/" + session + ".jsonl", "cwd": p.project, "prompt_id": "p",
		"tool_name": "Bash", "tool_input": map[string]any{"command": command}, "tool_use_id": call, "duration_ms": 0,
	}
	if exit == 0 {
		payload["hook_event_name"] = "PostToolUse"
		payload["tool_response"] = map[string]any{"stdout": output, "stderr": "", "interrupted": false, "isImage": false}
	} else {
		payload["hook_event_name"] = "PostToolUseFailure"
		payload["error"] = "Exit code " + strconv.Itoa(exit) + "\n" + output
	}
	data, _ := json.Marshal(payload)
	return string(data)
}

// told runs post-bash and returns what the model is told.
func (p *user) told(t *testing.T, session, call, command string, exit int, output string) string {
	t.Helper()
	a := p.run("post-bash", p.ended(session, call, command, exit, output))
	if a.exit != 0 || a.stderr != "" {
		t.Fatalf("%+v", a)
	}
	return a.said(t).HookSpecificOutput.AdditionalContext
}

func (p *user) database() string {
	return filepath.Join(p.home, ".local/share/ctxhook/ctxhook.db")
}

// remembered takes over what waits, and returns all runs and lessons.
func (p *user) remembered(t *testing.T) (runs []memory.Run, lessons []memory.Lesson) {
	t.Helper()
	p.run("stop", `{"session_id":"other","hook_event_name":"Stop","transcript_path":"/h/.claude/projects/x/o.jsonl","cwd":`+strconv.Quote(p.project)+`}`)
	s, err := store.Open(store.Options{Path: p.database(), Schema: p.schema})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.View(func(tx *store.Tx) (err error) {
		if runs, err = store.Runs.Select(tx, " ORDER BY at DESC"); err != nil {
			return err
		}
		lessons, err = store.SelectLessons(tx, "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return runs, lessons
}
