package cmd

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

func (e *Env) whyDecision(tx *store.Tx, st *storage, o *origin, id string) (bool, error) {
	d, ok, err := store.Decisions.ByID(tx, id)
	if err != nil || !ok {
		return false, err
	}
	row := newDecisionRow(&d)
	o.Kind, o.Decision, o.next = "decision", &row, "to let it through once: ctxhook allow "+id
	o.print = func() { e.printDecision(&row) }
	for _, r := range d.Rules {
		o.from(r, "the rule; to read it: ctxhook explain "+r)
	}
	entries, _ := config.AllowEntries(st.Places, time.Now())
	for i := range entries {
		if entries[i].Decision == id {
			o.rests(entries[i].ID, describeAllow(&entries[i], time.Now()))
		}
	}
	return true, nil
}

// whyEntry finds an entry of allow, which is in a file of the user's.
func (e *Env) whyEntry(st *storage, o *origin, id string) (bool, error) {
	entries, problems := config.AllowEntries(st.Places, time.Now())
	for _, p := range problems {
		e.problem(p)
	}
	i := slices.IndexFunc(entries, func(a config.Allow) bool { return a.ID == id })
	if i < 0 {
		return false, nil
	}
	a := &entries[i]
	row := newAllowRow(a)
	o.Kind, o.Entry, o.next = "entry", &row, "to take it back: ctxhook allow --revoke "+id
	o.print = func() { e.printEntry(a) }
	o.from(a.Decision, "the decision that it answers")
	if a.Rule != "" {
		o.from(a.Rule, "the rule; to read it: ctxhook explain "+a.Rule)
	}
	return true, st.look(func(tx *store.Tx) error {
		list, err := report.Decisions(tx, report.DecisionFilter{Since: a.Created})
		for k := range list {
			if slices.Contains(list[k].AllowedBy, id) {
				o.rests(list[k].ID, "let through: "+firstLine(list[k].Command.String()))
			}
		}
		return err
	})
}

func (e *Env) printEntry(a *config.Allow) {
	e.printf("%s: %s\n", e.paint(e.Stdout, green, "allowed"), display.Plain(describeAllow(a, time.Now())))
	e.printField("id", []string{a.ID})
	e.printField("reason", wrap(a.Reason.String()))
	e.printField("since", []string{minute(a.Created)})
}
