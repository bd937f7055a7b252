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
			m.uses = []use{{"Agent", map[string]any{
				"description": "mend the sums", "prompt": prompt, "subagent_type": "general-purpose", "run_in_background": false,
			}}}
			agent := &talk{uses: []use{bash(tt.command)}}
			m.agents[prompt] = agent
			w.run(t, client, m.URL)
			m.mu.Lock()
			defer m.mu.Unlock()
			if len(m.told) != 1 || len(agent.told) != 1 {
				t.Fatalf("the model came as far as %d, its subagent as %d", m.turn, agent.turn)
			}
			t.Logf("the subagent hears: %s", digestIn(agent.first))
			if strings.Count(agent.first, digestHead) != 1 || !strings.Contains(agent.first, failingTest) {
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
const failingTest = "`go test`: `TestSum` in `sum_test.go`."

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
