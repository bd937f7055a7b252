package store

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// This file counts how long hooks take, and how many tokens they add. A silent
// hook opens no database: it appends a line to a small file, and the next hook
// that opens the database adds the lines up, as counters of calls by the step
// of their time; a step is a fifth longer than the one before. A line that is
// lost is not missed.

// Sample is one call of a hook.
type Sample struct {
	Hook   string
	Took   time.Duration
	Tokens int // that were put into the context of a model
	Stands int // for so many calls like it; 1 when it is 0
}

const (
	maxSamples  = 64 << 10 // bytes of the file; what comes then is not counted
	manySamples = 8 << 10  // bytes that are worth adding up
	maxHooks    = 32       // in one file
	addedEnd    = ".added" // of the name of a file whose lines are being added up
)

// AppendSample appends a sample to the file of samples, if there is one.
func AppendSample(path string, s Sample) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() >= maxSamples {
		return
	}
	f, err := paths.OpenAppend(path)
	if err != nil {
		return
	}
	line := make([]byte, 0, 64)
	line = append(append(line, s.Hook...), ' ')
	line = strconv.AppendInt(line, s.Took.Microseconds(), 10)
	line = strconv.AppendInt(append(line, ' '), int64(s.Tokens), 10)
	line = strconv.AppendInt(append(line, ' '), int64(s.Stands), 10)
	f.Write(append(line, '\n'))
	f.Close()
}

// SamplesDue reports whether the file of samples is worth adding up, or
// missing.
func SamplesDue(path string) bool {
	info, err := os.Lstat(path)
	return err != nil || info.Size() >= manySamples
}

// AddSamples adds up the samples of the file and starts it anew. If there is
// no file it makes one, and hooks write to it from then on.
func AddSamples(t *Tx, path string) error {
	if path == "" {
		return nil
	}
	added := path + addedEnd
	if _, err := os.Lstat(added); errors.Is(err, fs.ErrNotExist) { // else it is left from another time
		if err := os.Rename(path, added); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil // others may not write here
		}
	}
	sums := make(map[string]int)
	for _, s := range readSamples(added) {
		s.add(sums)
	}
	for name, n := range sums {
		if err := t.count(name, n); err != nil {
			return err
		}
	}
	t.after(func() {
		os.Remove(added)
		paths.Mark(path) // one that is there is fine, too
	})
	return nil
}

// readSamples reads a file of samples. It skips lines that are torn or not
// ours.
func readSamples(path string) (list []Sample) {
	data, err := paths.ReadFile(path, 2*maxSamples)
	if err != nil {
		return nil
	}
	var hooks []string
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		if len(f) != 4 || !strings.HasSuffix(line, "\n") {
			continue
		}
		if known := slices.Contains(hooks, f[0]); !known && (len(hooks) == maxHooks || strings.Trim(f[0], "-abcdefghijklmnopqrstuvwxyz") != "") {
			continue
		} else if !known {
			hooks = append(hooks, f[0])
		}
		took, err := strconv.ParseUint(f[1], 10, 32)
		tokens, err2 := strconv.ParseUint(f[2], 10, 20)
		stands, err3 := strconv.ParseUint(f[3], 10, 8)
		if errors.Join(err, err2, err3) == nil {
			list = append(list, Sample{f[0], time.Duration(took) * time.Microsecond, int(tokens), int(stands)})
		}
	}
	return list
}

// The names of the counters begin so, and then name the hook, and the step of
// its time.
const (
	timeCounter   = "time "
	answerCounter = "answers "
	tokenCounter  = "tokens "
)

// isTiming reports whether a counter is one of this file, and not of health.
func isTiming(name string) bool {
	return strings.HasPrefix(name, timeCounter) || strings.HasPrefix(name, answerCounter) || strings.HasPrefix(name, tokenCounter)
}

// add adds a sample to counters.
func (s *Sample) add(sums map[string]int) {
	stands := max(1, s.Stands)
	sums[timeCounter+s.Hook+" "+strconv.Itoa(stepOf(s.Took))] += stands
	if s.Tokens > 0 {
		sums[answerCounter+s.Hook] += stands
		sums[tokenCounter+s.Hook] += s.Tokens * stands
	}
}

// stepsTwice is in how many steps a time doubles.
const stepsTwice = 4

// stepOf returns the step of a time.
func stepOf(took time.Duration) int {
	return int(math.Ceil(stepsTwice * math.Log2(float64(max(1, took.Microseconds())))))
}

// longest returns the longest time in a step.
func longest(step int) time.Duration {
	return time.Duration(math.Exp2(float64(min(step, stepsTwice*32))/stepsTwice)) * time.Microsecond
}

// HookCalls is how the calls of one hook went, all together.
type HookCalls struct {
	Calls   int
	Answers int // calls that put something into the context of a model
	Tokens  int // all together
	steps   map[int]int
}

// SumSamples returns how the calls of hooks went, by their names, with the
// samples of the file that were not added up yet.
func SumSamples(t *Tx, path string) (map[string]*HookCalls, error) {
	sums, err := t.Counts()
	if err != nil {
		return nil, err
	}
	for _, file := range [...]string{path + addedEnd, path} {
		for _, s := range readSamples(file) {
			s.add(sums)
		}
	}
	hooks := make(map[string]*HookCalls)
	of := func(hook string) *HookCalls {
		if hooks[hook] == nil {
			hooks[hook] = &HookCalls{steps: make(map[int]int)}
		}
		return hooks[hook]
	}
	for name, n := range sums {
		if rest, ok := strings.CutPrefix(name, timeCounter); ok {
			hook, number, _ := strings.Cut(rest, " ")
			if step, err := strconv.Atoi(number); err == nil && n > 0 {
				of(hook).steps[step] += n
				of(hook).Calls += n
			}
		} else if hook, ok := strings.CutPrefix(name, answerCounter); ok {
			of(hook).Answers = n
		} else if hook, ok := strings.CutPrefix(name, tokenCounter); ok {
			of(hook).Tokens = n
		}
	}
	return hooks, nil
}

// Within returns the time in which a share of all calls were done.
func (h *HookCalls) Within(share float64) time.Duration {
	const last = stepsTwice * 32
	done := 0
	for step := 0; step < last; step++ {
		if done += h.steps[step]; float64(done) >= share*float64(h.Calls) {
			return longest(step)
		}
	}
	return longest(last)
}
