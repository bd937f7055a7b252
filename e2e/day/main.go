// Command day plays an agent's day.
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
	pace := flag.Duration("pace", 250*time.Millisecond, "what passes between two things that the client or the user does")
	asJSON := flag.Bool("json", false, "print rows as JSON")
	keep := flag.Bool("keep", false, "keep the scratch directory and name it")
	flag.Parse()
	match, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	ways = slices.DeleteFunc(ways, func(w way) bool { return !match.MatchString(w.owner + ": " + w.name) })
	losses = slices.DeleteFunc(losses, func(l loss) bool { return !match.MatchString(l.name) })
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
	rows := output{asJSON: *asJSON}
	switch {
	case *undo > 0:
		return rows.undo(w, *undo, *seed)
	case *authors > 0:
		return rows.authors(w, *authors, *seed)
	}
	return rows.day(w, *calls, *seed)
}

// An output is where rows go: each as JSON when it is there, or all as a table.
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

func (o output) undo(w *world, n int, seed uint64) error {
	var rows []undone
	err := playUndo(w, n, seed, func(u undone) { o.row(u); rows = append(rows, u) })
	reportUndo(rows, o.print)
	return err
}

func (o output) authors(w *world, n int, seed uint64) error {
	var rows []authored
	err := playAuthors(w, n, seed, func(a authored) { o.row(a); rows = append(rows, a) })
	reportAuthors(rows, o.print)
	return err
}

// program returns the path of the ctxhook to play.
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

func (o output) day(w *world, calls int, seed uint64) error {
	d, err := playDay(w, calls, seed)
	if d == nil || err != nil {
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
	o.row(d.found.findings)
	o.row(d.tallies())
	d.report(o.print)
	return nil
}
