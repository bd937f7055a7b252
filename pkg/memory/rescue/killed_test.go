package rescue

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// killedAt is the variable that makes a test process one that is killed: it names
// the tree.
const killedAt = "RESCUE_TEST_KILLED_AT"

// TestKilled: a process that is killed while it keeps files, or brings them back,
// loses nothing: what was kept before comes back whole.
func TestKilled(t *testing.T) {
	if root := os.Getenv(killedAt); root != "" {
		toBeKilled(t, root)
		return
	}
	for i := range max(*runs/6, 3) {
		w := newWorld(t, rand.New(rand.NewPCG(uint64(i), uint64(time.Now().UnixNano()))))
		data := t.TempDir()
		s := openAt(t, data, w.root)
		state, err := s.Take(Moment{Before: BeforeCommand}, AtCommand)
		if err != nil {
			t.Fatal(err)
		}
		before := seen(t, w.root)
		w.sh("git clean -qfdx; git reset -q --hard")
		for range 6 {
			c := exec.Command(os.Args[0], "-test.run=^TestKilled$")
			c.Env = append(os.Environ(), killedAt+"="+w.root, "RESCUE_TEST_DATA="+data, "RESCUE_TEST_ID="+state.ID)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(w.r.IntN(120)) * time.Millisecond)
			_ = c.Process.Kill()
			_ = c.Wait()
		}
		if r := apply(t, s, state.ID, Options{End: ended(t, s)}); len(r.Failed) > 0 {
			t.Errorf("not brought back: %v", failed(r))
		}
		if diff := cmp.Diff(before, seen(t, w.root)); diff != "" {
			t.Errorf("after the kills (-want +got):\n%s", diff)
		}
		for _, m := range mustMoments(t, s) {
			if _, err := s.State(m.ID); err != nil {
				t.Errorf("%s: %v", m.ID, err)
			}
		}
	}
}

// toBeKilled loses files, keeps them and brings them back for as long as it lives.
func toBeKilled(t *testing.T, root string) {
	s := openAt(t, os.Getenv("RESCUE_TEST_DATA"), root)
	ctx := context.Background()
	for i := range 100 {
		_ = os.WriteFile(filepath.Join(root, "work"), []byte{byte(i)}, 0o644)
		if _, err := s.Take(Moment{Before: BeforeCommand}, AtCommand); err != nil {
			continue
		}
		_ = os.RemoveAll(filepath.Join(root, "src"))
		state, err := s.State(os.Getenv("RESCUE_TEST_ID"))
		if err != nil {
			t.Fatal(err)
		}
		planner, err := s.Planner(ctx)
		if err != nil {
			continue
		}
		if p, err := planner.Plan(ctx, state, Options{End: ended(t, s)}); err == nil {
			_, _ = s.Apply(ctx, p, Moment{}, false)
		}
	}
}
