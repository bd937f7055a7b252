package hook

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// TestAdviceIsNotFollowedBefore: a command that had ended before an advice was
// given does not follow it, though it is taken over later.
func TestAdviceIsNotFollowedBefore(t *testing.T) {
	p := newPast(t)
	const cure = "sed -n 7p util.go | cat -v -e -t"
	p.told(t, "s1", "t1", "sed -n 1,5p main.go | cat -A", 1, catFails)
	p.told(t, "s1", "t2", "sed -n 1,5p main.go | cat -v -e -t", 0, "package main$")
	p.told(t, "s2", "t3", "sed -n 7p util.go | cat -A", 1, catFails)
	p.ran("s2", "t0", cure, 0, "}$")
	if taken := p.replay(t); taken.Runs != 1 {
		t.Fatalf("%+v", taken)
	}
	if got := p.followed(t, "s2"); got != "" {
		t.Errorf("%s was run before", got)
	}
	p.told(t, "s2", "t4", cure, 0, "}$")
	if p.followed(t, "s2") == "" {
		t.Error("it is followed now")
	}
}

// TestChecksOfOneCommand: a command that passes closes the lesson of each
// check that passed in it.
func TestChecksOfOneCommand(t *testing.T) {
	p := newPast(t)
	p.told(t, "s1", "t1", "go build ./...", 1, "# x\nx.go:3:2: undefined: y\n")
	p.told(t, "s1", "t2", "go vet ./...", 1, "# x\n# [x]\n./x.go:3:2: unreachable code\n")
	p.told(t, "s1", "t3", "go test ./...", 1, "--- FAIL: TestX (0.00s)\n    x_test.go:3: no\nFAIL\nFAIL\tx\t0.1s\n")
	open := func() (tools []string) {
		_, lessons := p.remembered(t)
		for _, l := range lessons {
			if l.Kind == memory.LessonCheck && l.State == memory.Open {
				tools = append(tools, l.Check.Tool)
			}
		}
		slices.Sort(tools)
		return tools
	}
	if got := open(); !slices.Equal(got, []string{"go build", "go test", "go vet"}) {
		t.Fatalf("open: %q", got)
	}
	p.told(t, "s1", "t4", "go build ./... && go test ./...", 0, "ok  \tx\t0.1s\n")
	if got := open(); !slices.Equal(got, []string{"go vet"}) {
		t.Errorf("open: %q", got)
	}
}

// followed takes over what waits, and returns the run that did as the advice
// of a session says which rests on a lesson.
func (p *user) followed(t *testing.T, session string) string {
	t.Helper()
	p.remembered(t)
	s, err := store.Open(store.Options{Path: p.database(), Schema: p.schema})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var list []memory.Advice
	if err := s.View(func(tx *store.Tx) (err error) {
		list, err = tx.Advice(session, 10)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(a memory.Advice) bool { return a.Fix.Lesson != "" })
	if i < 0 {
		t.Fatalf("no such advice: %+v", list)
	}
	return list[i].Followed
}
