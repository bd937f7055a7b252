package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An undone is the score of one loss.
type undone struct {
	Tree   int      `json:"tree"`
	Kind   string   `json:"kind"`
	End    string   `json:"end"`
	Traits []string `json:"traits,omitempty"`
	Action string   `json:"action"` // what the hook answered

	Lost    int `json:"lost"`    // paths that the command changed and the user did not type over
	Back    int `json:"back"`    // of them, those that came back byte for byte
	Wrong   int `json:"wrong"`   // said to be back, and not as they were
	Named   int `json:"named"`   // left, and named
	Counted int `json:"counted"` // left, and only counted in the message
	Silent  int `json:"silent"`  // left, and nothing said
	Touched int `json:"touched"` // paths that undo changed and the command did not, or that the user typed over

	Examples []string `json:"examples,omitempty"` // of wrong, silent and touched paths
	Said     string   `json:"said,omitempty"`
	Problem  string   `json:"problem,omitempty"` // the driver's own
	UndoTook float64  `json:"undo_ms"`
}

// playUndo makes n dirty trees, loses work in each, and asks undo for it.
func playUndo(w *world, from []loss, n int, seed uint64, tell func(undone)) error {
	usable := slices.DeleteFunc(slices.Clone(from), func(l loss) bool {
		_, err := exec.LookPath(l.needs)
		return l.needs != "" && err != nil
	})
	if len(usable) == 0 {
		return errors.New("no loss to play")
	}
	help, err := w.ctxhook(w.projects, nil, nil, "undo", "--help")
	if err != nil {
		return err
	}
	arguments := []string{"undo", "--json"}
	if strings.Contains(help.stdout, "--yes") {
		arguments = append(arguments, "--yes")
	}
	for i := range n {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		root := filepath.Join(w.projects, fmt.Sprintf("tree%d", i))
		u := undone{Tree: i, Kind: usable[i%len(usable)].name}
		if err := u.play(w, root, usable[i%len(usable)], pickEnd(r), arguments, r); err != nil {
			u.Problem = err.Error()
		}
		tell(u)
		if err := removeTree(root); err != nil {
			return err
		}
	}
	return nil
}

func removeTree(root string) error {
	if os.RemoveAll(root) == nil {
		return nil
	}
	_ = exec.Command("chmod", "-R", "u+rwX", root).Run()
	return os.RemoveAll(root)
}

func (u *undone) play(w *world, root string, l loss, e end, undo []string, r *rand.Rand) (err error) {
	u.End = e.name
	if u.Traits, err = newDirtyTree(w, root, r); err != nil {
		return err
	}
	if l.prepare != "" {
		if err := w.quietly(root, l.prepare); err != nil {
			return err
		}
	}
	s := w.newSession(root, true)
	if _, err := s.start(); err != nil {
		return err
	}
	if _, err := s.says("Go on."); err != nil {
		return err
	}
	w.rest()
	command := l.command
	if e.wrapped != "" {
		command = fmt.Sprintf(e.wrapped, command)
	}
	call, err := s.asks("Bash", commandInput(command))
	if err != nil {
		return err
	}
	u.Action = call.said.action
	before, err := seen(root)
	if err != nil {
		return err
	}
	if u.Action == "block" || u.Action == "stopped" {
		return call.denied(byHook)
	}
	typed, err := u.happens(w, call, e, before)
	if err != nil {
		return err
	}
	w.rest()
	return u.score(w, root, undo, before, typed, call)
}

// seen reads a tree, and with it the stashes as paths of their own.
func seen(root string) (tree, error) {
	t, err := readTree(root)
	if err != nil {
		return nil, err
	}
	c := exec.Command("git", "stash", "list", "--format=%H")
	c.Dir = root
	out, _ := c.Output()
	for i, hash := range strings.Fields(string(out)) {
		t[fmt.Sprintf("stash@{%d}", i)] = entry{link: hash}
	}
	return t, nil
}

// meanwhile returns which file the user writes while a command is asked about or runs, and
// when.
func (e *end) meanwhile() (name string, at time.Duration, ok bool) {
	switch e.types {
	case "asked":
		return "typed.txt", 0, true
	case "during":
		return "typed.txt", 200 * time.Millisecond, true
	case "edit":
		return "bin/start", 200 * time.Millisecond, true
	}
	return "", 0, false
}

// What the user writes.
const (
	typedMeanwhile = "typed meanwhile\n"
	typedSince     = "typed since\n"
	typedAnew      = "typed anew\n"
)

// happens runs the call, or does not, and lets the user type. It returns the
// paths that the user typed.
func (u *undone) happens(w *world, call *toolCall, e end, before tree) (typed []string, err error) {
	root := call.s.root
	if !e.runs {
		return nil, call.denied(byUser)
	}
	w.soon()
	limit := long
	if e.name == "killed half way" {
		limit = 600 * time.Millisecond
	}
	done := make(chan error, 1)
	if name, at, ok := e.meanwhile(); ok {
		typed = append(typed, name)
		time.AfterFunc(at, func() { done <- put(filepath.Join(root, name), typedMeanwhile) })
		if at == 0 {
			done <- <-done
			w.soon()
		}
	} else {
		done <- nil
	}
	r := w.bash(root, call.command(), limit)
	if err := <-done; err != nil {
		return nil, err
	}
	w.soon()
	if e.heard {
		if _, err := call.ended(r); err != nil {
			return nil, err
		}
	}
	w.rest()
	switch e.types {
	case "after":
		typed = append(typed, "typed.txt")
		err = put(filepath.Join(root, "typed.txt"), typedSince)
	case "same":
		now, err := readTree(root)
		if err != nil {
			return nil, err
		}
		for _, p := range before.changes(now) {
			if at := now[p]; before[p].hash != [32]byte{} && (at.mode.IsRegular() || at.mode == 0) && !strings.HasPrefix(p, "nested/") {
				return []string{p}, put(filepath.Join(root, p), typedAnew)
			}
		}
	}
	return typed, err
}
