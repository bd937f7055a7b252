package rescue

import "context"

// Passed is a command that an undo of the last one passes over.
type Passed struct {
	Moment Moment
	Never  bool     // it never ran
	Later  []string // files that were changed after its end, and are not known to be its work
}

// Newest returns the plan for the last command that changed something, nil when there is
// none, and without one for the newest other snapshot that the tree differs from. It
// passes over commands that never ran, and those of which only files differ that were
// changed after their end. Where nothing but these is found, the plan is that of the
// latest of them: it does nothing. ended says how what a snapshot was taken for had ended.
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
	var passed []Passed
	var nothing *Plan // of the latest that was passed over
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
		if p, err = pl.Plan(ctx, fold(list, i+1), o); err != nil || !p.Empty() || len(p.Unknown) > 0 {
			found = p
			return false
		}
		if p.Never || len(p.Later) > 0 {
			passed = append(passed, Passed{m, p.Never, p.Later})
			if nothing == nil {
				nothing = p
			}
		}
		if !p.Never {
			later.equal = len(p.Stay)+len(p.Later) == 0
		}
		return true
	})
	if found == nil {
		found = nothing
	}
	if found != nil {
		found.Passed = passed
	}
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

// Each visits the snapshots, the newest first, each with the plan for it, until visit
// returns false. What plan costs is paid when it is asked for.
func (pl *Planner) Each(ctx context.Context, o Options, ended func(*Moment) End, visit func(m *Moment, plan func() (*Plan, error)) bool) error {
	var later looks
	return pl.store.each(func(list []batch, i int) bool {
		m := list[i].moment()
		same := later.same(list, i, &m)
		later.equal = later.equal && same
		defer later.add(list, i, &m)
		if o.Of != nil && !o.Of(&m) {
			return true
		}
		return visit(&m, func() (*Plan, error) {
			o := o
			o.End = ended(&m)
			if same && !o.End.Never && (later.equal || later.heard(&m, o.End)) {
				return &Plan{State: &State{Moment: m}}, nil // it changed nothing
			}
			if m.exact() {
				o.After = later.after(o.End)
			}
			p, err := pl.Plan(ctx, fold(list, i+1), o)
			if err == nil && !p.Never {
				later.equal = !m.exact() && p.Empty() && len(p.Stay)+len(p.Later)+len(p.Unknown) == 0
			}
			return p, err
		})
	})
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
