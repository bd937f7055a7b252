package journal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/agents/hook"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// TestSessions plays sessions through the hooks. Below each stand what was said, where
// it was said, and all that is remembered of them: a line for each row of the database.
//
// A line of a session is one of
//
//	session NAME             it begins; what follows is of it
//	prompt TEXT              the user says something
//	ran COMMAND ⇒ OUTPUT     a command went well; \n stands for a line break
//	fails N COMMAND ⇒ OUTPUT it failed with this exit code
//	denied COMMAND           the client's rules did not let it run
//	edit FILE /OLD/NEW/      the Edit tool
//	write FILE TEXT          the Write tool
//	file FILE TEXT           the user writes a file
//	git WORDS                the user runs git
//	task WHAT, done WHAT     a task is handed to a subagent, and comes back
//	stop TEXT                the model says something and rests
//	end                      the session ends
func TestSessions(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs git, and the paths of Unix")
	}
	readtest.File(t, "testdata/sessions.txt", func(text string) []string {
		p := newSessions(t)
		for _, line := range strings.Split(text, "\n")[1:] {
			p.step(line)
		}
		p.dump()
		return p.list
	})
}

// sessions is what happens in a project, as the client tells it.
type sessions struct {
	t                      *testing.T
	dir, project, schema   string
	session, call, subject string
	calls, prompts         int
	list                   []string // what was said and is remembered
}

