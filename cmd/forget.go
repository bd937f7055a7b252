package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// forgetFlags are the options of forget.
type forgetFlags struct {
	project, all, yes bool
	session           string
}

func newForget(env *Env) *cobra.Command {
	var f forgetFlags
	c := &cobra.Command{
		Use:   "forget ID.. | --session SESSION | --project | --all",
		Short: "Remove what is remembered, for good",
		Long: `Remove what is remembered, for good: single things by their ids, or all that is
kept of a session, of this project, or at all. Of the latter you are asked
first, unless you say --yes. An entry of allow is revoked.

What is forgotten is gone from the file, too. What you trust and your settings
are not memories. An agent may not do this.

The agent's own transcripts are not touched: what is still in them comes back
with "ctxhook replay".`,
		Example: `  ctxhook forget r-4k2m9x7c l-7c1m3k9x
  ctxhook forget --session 5f0c1d3e
  ctxhook forget --project
  ctxhook forget --all --yes`,
		GroupID: groupRemember,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "project", "session", "all"); err != nil {
				return err
			}
			many := f.project || f.all || f.session != ""
			switch {
			case many && len(args) > 0:
				return withHint(fmt.Errorf("%s is one too many beside --project, --session or --all", quote(args[0])), seeHelp(c))
			case many:
				return env.forgetMany(&f)
			case len(args) == 0:
				return withHint(errors.New("there is nothing to forget"), "ids are in: ctxhook history, ctxhook lessons, ctxhook log")
			}
			return env.forget(args)
		},
		ValidArgsFunction: env.completeIDs("lrd", 0),
	}
	c.Flags().BoolVar(&f.project, "project", false, "all of this project")
	c.Flags().StringVar(&f.session, "session", "", "all of this session")
	c.Flags().BoolVar(&f.all, "all", false, "all there is")
	c.Flags().BoolVar(&f.yes, "yes", false, "do not ask")
	env.completeSessions(c)
	return c
}

// forget removes single things: all that are named, or none.
func (e *Env) forget(ids []string) error {
	if err := notAgent(e); err != nil {
		return err
	}
	for _, id := range ids {
		if idKind(id) == "" {
			return unknownID(id)
		}
	}
	j, err := e.remembering()
	if err != nil {
		return err
	}
	rests, err := e.forgetKept(j, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		e.printf("forgotten: %s\n", id)
	}
	if len(rests) > 0 {
		e.hint("what rests on that is still kept; to see it: ctxhook why %s", rests[0])
		e.hint("to remove it, too: ctxhook forget %s", strings.Join(rests, " "))
	}
	return nil
}

// forgetKept removes all that is named, or none of it, and returns what rests
// on it and was not named.
func (e *Env) forgetKept(j *judge.Judge, ids []string) (rests []string, err error) {
	if err := e.forgetting(j, func(tx *store.Tx) error {
		for _, id := range ids {
			if idKind(id) == "a" {
				continue // in a file of the user's
			}
			o := &origin{}
			if ok, err := e.whyKept(tx, j, o, id); err != nil {
				return err
			} else if !ok {
				return unknownID(id)
			}
			for _, link := range o.Rests {
				if !slices.Contains(ids, link.ID) && !slices.Contains(rests, link.ID) {
					rests = append(rests, link.ID)
				}
			}
			if _, err := tx.Forget(id); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for _, id := range ids {
		if idKind(id) != "a" {
			continue
		}
		if err := config.RevokeAllow(j.Places, id, time.Now()); errors.Is(err, config.ErrNoEntry) {
			return nil, unknownID(id)
		} else if err != nil {
			return nil, err
		}
	}
	return rests, nil
}

// forgetting has do remove something, and takes its last traces away.
func (e *Env) forgetting(j *judge.Judge, do func(*store.Tx) error) error {
	return e.change(j, func(s *store.Store) error {
		if err := s.Update(do); err != nil {
			return err
		}
		return s.Scrub()
	})
}

// forgetMany removes all that is kept of something.
func (e *Env) forgetMany(f *forgetFlags) error {
	if err := notAgent(e); err != nil {
		return err
	}
	j, err := e.remembering()
	if err != nil {
		return err
	}
	scope, what, err := e.forgetScope(j, f)
	if err != nil {
		return err
	}
	var kept store.Kept
	if err := e.look(j, func(tx *store.Tx) (err error) {
		kept, err = tx.Kept(scope)
		return err
	}); err != nil {
		return err
	}
	if kept == (store.Kept{}) {
		e.printf("nothing is remembered there\n")
		return nil
	}
	if !f.yes {
		if err := e.confirm(what + ": " + keptWords(kept)); err != nil {
			return err
		}
	}
	if err := e.forgetting(j, func(tx *store.Tx) (err error) {
		kept, err = tx.ForgetAll(scope)
		return err
	}); err != nil {
		return err
	}
	if f.all {
		if err := store.ForgetLeft(dbOf(j)); err != nil {
			return err
		}
	}
	e.printf("forgotten: %s\n", keptWords(kept))
	return nil
}

// forgetScope is what is to be forgotten, and how to say it.
func (e *Env) forgetScope(j *judge.Judge, f *forgetFlags) (store.Scope, string, error) {
	switch {
	case f.session != "":
		key, err := e.sessionNamed(j, f.session)
		return store.Scope{Session: key}, "what is remembered of the session " + display.Plain(key), err
	case f.project && j.Project == "":
		return store.Scope{}, "", withHint(errNoProject, "go to a directory with .git or .ctxhook above it")
	case f.project:
		return store.Scope{Project: j.Project}, "what is remembered of " + display.Plain(j.Project), nil
	}
	return store.Scope{}, "all that is remembered", nil
}

// sessionNamed finds the one session whose name begins with a text.
func (e *Env) sessionNamed(j *judge.Judge, prefix string) (string, error) {
	var keys []string
	if err := e.look(j, func(tx *store.Tx) (err error) {
		keys, err = tx.Sessions(prefix)
		return err
	}); err != nil {
		return "", err
	}
	switch {
	case len(keys) == 0 || prefix == "":
		return "", unknownSession(prefix)
	case len(keys) == 1:
		return keys[0], nil
	}
	return "", withHint(fmt.Errorf("%d sessions begin with %s", len(keys), quote(prefix)),
		"name one of them: "+display.Plain(or(keys[:min(len(keys), 5)])))
}

// keptWords counts what is kept.
func keptWords(k store.Kept) string {
	var parts []string
	for _, n := range []struct {
		n         int
		one, many string
	}{
		{k.Runs, "run", "runs"}, {k.Edits, "edit", "edits"}, {k.Tasks, "task", "tasks"}, {k.Lessons, "lesson", "lessons"}, {k.Episodes, "episode", "episodes"},
		{k.Advice, "advice", "pieces of advice"}, {k.Decisions, "decision", "decisions"},
	} {
		switch {
		case n.n == 1:
			parts = append(parts, "1 "+n.one)
		case n.n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n.n, n.many))
		}
	}
	return strings.Join(parts, ", ")
}

// confirm asks the person whether something is to be removed.
func (e *Env) confirm(what string) error {
	if !e.atTerminal() {
		return withHint(errors.New("nobody is there to ask whether it may go"), "to do it unasked: --yes")
	}
	e.hint("this removes %s", what)
	e.hint("to go on, type: yes")
	answer, err := bufio.NewReader(e.Stdin).ReadString('\n')
	switch {
	case strings.TrimSpace(answer) == "yes":
		return nil
	case err != nil && err != io.EOF:
		return fmt.Errorf("nothing was removed: %w", err)
	}
	return errors.New("nothing was removed")
}
