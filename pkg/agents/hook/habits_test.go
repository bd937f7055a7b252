package hook

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// habits returns what is usual, in words.
func (p *user) habits(t *testing.T) (words []string) {
	t.Helper()
	_, lessons := p.remembered(t)
	for _, l := range lessons {
		if l.Kind == memory.LessonHabit {
			words = append(words, l.What.String()+" "+strconv.Itoa(l.Worked)+" of "+strconv.Itoa(l.Tried))
		}
	}
	return words
}

// ends tells that a session is over.
func (p *user) ends(t *testing.T, session string) {
	t.Helper()
	a := p.run("session-end", `{"session_id":"`+session+`","hook_event_name":"SessionEnd","transcript_path":"/h/.claude/projects/x/`+session+`.jsonl",
		"reason":"other","prompt_id":"p","cwd":"`+p.project+`"}`)
	if a != (answer{}) {
		t.Errorf("%+v", a)
	}
}

// works is a session in which the linter is run after the tests, and then much
// is looked at.
func (p *user) works(t *testing.T, session string) {
	t.Helper()
	for i, command := range []string{
		"pytest -q", "ruff check .", "git log", "git log", "git log", "git log", "git log", "git log", "git log", "git log", "git log", "git log",
	} {
		p.told(t, session, session+strconv.Itoa(i), command, 0, "all that was done went well")
	}
}

// TestHabitsAreLearned: what is usual is known after the third session in
// which it was so, and when a session is long before it ends.
func TestHabitsAreLearned(t *testing.T) {
	want := []string{"ruff check is usually run after pytest 3 of 3"}
	p := newUser(t)
	for i, want := range [][]string{nil, nil, want} {
		s := "s" + strconv.Itoa(i)
		p.works(t, s)
		p.ends(t, s)
		if d := cmp.Diff(want, p.habits(t)); d != "" {
			t.Errorf("after %s:\n%s", s, d)
		}
	}

	long := newUser(t)
	for i := range 3 {
		long.works(t, "s"+strconv.Itoa(i))
	}
	for i := range crowd {
		long.told(t, "s9", strconv.Itoa(i), "git log", 0, "all that was done went well")
	}
	if d := cmp.Diff(want, long.habits(t)); d != "" {
		t.Error(d)
	}
}

func TestHabitsAreNotLearned(t *testing.T) {
	p := newUser(t)
	p.write(t, ".config/ctxhook/config.yaml", "learn_sequences: false\n")
	for i := range 3 {
		p.works(t, "s"+strconv.Itoa(i))
		p.ends(t, "s"+strconv.Itoa(i))
	}
	if got := p.habits(t); got != nil {
		t.Errorf("habits %v", got)
	}
}
