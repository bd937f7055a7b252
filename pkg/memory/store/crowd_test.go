package store

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// long makes the trials of this file as long as they are meant to be:
//
//	go test ./pkg/memory/store -run 'Crowd|Kill' -long -v
var long = flag.Bool("long", false, "make the trials with many processes in full")

// The test binary is also the hook of these trials: what it is to do is in
// the environment.
const (
	actorRole = "CTXHOOK_TEST_ACTOR" // once, or for ever
	actorName = "CTXHOOK_TEST_NAME"
	actorDir  = "CTXHOOK_TEST_DIR"
)

func TestMain(m *testing.M) {
	switch os.Getenv(actorRole) {
	case "once":
		os.Exit(act(os.Stdout, os.Getenv(actorName)))
	case "forever":
		for i := 0; ; i++ {
			if code := act(os.Stdout, fmt.Sprint(os.Getenv(actorName), "-", i)); code != 0 {
				os.Exit(code)
			}
		}
	}
	os.Exit(m.Run())
}

func actor(role, name, dir string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), actorRole+"="+role, actorName+"="+name, actorDir+"="+dir)
	c.Stderr = os.Stderr
	return c
}

func actorOptions(dir string) Options {
	return Options{Path: filepath.Join(dir, "data", "ctxhook.db"), Wait: 250 * time.Millisecond}
}

// act does what a hook does with one event, and says its name when it is
// kept.
func act(out io.Writer, name string) int {
	dir := os.Getenv(actorDir)
	spool := filepath.Join(dir, "spool")
	run := memory.Run{
		Start: time.Now(), Session: "s" + name[:1], Project: dir, Call: name, Command: redact.Clean("go test " + name),
		Output: redact.Clean(strings.Repeat("ok some/package\n", 60)), Outcome: memory.OK,
	}
	s, err := Open(actorOptions(dir))
	if err == nil {
		err = s.Update(func(tx *Tx) error {
			if err := tx.Drain(spool, 20, keep); err != nil {
				return err
			}
			if _, err := tx.Steps(run.Session, 20); err != nil {
				return err
			}
			if _, err := tx.AddRun(&run); err != nil {
				return err
			}
			return tx.count("runs", 1)
		})
	}
	if err != nil {
		if !errors.Is(err, ErrLocked) {
			fmt.Fprintln(os.Stderr, name, err)
		}
		_, err = Spool(spool, Entry{Run: &run})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, name, err)
		return 1
	}
	fmt.Fprintln(out, name)
	if s != nil {
		s.Leave()
		if os.Getenv(actorRole) == "forever" {
			s.Close() // a hook has ended here
		}
	}
	return 0
}

// kept returns the calls that are in the database or the spool, and how often
// each is there once the spool has been drained.
func kept(t *testing.T, dir string) map[string]int {
	t.Helper()
	s := opened(t, actorOptions(dir))
	spool := filepath.Join(dir, "spool")
	for files, err := waiting(spool); len(files) > 0; files, err = waiting(spool) {
		if err != nil {
			t.Fatal(err)
		}
		drain(t, s, spool, 1000)
	}
	sound(t, s)
	calls := make(map[string]int)
	if err := s.db.each("SELECT call FROM runs", nil, func(r Row) error {
		calls[r.Text(0)]++
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if aside, err := damagedFiles(s.o.Path); err != nil || len(aside) > 0 {
		t.Errorf("damaged: %q, %v", aside, err)
	}
	return calls
}

// Many hooks at once on one file: nothing is lost, and nothing is there
// twice.
func TestCrowd(t *testing.T) {
	processes, events := 8, 12
	if *long {
		processes, events = 16, 200
	}
	dir := t.TempDir()
	var mu sync.Mutex
	var took []time.Duration
	var wg sync.WaitGroup
	for p := range processes {
		wg.Go(func() {
			for i := range events {
				start := time.Now()
				if err := actor("once", fmt.Sprintf("%c-%d", 'a'+p, i), dir).Run(); err != nil {
					t.Error(err)
				}
				mu.Lock()
				took = append(took, time.Since(start))
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	spooled, err := waiting(filepath.Join(dir, "spool"))
	if err != nil {
		t.Fatal(err)
	}
	calls := kept(t, dir)
	for call, n := range calls {
		if n != 1 {
			t.Errorf("%s is there %d times", call, n)
		}
	}
	if len(calls) != processes*events {
		t.Errorf("%d of %d events are kept", len(calls), processes*events)
	}
	slices.Sort(took)
	at := func(share float64) time.Duration {
		return took[int(share*float64(len(took)-1))].Round(100 * time.Microsecond)
	}
	t.Logf("%d processes x %d events, each a process: p50 %v, p99 %v, the longest %v; %d had waited in the spool", processes, events, at(.5), at(.99), at(1), len(spooled))
}

// Hooks are killed at any moment: what they said is kept is kept.
func TestKill(t *testing.T) {
	kills := 12
	if *long {
		kills = 200
	}
	dir := t.TempDir()
	var mu sync.Mutex
	said := make(map[string]bool)
	const atOnce = 3
	var wg sync.WaitGroup
	for p := range atOnce {
		wg.Go(func() {
			for i := p; i < kills; i += atOnce {
				names := killed(t, fmt.Sprint(i), dir)
				mu.Lock()
				for _, name := range names {
					said[name] = true
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	calls := kept(t, dir)
	lost := 0
	for name := range said {
		if calls[name] != 1 {
			lost++
			t.Errorf("%s is there %d times", name, calls[name])
		}
	}
	if len(said) == 0 {
		t.Error("nothing was kept before the end came")
	}
	t.Logf("%d kills, %d events were said to be kept, %d are, %d of them lost", kills, len(said), len(calls), lost)
}

// killed runs a hook again and again until it is killed, and returns what it
// said.
func killed(t *testing.T, name, dir string) (names []string) {
	c := actor("forever", name, dir)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Error(err)
		return nil
	}
	if err := c.Start(); err != nil {
		t.Error(err)
		return nil
	}
	// Some are killed as they begin; the others not before they have said
	// something, however busy the machine is.
	kill := func() { time.AfterFunc(rand.N(80*time.Millisecond), func() { c.Process.Kill() }) }
	early := rand.N(4) == 0
	if early {
		kill()
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if names = append(names, lines.Text()); len(names) == 1 && !early {
			kill()
		}
	}
	if err := c.Wait(); err == nil {
		t.Error("it ended by itself")
	}
	return names
}
