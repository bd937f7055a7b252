package hook

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

const (
	// busy is how long a hook waits for others that write.
	busy = 2 * time.Second
	// glance is how long it waits when there is nothing to say and the event
	// is safe in the spool: the agent need not notice that others write.
	glance = 50 * time.Millisecond
	// crowd is how many events may wait in the spool. To open the database
	// takes three times as long as all else that is done for a command.
	crowd = 64
)

// keep keeps an event that there is nothing to say about now: it waits in the
// spool for an event that needs the database, or for many like it.
func (r *run) keep(j *Journal, e store.Entry) {
	waiting, err := store.Spool(j.Places.SpoolDir(), e)
	if err == nil && waiting < crowd {
		return
	}
	wait := glance
	if err != nil {
		wait = busy
	}
	late := r.with(j, wait, func(s *store.Store) error {
		if err := r.change(j, s, func(l *learner) error {
			if err := l.drain(); err != nil {
				return err
			}
			return l.keep(e) // known already, unless it could not be spooled
		}); err != nil {
			return err
		}
		if err := j.learnHabits(s); err != nil {
			return err
		}
		return s.Index()
	})
	if late != nil && err != nil {
		r.log.Line(redact.Clean("spool: " + err.Error()))
	}
}

// learn keeps a run that went wrong, and returns what is worth telling about
// it: what helped here before first. When the database cannot be written the
// run waits in the spool, and what is known without it is told.
func (r *run) learn(j *Journal, ran *memory.Run, fixes []memory.Fix) (told []memory.Fix) {
	err := r.update(j, func(l *learner) error {
		if err := l.drain(); err != nil {
			return err
		}
		l.widely = r.call.Agent.Form == protocol.FormNeutral
		var err error
		told, err = l.learn(ran, fixes)
		return err
	})
	if err == nil {
		return told
	}
	if _, err := store.Spool(j.Places.SpoolDir(), store.Entry{Run: ran}); err != nil {
		r.log.Line(redact.Clean("spool: " + err.Error()))
	}
	return fixes
}

// update does something with the memory, all of it or nothing.
func (r *run) update(j *Journal, do func(*learner) error) error {
	return r.with(j, busy, func(s *store.Store) error { return r.change(j, s, do) })
}

func (r *run) change(j *Journal, s *store.Store, do func(*learner) error) error {
	err := s.Update(func(tx *store.Tx) error { return do(&learner{j: j, tx: tx, now: r.start}) })
	if err == nil && j.repeated {
		r.putRepeats(j, s)
	}
	return err
}

// with opens the database, does something with it and leaves it. What went
// wrong is noted where the person can find it.
func (r *run) with(j *Journal, wait time.Duration, do func(*store.Store) error) error {
	s, err := store.Open(r.options(j, wait))
	if err == nil {
		defer s.Leave()
		err = do(s)
	}
	if err != nil {
		r.log.Line(redact.Clean("memory: " + err.Error()))
	}
	return err
}

func (r *run) options(j *Journal, wait time.Duration) store.Options {
	return store.Options{Path: j.Config.Database(j.Places), Schema: r.env.Schema, Wait: wait}
}
