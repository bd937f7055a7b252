package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/pgtest"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// The size of the tests below. These are for every run; for the long form:
//
//	CTXHOOK_FLEET_LOAD=50x40000 CTXHOOK_FLEET_KILLS=100 CTXHOOK_FLEET_ROWS=10000000 CTXHOOK_PG_DIR=/var/tmp \
//		go test -timeout 2h -v -run 'TestNothingIsLost|TestQuestionsAreAnsweredFast' ./pkg/team/fleet
var (
	machines, runsEach = load(os.Getenv("CTXHOOK_FLEET_LOAD"), 5, 4000)
	kills              = number(os.Getenv("CTXHOOK_FLEET_KILLS"), 8)
	questionRows       = number(os.Getenv("CTXHOOK_FLEET_ROWS"), 20_000)
)

func number(s string, normal int) int {
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	return normal
}

func load(s string, machines, runs int) (int, int) {
	if _, err := fmt.Sscanf(s, "%dx%d", &machines, &runs); err != nil {
		return machines, runs
	}
	return machines, runs
}

// pusherHome is the home directory of the machine that a process of this test is.
const pusherHome = "CTXHOOK_TEST_PUSHER"

// bePusher pushes as a timer does, until all is pushed; the server may be away.
func bePusher(home string) int {
	m, err := machineAt(home)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	deadline := time.Now().Add(30 * time.Minute)
	for time.Now().Before(deadline) {
		if err = pushOnce(m); err == nil {
			return 0
		}
		time.Sleep(20 * time.Millisecond)
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func pushOnce(m *Machine) error {
	s, err := server.Connect(context.Background(), &m.Account)
	if err != nil {
		return err
	}
	_, err = m.Push(context.Background(), s)
	return errors.Join(err, s.Close())
}

func machineAt(home string) (*Machine, error) {
	places, err := paths.Resolve(func(v string) string {
		if v == "HOME" || v == "USERPROFILE" {
			return home
		}
		return ""
	}, "linux")
	if err != nil {
		return nil, err
	}
	a, err := account.Read(places.FleetFile())
	if err != nil {
		return nil, err
	}
	m := New(store.Options{Path: filepath.Join(home, "ctxhook.db"), Wait: time.Minute}, places, a, "test")
	m.Host, m.User = filepath.Base(home), "someone"
	return m, nil
}

// pusher is the process of a machine.
type pusher struct {
	home string
	mu   sync.Mutex
	cmd  *exec.Cmd
}

// push runs until all is pushed, and starts again after a kill.
func (p *pusher) push() error {
	for {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), pusherHome+"="+p.home)
		cmd.Stderr = os.Stderr
		p.mu.Lock()
		p.cmd = cmd
		err := cmd.Start()
		p.mu.Unlock()
		if err != nil {
			return err
		}
		err = cmd.Wait()
		p.mu.Lock()
		p.cmd = nil
		p.mu.Unlock()
		if err == nil || cmd.ProcessState.Exited() {
			return err
		}
	}
}

func (p *pusher) kill() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.cmd != nil && p.cmd.Process != nil && p.cmd.Process.Kill() == nil
}

// Many machines push at once, while they and the server are killed at any moment: no
// run is lost, and none is there twice.
func TestNothingIsLost(t *testing.T) {
	pg := pgtest.Start(t, "fsync=off", "full_page_writes=off", "max_wal_size=4GB") // what is committed outlives a killed process
	tm := &team{Server: pg, t: t, database: pg.Database(t), key: "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e"}
	if _, err := tm.connect("postgres").Migrate(t.Context(), server.Latest); err != nil {
		t.Fatal(err)
	}
	model := tm.machine("m0", "core")
	model.ran(0, runsEach)
	data, err := os.ReadFile(model.Store.Path)
	if err != nil {
		t.Fatal(err)
	}
	fleet := make([]*pusher, machines)
	for i := range fleet {
		role := model.role
		if i > 0 {
			role = tm.enrol("m"+strconv.Itoa(i), "core", "machine")
		}
		home := t.TempDir()
		conf := filepath.Join(home, ".config", "ctxhook", "fleet.conf")
		if err := errors.Join(os.MkdirAll(filepath.Dir(conf), 0o700),
			os.WriteFile(filepath.Join(home, "ctxhook.db"), data, 0o600),
			os.WriteFile(conf, []byte("host = "+tm.Socket+"\ndbname = "+tm.database+"\nuser = "+role+"\nteam_key = "+tm.key+"\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		fleet[i] = &pusher{home: home}
	}
	data = nil

	began := time.Now()
	const atOnce = 8
	queue, done := make(chan *pusher), make(chan error, machines)
	for range atOnce {
		go func() {
			for p := range queue {
				done <- p.push()
			}
		}()
	}
	go func() {
		for _, p := range fleet {
			queue <- p
		}
		close(queue)
	}()
	stopped, crashes, restarts := 0, 0, 0
	left := machines
	wait := func(d time.Duration) { // for the next moment, or until all is pushed
		for timer := time.After(d); left > 0; {
			select {
			case err := <-done:
				if left--; err != nil {
					t.Errorf("a machine could not push: %v", err)
				}
			case <-timer:
				return
			}
		}
	}
	average := time.Duration(machines*runsEach/kills) * 25 * time.Microsecond // so that they are spread over the work
	for stopped+crashes+restarts < kills && left > 0 {
		wait(time.Duration(rand.Int64N(int64(2 * average))))
		switch n := stopped + crashes + restarts; {
		case n%5 == 3:
			if err := pg.Kill(); err != nil {
				t.Fatal(err)
			}
			crashes++
			if err := pg.Up(); err != nil {
				t.Fatal(err)
			}
		case n%10 == 6:
			restarts++
			if err := pg.Restart(); err != nil {
				t.Fatal(err)
			}
		default:
			for _, i := range rand.Perm(len(fleet)) {
				if fleet[i].kill() {
					stopped++
					break
				}
			}
		}
	}
	wait(time.Hour)
	took := time.Since(began)
	t.Logf("%d machines, %d runs: %s, %.0f runs/s, %d pushes killed, %d crashes and %d restarts of the server", machines, machines*runsEach, took.Round(time.Millisecond),
		float64(machines*runsEach)/took.Seconds(), stopped, crashes, restarts)
	if left > 0 || stopped+crashes == 0 {
		t.Errorf("%d machines are left, %d were killed", left, stopped)
	}
	total := strconv.Itoa(machines * runsEach)
	for sql, want := range map[string]string{
		"SELECT count(*) FROM fleet.runs":                                      total,
		"SELECT count(*) FROM (SELECT DISTINCT machine, id FROM fleet.runs) x": total,
		"SELECT sum(runs)::bigint FROM fleet.run_days":                         total,
		"SELECT sum(rows)::bigint FROM fleet.machines":                         total,
		"SELECT count(*) FROM (SELECT machine FROM fleet.runs GROUP BY 1 HAVING count(*) <> " + strconv.Itoa(runsEach) + ") x": "0",
		"SELECT count(*) FROM fleet.staged_runs": "0",
	} {
		if got := tm.rows("postgres", sql); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
	t.Logf("bytes: %s", tm.rows("postgres", "SELECT sum(pg_table_size(inhrelid))::bigint, sum(pg_indexes_size(inhrelid))::bigint, pg_database_size(current_database()) FROM pg_inherits WHERE inhparent = 'fleet.runs'::regclass"))
}
