// Command day plays an agent's day through the hooks, keeps the truth of it beside,
// and compares with that what ctxhook says.
//
//	go run ./e2e/day [-ctxhook BINARY] [-calls N] [-seed S] [-json]
//	go run ./e2e/day -undo N [-only REGEXP] ..
//	go run ./e2e/day -authors N [-only REGEXP] ..
//
// The day has nine sessions in three repositories that are dirty since yesterday.
// Commands are run by a real shell between the hooks that "ctxhook init" registered;
// the hook's answer is obeyed, and a question is answered as one would who knows
// what is at stake. Some calls are refused, denied, interrupted or killed, some run
// in the background, beside another session or in a subagent, and the user types in
// between. After each call the driver reads every byte of the tree. In the end it
// asks all surfaces the same questions. A contradiction is an answer that differs
// from another one, or from the truth; an answer that says that it does not know is
// counted apart.
//
// With -undo it makes N dirty trees and loses work in each: "lost" are the paths that
// the command changed, "back" those that undo brought back byte for byte, "wrong" those
// that it says are back and are not as they were, "named" and "counted" those that it
// says are left, and "silent" those of which nothing is said. "touched" are paths that
// undo changed although the command did not, or that the user typed over.
//
// With -authors it has a session write N files in many ways, and others write N. Then
// the session tries to lose each. To be asked about its own files is wrong, and so is
// to lose those of others unasked; of a session that ended, a warning is enough.
//
// All commands run in a scratch directory with a HOME of its own and name nothing
// outside of it; those that are dangerous are only asked about.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "day:", err)
		os.Exit(1)
	}
}

func run() error {
	binary := flag.String("ctxhook", "", "the ctxhook to play; without it the one of this checkout")
	seed := flag.Uint64("seed", 1, "what chance begins with")
	calls := flag.Int("calls", 400, "how many calls the day has")
	undo := flag.Int("undo", 0, "lose work in so many dirty trees instead")
	authors := flag.Int("authors", 0, "write so many files of the session's own, and so many of others, instead")
	only := flag.String("only", "", "only losses or ways whose names match this regular expression")
	pace := flag.Duration("pace", 250*time.Millisecond, "what passes between two calls, and before the user types")
	asJSON := flag.Bool("json", false, "print rows as JSON, one a line")
	keep := flag.Bool("keep", false, "keep the scratch directory and name it")
	flag.Parse()
	match, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	file, remove, err := program(*binary)
	if err != nil {
		return err
	}
	defer remove()
	w, err := newWorld(file, *pace)
	if w != nil && *keep {
		fmt.Fprintln(os.Stderr, "kept:", w.dir)
	} else if w != nil {
		defer w.remove()
	}
	if err != nil {
		return err
	}
	out := output{asJSON: *asJSON}
	switch {
	case *undo > 0:
		return out.undo(w, *undo, *seed, match)
	case *authors > 0:
		return out.authors(w, *authors, *seed, match)
	}
	return out.day(w, *calls, *seed)
}

// An output is where rows go: each as JSON, or all as a table.
type output struct{ asJSON bool }

func (o output) row(v any) {
	if o.asJSON {
		_ = json.NewEncoder(os.Stdout).Encode(v)
	}
}

func (o output) print(format string, values ...any) {
	if !o.asJSON {
		fmt.Printf(format, values...)
	}
}

func (o output) day(w *world, calls int, seed uint64) error {
	d, err := playDay(w, calls, seed)
	if err != nil {
		return err
	}
	said := d.asks()
	if err := d.asksUndo(); err != nil {
		return err
	}
	d.compares(said, d.found)
	for _, h := range d.calls {
		o.row(h)
	}
	for _, f := range d.found.findings {
		o.row(f)
	}
	o.row(d.tallies())
	d.report(o.print)
	return nil
}

func (o output) undo(w *world, n int, seed uint64, only *regexp.Regexp) error {
	some := slices.DeleteFunc(slices.Clone(losses), func(l loss) bool { return !only.MatchString(l.name) })
	var rows []undone
	err := playUndo(w, some, n, seed, func(u undone) { o.row(u); rows = append(rows, u) })
	reportUndo(rows, o.print)
	return err
}

func (o output) authors(w *world, n int, seed uint64, only *regexp.Regexp) error {
	some := slices.DeleteFunc(slices.Clone(ways), func(x way) bool { return !only.MatchString(x.owner + ": " + x.name) })
	var rows []authored
	err := playAuthors(w, some, n, seed, func(a authored) { o.row(a); rows = append(rows, a) })
	reportAuthors(rows, o.print)
	return err
}

// program returns the path of the ctxhook to play, and removes what was built.
func program(named string) (path string, remove func(), err error) {
	if named != "" {
		path, err = filepath.Abs(named)
		return path, func() {}, err
	}
	dir, err := os.MkdirTemp("", "ctxhook-built-")
	if err != nil {
		return "", nil, err
	}
	path = filepath.Join(dir, "ctxhook.exe")
	out, err := exec.Command("go", "build", "-o", path, "github.com/ctxhook/ctxhook").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("go build: %w: %s", err, out)
	}
	return path, func() { _ = os.RemoveAll(dir) }, err
}
