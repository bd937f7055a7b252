package journal

import (
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// began has a task handed on to a subagent, and ended has it come back.
func (p *play) began(id, what string) *memory.Task {
	p.t.Helper()
	task, _, err := p.task(id, protocol.Before, &protocol.Result{}, protocol.TaskCall{Description: what, Tool: "Agent", Type: "worker"}).BeginTask()
	if err != nil {
		p.t.Fatal(err)
	}
	return task
}

func (p *play) ended(id string, result *protocol.Result, answered bool) *memory.Task {
	p.t.Helper()
	task, _, err := p.task(id, protocol.After, result, protocol.TaskCall{Tool: "Agent", Type: "worker", Answered: answered}).EndTask()
	if err != nil {
		p.t.Fatal(err)
	}
	return task
}

func (p *play) task(id string, event protocol.Event, result *protocol.Result, told protocol.TaskCall) *Journal {
	j := p.at(protocol.Call{Event: event, Result: result, Task: told})
	j.Call.ID = id
	return j
}

// TestTaskOutcome: what became of a task is what its end and its last check say.
func TestTaskOutcome(t *testing.T) {
	for _, tt := range []struct {
		name               string
		during             func(p *play)
		result             protocol.Result
		answered           bool
		want               memory.TaskOutcome
		commands, failures int
	}{
		{"answered", func(p *play) { p.ran("make gen", 0, "ok") }, protocol.Result{}, true, memory.Success, 1, 0},
		{"no answer", func(*play) {}, protocol.Result{}, false, memory.Partial, 0, 0},
		{"the client says that it failed", func(*play) {}, protocol.Result{Status: protocol.Failed}, true, memory.Failure, 0, 0},
		{"interrupted", func(*play) {}, protocol.Result{Status: protocol.Interrupted}, true, memory.Partial, 0, 0},
		{"its last check fails", func(p *play) { p.ran("go test ./...", 1, redTest) }, protocol.Result{}, true, memory.Partial, 1, 1},
		{"its last check passes", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.edited("sum.go", "a - b", "a + b")
			p.ran("go test ./...", 0, greenTest)
		}, protocol.Result{}, true, memory.Success, 2, 1},
		{"a command that is no check fails", func(p *play) { p.ran("npm run biuld", 1, noScript) }, protocol.Result{}, true, memory.Success, 1, 1},
		{"a command that the user refused", func(p *play) { p.refused("npm publish") }, protocol.Result{}, true, memory.Success, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			p.began("t1", "Fix the sum")
			tt.during(p)
			task := p.ended("t1", &tt.result, tt.answered)
			if task.Outcome != tt.want || task.Commands != tt.commands || task.Failures != tt.failures || task.What.String() != "Fix the sum" {
				t.Errorf("%s, %d commands, %d failures: %+v", task.Outcome, task.Commands, task.Failures, *task)
			}
		})
	}
}

