package replay

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

const (
	catFails  = "cat: illegal option -- A\nusage: cat [-belnstuv] [file ...]"
	testFails = "--- FAIL: TestAdd (0.00s)\n    a_test.go:7: Add(1, 2) = -1, want 3\nFAIL\nFAIL\texample.com/p\t0.003s"
)

// summed lists what is remembered, without what differs each time.
func summed(runs []memory.Run, lessons []memory.Lesson) (list []string) {
	for i := len(runs) - 1; i >= 0; i-- {
		r := &runs[i]
		exit, exited := r.ExitCode()
		list = append(list, fmt.Sprint(r.Command, " ", r.Outcome, " ", exit, " ", exited, " ", r.Project != "", " ", len(r.Errors), " ", r.Check != nil))
	}
	for _, l := range lessons {
		list = append(list, fmt.Sprint(l.Kind, " ", l.State, " ", l.What, " ", l.Remedy, " ", l.Edit, " ", l.Seen, " ", l.Worked))
	}
	return list
}

// TestReplayIsTheHook: what is taken over is what the hooks would have kept
// and learned.
func TestReplayIsTheHook(t *testing.T) {
	steps := []struct {
		command, output string
		exit            int
	}{
		{"sed -n 1,5p main.go | cat -A", catFails, 1},
		{"sed -n 1,5p main.go | cat -v -e -t", "package main$", 0},
		{"go test ./...", testFails, 1},
		{"go test ./... 2>&1 | tail", testFails, 0},
		{"ls", "a.go", 0},
		{"EDIT", "", 0},
		{"go test ./...", "ok  \texample.com/p\t0.005s", 0},
	}
	live, late := newPast(t), newPast(t)
	for i, s := range steps {
		call := fmt.Sprint("t", i)
		if s.command == "EDIT" {
			late.edited("s1", call, "/srv/shop/a.go")
			j := live.now(&protocol.Call{Session: "s1", ID: call, Tool: protocol.Edit, Paths: []string{"/srv/shop/a.go"}})
			j.RecordEdit(j.Edit())
			continue
		}
		late.ran("s1", call, s.command, s.exit, s.output)
		live.heard("s1", call, s.command, s.exit, s.output)
	}
	taken := late.replay(t)
	want, got := summed(live.remembered(t)), summed(late.remembered(t))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-hooks +replay)\n%s", diff)
	}
	if len(want) < 7 || taken.Runs != 5 || taken.Failed != 3 || taken.Edits != 1 || taken.Passed != 1 || taken.Lessons != 3 {
		t.Errorf("took over %+v of %q", taken, want)
	}

	again := late.replay(t)
	if again.Runs+again.Edits+again.Lessons != 0 || again.Known != 6 {
		t.Errorf("the second time took over %+v", again)
	}
	if diff := cmp.Diff(got, summed(late.remembered(t))); diff != "" {
		t.Errorf("the second time changed (-was +is)\n%s", diff)
	}
}

// TestReplayUndoesNothing: a failure of long ago is no news when the check
// has passed since, and what was told to nobody is no advice.
func TestReplayUndoesNothing(t *testing.T) {
	p := newPast(t)
	p.heard("now", "n1", "go test ./...", 0, "ok  \texample.com/p\t0.005s")
	p.remembered(t)
	p.ran("old", "t1", "go test ./...", 1, testFails)
	p.ran("old", "t2", "go test ./...", 1, testFails)
	p.replay(t)
	_, lessons := p.remembered(t)
	if len(lessons) != 1 || lessons[0].State != memory.Closed || lessons[0].Seen != 2 {
		t.Errorf("learned %+v, want a check that is closed", lessons)
	}

	p = newPast(t)
	p.heard("now", "n1", "go test ./...", 1, testFails)
	p.ran("old", "t1", "go test ./...", 1, testFails)
	p.ran("old", "t2", "go test ./...", 0, "ok  \texample.com/p\t0.005s")
	p.replay(t)
	if _, lessons := p.remembered(t); len(lessons) != 1 || lessons[0].State != memory.Open || lessons[0].Session != "now" {
		t.Errorf("learned %+v, want a check that fails now", lessons)
	}

	p = newPast(t)
	p.heard("s0", "a", "npm run build", 127, "sh: 1: vite: not found")
	p.heard("s0", "b", "npm install", 0, "added 3 packages")
	p.heard("s0", "c", "npm run build", 0, "built in 3 s")
	p.remembered(t)
	p.ran("old", "t1", "npm run build", 127, "sh: 1: vite: not found")
	p.replay(t)
	p.view(t, func(tx *store.Tx) error {
		advice, err := tx.Advice("old", 10)
		if len(advice) > 0 {
			t.Errorf("nobody was told %+v", advice)
		}
		return err
	})
}

