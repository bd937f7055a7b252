package journal

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// TestSessionWrote: a file is the session's own only where the session wrote
// all of it.
func TestSessionWrote(t *testing.T) {
	type step struct {
		command, edit string
		outcome       memory.Outcome
		session       string
	}
	for _, tt := range []struct {
		name  string
		steps []step
		want  []string
	}{
		{"nothing", nil, nil},
		{"redirection", []step{{command: "echo x > a.txt"}}, []string{"a.txt"}},
		{"appended to", []step{{command: "echo x >> a.txt"}}, nil},
		{"copy", []step{{command: "cp a.txt b.txt"}}, []string{"b.txt"}},
		{"copied tree, which may hold older files", []step{{command: "cp -r lib lib2"}}, nil},
		{"edit", []step{{edit: "a.txt"}}, []string{"a.txt"}},
		{"directory", []step{{command: "mkdir lab"}}, []string{"lab"}},
		{"directory that may be older", []step{{command: "mkdir -p lab"}}, nil},
		{"directory that could not be made", []step{{command: "mkdir lab", outcome: memory.Failed}}, nil},
		{"in another directory", []step{{command: "cd lib && echo x > a.txt"}}, []string{"lib/a.txt"}},
		{"in one that may be missing", []step{{command: "cd lib; echo x > a.txt"}}, nil},
		{"on another machine", []step{{command: "ssh h 'echo x > a.txt'"}}, nil},
		{"refused", []step{{command: "echo x > a.txt", outcome: memory.Refused}}, nil},
		{"of another session", []step{{command: "echo x > a.txt", session: "s2"}}, nil},
		{"an older file moved", []step{{command: "mv old.txt a.txt"}}, nil},
		{"an older file moved over an own one", []step{{command: "echo x > a.txt"}, {command: "mv old.txt a.txt"}}, nil},
		{"an own file moved", []step{{command: "echo x > a.txt"}, {command: "mv a.txt b.txt"}}, []string{"a.txt", "b.txt"}},
	} {
		for _, stored := range []bool{true, false} {
			name := tt.name + ", in the spool"
			if stored {
				name = tt.name
			}
			t.Run(name, func(t *testing.T) {
				j := newJournal(t)
				at := j.Judge.At.Cwd
				if err := os.Mkdir(filepath.Join(at, "lib"), 0o700); err != nil {
					t.Fatal(err)
				}
				j.Call = &protocol.Call{Session: "s1"}
				for i, s := range tt.steps {
					entry := memoryOf(j, i, s.command, s.edit, s.outcome)
					if s.session != "" {
						entry.Run.Session = s.session
					}
					if !stored {
						j.spool(entry)
						continue
					}
					if err := j.update(func(u *update) (err error) {
						if entry.Edit != nil {
							_, err = u.tx.AddEdit(entry.Edit)
						} else {
							_, err = u.tx.AddRun(entry.Run)
						}
						return err
					}); err != nil {
						t.Fatal(err)
					}
				}
				var got []string
				for path := range maps.Keys(j.sessionPaths()) {
					if rel, err := filepath.Rel(at, path); err == nil && filepath.IsLocal(rel) {
						got = append(got, filepath.ToSlash(rel))
					}
				}
				slices.Sort(got)
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("written (-want +got):\n%s", diff)
				}
				for _, path := range tt.want {
					if !j.SessionWrote()(filepath.Join(at, path)) {
						t.Errorf("%s is not the session's", path)
					}
				}
			})
		}
	}
}

// memoryOf returns what is remembered of a command, or of an edit.
func memoryOf(j *Journal, i int, command, edit string, outcome memory.Outcome) store.Entry {
	at := j.Now.Add(time.Duration(i) * time.Second)
	if edit != "" {
		return store.Entry{Edit: &memory.Edit{
			ID: memory.NewID('e'), Time: at, Session: "s1", Project: j.Judge.Project, Path: redact.Clean(edit),
		}}
	}
	if outcome == 0 {
		outcome = memory.OK
	}
	text := redact.Clean(command)
	return store.Entry{Run: &memory.Run{
		ID: memory.NewID('r'), Start: at, Session: "s1", Project: j.Judge.Project, Cwd: j.Judge.At.Cwd,
		Command: text, Template: text, Outcome: outcome,
	}}
}
