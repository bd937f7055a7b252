package fleet

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/pgtest"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// relations are all tables and views of the schema but the partitions, and these
// by one of them.
const relations = `SELECT c.oid::regclass::text FROM pg_class c WHERE c.relnamespace = 'fleet'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S') ORDER BY 1`

// A machine reads no table and no view, changes none, and calls what is meant for
// it alone.
func TestAMachineReadsNothing(t *testing.T) {
	tm := newTeam(t)
	m := tm.machine("a", "core")
	m.ran(0, 2)
	m.push()
	refused := func(sql string) {
		t.Helper()
		got, err := tm.try(m.role, sql)
		denied := err != nil && strings.Contains(err.Error(), "42501")
		// That a view cannot be written to is said before who may.
		never := err != nil && !strings.HasPrefix(sql, "SELECT") && (strings.Contains(err.Error(), "55000") || strings.Contains(err.Error(), "42809"))
		if !denied && !never {
			t.Errorf("%s: %q, error %v", sql, got, err)
		}
	}
	names := strings.Fields(tm.rows("postgres", relations))
	if len(names) < 20 {
		t.Fatalf("the schema has %q", names)
	}
	for _, name := range names {
		refused("SELECT 1 FROM " + name)
		refused("DELETE FROM " + name)
		refused("TRUNCATE " + name)
		if !strings.HasPrefix(name, "fleet.staged_") {
			refused("INSERT INTO " + name + " DEFAULT VALUES")
		}
	}
	for _, sql := range []string{
		"UPDATE fleet.runs SET outcome = 'ok'", "COPY fleet.runs TO STDOUT", "COPY fleet.staged_runs TO STDOUT",
		"INSERT INTO fleet.staged_runs (by, id, at, outcome) VALUES ('other', 'r-1', now(), 'ok')",
		"INSERT INTO fleet.staged_runs (id, at, outcome) VALUES ('r-1', now(), 'ok') RETURNING id",
		"SELECT fleet.confirm('a', 'l-1')", "SELECT fleet.withdraw('l-1')", "SELECT fleet.my_teams()", "SELECT fleet.pusher()",
		"SELECT fleet.make_month('runs', '2026-01-01')", "SELECT fleet.count_runs('{}', 1)", "CREATE TABLE fleet.mine (x int)",
		"SET ROLE fleet_admin", "SET ROLE fleet_reader", "DROP SCHEMA fleet CASCADE",
	} {
		refused(sql)
	}
	// Functions in which the role could put its own in the way of theirs do not look
	// where it may write.
	if got := tm.rows("postgres", `SELECT p.proname::text FROM pg_proc p WHERE p.pronamespace = 'fleet'::regnamespace
		AND (p.proconfig IS NULL OR NOT 'search_path=pg_catalog, pg_temp' = ANY (p.proconfig))`); got != "" {
		t.Errorf("without a search path of their own: %s", got)
	}
	if got := tm.rows("postgres", `SELECT p.proname::text FROM pg_proc p WHERE p.pronamespace = 'fleet'::regnamespace AND has_function_privilege('public', p.oid, 'execute')`); got != "" {
		t.Errorf("all roles may call: %s", got)
	}
}

// Rows that a machine staged and did not take stay its own when another one takes.
func TestStagedRowsAreOfTheirMachine(t *testing.T) {
	tm := newTeam(t)
	a, b := tm.machine("a", "core"), tm.machine("b", "core")
	tm.rows(a.role, "INSERT INTO fleet.staged_runs (id, at, outcome) VALUES ('r-left', now(), 'ok')")
	b.ran(0, 1)
	b.push()
	if got := tm.rows("postgres", "SELECT count(*) FROM fleet.runs WHERE id = 'r-left'"); got != "0" {
		t.Errorf("%s rows of another machine were taken", got)
	}
}

// A role that owns the database and may create roles is enough for an admin.
func TestAnOwnerIsNoSuperuser(t *testing.T) {
	tm := newTeam(t) // the roles that all databases of a server share are there already
	owner, database := tm.database+"_owner", tm.Database(t)
	tm.rows("postgres", "CREATE ROLE "+owner+" LOGIN CREATEROLE")
	tm.rows("postgres", "ALTER DATABASE "+database+" OWNER TO "+owner)
	tm.database = database
	s := tm.connect(owner)
	if _, err := s.Migrate(t.Context(), server.Latest); err != nil {
		t.Fatal(err)
	}
	for _, duty := range server.Duties {
		if _, err := s.Enrol(t.Context(), database+"_"+duty, "core", duty); err != nil {
			t.Errorf("%s: %v", duty, err)
		}
	}
	if _, err := s.Retain(t.Context(), start); err != nil {
		t.Error(err)
	}
	if err := s.Revoke(t.Context(), database+"_lead"); err != nil {
		t.Error(err)
	}
}