// TestReplayKnowsACopy: a session that branches off another one brings its
// calls along, and calls of another client's may have the same ids.
func TestReplayKnowsACopy(t *testing.T) {
	p := newPast(t)
	p.ran("s1", "t1", "go build ./...", 0, "")
	p.edited("s1", "t2", "/a.go")
	for _, l := range p.calls {
		p.calls = append(p.calls, strings.ReplaceAll(l, `"s1"`, `"s2"`))
	}
	p.at = p.at.Add(time.Hour)
	p.ran("s3", "t1", "go build ./...", 0, "")
	if got := p.replay(t); got.Runs != 2 || got.Edits != 1 || got.Known != 2 {
		t.Errorf("took over %+v", got)
	}
}

// TestReplayFillsIn: what was before the first hook of a session is learned
// from, and so is what lies between commands that hooks have heard of.
func TestReplayFillsIn(t *testing.T) {
	p := newPast(t)
	p.ran("s1", "t1", "sed -n 1,5p main.go | cat -A", 1, catFails)
	p.ran("s1", "t2", "sed -n 1,5p main.go | cat -v -e -t", 0, "package main$")
	for i := range 40 + 5 {
		p.heard("s1", fmt.Sprint("live", i), fmt.Sprint("make part", i), 0, "built a part of it")
	}
	p.remembered(t)
	if got := p.replay(t); got.Runs != 2 || got.Lessons != 1 {
		t.Errorf("took over %+v", got)
	}

	p = newPast(t)
	p.ran("s1", "t1", "npm run build", 127, "sh: 1: vite: not found")
	p.replay(t) // as if a hook had heard of it
	p.ran("s1", "t2", "npm install", 0, "added 3 packages")
	p.ran("s1", "t3", "npm run build", 0, "built in 3 s")
	if got := p.replay(t); got.Runs != 2 || got.Known != 1 || got.Lessons != 1 {
		t.Errorf("took over %+v", got)
	}
}

// TestReplayTakesTasks: a task that was handed on is closed with what its
// subagent did, once; and what no transcript tells the end of is left out.
func TestReplayTakesTasks(t *testing.T) {
	p := newPast(t)
	p.handed("s1", "k1", "explore", "a1", map[string]any{"status": "completed", "agentId": "a1", "content": []any{map[string]any{"type": "text", "text": "in ./t"}}})
	p.handed("s1", "k2", "explore", "", map[string]any{"status": "async_launched", "isAsync": true, "agentId": "a2"})
	if taken := p.replay(t); taken.Tasks != 1 || taken.Runs != 1 {
		t.Fatalf("%+v", taken)
	}
	if again := p.replay(t); again.Tasks != 0 || again.Known != 2 {
		t.Errorf("again: %+v", again)
	}
	var tasks []memory.Task
	p.view(t, func(tx *store.Tx) (err error) {
		tasks, err = tx.Tasks(store.TaskFilter{})
		return err
	})
	if len(tasks) != 1 {
		t.Fatalf("%+v", tasks)
	}
	a := tasks[0]
	got := fmt.Sprint(a.Call, " ", a.Type, " ", a.Subagent, " ", a.What, " ", a.Result, " ", a.Outcome, " ", a.Commands, " ", a.Failures, " ", a.End.Sub(a.Start))
	if want := "k1 explore a1 find it in ./t partial 1 1 3s"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if a.End.After(p.at) {
		t.Errorf("it ended at %v, after all there was", a.End)
	}
}

