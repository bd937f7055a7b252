package hook

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// The events of a task of Claude Code.
func (p *user) agent(session, call, name string, more map[string]any) string {
	payload := map[string]any{
		"prompt_id": "p", "tool_name": "Agent", "tool_use_id": call,
		"tool_input": map[string]any{"description": "find the tests", "prompt": "Where do the tests of the shop lie?", "subagent_type": "explore"},
	}
	for key, value := range more {
		payload[key] = value
	}
	return p.event(session, name, payload)
}

func (p *user) subagent(session, id, name, said string) string {
	return p.event(session, name, map[string]any{"prompt_id": "p", "agent_id": id, "agent_type": "explore", "last_assistant_message": said})
}

// ranIn has a subagent run a command.
func (p *user) ranIn(t *testing.T, session, id, call, command string, exit int, output string) {
	t.Helper()
	payload := p.ended(session, call, command, exit, output)
	if a := p.run("post-bash", strings.Replace(payload, "{", `{"agent_id":"`+id+`","agent_type":"explore",`, 1)); a.exit != 0 {
		t.Fatalf("%+v", a)
	}
}

// tasks returns those of a session, the latest first.
func (p *user) tasks(t *testing.T, session string) (tasks []memory.Task) {
	t.Helper()
	p.keeps(t, func(tx *store.Tx) (err error) {
		tasks, err = tx.Tasks(store.TaskFilter{Session: session})
		return err
	})
	return tasks
}

