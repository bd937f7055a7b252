package store

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// There are databases that the first step made: what came later is a step of
// its own.
func TestFirstStepStays(t *testing.T) {
	first, err := migration(1)
	if err != nil {
		t.Fatal(err)
	}
	const want = "3ca73b60ceb8e7d2863f09b83d370f5a4332b1cf566b66ea3d907b4dd4473962"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.ReplaceAll(first, "\r\n", "\n")))); got != want {
		t.Errorf("migrate/0001.sql is another: %s", got)
	}
}

// older does what a process of the first version does with a run: it looks
// at the version, and writes by the columns that it knows, or spools.
func older(o Options, spool string, ran *memory.Run) error {
	db, err := openConn(o)
	if err != nil {
		return err
	}
	defer db.close()
	v := 0
	if _, err := db.one("PRAGMA user_version", nil, func(r Row) { v = r.Int(0) }); err != nil {
		return err
	}
	if v > 1 {
		_, err := Spool(spool, Entry{Run: ran})
		return err
	}
	// Another one may come between this and the version.
	const add = "INSERT INTO runs (at, id, session, project, cwd, agent, call, command, template, outcome, exit, took, errors, checked) VALUES (?, ?, 1, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
	if _, err := db.run("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	_, err = db.run(add, ran.Start.UnixMicro(), ran.ID, ran.Cwd, ran.Agent, ran.Call, ran.Command, ran.Template, ran.Outcome.String(), *ran.Exit,
		ran.Duration.Microseconds(), listColumn(ran.Errors, errorMembers), objectColumn(ran.Check, checkMembers))
	if err == nil {
		_, err = db.run("COMMIT")
	}
	return err
}

// firstVersion makes a database as the first version made it, with one thing
// of each kind in it.
func firstVersion(t *testing.T) Options {
	t.Helper()
	first, err := migration(1)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Path: filepath.Join(t.TempDir(), "x.db"), Schema: first, Wait: 5 * time.Second}
	if err := create(o); err != nil {
		t.Fatal(err)
	}
	db, err := connect(o.Path, sqlite3.SQLITE_OPEN_READWRITE, 0)
	if err != nil {
		t.Fatal(err)
	}
	const rows = `INSERT INTO projects (id, root, same) VALUES (1, '/srv/shop', 1);
		INSERT INTO sessions (id, key, agent, project, started) VALUES (1, 's1', 'claude', 1, 1000000);
		INSERT INTO runs (at, id, session, project, command, outcome, exit, took) VALUES (2000000, 'r-1', 1, 1, 'make', 'failed', 2, 5);
		INSERT INTO outputs (run, text) VALUES (2000000, 'it is broken');
		INSERT INTO edits (at, id, session, project, path) VALUES (3000000, 'e-1', 1, 1, 'a.c');
		INSERT INTO lessons (id, project, kind, key, state, seen, first, last, edit, worked, tried, misfire) VALUES ('l-1', 1, 'fix', 'k', 'open', 1, 1, 1, 0, 1, 1, 0);
		INSERT INTO advice (at, id, session, project, run, text, safe, lesson) VALUES (4000000, 'v-1', 1, 1, 'r-1', 'mend it', 1, 'l-1');
		INSERT INTO decisions (at, id, session, project, action, command) VALUES (5000000, 'd-1', 1, '/srv/shop', 'block', 'rm -rf /');`
	if err := errors.Join(db.script(rows), db.close()); err != nil {
		t.Fatal(err)
	}
	return o
}

// All that the first version kept is there for this one.
func TestFirstVersionIsRead(t *testing.T) {
	s := opened(t, firstVersion(t))
	view(t, s, func(tx *Tx) error {
		session, ok, err := tx.Session("s1")
		if err != nil || !ok || session.Project != "/srv/shop" || !session.Ended.IsZero() {
			t.Errorf("session %+v, %v", session, err)
		}
		if run, _, err := tx.Run("r-1"); err != nil || run.Session != "s1" || run.Project != "/srv/shop" || run.Outcome != memory.Failed || *run.Exit != 2 || run.Output.String() != "it is broken" {
			t.Errorf("run %+v, %v", run, err)
		}
		if edit, _, err := Edits.ByID(tx, "e-1"); err != nil || edit.Session != "s1" || edit.Path.String() != "a.c" {
			t.Errorf("edit %+v, %v", edit, err)
		}
		if lesson, _, err := tx.Lesson("l-1"); err != nil || lesson.Key != "k" || lesson.Worked != 1 {
			t.Errorf("lesson %+v, %v", lesson, err)
		}
		if advice, _, err := Advice.ByID(tx, "v-1"); err != nil || advice.Run != "r-1" || advice.Fix.Lesson != "l-1" {
			t.Errorf("advice %+v, %v", advice, err)
		}
		if decision, _, err := Decisions.ByID(tx, "d-1"); err != nil || decision.Session != "s1" || decision.Action != "block" {
			t.Errorf("decision %+v, %v", decision, err)
		}
		var out bytes.Buffer
		if err := tx.Export(&out, Scope{}, func(int) {}); err != nil || bytes.Count(out.Bytes(), []byte("\n")) != 7 {
			t.Errorf("exported, %v:\n%s", err, &out)
		}
		return nil
	})
}