// TestReplayMasks: nothing of a transcript is kept as it was.
func TestReplayMasks(t *testing.T) {
	const secret = "ghp_0123456789abcdefghijABCDEFGHIJ012345"
	p := newPast(t)
	p.ran("s1", "t1", "curl -H 'Authorization: token "+secret+"' https://example.com", 22, "401 with "+secret)
	p.ran("s1", "t2", "make "+secret, 0, "done with "+secret)
	p.edited("s1", "t3", "/srv/"+secret+"/a.go")
	if got := p.replay(t); got.Runs != 2 || got.Edits != 1 {
		t.Errorf("took over %+v", got)
	}
	for _, end := range []string{"", "-wal"} {
		if data, err := os.ReadFile(p.database() + end); err == nil && strings.Contains(string(data), secret) {
			t.Errorf("the secret is in the database%s", end)
		}
	}
}

// TestAdviceIsNotFollowedBefore: a command that had ended before an advice was
// given does not follow it, though it is taken over later.
func TestAdviceIsNotFollowedBefore(t *testing.T) {
	p := newPast(t)
	const cure = "sed -n 7p util.go | cat -v -e -t"
	p.heard("s1", "t1", "sed -n 1,5p main.go | cat -A", 1, catFails)
	p.heard("s1", "t2", "sed -n 1,5p main.go | cat -v -e -t", 0, "package main$")
	p.heard("s2", "t3", "sed -n 7p util.go | cat -A", 1, catFails)
	p.ran("s2", "t0", cure, 0, "}$")
	if taken := p.replay(t); taken.Runs != 1 {
		t.Fatalf("%+v", taken)
	}
	if got := p.followed(t, "s2"); got != "" {
		t.Errorf("%s was run before", got)
	}
	p.heard("s2", "t4", cure, 0, "}$")
	if p.followed(t, "s2") == "" {
		t.Error("it is followed now")
	}
}

// followed returns the run that did as the advice of a session says which rests
// on a lesson.
func (p *past) followed(t *testing.T, session string) (run string) {
	t.Helper()
	p.view(t, func(tx *store.Tx) error {
		list, err := tx.Advice(session, 10)
		i := slices.IndexFunc(list, func(a memory.Advice) bool { return a.Fix.Lesson != "" })
		if i < 0 {
			t.Fatalf("no such advice: %+v", list)
		}
		run = list[i].Followed
		return err
	})
	return run
}

// TestFewLessonsMeanwhile: however many checks fail in a history, few lessons
// are there at a time, because each event looks at those of its project.
func TestFewLessonsMeanwhile(t *testing.T) {
	const failing, few = 1200, 800
	p := newPast(t)
	for i := range failing {
		p.ran("s1", fmt.Sprint("t", i), fmt.Sprint("go test ./p", i), 1, strings.ReplaceAll(testFails, "example.com/p", fmt.Sprint("example.com/p", i)))
	}
	s, err := store.Open(store.Options{Path: p.database()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	most := 0
	r := New(p.options())
	if err := r.Import(s, p.history(t), func(int) {
		if err := s.View(func(tx *store.Tx) error {
			n, err := tx.CountLessons()
			most = max(most, n)
			return err
		}); err != nil {
			t.Error(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if r.Counts.Lessons != failing || most > few {
		t.Errorf("learned %d lessons of %d failing checks, and had %d at a time", r.Counts.Lessons, failing, most)
	}
}
