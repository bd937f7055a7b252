package cmd

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// This file holds what the commands that list or count memories have in common:
// the options, and the way a list is shown.

// listFlags are the options that select memories: of which project or session,
// since when and how many.
type listFlags struct {
	project, all bool
	session      string
	since        string
	limit        int
	json         bool
}

// register adds the options that all of these commands have. since says what
// the time bounds, as in "only those", and json what is printed.
func (f *listFlags) register(c *cobra.Command, since, json string) {
	flags := c.Flags()
	flags.BoolVar(&f.project, "project", false, "only this project (the default in a project)")
	flags.BoolVar(&f.all, "all", false, "all projects")
	flags.StringVar(&f.since, "since", "", since+" the last 30m, 12h, 7d ..")
	flags.BoolVar(&f.json, "json", false, "print "+json+" as JSON")
	c.PreRunE = func(c *cobra.Command, _ []string) error { return exclusive(c, "project", "all") }
}

func (f *listFlags) registerLimit(c *cobra.Command, initial int) {
	c.Flags().IntVar(&f.limit, "limit", initial, "the number to list, 0 for all")
}

// span is where a list looks.
type span struct {
	storage *storage
	project string // its root; "" is every project
	since   time.Time
	limit   int
}

// span finds what is remembered, and says what of it the options mean.
func (f *listFlags) span(e *Env) (s span, err error) {
	if s.limit, err = limit(f.limit); err != nil {
		return s, err
	}
	if s.since, err = since(f.since); err != nil {
		return s, err
	}
	if s.storage, err = e.storage(); err != nil {
		return s, err
	}
	s.project, err = f.root(s.storage.Project)
	return s, err
}

// root is the project whose memories are meant; "" is every project's. In a
// project it is that one, unless more is asked for.
func (f *listFlags) root(project string) (string, error) {
	switch {
	case f.all, f.session != "" && !f.project:
		return "", nil
	case f.project && project == "":
		return "", withHint(errNoProject, "go to a directory with .git or .ctxhook above it")
	}
	return project, nil
}

// since is the time that an option of this name means: so long before now.
func since(option string) (time.Time, error) {
	if option == "" {
		return time.Time{}, nil
	}
	d, err := parseDuration(option)
	if err != nil {
		return time.Time{}, withHint(err, "for example: --since 12h, --since 7d")
	}
	return time.Now().Add(-d), nil
}

// limit is how many an option of this name means.
func limit(option int) (int, error) {
	if option < 0 {
		return 0, withHint(fmt.Errorf("--limit %d is negative", option), "for all of them: --limit 0")
	}
	return option, nil
}

// listItem is a thing in a list. It is its own JSON.
type listItem interface {
	// printLine shows it to a user; everywhere: in a list of all projects.
	printLine(e *Env, everywhere bool)
}

// list is a list of things that are remembered.
type list struct {
	thing    string // what one of them is called
	project  string // whose they are; "" is every project
	narrowed bool   // to less than all there are of it
	each     func(do func(listItem) error) error
	next     func(shown int) string // what to type next
	none     func() string          // what to say of an empty list instead; nil or "": that there is none
}

// errSeenEnough ends a list whose reader has left the pager.
var errSeenEnough = errors.New("seen enough")

// print prints a list as JSON, or for a user, who is told what to type
// next.
func (l *list) print(e *Env, asJSON bool) error {
	if asJSON {
		rows := jsonList{env: e}
		if err := l.each(func(v listItem) error { return rows.add(v) }); err != nil {
			return err
		}
		rows.end()
		return nil
	}
	shown := 0
	if err := e.paged(func() error {
		return l.each(func(v listItem) error {
			if e.seenEnough() {
				return errSeenEnough
			}
			shown++
			v.printLine(e, l.project == "")
			return nil
		})
	}); err != nil && !errors.Is(err, errSeenEnough) {
		return err
	}
	switch {
	case shown == 0 && l.none != nil && l.none() != "":
		e.printf("%s\n", l.none())
	case shown == 0:
		printNothing(e, l.thing, l.narrowed, l.project)
	case l.next != nil && isTerminal(e.Stdout):
		e.hint("%s", l.next(shown))
	}
	return nil
}

// itemsOf hands over the views of what a query finds at once.
func itemsOf[T any, V listItem](st *storage, view func(*T) V, find func(*store.Tx) ([]T, error)) func(func(listItem) error) error {
	return func(do func(listItem) error) error {
		var all []T
		if err := st.look(func(tx *store.Tx) (err error) {
			all, err = find(tx)
			return err
		}); err != nil {
			return err
		}
		for i := range all {
			if err := do(view(&all[i])); err != nil {
				return err
			}
		}
		return nil
	}
}

// printNothing says that a list of some things is empty.
func printNothing(e *Env, thing string, narrowed bool, project string) {
	where, yet := "", " yet"
	if project != "" {
		where = " of this project"
	}
	if narrowed {
		yet = " that matches"
	}
	e.printf("there is no %s%s%s\n", thing, where, yet)
	if project != "" {
		e.hint("for all projects: --all")
	}
}