func newSessions(t *testing.T) *sessions {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	schema, err := os.ReadFile("../../../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	p := &sessions{t: t, dir: dir, project: filepath.Join(dir, "shop"), schema: string(schema)}
	for _, name := range []string{"shop", "bin"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range strings.Fields("git go gofmt make npm npx pnpm python3 uv yarn") { // what is on PATH
		if err := os.WriteFile(filepath.Join(dir, "bin", name), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.git("init", "-q", "-b", "main")
	for name, text := range map[string]string{"go.mod": "module shop\n", "sum.go": "package shop\n\nfunc Sum(a, b int) int { return a - b }\n", "Makefile": "test:\n\tgo test ./...\n"} {
		p.write(name, text)
	}
	p.git("add", ".")
	p.git("commit", "-q", "-m", "x")
	return p
}

func (p *sessions) git(args ...string) {
	c := exec.Command("git", args...)
	c.Dir = p.project
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	if out, err := c.CombinedOutput(); err != nil {
		p.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

func (p *sessions) write(name, text string) {
	file := filepath.Join(p.project, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// said cuts a command from what it printed.
func said(text string) (command, output string) {
	command, output, _ = strings.Cut(text, " ⇒")
	return command, strings.TrimPrefix(output, " ")
}

func (p *sessions) step(line string) {
	what, rest, _ := strings.Cut(line, " ")
	rest = strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(rest)
	p.subject = line
	p.calls++
	p.call = "c" + strconv.Itoa(p.calls)
	bash := func(command string) map[string]any {
		return map[string]any{"tool_name": "Bash", "tool_input": map[string]any{"command": command}}
	}
	file := func(tool, name string, input map[string]any) map[string]any {
		input["file_path"] = filepath.Join(p.project, name)
		return map[string]any{"tool_name": tool, "tool_input": input}
	}
	response := func(m map[string]any, with any) map[string]any { m["tool_response"] = with; return m }
	switch what {
	case "session":
		p.session = rest
		p.hook("SessionStart", map[string]any{"source": "startup"})
	case "prompt":
		p.prompts++
		p.hook("UserPromptSubmit", map[string]any{"prompt": rest})
	case "ran":
		command, output := said(rest)
		if p.hook("PreToolUse", bash(command)) {
			p.hook("PostToolUse", response(bash(command), map[string]any{"stdout": output, "stderr": "", "interrupted": false}))
		}
	case "fails":
		exit, rest, _ := strings.Cut(rest, " ")
		command, output := said(rest)
		if p.hook("PreToolUse", bash(command)) {
			m := bash(command)
			m["error"] = "Exit code " + exit + "\n" + output
			p.hook("PostToolUseFailure", m)
		}
	case "denied":
		m := bash(rest)
		m["reason"] = "not allowed"
		p.hook("PermissionDenied", m)
	case "edit":
		name, change, _ := strings.Cut(rest, " ")
		words := strings.Split(change, "/")
		input := func() map[string]any {
			return file("Edit", name, map[string]any{"old_string": words[1], "new_string": words[2]})
		}
		if p.hook("PreToolUse", input()) {
			was, err := os.ReadFile(filepath.Join(p.project, name))
			if err != nil || !strings.Contains(string(was), words[1]) {
				p.t.Fatalf("%s: there is no %q (%v)", line, words[1], err)
			}
			p.write(name, strings.Replace(string(was), words[1], words[2], 1))
			p.hook("PostToolUse", response(input(), map[string]any{"filePath": name, "structuredPatch": []any{}}))
		}
	case "write":
		name, text, _ := strings.Cut(rest, " ")
		input := func() map[string]any { return file("Write", name, map[string]any{"content": text}) }
		if p.hook("PreToolUse", input()) {
			told := map[string]any{"type": "create", "filePath": name, "content": text, "originalFile": nil}
			if before, err := os.ReadFile(filepath.Join(p.project, name)); err == nil {
				told["type"], told["originalFile"] = "update", string(before)
			}
			p.write(name, text)
			p.hook("PostToolUse", response(input(), told))
		}
	case "file":
		name, text, _ := strings.Cut(rest, " ")
		p.write(name, text)
	case "git":
		p.git(strings.Fields(rest)...)
	case "task", "done":
		p.call = "task " + rest
		m := map[string]any{"tool_name": "Agent", "tool_input": map[string]any{"description": rest, "prompt": "Please " + rest, "subagent_type": "general-purpose"}}
		if what == "task" {
			p.hook("PreToolUse", m)
			p.hook("SubagentStart", map[string]any{"agent_id": "sub-" + rest, "agent_type": "general-purpose"})
		} else {
			p.hook("SubagentStop", map[string]any{"agent_id": "sub-" + rest, "agent_type": "general-purpose", "last_assistant_message": "Done: " + rest})
			p.hook("PostToolUse", response(m, map[string]any{"status": "completed", "agentId": "sub-" + rest, "content": []any{map[string]any{"type": "text", "text": "Done: " + rest}}}))
		}
	case "stop":
		p.hook("Stop", map[string]any{"last_assistant_message": rest})
	case "end":
		p.hook("SessionEnd", map[string]any{"reason": "other"})
	default:
		p.t.Fatalf("no such step: %s", line)
	}
}

// hook calls the hook of an event, notes what it says, and reports whether the tool may
// go on.
func (p *sessions) hook(event string, payload map[string]any) bool {
	payload["hook_event_name"], payload["session_id"], payload["cwd"], payload["prompt_id"], payload["tool_use_id"] = event, p.session, p.project, fmt.Sprint("p", p.prompts), p.call
	payload["transcript_path"] = filepath.Join(p.dir, ".claude/projects/x", p.session+".jsonl")
	data, err := json.Marshal(payload)
	if err != nil {
		p.t.Fatal(err)
	}
	var out, errs bytes.Buffer
	env := map[string]string{"HOME": p.dir, "USERPROFILE": p.dir, "CLAUDE_CODE_SESSION_ID": p.session, "CLAUDE_CODE_SESSION_ATTENDED": "1", "PATH": filepath.Join(p.dir, "bin")}
	exit := hook.Run(hook.Env{Stdin: bytes.NewReader(data), Stdout: &out, Stderr: &errs, Getenv: func(key string) string { return env[key] }, Schema: p.schema}, nil)
	var said struct {
		Decision, Reason, SystemMessage, StopReason string
		HookSpecificOutput                          struct {
			PermissionDecision, PermissionDecisionReason, AdditionalContext string
			UpdatedInput                                                    struct{ Command string }
		}
	}
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &said); err != nil {
			p.t.Fatalf("%s: %v: %s", p.subject, err, out.Bytes())
		}
	}
	h := said.HookSpecificOutput
	for _, s := range []struct{ how, text string }{
		{"model", h.AdditionalContext}, {h.PermissionDecision, h.PermissionDecisionReason}, {"rewritten", h.UpdatedInput.Command}, {"user", said.SystemMessage},
		{"stop", said.StopReason},
	} {
		if s.text != "" {
			p.say("%s, %s: %s", p.subject, s.how, s.text)
		}
	}
	if said.Decision != "" && h.PermissionDecision == "" {
		p.say("%s, %s: %s", p.subject, said.Decision, said.Reason)
	}
	return exit != 2 && h.PermissionDecision != "deny" && h.PermissionDecision != "ask"
}

var (
	ids   = regexp.MustCompile(`\b([regvldpats])-[0-9a-z]{8}\b`)
	dates = regexp.MustCompile(`\d{4}-\d\d-\d\d( \d\d:\d\d( UTC)?)?|\b\d\d:\d\d( UTC)?\b`)
)

// say notes a line, without what is another in each run.
func (p *sessions) say(format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), p.project, "/shop")
	text = strings.ReplaceAll(text, p.dir, "/home")
	p.list = append(p.list, strings.TrimRight(dates.ReplaceAllString(ids.ReplaceAllString(text, "$1-…"), "TIME"), " "))
}

// dump notes what is remembered, once all that waits is in the database.
func (p *sessions) dump() {
	p.session, p.subject = "last", "later"
	p.hook("Stop", map[string]any{})
	s, err := store.Open(store.Options{Path: filepath.Join(p.dir, ".local/share/ctxhook/ctxhook.db"), Schema: p.schema})
	if err != nil {
		p.t.Fatal(err)
	}
	defer s.Close()
	if err := s.View(func(tx *store.Tx) error {
		return errors.Join(
			each(tx, &store.Runs, func(r *memory.Run) {
				exit, known := r.ExitCode()
				p.say("run: %s %d %t %s [%s]", r.Outcome, exit, known, r.Command, r.Template)
				if c := r.Check; c != nil {
					p.say("  check: %s %s %q all=%t failed=%t %v", c.Kind, c.Tool, c.Key, c.All, c.Failed, c.Tests)
				}
				for _, e := range r.Errors {
					p.say("  error: %s %s %s", e.Class, e.Rule, e.Line)
				}
			}),
			each(tx, &store.Edits, func(e *memory.Edit) { p.say("edit: %s", e.Path) }),
			each(tx, &store.Tasks, func(a *memory.Task) {
				p.say("task: %s %s commands=%d failures=%d %s", a.What, a.Outcome, a.Commands, a.Failures, a.Result)
			}),
			each(tx, &store.Lessons, func(l *memory.Lesson) {
				p.say("lesson: %s %s seen=%d %s what=%q from=%q before=%v remedy=%q edit=%t worked=%d/%d misfire=%d ignored=%d", l.Kind, l.State, l.Seen, l.Key, l.What, l.From, steps(l.Before), l.Remedy, l.Edit, l.Worked, l.Tried, l.Misfire, l.Ignored)
			}),
			each(tx, &store.Preferences, func(f *memory.Preference) {
				p.say("preference: %s %q %+v confidence=%.2f under=%q", f.State, f.Words, f.Rule, f.Confidence, f.Under)
				for _, e := range f.Evidence {
					p.say("  evidence: %v", e.Layer)
				}
			}),
			each(tx, &store.Episodes, func(e *memory.Episode) { p.say("episode: %s %s %v", e.Tool, e.Key, steps(e.Steps)) }),
			each(tx, &store.Advice, func(a *memory.Advice) {
				worked := "not known"
				if a.Worked != nil {
					worked = strconv.FormatBool(*a.Worked)
				}
				p.say("advice: %s %s %q %q followed=%t worked=%s", a.Source, a.Rule, a.Command, a.Text, a.Followed != "", worked)
			}),
			each(tx, &store.Decisions, func(d *memory.Decision) {
				p.say("decision: %s %s %v %s", d.Action, d.Risk, d.Rules, d.Command)
			}),
			each(tx, &store.Sessions, func(s *memory.Session) { p.say("session: %s", s.Key) }),
		)
	}); err != nil {
		p.t.Fatal(err)
	}
}

func each[T any](tx *store.Tx, table *store.Table[T], do func(*T)) error {
	list, err := table.Select(tx, " ORDER BY rowid")
	for i := range list {
		do(&list[i])
	}
	return err
}

func steps(list []memory.Step) (texts []redact.Text) {
	for _, s := range list {
		texts = append(texts, s.Text)
	}
	return texts
}
