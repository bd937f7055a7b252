package journal

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// newJournal returns the journal of a project with an empty memory.
func newJournal(t *testing.T) *Journal {
	t.Helper()
	home := t.TempDir()
	schema, err := os.ReadFile("../../../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	project := filepath.Join(home, "shop")
	if err := os.MkdirAll(filepath.Join(project, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	j := New(judge.New(judge.Options{Cwd: project, Getenv: func(key string) string {
		if key == "HOME" || key == "USERPROFILE" {
			return home
		}
		return ""
	}}), time.Now())
	j.Schema = string(schema)
	return j
}

// TestLate: when the time is up, nothing is ranked any more.
func TestLate(t *testing.T) {
	j := newJournal(t)
	command, exit := redact.Clean("make deploy TARGET=staging"), 2
	ran := memory.Run{
		ID: memory.NewID('r'), Start: j.Now, Session: "s1", Project: j.Judge.Project, Cwd: j.Judge.Cwd,
		Command: command, Template: command, Exit: &exit, Outcome: memory.Failed,
	}
	if err := j.update(func(u *update) error {
		_, _, err := u.record(&ran, u.judge.Script(ran.Command))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, late := range []bool{false, true} {
		if err := j.view(time.Second, func(v *view) error {
			list, err := v.relatedRuns(redact.Clean("make deploy TARGET=production"), func() bool { return late })
			if len(list) == 0 != late {
				t.Errorf("late %v: %v", late, list)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}
