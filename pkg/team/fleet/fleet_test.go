package fleet

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/pgtest"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// team is a database with the schema.
type team struct {
	*pgtest.Server
	t        testing.TB
	database string
	key      string
}

// cluster is one server for all tests, which each have a database of their own.
var cluster struct {
	sync.Once
	*pgtest.Server
	stop func()
	err  error
}

func TestMain(m *testing.M) {
	if home := os.Getenv(pusherHome); home != "" {
		os.Exit(bePusher(home))
	}
	code := m.Run()
	if cluster.stop != nil {
		cluster.stop()
	}
	os.Exit(code)
}

func newTeam(t testing.TB) *team { return newTeamAt(t, server.Latest) }

// newTeamAt is newTeam with an older version of the schema.
func newTeamAt(t testing.TB, version int) *team {
	t.Helper()
	cluster.Do(func() { cluster.Server, cluster.stop, cluster.err = pgtest.StartShared(pgtest.Fast...) })
	if errors.Is(cluster.err, pgtest.ErrMissing) {
		t.Skip("left out: ", cluster.err)
	}
	if cluster.err != nil {
		t.Fatal(cluster.err)
	}
	tm := &team{Server: cluster.Server, t: t, database: cluster.Database(t), key: hex.EncodeToString([]byte("0123456789abcdef0123456789abcdef"))}
	if _, err := tm.connect("postgres").Migrate(t.Context(), version); err != nil {
		t.Fatal(err)
	}
	return tm
}

func (tm *team) account(role string) account.Account {
	tm.t.Helper()
	a, err := account.Parse([]byte("host = " + tm.Socket + "\ndbname = " + tm.database + "\nuser = " + role + "\nteam_key = " + tm.key + "\n"))
	if err != nil {
		tm.t.Fatal(err)
	}
	return a
}

func (tm *team) connect(role string) *server.Server {
	tm.t.Helper()
	a := tm.account(role)
	s, err := server.Connect(context.Background(), &a)
	if err != nil {
		tm.t.Fatal(err)
	}
	tm.t.Cleanup(func() { s.Close() })
	return s
}

// enrol enrols a role of a name that no other test has.
func (tm *team) enrol(name, of, duty string) string {
	tm.t.Helper()
	role := tm.database + "_" + name
	if _, err := tm.connect("postgres").Enrol(tm.t.Context(), role, of, duty); err != nil {
		tm.t.Fatal(err)
	}
	return role
}

// rows returns what a query says, one row a line.
func (tm *team) rows(role, sql string) string {
	tm.t.Helper()
	text, err := tm.try(role, sql)
	if err != nil {
		tm.t.Fatalf("%s: %v", sql, err)
	}
	return text
}

func (tm *team) try(role, sql string) (string, error) {
	conn, err := pgx.Connect(context.Background(), tm.DSN(tm.database, role))
	if err != nil {
		return "", err
	}
	defer conn.Close(context.Background())
	rows, err := conn.Query(context.Background(), sql)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			return "", err
		}
		lines = append(lines, strings.Trim(fmt.Sprint(values), "[]"))
	}
	return strings.Join(lines, "\n"), rows.Err()
}

// machine is a machine of a team, with a database of its own.
type machine struct {
	*Machine
	t    testing.TB
	team *team
	role string
}

func (tm *team) machine(name, of string) *machine {
	tm.t.Helper()
	role := tm.enrol(name, of, "machine")
	home := tm.t.TempDir()
	places, err := paths.Resolve(func(v string) string {
		if v == "HOME" || v == "USERPROFILE" {
			return home
		}
		return ""
	}, "linux")
	if err != nil {
		tm.t.Fatal(err)
	}
	m := New(store.Options{Path: filepath.Join(home, "ctxhook.db")}, places, tm.account(role), "test")
	m.Host, m.User = name+"-host", name+"-user"
	return &machine{m, tm.t, tm, role}
}

// update changes what the machine remembers.
func (m *machine) update(do func(*store.Tx) error) {
	m.t.Helper()
	s, err := store.Open(m.Store)
	if err != nil {
		m.t.Fatal(err)
	}
	defer s.Close()
	if err := s.Update(do); err != nil {
		m.t.Fatal(err)
	}
}

var start = time.Date(2026, 3, 31, 23, 50, 0, 0, time.UTC)

// ran remembers n runs, a minute apart, from the i-th on.
func (m *machine) ran(i, n int) {
	m.t.Helper()
	m.update(func(t *store.Tx) error {
		for ; n > 0; i, n = i+1, n-1 {
			r := memory.Run{
				Start: start.Add(time.Duration(i) * time.Minute), Session: "s1", Project: m.Places.Home, Cwd: m.Places.Home, Agent: "claude",
				Command: redact.Clean("go test ./..."), Template: redact.Clean("go test"), Outcome: memory.OK, Duration: time.Second,
			}
			if i%10 == 3 {
				r.Outcome, r.Check = memory.Failed, &memory.Check{Tool: "go test", Kind: "test", Key: m.Places.Home + ": go test ./...", Failed: true}
			}
			if _, err := t.AddRun(&r); err != nil {
				return err
			}
		}
		return nil
	})
}

// decided remembers n decisions, and that the user overruled each second one.
func (m *machine) decided(n int) {
	m.t.Helper()
	m.update(func(t *store.Tx) error {
		for i := range n {
			d := memory.Decision{
				Time: start.Add(time.Duration(i) * time.Minute), Session: "s1", Project: m.Places.Home, Agent: "claude",
				Action: "ask", Risk: "high", Rules: []string{"git/reset-hard"}, Command: redact.Clean("git reset --hard"), Hash: "h",
			}
			if _, err := t.AddDecision(&d); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m *machine) push() *Pushed {
	m.t.Helper()
	done, err := m.Push(m.t.Context(), m.team.connect(m.role))
	if err != nil {
		m.t.Fatal(err)
	}
	return done
}
