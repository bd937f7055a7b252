package hook

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// edited tells that a file was written.
func (p *user) edited(t *testing.T, session, call, path string) {
	t.Helper()
	a := p.run("post-edit", `{"session_id":"`+session+`","transcript_path":"/h/.claude/projects/x/`+session+`.jsonl","cwd":"`+p.project+`","prompt_id":"p",
		"hook_event_name":"PostToolUse","tool_name":"Edit","tool_use_id":"`+call+`","tool_input":{"file_path":"`+path+`","old_string":"a","new_string":"b"},
		"tool_response":{"filePath":"`+path+`","structuredPatch":[]}}`)
	if a.exit != 0 || a.stderr != "" {
		t.Fatalf("%+v", a)
	}
}

const addFails = "--- FAIL: TestAdd (0.00s)\n    add_test.go:9: the table of sums was not generated\nFAIL\nFAIL\texample.test/x\t0.01s\nFAIL"

const addPasses = "ok  \texample.test/x\t0.01s"

// episodes returns the episodes that what is given belongs to.
func (p *user) episodes(t *testing.T, id string) (list []memory.Episode) {
	t.Helper()
	s, err := store.Open(store.Options{Path: p.database(), Schema: p.schema})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.View(func(tx *store.Tx) (err error) {
		list, err = store.Episodes.Select(tx, " WHERE ?1 IN (red, green) OR instr(lessons, ?1) ORDER BY at DESC", id)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestRecipeIsRemembered: what turned a check green is told when it is red
// again in the same way; what another time was done as well was not needed.
func TestRecipeIsRemembered(t *testing.T) {
	p := newUser(t)
	p.told(t, "s1", "a", "go test ./...", 1, addFails)
	p.told(t, "s1", "b", "go mod tidy", 0, "")
	p.told(t, "s1", "c", "go generate ./...", 0, "generated two files")
	p.told(t, "s1", "e", "go test ./...", 0, addPasses)
	p.remembered(t)

	got := p.told(t, "s2", "f", "go test ./...", 1, addFails)
	if want := "Here `go mod tidy`, then `go generate ./...` fixed this (once)"; !strings.Contains(got, want) {
		t.Errorf("told %q, without %q", got, want)
	}
	p.told(t, "s2", "g", "go generate ./...", 0, "generated two files")
	p.told(t, "s2", "h", "go test ./...", 0, addPasses)
	p.remembered(t)
	if got, want := p.told(t, "s3", "i", "go test ./...", 1, addFails), "Here `go generate ./...` fixed this (2 of 2 times)"; !strings.Contains(got, want) {
		t.Errorf("told %q, without %q", got, want)
	}

	_, lessons := p.remembered(t)
	for _, l := range lessons {
		if l.Kind != memory.LessonFix {
			continue
		}
		list := p.episodes(t, l.ID)
		if len(list) != 2 || list[1].Tool != "go test" || len(list[1].Steps) != 2 || list[1].Red == "" || list[1].Green == "" {
			t.Errorf("episodes %+v", list)
		}
	}
}

// TestEditIsNotTold: that an edit fixed an error says nothing without what was
// changed in the file.
func TestEditIsNotTold(t *testing.T) {
	p := newUser(t)
	for _, s := range []string{"s1", "s2"} {
		p.told(t, s, s+"a", "go test ./...", 1, addFails)
		p.edited(t, s, s+"b", filepath.Join(p.project, "add.go"))
		p.told(t, s, s+"c", "go test ./...", 0, addPasses)
	}
	if got := p.told(t, "s3", "d", "go test ./...", 1, addFails); strings.Contains(got, "add.go") {
		t.Errorf("told %q", got)
	}
}

// TestFixIsToldLater: what was done once before an error went away is told when
// the error is there again in a later session, and not in the same one.
func TestFixIsToldLater(t *testing.T) {
	p := newUser(t)
	p.told(t, "s1", "a", "go test ./...", 1, addFails)
	p.told(t, "s1", "b", "go generate ./...", 0, "generated two files")
	p.told(t, "s1", "c", "go test ./...", 0, addPasses)
	p.edited(t, "s1", "d", filepath.Join(p.project, "add.go"))
	if got := p.told(t, "s1", "e", "go test ./...", 1, addFails); strings.Contains(got, "go generate") {
		t.Errorf("the same session is told %q", got)
	}
	if got := p.told(t, "s2", "f", "go test ./...", 1, addFails); !strings.Contains(got, "go generate") {
		t.Errorf("a later one is told %q", got)
	}
}

// TestRecipeThatMisleads: a recipe that helped once and is then done in vain is
// not told again.
func TestRecipeThatMisleads(t *testing.T) {
	p := newUser(t)
	p.told(t, "s0", "a", "go test ./...", 1, addFails)
	p.told(t, "s0", "b", "go generate ./...", 0, "generated two files")
	p.told(t, "s0", "c", "go test ./...", 0, addPasses)
	p.remembered(t)
	for i, want := range []bool{true, false} {
		s := "s" + strconv.Itoa(i+1)
		if got := p.told(t, s, s+"a", "go test ./...", 1, addFails); strings.Contains(got, "go generate") != want {
			t.Errorf("session %d: told %q", i+1, got)
		}
		p.told(t, s, s+"b", "go test ./...", 1, addFails) // before it was done: that says nothing of it
		p.told(t, s, s+"c", "go generate ./...", 0, "generated two files")
		p.told(t, s, s+"d", "go test ./... | tail -5", 0, addFails)
	}
	_, lessons := p.remembered(t)
	for _, l := range lessons {
		if l.Kind == memory.LessonFix && (l.State != memory.Retired || l.Misfire != 1) {
			t.Errorf("lesson %+v", l)
		}
	}
}

// TestRecipeThatHelpedOnce: that the check fails again after what helped, by
// another edit of the same file, is no fault of the recipe.
func TestRecipeThatHelpedOnce(t *testing.T) {
	p := newUser(t)
	for i, s := range []string{"s0", "s1"} {
		p.told(t, s, s+"a", "go test ./...", 1, addFails)
		p.edited(t, s, s+"b", "/srv/x/add.go")
		p.told(t, s, s+"c", "go test ./...", 0, addPasses)
		if i > 0 {
			p.edited(t, s, s+"d", "/srv/x/add.go")
			p.told(t, s, s+"e", "go test ./...", 1, addFails)
		}
		p.remembered(t)
	}
	_, lessons := p.remembered(t)
	for _, l := range lessons {
		if l.Kind == memory.LessonFix && (l.Misfire != 0 || l.Worked != 2 || l.Tried != 2) {
			t.Errorf("lesson %+v, want 2 of 2 times and none in vain", l)
		}
	}
}

// TestCommandsOfARecipe: a recipe of commands alone is told as one that can
// be run.
func TestCommandsOfARecipe(t *testing.T) {
	p := newUser(t)
	const fails = "sh: 1: vite: not found"
	p.told(t, "s1", "a", "npm run build", 127, fails)
	p.told(t, "s1", "b", "npm install", 0, "added 3 packages")
	p.told(t, "s1", "c", "npm run gen", 0, "generated all")
	p.told(t, "s1", "d", "npm run build", 0, "built in 3 s")
	p.remembered(t)
	if got, want := p.told(t, "s2", "e", "npm run build", 127, fails), "Run: `npm install && npm run gen`."; !strings.Contains(got, want) {
		t.Errorf("told %q, without %q", got, want)
	}
}

// TestGreenInTheNextSession: a check that failed in one session and passes in
// the next has its episode, too.
func TestGreenInTheNextSession(t *testing.T) {
	p := newUser(t)
	p.told(t, "s1", "a", "go test ./...", 1, addFails)
	p.edited(t, "s1", "b", "/srv/x/sum.go")
	p.edited(t, "s2", "c", "/srv/x/add.go")
	p.told(t, "s2", "d", "go test ./...", 0, addPasses)
	runs, _ := p.remembered(t)
	if len(runs) != 2 {
		t.Fatalf("%d runs", len(runs))
	}
	list := p.episodes(t, runs[0].ID)
	if len(list) != 1 || list[0].Red != runs[1].ID || len(list[0].Steps) != 2 || len(list[0].Lessons) != 1 {
		t.Errorf("episodes %+v", list)
	}
}

// TestSequencesAreNotLearned: learn_sequences off learns nothing from what
// was done after what.
func TestSequencesAreNotLearned(t *testing.T) {
	p := newUser(t)
	p.write(t, ".config/ctxhook/config.yaml", "learn_sequences: false\n")
	p.told(t, "s1", "a", "go test ./...", 1, addFails)
	p.edited(t, "s1", "b", "/srv/x/add.go")
	p.told(t, "s1", "c", "go test ./...", 0, addPasses)
	_, lessons := p.remembered(t)
	if len(lessons) != 1 || lessons[0].Kind != memory.LessonCheck || lessons[0].State != memory.Closed {
		t.Errorf("lessons %+v", lessons)
	}
}
