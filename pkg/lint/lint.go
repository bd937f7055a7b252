package lint

import (
	"context"
	"io"
	"runtime"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// Options say what to read and what to report.
type Options struct {
	Dir       string    // absolute: paths are taken from here and shown from here
	Project   string    // fingerprints and patterns are relative to it; "": to Dir
	Paths     []string  // as they were typed; none: Dir
	Stdin     io.Reader // read for the path "-"
	StdinName string    // its file name, to know its kind; "": a shell script

	Staged bool   // read what is staged, report findings on added lines
	Base   string // report findings on lines added since the merge base with this commit; "": all
	Index  string // GIT_INDEX_FILE, for git hooks; "": the repository's own

	// Engine judges. Surface, Dialect and Match are set for each text. The
	// directory in which a text would run is unknown.
	Engine  safety.Engine
	Matcher func() Matcher // one for each worker; nil: regex conditions never hold

	Rules    Rules
	MinRisk  policy.Risk // findings below it are not reported
	All      bool        // every place is a finding of its own; else see fold
	Ignore   []Ignore
	Exclude  []string  // patterns of paths that are not read
	Agents   bool      // read only files for agents, and those that run by themselves in a project
	Baseline *Baseline // may be nil
}

// Matcher matches text against regular expressions, within a bound for each
// text.
type Matcher interface {
	Begin()
	Hit(pattern, text string, doubt bool) bool
}

// Sink takes the results of a run, in order and from one goroutine. Note may
// be called between findings, Progress after each file.
type Sink struct {
	Finding  func(*Finding)
	Note     func(Note)
	Progress func(files int)
}

// Run lints. A file that could not be read or judged gets a note and counts in
// Failed; a named path that does not exist is in Missing. The error is for a
// run that could not begin.
func Run(ctx context.Context, o *Options, sink Sink) (Summary, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	rules, u := o.ruleSet(), newUse()
	workers := runtime.GOMAXPROCS(0)
	jobs, ordered := make(chan *job), make(chan *job, 4*workers)
	for range workers {
		go newWorker(o, u, rules).work(jobs)
	}

	w := walker{o: o, use: u, ctx: ctx, send: func(f *file) bool {
		j := &job{file: f, done: make(chan struct{})}
		select {
		case ordered <- j:
			jobs <- j // some worker will take it
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
	var found []Finding
	seen := 0
	for j := range ordered {
		<-j.done
		seen++
		j.report(&sum, sink)
		if o.All {
			report(&sum, sink, j.findings)
		} else {
			found = append(found, j.findings...)
		}
		if sink.Progress != nil {
			sink.Progress(seen)
		}
	}
	report(&sum, sink, fold(found))
	sum.Missing, sum.Unused = w.missing, u.unused(o)
	return sum, walkErr
}

// job is a file being linted, with its results.
type job struct {
	file *file
	done chan struct{}

	findings   []Finding
	suppressed Suppression
	notes      []Note
	pieces     int
	read       bool // it holds shell
	unknown    bool // the user named it, and it holds no known shell
	failed     bool
	unread     bool // it was not read to the end
}

func (j *job) report(sum *Summary, sink Sink) {
	for _, n := range j.notes {
		if sink.Note != nil {
			sink.Note(n)
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
	if j.unread {
		sum.Unread++
	}
	sum.Suppressed.add(j.suppressed)
}

func report(sum *Summary, sink Sink, findings []Finding) {
	for i := range findings {
		f := &findings[i]
		sum.Findings++
		sum.Folded += len(f.Also)
		sum.ByRisk[f.Risk]++
		sink.Finding(f)
	}
}

func (s *Suppression) add(o Suppression) {
	s.Inline += o.Inline
	s.Config += o.Config
	s.Baseline += o.Baseline
	s.Old += o.Old
}
