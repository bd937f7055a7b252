// Package lint holds the guard's rules against the shell that lies in files:
// it walks, reads, judges, keeps back what somebody has answered for, and
// tells the rest in an order that does not depend on how busy the machine is.
// It runs nothing of what it reads, follows no link out of the tree it was
// given, and writes nothing but the baseline it was asked for.
package lint

import (
	"context"
	"io"
	"runtime"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// Options say what is read and what is told.
type Options struct {
	Dir       string    // absolute: paths are taken from here and shown from here
	Project   string    // fingerprints and patterns are relative to it; "": to Dir
	Paths     []string  // as they were typed; none: Dir
	Stdin     io.Reader // read for the path "-"
	StdinName string    // what that would be called as a file; "": a shell script

	Staged bool   // read what is staged, tell what is on lines that it adds
	Base   string // tell what is on lines added since the work left this commit; "": all
	Index  string // GIT_INDEX_FILE, for git hooks; "": the repository's own

	// Engine judges. Surface, Dialect and Match are set for each text; where
	// it would run is not known.
	Engine  safety.Engine
	Matcher func() Matcher // one for each worker; nil: regex conditions never hold

	Rules    Rules
	MinRisk  policy.Risk // what is below is not told
	Ignore   []Ignore
	Exclude  []string  // patterns of paths that are not read
	Baseline *Baseline // may be nil
}

// Matcher holds text against regular expressions, from one text to the next
// within a bound.
type Matcher interface {
	Begin()
	Hit(pattern, text string) bool
}

// Sink takes what comes of a run, in order and from one goroutine. Note may
// be called between findings, Progress after each file.
type Sink struct {
	Finding  func(*Finding)
	Note     func(Note)
	Progress func(files int)
}

// Run lints. A file that could not be read or judged is told in a note and
// counted in Failed; the error is for what could not even begin.
func Run(ctx context.Context, o *Options, told Sink) (Summary, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rules := o.ruleSet()
	workers := runtime.GOMAXPROCS(0)
	jobs, ordered := make(chan *job), make(chan *job, 4*workers)
	for range workers {
		go newWorker(o, rules).work(jobs)
	}

	w := walker{o: o, ctx: ctx, send: func(f *file) bool {
		j := &job{file: f, done: make(chan struct{})}
		select {
		case ordered <- j:
			jobs <- j // a worker is always coming back
			return true
		case <-ctx.Done():
			return false
		}
	}}
	var walkErr error
	go func() {
		defer close(ordered)
		defer close(jobs)
		walkErr = w.walk()
	}()
	defer w.close()

	var sum Summary
	seen := 0
	for j := range ordered {
		<-j.done
		seen++
		j.tell(&sum, told)
		if told.Progress != nil {
			told.Progress(seen)
		}
	}
	return sum, walkErr
}

// job is a file on its way through, and what came of it.
type job struct {
	file *file
	done chan struct{}

	findings   []Finding
	suppressed Suppressed
	notes      []Note
	pieces     int
	read       bool // it holds shell
	unknown    bool // it was named, and holds none that is known
	failed     bool
}

func (j *job) tell(sum *Summary, told Sink) {
	for _, n := range j.notes {
		if told.Note != nil {
			told.Note(n)
		}
	}
	if j.read {
		sum.Files++
	}
	if j.unknown {
		sum.Unknown++
	}
	if j.failed {
		sum.Failed++
	}
	sum.Pieces += j.pieces
	sum.Suppressed.add(j.suppressed)
	for i := range j.findings {
		f := &j.findings[i]
		sum.Findings++
		sum.ByRisk[f.Risk]++
		told.Finding(f)
	}
}

func (s *Suppressed) add(o Suppressed) {
	s.Inline += o.Inline
	s.Config += o.Config
	s.Baseline += o.Baseline
	s.Old += o.Old
}
