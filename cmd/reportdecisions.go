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
	views, endsErr := decisionViews(d.at.storage.Places, options, list)
	for _, v := range views { // the latest first
		d.count(v)
		if len(d.page.Decisions) == reportedDecisions {
			continue
		}
		row := webpage.Decision{
			ID: v.ID, Time: v.Time.Local(), Action: v.Action, Risk: v.riskWords(), Rules: v.Rules, Command: v.Command, Message: v.Message, Where: d.env.tilde(v.Project), Ended: v.endWords(),
		}
		d.page.Decisions = append(d.page.Decisions, row)
	}
	order.By(d.page.Endings, func(a, b webpage.Ending) int { return cmp.Or(b.N-a.N, strings.Compare(a.Action, b.Action)) })
	d.page.Rules = countRules(views)
	d.waiting.stopped(views)
	return errors.Join(err, endsErr)
}

// count counts a decision among those of its action.
func (d *reportData) count(v *decisionView) {
	i := slices.IndexFunc(d.page.Endings, func(e webpage.Ending) bool { return e.Action == v.Action })
	if i < 0 {
		i = len(d.page.Endings)
		d.page.Endings = append(d.page.Endings, webpage.Ending{Action: v.Action})
	}
	e := &d.page.Endings[i]
	e.N++
	if v.overruled() {
		e.Overruled++
	} else if v.Ended != nil {
		switch v.Ended.How {
		case memory.Ran:
			e.Ran++
		case memory.Declined, memory.NotRun, memory.Halted, memory.Repeated:
			e.NotRun++
		}
	}
	if v.Action != memory.Allowed && v.Action != memory.Paused { // then the user spoke, and not a rule
		d.decided = append(d.decided, v.Time)
	}
}
