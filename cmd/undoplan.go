package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// undoTree is a place of which snapshots are kept: the project, or what commands named
// elsewhere.
type undoTree struct {
	store     *rescue.Store
	planner   *rescue.Planner
	elsewhere bool
	options   rescue.Options
}

type undoTrees []*undoTree

// trees opens the snapshots that concern this directory.
func (st *storage) trees(ctx context.Context) (list undoTrees, err error) {
	var stores []*rescue.Store
	if st.Project != "" {
		s, err := st.snapshotsHere()
		if err != nil {
			return nil, err
		}
		stores = append(stores, s)
	}
	s, err := st.snapshotsElsewhere()
	if err != nil {
		return nil, err
	}
	for i, s := range append(stores, s) {
		t := &undoTree{store: s, elsewhere: i == len(stores)}
		if t.planner, err = s.Planner(ctx); err != nil {
			return nil, err
		}
		if t.elsewhere {
			t.options.Of = s.Near(st.Cwd)
		}
		list = append(list, t)
	}
	return list, nil
}

// snapshotsElsewhere opens the snapshots of files outside of projects.
func (st *storage) snapshotsElsewhere() (*rescue.Store, error) {
	s, err := rescue.Elsewhere(st.Places, st.Cwd)
	if err == nil {
		s.Generated = func(path string) bool { return safety.Generated(filepath.Join(s.Root, path), st.At) }
	}
	return s, err
}

// undoID says which command is undone: by a snapshot, or by the call that it was taken
// for. The zero value is the last one.
type undoID struct{ text, snapshot, call string }

// which takes the id off the arguments, if they begin with one.
func (st *storage) which(trees undoTrees, args []string) (which undoID, rest []string, err error) {
	if len(args) == 0 {
		return undoID{}, args, nil
	}
	id := args[0]
	switch idKind(id) {
	case "s":
		return undoID{text: id, snapshot: id}, args[1:], nil
	case "r":
		err := st.look(func(tx *store.Tx) error {
			run, found, err := tx.Run(id)
			if err == nil && (!found || run.Call == "") {
				err = withHint(fmt.Errorf("there is no snapshot of before the run %s", quote(id)), "to see all snapshots: ctxhook undo --list")
			}
			which = undoID{text: id, call: run.Call}
			return err
		})
		return which, args[1:], err
	}
	for _, t := range trees {
		list, err := t.store.Moments()
		if err != nil {
			return undoID{}, nil, err
		}
		if slices.ContainsFunc(list, func(m rescue.Moment) bool { return m.Call == id }) {
			return undoID{text: id, call: id}, args[1:], nil
		}
	}
	return undoID{}, args, nil
}

// is reports whether a snapshot is meant.
func (u *undoID) is(m *rescue.Moment) bool {
	if u.snapshot != "" {
		return m.ID == u.snapshot
	}
	return m.Call == u.call && m.Before == rescue.BeforeCommand
}

func (u *undoID) unknown() error {
	if u.snapshot != "" {
		return unknownID(u.text)
	}
	return withHint(fmt.Errorf("there is no snapshot of before %s", quote(u.text)), "to see all snapshots: ctxhook undo --list")
}

// only restricts an undo to some paths.
func (list *undoTrees) only(st *storage, args []string) error {
	if len(args) == 0 {
		return nil
	}
	for _, arg := range args {
		name := paths.Beside(st.At.Cwd, arg)
		for _, t := range *list { // the project comes first
			path, ok := t.store.Below(name)
			if !ok {
				continue
			}
			if t.elsewhere {
				t.options.Of = nil
			}
			t.options.Paths = append(t.options.Paths, path)
			break
		}
	}
	*list = slices.DeleteFunc(*list, func(t *undoTree) bool { return len(t.options.Paths) == 0 })
	return nil
}

// undoPlan is what an undo does to one tree, and what came of it.
type undoPlan struct {
	tree   *undoTree
	plan   *rescue.Plan
	result *rescue.Result // nil: it is not done yet
}