// The server takes the password of an enrolled member, and no other.
func TestPasswords(t *testing.T) {
	tm := newTeam(t)
	role := tm.database + "_p"
	password, err := tm.connect("postgres").Enrol(t.Context(), role, "core", "machine")
	if err != nil {
		t.Fatal(err)
	}
	tm.rows("postgres", "CREATE ROLE "+pgtest.WithPassword)
	tm.rows("postgres", "GRANT "+pgtest.WithPassword+" TO "+role)
	for given, want := range map[string]bool{password: true, password + "x": false, "": false} {
		a, err := account.Parse([]byte(strings.Replace("host = "+tm.Socket+"\ndbname = "+tm.database+"\nuser = "+role+"\npassword = "+given+"\n", "password = \n", "", 1)))
		if err != nil {
			t.Fatal(err)
		}
		s, err := server.Connect(t.Context(), &a)
		if (err == nil) != want {
			t.Errorf("with %d letters: %v", len(given), err)
		}
		if err == nil {
			s.Close()
		} else if given != "" && strings.Contains(err.Error(), given) {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}

// Readers see their own teams, and write nothing.
func TestReadersSeeTheirTeam(t *testing.T) {
	tm := newTeam(t)
	a, b := tm.machine("a", "core"), tm.machine("b", "web")
	a.ran(0, 7)
	b.ran(0, 5)
	a.push()
	b.push()
	reader := tm.enrol("reader", "core", "reader")
	for sql, want := range map[string]string{
		"SELECT count(*) FROM fleet.runs":                 "7",
		"SELECT sum(runs)::int FROM fleet.run_days":       "7",
		"SELECT machine::text FROM fleet.silent_machines": a.role,
		"SELECT name FROM fleet.teams":                    "core",
		"SELECT sum(runs)::int FROM fleet.failing_checks": "1",
	} {
		if got := tm.rows(reader, sql); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
	if got, err := tm.try(reader, "SELECT count(*) FROM fleet.runs_2026_03"); err == nil {
		t.Errorf("a partition shows %s rows of all teams", got)
	}
	if _, err := tm.try(reader, "DELETE FROM fleet.runs"); err == nil {
		t.Error("a reader deleted rows")
	}
	if _, err := tm.connect(tm.enrol("lead", "web", "lead")).Confirm(t.Context(), a.role, "l-00000000"); err == nil {
		t.Error("a lead confirmed what is of another team")
	}
	tm.connect("postgres").Revoke(t.Context(), b.role)
	if _, err := tm.try(b.role, "SELECT 1"); err == nil {
		t.Error("who was revoked connected")
	}
}

// An older program pushes to a newer schema, and a newer one to an older schema:
// what that does not take is named, and sent once it does.
func TestVersionsSideBySide(t *testing.T) {
	tm := newTeamAt(t, 1)
	m := tm.machine("a", "core")
	m.ran(0, 4)
	m.decided(3)
	done := m.push()
	if got := strings.Join(done.Missing, " "); got != "decisions lessons preferences" || done.Added["runs"] != 4 {
		t.Errorf("to the older schema: %+v", done)
	}
	if _, err := tm.connect("postgres").Migrate(t.Context(), server.Latest); err != nil {
		t.Fatal(err)
	}
	m.ran(10, 2)
	if done = m.push(); done.Missing != nil || done.Added["runs"] != 2 || done.Added["decisions"] != 3 {
		t.Errorf("to the newer schema: %+v", done)
	}
	// What an older program sends: the columns that it knew.
	tm.rows(m.role, "INSERT INTO fleet.staged_decisions (id, at, action) VALUES ('d-old', '2026-04-02', 'warn')")
	if got := tm.rows(m.role, "SELECT fleet.take_decisions()"); got != "1" {
		t.Errorf("%s decisions of an older program were taken", got)
	}
	if from, err := tm.connect("postgres").Migrate(t.Context(), 1); err != nil || from != server.Latest {
		t.Errorf("an older program migrates from %d: %v", from, err)
	}
}

// Months are dropped as a whole, and do not come back with a machine that lost its
// cursor.
func TestRetain(t *testing.T) {
	tm := newTeam(t)
	m := tm.machine("a", "core")
	m.ran(0, 30) // ten in March, the others in April
	m.push()
	dropped, err := tm.connect("postgres").Retain(t.Context(), start.AddDate(0, 0, 10))
	if err != nil || strings.Join(dropped, " ") != "runs_2026_03" {
		t.Errorf("dropped %q: %v", dropped, err)
	}
	m.Places.State = t.TempDir()
	m.push()
	if got := tm.rows("postgres", "SELECT count(*), (SELECT sum(runs)::int FROM fleet.run_days) FROM fleet.runs"); got != "20 20" {
		t.Errorf("left are %s", got)
	}
}
