package cmd

import (
	"errors"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// storage is what ctxhook remembers of this user, as the commands for people
// see it: they read it and forget parts of it. Only hooks learn.
type storage struct {
	*judge.Judge // of this user and directory: it knows the files and the settings
	options      store.Options
}

// patience is how long a command of people waits for the hooks that write.
const patience = 5 * time.Second

// storeOptions says how the database of a configuration is opened.
func (e *Env) storeOptions(places paths.Places, c *config.Config) store.Options {
	return store.Options{Path: c.Database(places), Schema: e.Schema, Wait: patience}
}

// quietStorage finds the memory, and says nothing of what is wrong with the
// settings: for completions, which must not write to standard error.
func (e *Env) quietStorage() (*storage, error) {
	j, err := e.judgeOf(&judgeFlags{})
	if err != nil {
		return nil, err
	}
	return &storage{j, e.storeOptions(j.Places, &j.Config)}, nil
}

// storageAsIs finds the memory as it is now. Where it is kept must be known;
// nothing else that is wrong with the settings matters.
func (e *Env) storageAsIs() (*storage, error) {
	st, err := e.quietStorage()
	if err != nil {
		return nil, err
	}
	if path, spool := st.files(); path == "" || spool == "" {
		for _, err := range st.Problems {
			if errors.Is(err, paths.ErrNoHome) {
				return nil, err
			}
		}
	}
	return st, nil
}

// storage finds the memory, after it has taken over the events that hooks
// could not store when they happened.
func (e *Env) storage() (*storage, error) {
	st, err := e.storageAsIs()
	if err != nil {
		return nil, err
	}
	e.problems(st.Problems)
	if err := st.catchUp(); err != nil {
		e.warnf("the latest events are missing: %v", err)
	}
	return st, nil
}

// files returns the paths of the database and of its spool.
func (st *storage) files() (path, spool string) {
	return st.options.Path, st.Places.SpoolDir()
}

// catchUp empties the spool, some events at a time.
func (st *storage) catchUp() error {
	for before := -1; ; {
		waiting, err := store.SpoolLength(st.Places.SpoolDir())
		if err != nil || waiting == 0 || waiting == before {
			return err
		}
		before = waiting
		if err := st.change(func(s *store.Store) error {
			return s.Update(func(tx *store.Tx) error { return journal.New(st.Judge, time.Now()).Drain(tx) })
		}); err != nil {
			return err
		}
	}
}

// look has do read what is remembered. Where nothing is remembered yet, do is
// not called.
func (st *storage) look(do func(*store.Tx) error) error {
	return st.read(func(s *store.Store) error { return s.View(do) })
}

// read is look for a reader that takes more than one transaction.
func (st *storage) read(do func(*store.Store) error) error {
	s, err := store.OpenForReading(st.options)
	if errors.Is(err, store.ErrNone) {
		return nil
	}
	if err != nil {
		return memoryError(err)
	}
	return errors.Join(do(s), s.Close())
}

// change has do change what is remembered.
func (st *storage) change(do func(*store.Store) error) error {
	s, err := store.Open(st.options)
	if err != nil {
		return memoryError(err)
	}
	return errors.Join(do(s), s.Close())
}

// erase has do remove something, and wipes its last traces from the file.
func (st *storage) erase(do func(*store.Tx) error) error {
	return st.change(func(s *store.Store) error {
		if err := s.Update(do); err != nil {
			return err
		}
		return s.Scrub()
	})
}

// session finds the one session whose name begins with prefix.
func (st *storage) session(prefix string) (string, error) {
	var keys []string
	if err := st.look(func(tx *store.Tx) (err error) {
		keys, err = report.SessionKeys(tx, prefix)
		return err
	}); err != nil {
		return "", err
	}
	return onlySession(keys, prefix, func() string {
		return "name one of them: " + display.Plain(or(keys[:min(len(keys), 5)]))
	})
}

// memoryError adds to an error of the database what to do about it.
func memoryError(err error) error {
	switch {
	case errors.Is(err, store.ErrLocked):
		return withHint(err, "try again in a moment")
	case errors.Is(err, store.ErrNewer):
		return withHint(err, "use that version of ctxhook; until then, hooks keep events in the spool")
	}
	return withHint(err, "to see what is wrong: ctxhook doctor")
}
