package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// result is what was measured of a path.
type result struct {
	Path         string  `json:"path"`
	What         string  `json:"what"`
	Program      string  `json:"program,omitempty"` // "": this checkout
	Ratio        float64 `json:"ratio"`
	Wall         float64 `json:"wall_us"`
	CPU          float64 `json:"cpu_us"`
	Instructions int64   `json:"instructions,omitempty"`
	Faults       int64   `json:"faults,omitempty"`
	RSS          int64   `json:"rss_kb,omitempty"`
	Rate         float64 `json:"rate,omitempty"` // units of a second of CPU time
	Unit         string  `json:"unit,omitempty"`
}

// entrant is a program on a path, ready to run again and again.
type entrant struct {
	path    *path
	program program
	world   *world
	stdin   string // a file
	samples []sample
	rss     int64 // KB
	instr   int64
}

// sample is what one run took.
type sample struct {
	wall, cpu time.Duration
	faults    int64
}

// measure runs all entrants in shuffled rounds.
func measure(o options, p programs, list []path, progress io.Writer) ([]result, error) {
	entrants, err := prepare(o, p, list, progress)
	if err != nil {
		return nil, err
	}
	if len(entrants) == 1 {
		return nil, fmt.Errorf("no path matches %q", o.only)
	}
	for round := range o.runs {
		fmt.Fprintf(progress, "\rround %d of %d", round+1, o.runs)
		for _, i := range rand.Perm(len(entrants)) {
			e := entrants[i]
			if e.path.work > 0 && round%10 != 0 {
				continue
			}
			spoil()
			s, err := e.run()
			if err != nil {
				return nil, err
			}
			e.samples = append(e.samples, s)
		}
	}
	fmt.Fprintln(progress)
	for _, e := range entrants[1:] {
		if err := e.peak(); err != nil {
			return nil, err
		}
	}
	if err := count(o, entrants, progress); err != nil {
		return nil, err
	}
	base := median(entrants[0].samples, func(s sample) float64 { return float64(s.wall) })
	var out []result
	for _, e := range entrants {
		out = append(out, e.result(base))
	}
	return out, nil
}

// prepare makes the worlds, and holds the answer of each path against the one
// that is expected. The first entrant is the empty program.
func prepare(o options, p programs, list []path, progress io.Writer) ([]*entrant, error) {
	null, err := newWorld(p.dir, program{file: p.empty})
	if err != nil {
		return nil, err
	}
	entrants := []*entrant{{path: &path{name: "empty", what: "a Go program that does nothing"}, program: null.program, world: null, stdin: os.DevNull}}
	_, noGit := exec.LookPath("git")
	for _, b := range p.built {
		worlds := make(map[int]*world) // by the stored runs, which their paths do not change much
		for i := range list {
			at := &list[i]
			if !o.only.MatchString(at.name) || at.large() && !o.large {
				continue
			}
			if at.git && noGit != nil {
				fmt.Fprintf(progress, "%s is left out: no git\n", at.name)
				continue
			}
			w := worlds[at.stored]
			if w == nil || at.stored == 0 && !at.anyExit {
				if w, err = newWorld(p.dir, b); err != nil {
					return nil, err
				}
				worlds[at.stored] = w
				if at.stored > 0 {
					fmt.Fprintf(progress, "storing %d runs\n", at.stored)
					if err := w.store(at.stored); err != nil {
						return nil, err
					}
				}
			}
			e := &entrant{path: at, program: b, world: w}
			if err := e.prove(); err != nil {
				return nil, fmt.Errorf("%s: %w", at.name, err)
			}
			entrants = append(entrants, e)
		}
	}
	return entrants, nil
}

// prove does what the path wants done before, and runs it once to see that the
// answer is right.
func (e *entrant) prove() error {
	if e.path.git {
		if err := e.world.commit(); err != nil {
			return err
		}
	}
	for _, c := range e.path.before {
		if _, err := e.answer(c.args, c.stdin(e.world), 0); err != nil {
			return err
		}
	}
	e.stdin = os.DevNull
	if e.path.stdin != nil {
		e.stdin = filepath.Join(filepath.Dir(e.world.home), strings.ReplaceAll(e.path.name, "/", "-")+".stdin")
	}
	var answer []byte
	for range 3 { // a first run makes files that later ones find
		var input []byte
		if e.path.stdin != nil {
			input = e.path.stdin(e.world)
		}
		var err error
		if answer, err = e.answer(e.path.args, input, e.path.exit); err != nil {
			return err
		}
	}
	if e.path.answer != "" && !bytes.Contains(answer, []byte(e.path.answer)) {
		return fmt.Errorf("the answer is %.300q, without %q", answer, e.path.answer)
	}
	return nil
}

// input opens what the next run reads. Each call has an id of its own: the answer to
// one that was just answered is taken from the record.
func (e *entrant) input() (*os.File, error) {
	if e.path.stdin != nil {
		if err := os.WriteFile(e.stdin, e.path.stdin(e.world), 0o600); err != nil {
			return nil, err
		}
	}
	return os.Open(e.stdin)
}

// answer runs the program once and returns what it prints.
func (e *entrant) answer(args []string, input []byte, code int) ([]byte, error) {
	run := exec.Command(e.program.file, args...)
	run.Dir, run.Env, run.Stdin = e.world.project, e.world.env, bytes.NewReader(input)
	var out, failed bytes.Buffer
	run.Stdout, run.Stderr = &out, &failed
	if err := run.Run(); run.ProcessState == nil || run.ProcessState.ExitCode() != code && !e.path.anyExit {
		return nil, fmt.Errorf("ctxhook %s: %w, and exit code %d is right: %.300s", strings.Join(args, " "), err, code, failed.Bytes())
	}
	return out.Bytes(), nil
}