// While processes of the first version and of this one write to the same
// file, which becomes this one's meanwhile, nothing is lost, and nothing is
// there twice.
func TestTwoVersionsAtOnce(t *testing.T) {
	o, spool := firstVersion(t), t.TempDir()
	const each = 40
	run := func(by string, i int) *memory.Run {
		return &memory.Run{
			ID: fmt.Sprintf("r-%s%02d", by, i), Start: noon.Add(time.Duration(i)*time.Second + time.Duration(len(by))*time.Millisecond), Session: "s1", Project: "/srv/shop",
			Call: fmt.Sprint(by, i), Command: redact.Clean(fmt.Sprint("make ", by, i)), Outcome: memory.OK, Exit: new(0),
		}
	}
	keep := func(tx *Tx, e Entry) error {
		_, err := tx.AddRun(e.Run) // two may drain the same entry, and one of them keeps it
		return err
	}
	newer := func(ran *memory.Run) error {
		s, err := Open(o)
		if err != nil {
			return err
		}
		return errors.Join(s.Update(func(tx *Tx) error {
			if err := tx.Drain(spool, 10, keep); err != nil {
				return err
			}
			return keep(tx, Entry{Run: ran})
		}), s.Close())
	}
	var want []string
	var all, begun, migrated sync.WaitGroup // the first version writes first, and last
	begun.Add(2)
	migrated.Add(2)
	for by, write := range map[string]func(*memory.Run) error{
		"a": func(r *memory.Run) error { return older(o, spool, r) }, "bb": func(r *memory.Run) error { return older(o, spool, r) },
		"ccc": newer, "dddd": newer,
	} {
		for i := range each {
			want = append(want, run(by, i).ID)
		}
		isFirst := len(by) < 3
		all.Go(func() {
			for i := range each {
				switch {
				case i == 0 && !isFirst:
					begun.Wait()
				case i == each-1 && isFirst:
					migrated.Wait()
				}
				if err := write(run(by, i)); err != nil {
					t.Errorf("%s%d: %v", by, i, err)
				}
				switch {
				case i == 0 && isFirst:
					begun.Done()
				case i == 0:
					migrated.Done()
				}
			}
		})
	}
	all.Wait()
	s := opened(t, o)
	update(t, s, func(tx *Tx) error { return tx.Drain(spool, 10*each, keep) })
	var got []string
	view(t, s, func(tx *Tx) error {
		runs, err := Runs.Select(tx, " WHERE session = (SELECT id FROM sessions WHERE key = 's1') ORDER BY at DESC")
		for i := range runs {
			if runs[i].ID != "r-1" {
				got = append(got, runs[i].ID)
			}
		}
		return err
	})
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("runs (-want +got)\n%s", diff)
	}
	if err := s.Check(); err != nil {
		t.Error(err)
	}
	if n, err := SpoolLength(spool); n != 0 || err != nil {
		t.Errorf("%d wait, %v", n, err)
	}
}

// A newer version's file is left as it is; what happens meanwhile waits, and
// is taken over by who knows it.
func TestNewerVersionIsLeftAlone(t *testing.T) {
	o, spool := firstVersion(t), t.TempDir()
	s := opened(t, o)
	setVersion := func(sql string) {
		t.Helper()
		if err := s.db.script(sql); err != nil {
			t.Fatal(err)
		}
	}
	rows := func() (list []string) {
		t.Helper()
		err := s.db.each("SELECT type, name, sql FROM sqlite_master UNION ALL SELECT 'run', id, command FROM runs ORDER BY 1, 2", nil, func(r Row) error {
			list = append(list, r.Text(0)+" "+r.Text(1)+" "+r.Text(2))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	setVersion(fmt.Sprintf("CREATE TABLE thoughts (x); ALTER TABLE runs ADD COLUMN mood TEXT; PRAGMA user_version = %d", version+1))
	before := rows()
	for _, open := range []func(Options) (*Store, error){Open, OpenForReading} {
		if s, err := open(o); !errors.Is(err, ErrNewer) {
			t.Errorf("opened %v, %v", s, err)
		}
	}
	ran := memory.Run{Session: "s1", Start: noon, Command: redact.Clean("make"), Outcome: memory.OK}
	if n, err := Spool(spool, Entry{Run: &ran}); n != 1 || err != nil {
		t.Fatalf("%d wait, %v", n, err)
	}
	if diff := cmp.Diff(before, rows()); diff != "" {
		t.Errorf("the file is another (-before +after)\n%s", diff)
	}
	if list, err := damagedFiles(o.Path); len(list) > 0 || err != nil {
		t.Errorf("moved aside: %q, %v", list, err)
	}
	setVersion(fmt.Sprintf("PRAGMA user_version = %d", version))
	again := opened(t, o)
	update(t, again, func(tx *Tx) error {
		return tx.Drain(spool, 10, func(tx *Tx, e Entry) error {
			_, err := tx.AddRun(e.Run)
			return err
		})
	})
	view(t, again, func(tx *Tx) error {
		if _, ok, err := tx.Run(ran.ID); !ok || err != nil {
			t.Errorf("what waited: %v, %v", ok, err)
		}
		return nil
	})
}
