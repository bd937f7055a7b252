package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var someHooks = []string{"post-bash", "pre-bash", "stop"}

// timing is what the calls of a hook came to.
type timing struct {
	Hook            string
	Calls           int
	P50, P95, P99   time.Duration
	Answers, Tokens int
}

func timings(t *testing.T, s *Store, path string) (list []timing) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		sums, err := SumSamples(tx, path)
		for _, hook := range someHooks {
			if h := sums[hook]; h != nil && h.Calls > 0 {
				list = append(list, timing{hook, h.Calls, h.Within(0.50), h.Within(0.95), h.Within(0.99), h.Answers, h.Tokens})
			}
		}
		return err
	})
	return list
}

// What hooks note is counted, before and after it was added up, and once.
func TestTimings(t *testing.T) {
	s := fresh(t)
	path := filepath.Join(t.TempDir(), "state", "timings")
	AppendSample(path, Sample{Hook: "pre-bash", Took: time.Second})
	if _, err := os.Lstat(path); err == nil {
		t.Error("a hook has made the file")
	}
	add := func() { t.Helper(); update(t, s, func(tx *Tx) error { return AddSamples(tx, path) }) }
	add()
	if SamplesDue(path) {
		t.Error("there is something to add up")
	}
	for i := range 100 {
		AppendSample(path, Sample{Hook: "pre-bash", Took: time.Duration(i) * time.Millisecond, Stands: 16})
	}
	AppendSample(path, Sample{Hook: "post-bash", Took: 3 * time.Millisecond, Tokens: 50, Stands: 1})
	want := []timing{
		{Hook: "post-bash", Calls: 1, P50: 3, P95: 3, P99: 3, Answers: 1, Tokens: 50},
		{Hook: "pre-bash", Calls: 1600, P50: 55, P95: 110, P99: 110},
	}
	near := cmp.Transformer("ms", func(d time.Duration) int64 { return d.Milliseconds() })
	for i := range want {
		for _, p := range []*time.Duration{&want[i].P50, &want[i].P95, &want[i].P99} {
			*p *= time.Millisecond
		}
	}
	for _, when := range []string{"before", "after", "again"} {
		if diff := cmp.Diff(want, timings(t, s, path), near); diff != "" {
			t.Errorf("%s it was added up (-want +got)\n%s", when, diff)
		}
		add()
	}
	view(t, s, func(tx *Tx) error {
		counts, err := HealthCounts(tx)
		if len(counts) != 0 {
			t.Errorf("they are taken for health: %v", counts)
		}
		return err
	})
	update(t, s, func(tx *Tx) error { _, err := tx.ForgetAll(Scope{}); return err })
	if got := timings(t, s, path); len(got) != 0 {
		t.Errorf("forgotten, there are %+v", got)
	}
}

// A file that is anything else does no harm.
func TestTimingsOfAnything(t *testing.T) {
	tests := []struct {
		name, text string
		want       int // calls
	}{
		{"nothing", "", 0},
		{"a line that was torn", "pre-bash 10 0 1\npre-bash 10", 1},
		{"two lines that were torn", "pre-bash 10 0 1\npre-bapre-bash 10 0 1\npre-bash 10 0 1\n", 2},
		{"too many words", "pre-bash 10 0 1 1\n", 0},
		{"no numbers", "pre-bash x 0 1\npre-bash 1 -1 1\npre-bash 1 0 1e9\n", 0},
		{"numbers that are too large", "pre-bash 99999999999 0 1\npre-bash 1 99999999 1\npre-bash 1 0 4000\n", 0},
		{"the longest time", "pre-bash 4294967295 0 1\n", 1},
		{"no hook", "\x00\x1b[31m 1 0 1\n' OR 1 1 0 1\nvery-much 1 0 1\n", 0},
		{"too much", strings.Repeat("pre-bash 10 0 1\n", maxSamples), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := fresh(t)
			path := filepath.Join(t.TempDir(), "timings")
			if err := os.WriteFile(path, []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				calls := 0
				for _, g := range timings(t, s, path) {
					calls += g.Calls
				}
				if calls != tt.want {
					t.Errorf("%d calls, want %d", calls, tt.want)
				}
				update(t, s, func(tx *Tx) error { return AddSamples(tx, path) })
			}
		})
	}
	path := filepath.Join(t.TempDir(), "timings")
	if err := os.WriteFile(path, make([]byte, maxSamples), 0o600); err != nil {
		t.Fatal(err)
	}
	AppendSample(path, Sample{Hook: "stop"})
	if info, err := os.Stat(path); err != nil || info.Size() != maxSamples {
		t.Errorf("a full file has grown: %v, %v", info.Size(), err)
	}
	s, dir := fresh(t), t.TempDir()
	update(t, s, func(tx *Tx) error { return AddSamples(tx, dir) })
	update(t, s, func(tx *Tx) error { return AddSamples(tx, "") })
	AppendSample(dir, Sample{Hook: "stop"})
	AppendSample("", Sample{Hook: "stop"})
}

func TestTimingSteps(t *testing.T) {
	for _, took := range []time.Duration{0, time.Microsecond, 999 * time.Microsecond, time.Millisecond, 1500 * time.Millisecond, time.Hour} {
		end := longest(stepOf(took))
		if end < took.Truncate(time.Microsecond) || end > took*6/5+time.Microsecond {
			t.Errorf("%v is in the step that ends with %v", took, end)
		}
	}
}
