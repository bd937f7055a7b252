package e2e

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestClientAgents runs the real client with a model that hands a task on: the
// subagent begins with what is known, its commands are known to be its own,
// and what became of the task is kept.
func TestClientAgents(t *testing.T) {
	client := realClient(t)
	const prompt = "Mend what fails in the sums, and say what it was."
	tests := []struct {
		name, command, verdict string
		outcome                string
	}{
		{"it looks only, and the tests fail", "go test ./...", "partial", "failed"},
		{"it mends them", "sed -i 's/a - b/a + b/' sum.go && go test ./...", "success", "ok"},
	}
	w := newGoWorld(t)
	m := newModel(t, []string{"go test ./..."}, always)
	w.run(t, client, m.URL)
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := newModel(t, nil, always)
			m.uses = []use{handOn("mend the sums", prompt)}
			agent := &talk{uses: []use{bash(tt.command)}}
			m.agents[prompt] = agent
			w.run(t, client, m.URL)
			m.mu.Lock()
			defer m.mu.Unlock()
			if len(m.told) != 1 || len(agent.told) != 1 {
				t.Fatalf("the model came as far as %d, its subagent as %d", m.turn, agent.turn)
			}
			t.Logf("the subagent hears: %s", digestIn(agent.first))
			if strings.Count(agent.first, digestHead) != 1 || !strings.Contains(agent.first, failingTest) || strings.Contains(digestIn(agent.first), "<tools") {
				t.Errorf("the subagent is told: %s", agent.first)
			}
			tasks, runs := w.tasks(t)
			if len(tasks) != i+1 {
				t.Fatalf("tasks: %+v", tasks)
			}
			task := tasks[i]
			if task.Verdict != tt.verdict || task.Type != "general-purpose" || task.What != "mend the sums" || task.Commands != 1 || task.Subagent == "" || task.End == "" {
				t.Errorf("the task is kept as %+v, want %s", task, tt.verdict)
			}
			ran := runs[len(runs)-1]
			if ran.Subagent != task.Subagent || ran.Session != task.Session || ran.Outcome != tt.outcome {
				t.Errorf("its command is kept as %+v, the task as %+v", ran, task)
			}
		})
	}
	stats := w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "stats")
	if !strings.Contains(strings.Join(strings.Fields(stats), " "), "general-purpose 2 50 % succeeded") {
		t.Errorf("stats:\n%s", stats)
	}
}

// handOn is the use of a subagent that is waited for.
func handOn(what, prompt string) use {
	return use{"Agent", map[string]any{
		"description": what, "prompt": prompt, "subagent_type": "general-purpose", "run_in_background": false,
	}}
}

// TestClientAgentsHear runs the real client with a model that hands on what it
// met itself: a subagent has heard nothing of what the main one was told, and
// is told the same; and what fails in it is settled in the main one.
func TestClientAgentsHear(t *testing.T) {
	client := realClient(t)
	const prompt = "Publish all of it, and test the sums."
	w := newGoWorld(t)
	w.file(t, "project/publish.sh", "#!/bin/sh\necho 'packing all of it'\n[ -f publish.conf ] || { echo 'Error: publish.conf is missing' >&2; exit 3; }\n", 0o755)
	w.file(t, "project/sample.conf", "to = here\n", 0o644)
	w.file(t, "project/migrate.sh", "#!/bin/sh\n[ \"$STAGE\" ] || { echo 'OperationalError: no stage is set' >&2; exit 1; }\n", 0o755)
	w.plays(t, client,
		bash("./publish.sh --all"), bash("cp sample.conf publish.conf"), bash("./publish.sh --all"), bash("mv publish.conf old.conf"), bash("./publish.sh --all"),
		bash("./migrate.sh up"), bash("STAGE=dev ./migrate.sh up"))
	w.plays(t, client, bash("./publish.sh --all"))

	both := []struct {
		command, says string
	}{
		{"./publish.sh --all", "Stopped once (d-"},
		{"./migrate.sh down", "Run: `STAGE=dev ./migrate.sh down`"},
		{"go test -run TestMul ./...", "No test matched"},
	}
	agent := &talk{}
	m := newModel(t, nil, always)
	for _, b := range both {
		m.uses, agent.uses = append(m.uses, bash(b.command)), append(agent.uses, bash(b.command))
	}
	m.uses = append(m.uses, handOn("publish", prompt), bash(mendSum+" && go test ./..."))
	m.agents[prompt] = agent
	w.run(t, client, m.URL)
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != len(m.uses) || len(agent.told) != len(agent.uses) {
		t.Fatalf("the model came as far as %d, its subagent as %d", m.turn, agent.turn)
	}
	for i, b := range both {
		for name, told := range map[string][]answer{"main": m.told, "sub": agent.told} {
			if said := told[i].result + about(told[i].beside); !strings.Contains(said, b.says) {
				t.Errorf("the %s agent runs %s and is told: %s", name, b.command, said)
			}
		}
	}
	if got := w.hears(t, client, "git status"); strings.Contains(got, "TestSum") {
		t.Errorf("settled by the main agent, and the next session hears: %s", got)
	}
}

// digestIn is what a request holds of the digest.
func digestIn(said string) string {
	_, rest, ok := strings.Cut(said, digestHead)
	if !ok {
		return "nothing"
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	return digestHead + rest
}

// digestHead is how a digest begins.
const digestHead = "ctxhook, from earlier work"

// failingTest is what is said of the test that newGoWorld makes fail.
const failingTest = "`go test ./...`: `TestSum` in `sum_test.go`."

type exportedTask struct {
	Session, Type, Subagent, What, Verdict, End string
	Commands                                    int
}

type exportedRun struct{ Session, Subagent, Command, Outcome string }

// tasks lists what an export has of tasks and runs.
func (w *world) tasks(t *testing.T) (tasks []exportedTask, runs []exportedRun) {
	t.Helper()
	for line := range strings.Lines(w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "db", "export")) {
		var row struct {
			Task *exportedTask
			Run  *exportedRun
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if row.Task != nil {
			tasks = append(tasks, *row.Task)
		}
		if row.Run != nil {
			runs = append(runs, *row.Run)
		}
	}
	return tasks, runs
}
