package journal

import (
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// The sessions that habits are learned from: the latest of a project, and of
// each its latest commands. What was usual before that is usual no more.
const (
	habitSessions = 40
	habitCommands = 100
)

// learnHabits learns anew what is usually done after what in the project. It
// does so at the end of a session, and when many events are taken over at
// once: habits do not change with one command, and reading the sessions takes
// longer than a command may wait. Writers need not wait while they are read.
func (j *Journal) learnHabits(s *store.Store) error {
	if !j.Judge.Config.Learn.Sequences || j.Judge.Project == "" {
		return nil
	}
	var sessions [][]memory.Activity
	if err := s.View(func(tx *store.Tx) error {
		keys, err := tx.LatestSessions(j.Judge.Project, habitSessions)
		if err != nil {
			return err
		}
		for _, key := range keys {
			steps, err := tx.Outline(key, habitCommands)
			if err != nil {
				return err
			}
			sessions = append(sessions, steps)
		}
		return nil
	}); err != nil {
		return err
	}
	habits := lessons.Habits(sessions, j.Judge.Program)
	return s.Update(func(tx *store.Tx) error { return tx.PutHabits(j.Judge.Project, habits) })
}
