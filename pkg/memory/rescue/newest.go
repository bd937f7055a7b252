package rescue

import "context"

// Newest returns the plan for the last command that changed something, nil when there is
// none, and without one for the newest other snapshot that the tree differs from. At a
// command that never ran it goes no further back: what was changed before it is not to be
// undone by mistake. ended says how what a snapshot was taken for had ended.
func (pl *Planner) Newest(ctx context.Context, o Options, ended func(*Moment) End) (*Plan, error) {
	found, any, err := pl.newest(ctx, o, ended, (*Moment).exact)
	if err == nil && found == nil && any {
		found, _, err = pl.newest(ctx, o, ended, func(m *Moment) bool { return !m.exact() })
	}
	if err == nil && !any {
		err = ErrNone
	}
	return found, err
}

// newest looks at the snapshots of one kind. any: there are snapshots.
func (pl *Planner) newest(ctx context.Context, o Options, ended func(*Moment) End, kind func(*Moment) bool) (found *Plan, any bool, err error) {
	var later looks
	e := pl.store.each(func(list []batch, i int) bool {
		m := list[i].moment()
		any = any || o.Of == nil || o.Of(&m)
		defer later.add(list, i, &m)
		same := later.same(list, i, &m)
		later.equal = later.equal && same
		if !kind(&m) || o.Of != nil && !o.Of(&m) {
			return true
		}
		o.End, o.After = ended(&m), nil
		if same && (!o.End.Never || o.Force) && (later.equal || !o.Force && later.heard(&m, o.End)) {
			return true // it changed nothing
		}
		if m.exact() {
			o.After = later.after(o.End)
		}
		var p *Plan
		if p, err = pl.Plan(ctx, fold(list, i+1), o); err != nil || p.Never || !p.Empty() || len(p.Unknown) > 0 {
			found = p
			return false
		}
		later.equal = len(p.Stay) == 0
		return true
	})
	if e != nil {
		return nil, any, e
	}
	return found, any, err
}

// Of returns the plan for one snapshot, by its id, that of its run or that of the agent's
// call.
func (pl *Planner) Of(ctx context.Context, o Options, ended func(*Moment) End, is func(*Moment) bool) (found *Plan, err error) {
	var later looks
	e := pl.store.each(func(list []batch, i int) bool {
		m := list[i].moment()
		if !is(&m) {
			later.add(list, i, &m)
			return true
		}
		if o.End = ended(&m); m.exact() {
			o.After = later.after(o.End)
		}
		found, err = pl.Plan(ctx, fold(list, i+1), o)
		return false
	})
	switch {
	case e != nil:
		return nil, e
	case err == nil && found == nil:
		return nil, ErrUnknown
	}
	return found, err
}

// looks are the snapshots that were visited, the newest first: each is later than the one
// that is visited.
type looks struct {
	all   []lookAt
	equal bool // the tree is as the last one that was compared has it
}

type lookAt struct {
	list []batch
	i    int
	m    Moment
}

func (l *looks) add(list []batch, i int, m *Moment) { l.all = append(l.all, lookAt{list, i, *m}) }

// after returns the first look at the whole tree after an end, or, where that was not
// reported, after the snapshot that is visited; nil where there is none.
func (l *looks) after(end End) *State {
	for k := len(l.all) - 1; k >= 0; k-- {
		if at := &l.all[k]; at.m.Before != AfterEdit && !at.m.Time.Before(end.At) {
			return fold(at.list, at.i+1)
		}
	}
	return nil
}

// same reports whether the next snapshot shows the same tree.
func (l *looks) same(list []batch, i int, m *Moment) bool {
	return len(l.all) > 0 && i+1 < len(list) && len(list[i+1].entries) == 0 && m.sameTree(&l.all[len(l.all)-1].m)
}

// heard reports whether the next snapshot shows what a command left.
func (l *looks) heard(m *Moment, end End) bool {
	next := &l.all[len(l.all)-1].m
	return m.exact() && !end.At.IsZero() && next.Before != AfterEdit && !next.Time.Before(end.At)
}
