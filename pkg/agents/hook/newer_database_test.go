package hook

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// setVersion writes the version of the schema into the head of a database.
func (p *user) setVersion(t *testing.T, version uint32) (was uint32) {
	t.Helper()
	data, err := os.ReadFile(p.database())
	if err != nil {
		t.Fatal(err)
	}
	const at = 60 // https://sqlite.org/fileformat.html#user_version_number
	was = binary.BigEndian.Uint32(data[at:])
	binary.BigEndian.PutUint32(data[at:], version)
	if err := os.WriteFile(p.database(), data, 0o600); err != nil {
		t.Fatal(err)
	}
	return was
}

// TestNewerDatabase: a hook that meets the database of a newer version does
// what can be done without, and nothing of what it heard is lost.
func TestNewerDatabase(t *testing.T) {
	p := newUser(t)
	p.told(t, "s1", "a", "go test ./...", 1, addFails)
	p.keeps(t, func(*store.Tx) error { return nil }) // closed, all of it is in one file
	ours := p.setVersion(t, 1000)
	before, err := os.ReadFile(p.database())
	if err != nil {
		t.Fatal(err)
	}

	if got := p.starts(t, "s2", "startup"); got != "" {
		t.Errorf("a session is told %q", got)
	}
	if got := p.told(t, "s2", "b", "pytohn x.py", 127, "bash: pytohn: command not found"); !strings.Contains(got, "`pytohn` is not installed") {
		t.Errorf("what is known without a memory is not told: %q", got)
	}
	p.edited(t, "s2", "c", filepath.Join(p.project, "add.go"))
	p.told(t, "s2", "d", "make release", 0, "released it all")
	if a := p.run("pre-bash", p.claude(fatal)); a.exit != 2 {
		t.Errorf("not blocked: %+v", a)
	}
	for _, name := range []string{"stop", "session-end"} {
		event := map[string]string{"stop": "Stop", "session-end": "SessionEnd"}[name]
		if a := p.run(name, p.event("s2", event, nil)); a != (answer{}) {
			t.Errorf("%s: %+v", name, a)
		}
	}
	after, err := os.ReadFile(p.database())
	if err != nil || string(after) != string(before) {
		t.Errorf("the file is another, %v", err)
	}

	p.setVersion(t, ours)
	runs, _ := p.remembered(t)
	var got []string
	for i := range runs {
		got = append(got, runs[i].Command.String())
	}
	if strings.Join(got, ", ") != "make release, pytohn x.py, go test ./..." {
		t.Errorf("runs %q", got)
	}
	p.keeps(t, func(tx *store.Tx) error {
		edits, err := store.Edits.Select(tx, " WHERE session = (SELECT id FROM sessions WHERE key = 's2')")
		if err != nil || len(edits) != 1 {
			t.Errorf("edits of the session %+v, %v", edits, err)
		}
		decisions, err := store.Decisions.Select(tx, "")
		if len(decisions) != 1 {
			t.Errorf("decisions %+v", decisions)
		}
		return err
	})
}
