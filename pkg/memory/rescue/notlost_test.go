package rescue

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// A file that a commit has and that was not kept is left as it is: it is not put back to
// the commit, and undo names it.
func TestNotKeptIsLeftAlone(t *testing.T) {
	w := newSmallWorld(t)
	w.sh("git stash clear; git add -A; git commit -q -m two; mkdir many; for i in $(seq 60); do echo 1 > many/$i; done; echo 1 > large; git add -A; git commit -q -m three")
	w.sh("for i in $(seq 60); do echo 2 > many/$i; done; head -c 5000 /dev/zero > large")
	s := openAt(t, t.TempDir(), w.root)
	b := AtCommand
	b.Bytes, b.Files = 1000, 5
	state := take(t, s, b)
	if len(state.Unkept) <= mostUnkept || !state.Tracked {
		t.Fatalf("%d are not kept, and %d more", len(state.Unkept), state.More)
	}
	before := seen(t, w.root)
	p := plan(t, s, state, Options{End: ended(t, s)})
	if len(p.Changes) > 0 || len(p.Unkept) <= mostUnkept {
		t.Errorf("nothing was lost: %+v, %d are not kept", p.Changes, len(p.Unkept))
	}
	w.sh("git reset -q --hard")
	apply(t, s, state.ID, Options{End: ended(t, s)})
	now := seen(t, w.root)
	for name, want := range before {
		if got := now[name]; got != want && !state.mayMiss(name) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A command that was refused did nothing, and undo goes no further back either.
func TestNeverRan(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "one"})
	state := take(t, s, AtCommand)
	put(t, filepath.Join(root, "a"), "mine")
	put(t, filepath.Join(root, "new"), "mine")
	planner, err := s.Planner(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	take(t, s, AtPrompt)
	p, err := planner.Newest(t.Context(), Options{}, func(m *Moment) End { return End{Never: m.ID == state.ID, At: ended(t, s).At} })
	if err != nil || p == nil || !p.Never || !p.Empty() {
		t.Errorf("%+v, %v", p, err)
	}
	if p := plan(t, s, state, Options{End: End{Never: true}, Force: true}); p.Empty() {
		t.Error("nothing is done by force")
	}
}

// Where the end of a command was not reported, what is there now may be newer: only what
// is gone, empty or as in the commit is brought back.
func TestEndNotReported(t *testing.T) {
	lose := []string{"git reset -q --hard", "git checkout -q .", "git clean -qfd", "rm -rf src docs *.txt", "git stash -q -u; git stash drop -q"}
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, rand.New(rand.NewPCG(seed, 7)))
			s := openAt(t, t.TempDir(), w.root)
			b := AtCommand
			if seed%3 == 0 {
				b.Files = 2 // some are not kept
			}
			state := take(t, s, b)
			then := seen(t, w.root)
			w.sh(lose[seed%5])
			w.change(3)
			put(t, filepath.Join(w.root, "new by the user"), "mine")
			now := seen(t, w.root)
			committed := gitHas(w)
			apply(t, s, state.ID, Options{})
			for name, got := range seen(t, w.root) {
				was, there := now[name]
				switch {
				case got == was:
				case strings.HasPrefix(got, "d"): // of what came back
				case got != then[name]:
					t.Errorf("%s is neither as then nor as now: %q", name, got)
				case there && was[0] == 'f' && got[0] == 'f' && was[11:] == got[11:]: // the permissions alone
				case there && !strings.HasPrefix(was, "d") && !strings.HasSuffix(was, "--") && !committed(name, was):
					t.Errorf("%s had a content of its own: %q, now %q", name, was, got)
				case state.mayMiss(name):
					t.Errorf("%s was not kept", name)
				}
			}
			for name, was := range now {
				if _, err := os.Lstat(filepath.Join(w.root, name)); err != nil && !strings.HasPrefix(was, "d") {
					t.Errorf("%s is gone", name)
				}
			}
		})
	}
}

