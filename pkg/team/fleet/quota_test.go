package fleet

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/pseudonym"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// A machine cannot fill the database of the team: each quota refuses what is above it,
// says which it is, and takes nothing of those rows. Rows are pushed by days.
func TestQuotas(t *testing.T) {
	for name, tt := range map[string]struct{ set, want, before string }{
		"rows of a day": {"rows_a_day = 20", "sent 25 rows today, and the quota rows_a_day is 20; an admin can raise it in fleet.settings", "10"},
		"size":          {"row_bytes = 40", "and the quota row_bytes is 40", "0"},
		"months":        {"months = 1", "of 2 months, and the quota months is 1", "10"},
	} {
		t.Run(name, func(t *testing.T) {
			tm := newTeam(t)
			m := tm.machine("a", "core")
			m.ran(0, 25)
			tm.rows("postgres", "UPDATE fleet.settings SET "+tt.set)
			if _, err := m.Push(t.Context(), tm.connect(m.role)); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("the push says %v, want %q", err, tt.want)
			}
			if got := tm.rows("postgres", "SELECT count(*) FROM fleet.runs"); got != tt.before {
				t.Errorf("the server has %s runs, want %s", got, tt.before)
			}
			tm.rows("postgres", "UPDATE fleet.settings SET rows_a_day = 1000, row_bytes = 100000, months = 12")
			m.push()
			if got := tm.rows("postgres", "SELECT count(*) FROM fleet.runs"); got != "25" {
				t.Errorf("with a larger quota the server has %s runs", got)
			}
		})
	}
}

func TestQuotaOfRecords(t *testing.T) {
	tm := newTeam(t)
	m := tm.machine("a", "core")
	for range 3 {
		p := memory.Preference{State: memory.Active, Words: redact.Clean("use uv"), Confidence: 1, First: start, Last: start}
		m.update(func(t *store.Tx) error { return t.PutPreference(&p) })
	}
	tm.rows("postgres", "UPDATE fleet.settings SET records = 2")
	if _, err := m.Push(t.Context(), tm.connect(m.role)); err == nil || !strings.Contains(err.Error(), "has 3 preferences, and the quota records is 2") {
		t.Errorf("the push says %v", err)
	}
}

// What was put together of harmless parts is masked as it leaves.
func TestTextsAreMaskedOnceMore(t *testing.T) {
	n := &names{Namer: pseudonym.New(nil, pseudonym.Machine{}), strict: pseudonym.New([]byte("any"), pseudonym.Machine{})}
	const flag = "--flag"
	text := redact.Clean("mysql " + flag + "=scree-7 db")
	text = text.Omit(len("mysql "), len("mysql "+flag), redact.Clean("--password"))
	if text.String() != "mysql --password=scree-7 db" {
		t.Fatalf("the text is %q", text)
	}
	if got := n.Text(text); strings.Contains(got, "scree-7") {
		t.Errorf("%q leaves the machine", got)
	}
	if n.portable(text) {
		t.Error("a text with a secret is offered to other machines")
	}
}

// A machine gets the key of its team, and not that of the admin.
func TestKeysOfTeams(t *testing.T) {
	tm := newTeam(t)
	admin := tm.account("postgres")
	keys := make(map[string]string)
	for role, team := range map[string]string{"m1": "core", "m2": "core", "m3": "other"} {
		file := filepath.Join(t.TempDir(), "fleet.conf")
		if err := Enrol(t.Context(), tm.connect("postgres"), &admin, tm.database+"_"+role, team, "machine", file); err != nil {
			t.Fatal(err)
		}
		data, err := paths.ReadFile(file, 1<<16)
		if err != nil {
			t.Fatal(err)
		}
		_, key, _ := strings.Cut(string(data), "team_key = ")
		keys[role], _, _ = strings.Cut(key, "\n")
	}
	if keys["m1"] == "" || keys["m1"] != keys["m2"] || keys["m1"] == keys["m3"] || keys["m1"] == tm.key || keys["m3"] == tm.key {
		t.Errorf("the keys are %v, and the admin's is %s", keys, tm.key)
	}
}

// Who may not revoke is told so in words.
func TestAMachineRevokesNobody(t *testing.T) {
	tm := newTeam(t)
	a, b := tm.machine("a", "core"), tm.machine("b", "core")
	if err := tm.connect(a.role).Revoke(t.Context(), b.role); !errors.Is(err, server.ErrMayNot) {
		t.Errorf("a machine that revokes another is told %v", err)
	}
	if err := tm.connect(b.role).Close(); err != nil {
		t.Errorf("the other machine: %v", err)
	}
}
