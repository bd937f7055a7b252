// Command day plays an agent's day.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	undo := flag.Int("undo", 0, "lose work in so many dirty trees instead")
	pace := flag.Duration("pace", 30*time.Millisecond, "what passes between two things that the client or the user does")
	asJSON := flag.Bool("json", false, "print rows as JSON")
	keep := flag.Bool("keep", false, "keep the scratch directory and name it")
	flag.Parse()
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
	out := func(format string, values ...any) { fmt.Printf(format, values...) }
	var rows []undone
	if *undo > 0 {
		err = playUndo(w, *undo, *seed, func(u undone) {
			rows = append(rows, u)
			if *asJSON {
				_ = json.NewEncoder(os.Stdout).Encode(u)
			}
		})
		if !*asJSON {
			reportUndo(rows, out)
		}
		return err
	}
	return nil
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