type undoPlans []undoPlan

// plans says what has to be done: to one tree, and to another where the command changed
// that, too.
func (list undoTrees) plans(ctx context.Context, which undoID, force bool, ended func(*rescue.Moment) rescue.End) (plans undoPlans, err error) {
	failed := rescue.ErrNone
	for _, t := range list {
		o := t.options
		o.Force = force
		var p *rescue.Plan
		if which == (undoID{}) {
			p, err = t.planner.Newest(ctx, o, ended)
		} else {
			p, err = t.planner.Of(ctx, o, ended, which.is)
		}
		switch {
		case errors.Is(err, rescue.ErrNone), errors.Is(err, rescue.ErrUnknown):
			failed = err
		case err != nil:
			return nil, err
		case p == nil:
			failed = nil
		default:
			plans = append(plans, undoPlan{tree: t, plan: p})
		}
	}
	if len(plans) == 0 {
		return nil, failed
	}
	if which == (undoID{}) && slices.ContainsFunc(plans, undoPlan.does) { // else what was passed over in one tree hides what can be undone in the other
		plans = slices.DeleteFunc(plans, func(p undoPlan) bool { return !p.does() })
	}
	return plans.last(), nil
}

// last returns the plans of the last command alone.
func (plans undoPlans) last() undoPlans {
	newest := &slices.MaxFunc(plans, func(a, b undoPlan) int { return a.plan.State.Time.Compare(b.plan.State.Time) }).plan.State.Moment
	return slices.DeleteFunc(plans, func(p undoPlan) bool {
		m := &p.plan.State.Moment
		return m.ID != newest.ID && (m.Call == "" || m.Call != newest.Call || m.Before != newest.Before)
	})
}

// does reports whether a plan speaks of anything that is undone, or could be by force.
func (p undoPlan) does() bool { return !p.plan.Empty() || len(p.plan.Unknown) > 0 }

func (plans undoPlans) empty() bool {
	return !slices.ContainsFunc(plans, func(p undoPlan) bool { return !p.plan.Empty() })
}

// refused reports whether nothing of the plans is done.
func (plans undoPlans) refused() bool {
	return !slices.ContainsFunc(plans, func(p undoPlan) bool {
		return len(p.plan.Stashes) > 0 || slices.ContainsFunc(p.plan.Changes, func(c rescue.Change) bool { return c.Refused == "" })
	})
}

// view returns what is shown of the plans, the project first.
func (plans undoPlans) view() undoView {
	v := undoView{Changes: []undoChange{}}
	for i, p := range plans {
		one := newUndoView(p.plan, p.result)
		if p.tree.elsewhere {
			one.below(p.tree.store.Root)
		}
		if i == 0 {
			v = one
			continue
		}
		v.Elsewhere = &one
		v.failed += one.failed
	}
	return v
}

// below names paths by where they lie on this machine.
func (v *undoView) below(root string) {
	full := func(p *string) { *p = filepath.Join(root, filepath.FromSlash(*p)) }
	for i := range v.Changes {
		full(&v.Changes[i].Path)
	}
	for i := range v.Stay {
		full(&v.Stay[i])
	}
	for i := range v.Later {
		full(&v.Later[i])
	}
	for i := range v.Unknown {
		full(&v.Unknown[i])
	}
	v.Unkept = slices.Clone(v.Unkept)
	for i := range v.Unkept {
		full(&v.Unkept[i].Path)
	}
}

// words name what an id stands for in a list.
func (t *undoTree) words(m *rescue.Moment) string {
	s := display.Plain(momentWords(m))
	if t.elsewhere && len(m.Named) > 0 {
		s += " (" + display.Plain(filepath.Join(t.store.Root, m.Named[0]))
		if n := len(m.Named) - 1; n > 0 {
			s += " and " + display.Counted(n, "more path")
		}
		s += ")"
	}
	return strings.TrimSpace(s)
}