// What another call wrote since, by its name, is not the work of a command whose end was
// not reported, also where the file is as the commit has it now.
func TestEndNotReportedAndOthersWent(t *testing.T) {
	w := newSmallWorld(t)
	w.sh("echo right > a; echo right > b; git add a b; git commit -q -m right; echo wrong | tee a b")
	s := openAt(t, t.TempDir(), w.root)
	state := take(t, s, AtCommand)
	w.sh("echo right | tee a b")
	edit := &ledger.Call{Path: filepath.ToSlash(filepath.Join(w.root, "a"))}
	apply(t, s, state.ID, Options{End: End{Call: &ledger.Call{}, Beside: []*ledger.Call{edit}}})
	if got := seen(t, w.root); !strings.HasSuffix(got["a"], "right\n") || !strings.HasSuffix(got["b"], "wrong\n") {
		t.Errorf("a %q, b %q", got["a"], got["b"])
	}
}

// gitHas returns a function that reports whether the commit has a file with the content
// that is seen.
func gitHas(w *world) func(name, seen string) bool {
	return func(name, seen string) bool {
		clean := filepath.Join(w.t.TempDir(), "clean")
		w.sh("git worktree add -q --detach " + shellQuote(clean) + " HEAD; mkdir -p " + shellQuote(clean))
		data, err := os.ReadFile(filepath.Join(clean, name))
		w.sh("git worktree remove -f " + shellQuote(clean))
		return err == nil && strings.HasSuffix(seen, string(data))
	}
}

// What a dead writer leaves is deleted, and the bound holds at every moment.
func TestUnfinishedContents(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "one"})
	take(t, s, AtCommand)
	size := s.size()
	for _, name := range []string{"writing", "x1"} { // of a process that was killed
		put(t, filepath.Join(s.unfinished(), name), strings.Repeat("x", 1000))
	}
	put(t, filepath.Join(s.objects(), strings.Repeat("ab", 32)), "no snapshot has it")
	put(t, filepath.Join(root, "a"), "two")
	take(t, s, AtCommand)
	list, err := os.ReadDir(s.unfinished())
	objects, _ := os.ReadDir(s.objects())
	if err != nil || len(list) > 0 || len(objects) != 2 || s.size() < size || s.size() > 3*size {
		t.Errorf("%d unfinished, %d contents, %d bytes after %d, %v", len(list), len(objects), s.size(), size, err)
	}
	if err := s.grown(MaxSize - s.size() - 10); err != nil {
		t.Fatal(err)
	}
	if left := s.keeper(AtCommand, state(s).Time).room; left > 10 {
		t.Errorf("%d bytes may be kept where there is room for 10", left)
	}
	put(t, filepath.Join(s.objects(), ".new-x"), "of an older version")
	if !s.hasOldUnfinished() {
		t.Error("what older versions left is not seen")
	}
	if err := s.Prune(state(s).Time.Add(-MaxAge), MaxSize); err != nil || s.hasOldUnfinished() {
		t.Errorf("what older versions left stays: %v", err)
	}
}

func state(s *Store) *State {
	c, _ := s.latest()
	return c.last()
}

func plan(t *testing.T, s *Store, state *State, o Options) *Plan {
	t.Helper()
	planner, err := s.Planner(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Plan(t.Context(), state, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(state.ID, p.State.ID); diff != "" {
		t.Error(diff)
	}
	return p
}

// Where there is no room, the older snapshots go, and not all of a day.
func TestOlderHalfGoes(t *testing.T) {
	root, s := plainTree(t, map[string]string{"a": "0"})
	for n := range 6 {
		put(t, filepath.Join(root, "a"), strings.Repeat(fmt.Sprint(n), 500+n))
		take(t, s, AtCommand)
	}
	before := mustMoments(t, s)
	if err := s.Prune(before[0].Time.Add(-MaxAge), s.size()*3/4); err != nil {
		t.Fatal(err)
	}
	after := mustMoments(t, s)
	if len(after) != 3 || after[0].ID != before[0].ID || after[2].ID != before[2].ID {
		t.Errorf("%d of %d are left", len(after), len(before))
	}
	put(t, filepath.Join(root, "a"), "lost")
	apply(t, s, after[2].ID, Options{End: ended(t, s)})
	if got := seen(t, root)["a"]; !strings.HasSuffix(got, strings.Repeat("3", 503)) {
		t.Errorf("a is %.40q", got)
	}
}