// run runs the program as an agent does, and takes the time.
func (e *entrant) run() (sample, error) {
	in, err := e.input()
	if err != nil {
		return sample{}, err
	}
	defer in.Close()
	s, code, err := execute(append([]string{e.program.file}, e.path.args...), e.world.project, e.world.env, in)
	if err != nil {
		return sample{}, err
	}
	if code != e.path.exit && !e.path.anyExit {
		return sample{}, fmt.Errorf("%s: exit code %d where %d is right", e.path.name, code, e.path.exit)
	}
	return s, nil
}

// execute runs a program without its output, and returns what it took and its exit
// code. The CPU time is that of the program and of the children it waited for.
func execute(argv []string, dir string, env []string, in *os.File) (sample, int, error) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return sample{}, 0, err
	}
	defer null.Close()
	attr := os.ProcAttr{Dir: dir, Env: env, Files: []*os.File{in, null, null}}
	begun := time.Now()
	process, err := os.StartProcess(argv[0], argv, &attr)
	if err != nil {
		return sample{}, 0, err
	}
	state, err := process.Wait()
	took := time.Since(begun)
	if err != nil {
		return sample{}, 0, err
	}
	s := sample{wall: took, cpu: state.UserTime() + state.SystemTime()}
	s.faults, _ = memory(state)
	return s, state.ExitCode(), nil
}

// peakOf makes this program run another and print the KB of its largest resident
// set. Linux counts what the parent held when it started the child: this program
// must be small then, which one that just begins is.
const peakOf = "BENCH_PEAK_OF"

// runsForPeak is what this program does where it was started for that.
func runsForPeak() {
	if os.Getenv(peakOf) == "" {
		return
	}
	os.Unsetenv(peakOf)
	process, err := os.StartProcess(os.Args[1], os.Args[1:], &os.ProcAttr{Files: []*os.File{os.Stdin, nil, nil}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	state, err := process.Wait()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	_, kilobytes := memory(state)
	fmt.Println(kilobytes)
	os.Exit(0)
}

// peak measures the largest resident set.
func (e *entrant) peak() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	in, err := e.input()
	if err != nil {
		return err
	}
	defer in.Close()
	run := exec.Command(self, append([]string{e.program.file}, e.path.args...)...)
	run.Dir, run.Env, run.Stdin = e.world.project, append(slices.Clone(e.world.env), peakOf+"=1"), in
	out, err := run.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", e.path.name, err)
	}
	e.rss, err = strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
	return err
}

// spoil writes four megabytes, so that a program finds the caches of the
// processor as it does between the commands of an agent: without its own data.
func spoil() {
	for i := 0; i < len(spoilt); i += 64 {
		spoilt[i]++
	}
}

var spoilt [4 << 20]byte

// count counts instructions with valgrind, if it is there. With one thread and
// no preemption the same work takes the same instructions, but for the order of
// maps and where memory lies. A path that works through much is left out: valgrind
// takes minutes for it.
func count(o options, entrants []*entrant, progress io.Writer) error {
	valgrind, err := exec.LookPath("valgrind")
	if o.instr == 0 {
		return nil
	}
	if err != nil {
		fmt.Fprintln(progress, "instructions are left out: no valgrind")
		return nil
	}
	for i, e := range entrants {
		fmt.Fprintf(progress, "\rcounting instructions %d of %d", i+1, len(entrants))
		if e.path.work > 0 {
			continue
		}
		for range o.instr {
			in, err := e.input()
			if err != nil {
				return err
			}
			run := exec.Command(valgrind, append([]string{"--tool=callgrind", "--callgrind-out-file=" + os.DevNull, e.program.file}, e.path.args...)...)
			run.Dir, run.Stdin = e.world.project, in
			run.Env = append(slices.Clone(e.world.env), "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
			var errs bytes.Buffer
			run.Stderr = &errs
			err = run.Run()
			in.Close()
			found := collected.FindSubmatch(errs.Bytes())
			if found == nil { // now and then it fails over Go's collector
				fmt.Fprintf(progress, "\nvalgrind, %s: %v: %s\n", e.path.name, err, errs.Bytes()[max(0, errs.Len()-300):])
				continue
			}
			sum, err := strconv.ParseInt(string(found[1]), 10, 64)
			if err != nil {
				return err
			}
			if e.instr == 0 || sum < e.instr {
				e.instr = sum
			}
		}
	}
	fmt.Fprintln(progress)
	return nil
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

func (e *entrant) result(base float64) result {
	r := result{
		Path: e.path.name, What: e.path.what, Program: e.program.name, Instructions: e.instr, RSS: e.rss,
		Wall:   median(e.samples, func(s sample) float64 { return float64(s.wall) / 1e3 }),
		CPU:    median(e.samples, func(s sample) float64 { return float64(s.cpu) / 1e3 }),
		Faults: int64(median(e.samples, func(s sample) float64 { return float64(s.faults) })),
	}
	r.Ratio = r.Wall * 1e3 / base
	if e.path.work > 0 && r.CPU > 0 {
		r.Unit, r.Rate = e.path.unit, float64(e.path.work)/r.CPU*1e6
		if r.Unit == "MB" {
			r.Rate /= 1 << 20
		}
	}
	return r
}

func median(samples []sample, of func(sample) float64) float64 {
	values := make([]float64, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