// TestTaskOf: the end of a task is that of the one which began with the call, or that a
// subagent has.
func TestTaskOf(t *testing.T) {
	tasks := []memory.Task{ // the latest first
		{ID: "t-3", Call: "c3", Type: "worker", Outcome: memory.TaskOpen},
		{ID: "t-2", Call: "c2", Type: "worker", Outcome: memory.TaskOpen, Subagent: "a2"},
		{ID: "t-1", Call: "c1", Type: "explorer", Outcome: memory.TaskOpen},
		{ID: "t-0", Call: "c0", Type: "worker", Outcome: memory.TaskOpen},
	}
	for _, tt := range []struct {
		name string
		call protocol.Call
		want string
	}{
		{"by its call", protocol.Call{ID: "c1"}, "t-1"},
		{"by a call that began none", protocol.Call{ID: "c9"}, ""},
		{"by its subagent", protocol.Call{Task: protocol.TaskCall{Subagent: "a2", Type: "worker"}}, "t-2"},
		{"the oldest that none has", protocol.Call{Task: protocol.TaskCall{Subagent: "a9", Type: "worker"}}, "t-0"},
		{"of its type", protocol.Call{Task: protocol.TaskCall{Subagent: "a9", Type: "explorer"}}, "t-1"},
		{"of a type that none has", protocol.Call{Task: protocol.TaskCall{Subagent: "a9", Type: "other"}}, ""},
		{"of nobody", protocol.Call{}, ""},
	} {
		got := ""
		if task := taskOf(&tt.call, tasks); task != nil {
			got = task.ID
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestUnendedTask: a task that was never heard of again is partial once its session ends.
func TestUnendedTask(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.began("t1", "Fix the sum")
	if _, _, err := p.at(callOf("")).EndSession(); err != nil {
		t.Fatal(err)
	}
	p.read(func(tx *store.Tx) error {
		tasks, err := tx.Tasks(store.TaskFilter{Session: "s1", Limit: 5})
		if len(tasks) != 1 || tasks[0].Outcome != memory.Partial {
			t.Errorf("%+v", tasks)
		}
		return err
	})
}

// TestSimilar: the commands that are most like one come first, each once.
func TestSimilar(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.ran("make deploy TARGET=staging", 0, "deployed")
	p.ran("make deploy TARGET=staging", 0, "deployed")
	p.ran("go test ./cart", 0, greenTest)
	p.read(func(tx *store.Tx) error {
		runs, err := p.Similar(tx, "make deploy TARGET=production", 5)
		if len(runs) != 1 || runs[0].Command.String() != "make deploy TARGET=staging" {
			t.Errorf("%+v", runs)
		}
		return err
	})
}

// TestForget: what was forgotten stands in no file of the ledger.
func TestForget(t *testing.T) {
	ledgersHold := func(p *play, text string) bool {
		for _, path := range ledgers(&p.Judge.Places) {
			if strings.Contains(string(readLedger(path)), text) {
				return true
			}
		}
		return false
	}
	p := newPlay(t)
	p.begun()
	p.ran("make alpha", 0, "ok")
	p.ran("make beta", 0, "ok")
	p.in("s2").begun()
	p.ran("make gamma", 0, "ok")
	for _, name := range []string{"alpha", "beta", "gamma"} {
		if !ledgersHold(p, name) {
			t.Fatalf("the ledger does not hold %s", name)
		}
	}
	if err := ForgetCalls(&p.Judge.Places, []store.Call{{Text: redact.Clean("make alpha")}}); err != nil {
		t.Fatal(err)
	}
	if ledgersHold(p, "alpha") || !ledgersHold(p, "beta") {
		t.Error("not one command is forgotten")
	}
	if err := ForgetLedger(&p.Judge.Places, "s1", nil); err != nil {
		t.Fatal(err)
	}
	if ledgersHold(p, "beta") || !ledgersHold(p, "gamma") {
		t.Error("not one session is forgotten")
	}
	if err := ForgetLedger(&p.Judge.Places, "", nil); err != nil || len(ledgers(&p.Judge.Places)) > 0 {
		t.Errorf("not all is forgotten: %v", err)
	}
}

// TestImport: what happened long ago is taken over once, and teaches the same.
func TestImport(t *testing.T) {
	p := newPlay(t)
	i := NewImport(p.Now)
	var ran []*memory.Run
	for _, c := range []struct {
		command, output string
		exit            int
	}{{"python3 seed.py", noModule, 1}, {"make deps", "ok", 0}, {"python3 seed.py", "done", 0}} {
		j := p.at(protocol.Call{Commands: []string{c.command}, Result: &protocol.Result{Exit: c.exit, Exited: true, Output: c.output}})
		d := j.Diagnose()
		ran = append(ran, j.Run(&d))
	}
	for _, want := range []bool{true, false} {
		p.read(func(tx *store.Tx) error {
			for _, r := range ran {
				isNew, err := i.Run(tx, p.Journal, r, p.Judge.Script(r.Command))
				if err != nil || isNew != want {
					t.Errorf("%s: new %v, want %v, %v", r.Command, isNew, want, err)
				}
			}
			return nil
		})
	}
	p.Now = p.Now.Add(time.Hour)
	if got := strings.Join(p.in("s2").ran("python3 seed.py", 1, noModule), "\n"); !told(got, "make deps", "fixed this (once)") {
		t.Errorf("told %q", got)
	}
}
