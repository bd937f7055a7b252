package cmd

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/hook"
	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// This file opens what is remembered for the commands of people. They look at
// it and forget parts of it; what is learned, hooks learn.

// remembering finds the memory of this user, and takes over first what hooks
// could not keep when it happened.
func (e *Env) remembering() (*judge.Judge, error) {
	j, err := e.atHome()
	if err != nil {
		return nil, err
	}
	e.problems(j.Problems)
	if err := e.catchUp(j); err != nil {
		e.warnf("the latest is missing, because it cannot be taken over: %v", err)
	}
	return j, nil
}

// atHome makes a judge of this user that knows where the memory is. Where that
// is not known, nothing else that is wrong matters.
func (e *Env) atHome() (*judge.Judge, error) {
	j, err := e.made(&judging{})
	if err != nil {
		return nil, err
	}
	if path, spool := dbOf(j); path == "" || spool == "" {
		for _, err := range j.Problems {
			if errors.Is(err, paths.ErrNoHome) {
				return nil, err
			}
		}
	}
	return j, nil
}

// catchUp empties the spool, some events at a time.
func (e *Env) catchUp(j *judge.Judge) error {
	for before := -1; ; {
		waiting, err := store.Waiting(j.Places.SpoolDir())
		if err != nil || waiting == 0 || waiting == before {
			return err
		}
		before = waiting
		if err := e.change(j, func(s *store.Store) error {
			return s.Update(func(tx *store.Tx) error { return hook.NewJournal(j).CatchUp(tx, time.Now()) })
		}); err != nil {
			return err
		}
	}
}

// look has do read what is remembered. Where nothing is remembered yet there
// is nothing to read.
func (e *Env) look(j *judge.Judge, do func(*store.Tx) error) error {
	return e.looks(j, func(s *store.Store) error { return s.View(do) })
}

// looks is look for who reads bit by bit.
func (e *Env) looks(j *judge.Judge, do func(*store.Store) error) error {
	s, err := store.Look(e.options(here{j.Places, j.Project}, &j.Config))
	if errors.Is(err, store.ErrNone) {
		return nil
	}
	if err != nil {
		return memoryError(err)
	}
	return errors.Join(do(s), s.Close())
}

// change has do change what is remembered.
func (e *Env) change(j *judge.Judge, do func(*store.Store) error) error {
	s, err := store.Open(e.options(here{j.Places, j.Project}, &j.Config))
	if err != nil {
		return memoryError(err)
	}
	return errors.Join(do(s), s.Close())
}

// memoryError adds to an error of the database what to do about it.
func memoryError(err error) error {
	switch {
	case errors.Is(err, store.ErrLocked):
		return withHint(err, "do this again in a moment")
	case errors.Is(err, store.ErrNewer):
		return withHint(err, "use that version of ctxhook; until then hooks keep events in the spool")
	}
	return withHint(err, "to see what is wrong with it: ctxhook doctor")
}

// idKinds are the kinds of things that are kept: the letter their ids begin
// with, their name, and where they are listed.
var idKinds = [...]struct{ letter, name, list string }{
	{"r", "run", "ctxhook history"},
	{"l", "lesson", "ctxhook lessons"},
	{"d", "decision", "ctxhook log"},
	{"a", "entry", "ctxhook allow --list"},
	{"v", "advice", "ctxhook why RUN, of the run after which it was given"},
	{"e", "edit", "ctxhook db export"},
	{"t", "task", "ctxhook sessions SESSION"},
	{"g", "episode", "ctxhook why LESSON, of a lesson that it taught"},
}

// idKind is the kind of what an id names: its letter. "" is no id.
func idKind(id string) string {
	letter, rest, ok := strings.Cut(id, "-")
	if !ok || len(rest) < 8 || strings.Trim(rest, "0123456789abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	for _, k := range idKinds {
		if k.letter == letter {
			return letter
		}
	}
	return ""
}

// unknownID says that nothing is kept under an id, and where to look.
func unknownID(id string) error {
	kind := idKind(id)
	for _, k := range idKinds {
		if k.letter == kind {
			return withHint(fmt.Errorf("there is no %s %s", k.name, quote(id)), "to see what there is: "+k.list)
		}
	}
	err := fmt.Errorf("%s is no id", quote(id))
	if strings.Contains(id, "/") {
		return withHint(err, "what a rule is about: ctxhook explain "+id)
	}
	return withHint(err, "an id begins with what it names: r- a run, l- a lesson, d- a decision, a- an entry of allow, v- an advice, e- an edit, g- how a check got green, t- a task")
}

// brief is the first line of a text, cut to what a line of a list holds.
func brief(s string) string {
	const most = 110
	s = firstLine(s)
	if r := []rune(s); len(r) > most {
		s = string(r[:most-2]) + ".."
	}
	return s
}

// tilde shortens a path in the home directory as shells show it.
func (e *Env) tilde(path string) string {
	places, _ := paths.Resolve(e.Getenv, runtime.GOOS)
	home := places.Home
	if rest, ok := strings.CutPrefix(path, home); ok && home != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}

// firstLine is the first line of a text, marked where there are more.
func firstLine(s string) string {
	line, _, more := strings.Cut(s, "\n")
	if more {
		line += " .."
	}
	return line
}