func TestTask(t *testing.T) {
	completed := map[string]any{"tool_response": map[string]any{
		"status": "completed", "agentId": "a1", "content": []any{map[string]any{"type": "text", "text": "in ./t"}},
	}}
	launched := map[string]any{"tool_response": map[string]any{"isAsync": true, "status": "async_launched", "agentId": "a1"}}
	type deed func(p *user) // each is a process of its own
	on := func(event string, payload func(p *user) string) deed {
		return func(p *user) { p.run(event, payload(p)) }
	}
	before := on("pre-task", func(p *user) string { return p.agent("s1", "c1", "PreToolUse", nil) })
	starts := on("pre-task", func(p *user) string { return p.subagent("s1", "a1", "SubagentStart", "") })
	stops := on("post-task", func(p *user) string { return p.subagent("s1", "a1", "SubagentStop", "in ./t") })
	silent := on("post-task", func(p *user) string { return p.subagent("s1", "a1", "SubagentStop", "") })
	comes := on("post-task", func(p *user) string { return p.agent("s1", "c1", "PostToolUse", completed) })
	goesOn := on("post-task", func(p *user) string { return p.agent("s1", "c1", "PostToolUse", launched) })
	fails := on("post-task", func(p *user) string {
		return p.agent("s1", "c1", "PostToolUseFailure", map[string]any{"error": "no such agent"})
	})
	ends := on("session-end", func(p *user) string { return p.event("s1", "SessionEnd", map[string]any{"reason": "other"}) })
	passes := func(p *user) { p.ranIn(t, "s1", "a1", "b1", "go test ./...", 0, "ok  \texample.com/sum\t0.002s\n") }
	red := func(p *user) { p.ranIn(t, "s1", "a1", "b2", "go test ./...", 1, sumFails) }
	main := func(p *user) { p.ranIn(t, "s1", "", "b3", "make build", 0, "cc -o shop a.c b.c") }

	type outcome struct {
		Verdict, Subagent, Result string
		Commands, Failures        int
	}
	tests := []struct {
		name  string
		deeds []deed
		want  outcome
	}{
		{"waited for", []deed{before, starts, red, passes, main, stops, comes}, outcome{"success", "a1", "in ./t", 2, 1}},
		{"in the background", []deed{before, goesOn, starts, passes, main, stops}, outcome{"success", "a1", "in ./t", 1, 0}},
		{"in the background, still at work", []deed{before, goesOn, starts, passes}, outcome{"open", "a1", "", 0, 0}},
		{"given up with the session", []deed{before, goesOn, starts, passes, ends}, outcome{"partial", "a1", "", 1, 0}},
		{"that came to nothing", []deed{before, starts, silent}, outcome{"partial", "a1", "", 0, 0}},
		{"whose last check fails", []deed{before, starts, passes, red, stops, comes}, outcome{"partial", "a1", "in ./t", 2, 1}},
		{"that failed", []deed{before, fails}, outcome{"failure", "", "no such agent", 0, 0}},
		{"whose beginning was not told", []deed{comes}, outcome{"success", "a1", "in ./t", 0, 0}},
		{"that only its subagent tells of", []deed{starts, passes, stops}, outcome{"success", "a1", "in ./t", 1, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.env["CLAUDE_CODE_SESSION_ID"] = "s1"
			for _, do := range tt.deeds {
				do(p)
			}
			tasks := p.tasks(t, "s1")
			if len(tasks) != 1 {
				t.Fatalf("%d tasks: %+v", len(tasks), tasks)
			}
			got := tasks[0]
			if diff := cmp.Diff(tt.want, outcome{got.Outcome.String(), got.Subagent, got.Result.String(), got.Commands, got.Failures}); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if got.Type != "explore" || got.End.IsZero() != (got.Outcome == memory.TaskOpen) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestTasksAtOnce: subagents of the same type are told apart by their ids,
// whatever the order of their ends.
func TestTasksAtOnce(t *testing.T) {
	p := newUser(t)
	for _, n := range []string{"1", "2"} {
		p.run("pre-task", p.agent("s1", "c"+n, "PreToolUse", nil))
		p.run("post-task", p.agent("s1", "c"+n, "PostToolUse", map[string]any{"tool_response": map[string]any{"isAsync": true, "agentId": "a" + n}}))
		p.run("pre-task", p.subagent("s1", "a"+n, "SubagentStart", ""))
	}
	p.run("post-task", p.subagent("s1", "a2", "SubagentStop", "two"))
	p.run("post-task", p.subagent("s1", "a1", "SubagentStop", "one"))
	var got []string
	for _, task := range p.tasks(t, "s1") {
		got = append(got, task.Call+" "+task.Subagent+" "+task.Result.String())
	}
	if diff := cmp.Diff([]string{"c2 a2 two", "c1 a1 one"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestSubagentIsTold: a subagent begins with nothing, and is told what is
// sure; the agent that starts it is not.
func TestSubagentIsTold(t *testing.T) {
	p := newUser(t)
	p.writes(t, "sum_test.go", time.Now().Add(-time.Hour))
	p.env["CLAUDE_CODE_SESSION_ID"] = "s2"
	p.told(t, "s1", "t1", "go test ./...", 1, sumFails)
	p.run("post-task", p.agent("s1", "c0", "PostToolUseFailure", map[string]any{"error": "the model is overloaded"}))
	if a := p.run("pre-task", p.agent("s2", "c1", "PreToolUse", nil)); a != (answer{}) {
		t.Errorf("the agent is told %+v", a)
	}
	a := p.run("pre-task", p.subagent("s2", "a1", "SubagentStart", ""))
	out := a.said(t).HookSpecificOutput
	if out.HookEventName != "SubagentStart" {
		t.Errorf("answers %q", a.stdout)
	}
	for _, want := range []string{"`TestSum`", "Task `find the tests` (", ", failure): `the model is overloaded`"} {
		if !strings.Contains(out.AdditionalContext, want) {
			t.Errorf("told %q, without %q", out.AdditionalContext, want)
		}
	}
}

// TestTaskNeutral: a task of the neutral envelope is recommended what was
// learned of tasks like it, and its verdict is its caller's.
func TestTaskNeutral(t *testing.T) {
	p := newUser(t)
	task := func(event, id, what, result string) answered {
		t.Helper()
		return recommended(t, p.run("any", `{"event":"`+event+`","session_id":"n1","working_dir":`+quoteJSON(p.project)+
			`,"context":{"task":{"task_id":"`+id+`","description":"`+what+`","tool_name":"Bash"`+result+`}}}`))
	}
	task("pre_task", "1", "mend the login form", "")
	first := task("post_task", "1", "mend the login form", `,"result":{"success":true,"output":"the form is well","duration_ms":5}`)
	if !first.Success || first.Trajectory != "n1_1" {
		t.Errorf("%+v", first)
	}
	task("post_task", "2", "paint the shed", `,"result":{"success":false,"error":"no paint"}`)
	task("pre_task", "3", "count the sheep", "")
	task("post_task", "3", "count the sheep", "")
	got := task("pre_task", "4", "mend the signup form", "")
	if len(got.Recommendations) != 1 || got.Metrics.Memories != 3 || got.Metrics.Patterns != 3 || got.Trajectory != "n1_4" {
		t.Fatalf("%+v", got)
	}
	if rec := got.Recommendations[0]; !strings.Contains(rec.Preview, "`mend the login form`") || !strings.Contains(rec.Preview, "success): `the form is well`") || rec.Score < 0.5 {
		t.Errorf("%+v", rec)
	}
	var verdicts []string
	for _, task := range p.tasks(t, "n1") {
		verdicts = append(verdicts, task.Outcome.String())
	}
	if diff := cmp.Diff([]string{"open", "partial", "failure", "success"}, verdicts); diff != "" {
		t.Errorf("verdicts (-want +got)\n%s", diff)
	}
}
