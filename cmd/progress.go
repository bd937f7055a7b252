package cmd

import (
	"fmt"
	"time"
)

// This file shows at a terminal how far long work has come.

// newMeter returns a function that takes how much is done, and says so now and
// then.
func newMeter(e *Env, what string) func(int) {
	if !isTerminal(e.Stderr) {
		return func(int) {}
	}
	const often = time.Second
	last := time.Now()
	return func(n int) {
		if time.Since(last) > often {
			last = time.Now()
			e.hint("%d %s so far", n, what)
		}
	}
}

// progress is one line on a terminal, written over and over.
type progress struct {
	env   *Env
	next  time.Time
	shown bool
}

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

func newProgress(e *Env) *progress { return &progress{env: e, next: time.Now().Add(progressAfter)} }

func (p *progress) files(n int) {
	now := time.Now()
	if now.Before(p.next) || !isTerminal(p.env.Stderr) {
		return
	}
	p.next, p.shown = now.Add(progressEvery), true
	fmt.Fprintf(p.env.Stderr, "\r%d files", n)
}

// clear takes the line away before something else is written.
func (p *progress) clear() {
	if p.shown {
		p.shown = false
		fmt.Fprint(p.env.Stderr, "\r\x1b[K")
	}
}
