package cmd

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// readDecisions reads what was decided, in the spool too, and how it ended.
func (d *reportData) readDecisions() error {
	options, spool := d.at.storage.options, d.at.storage.Places.SpoolDir()
	list, err := report.ReadDecisions(options, spool, report.DecisionFilter{Project: d.at.project, Since: d.at.since})
	ends, endsErr := report.Endings(options, spool, list)
	for i := range list { // the latest first
		v := newDecisionView(&list[i])
		if end, ok := ends[v.ID]; ok {
			v.Ended = newEndingView(&end)
		}
		d.count(v)
		if len(d.page.Decisions) == reportedDecisions {
			continue
		}
		row := webpage.Decision{
			ID: v.ID, Time: v.Time.Local(), Action: v.Action, Risk: v.riskWords(), Rules: v.Rules, Command: v.Command, Message: v.Message, Where: d.env.tilde(v.Project),
		}
		if v.Ended != nil {
			row.Ended = v.Ended.words()
		}
		d.page.Decisions = append(d.page.Decisions, row)
	}
	order.By(d.page.Endings, func(a, b webpage.Ending) int { return cmp.Or(b.N-a.N, strings.Compare(a.Action, b.Action)) })
	order.By(d.page.Rules, func(a, b webpage.Rule) int { return cmp.Or(b.N-a.N, strings.Compare(a.ID, b.ID)) })
	return errors.Join(err, endsErr)
}

// count counts a decision among those of its action and of its rules.
func (d *reportData) count(v *decisionView) {
	overruled := 0
	i := slices.IndexFunc(d.page.Endings, func(e webpage.Ending) bool { return e.Action == v.Action })
	if i < 0 {
		i = len(d.page.Endings)
		d.page.Endings = append(d.page.Endings, webpage.Ending{Action: v.Action})
	}
	e := &d.page.Endings[i]
	e.N++
	if v.Ended != nil {
		switch v.Ended.How {
		case memory.Accepted, memory.LetThrough:
			overruled = 1
		case memory.Ran:
			e.Ran++
		case memory.Declined, memory.NotRun, memory.Halted, memory.Repeated:
			e.NotRun++
		}
	}
	e.Overruled += overruled
	if v.Action == memory.Allowed || v.Action == memory.Paused {
		return // the user spoke, and not a rule
	}
	d.decided = append(d.decided, v.Time)
	for _, id := range v.Rules {
		i := slices.IndexFunc(d.page.Rules, func(r webpage.Rule) bool { return r.ID == id })
		if i < 0 {
			i = len(d.page.Rules)
			d.page.Rules = append(d.page.Rules, webpage.Rule{ID: id, Last: v.Time.Local()})
		}
		d.page.Rules[i].N++
		d.page.Rules[i].Overruled += overruled
	}
}
