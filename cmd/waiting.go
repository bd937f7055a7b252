package cmd

import (
	"cmp"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// waiting gathers what waits for the user in a project, or in all: what was heard or
// offered by the team, commands that did not run, rules that are overruled again and
// again, and checks that fail.
type waiting struct {
	st      *storage
	project string // its root; "" is every project
	list    []webpage.Wait
}

func (w *waiting) add(deed, what, why, command, or string) {
	w.list = append(w.list, webpage.Wait{Deed: deed, What: what, Why: why, Command: command, Or: or})
}

// learned adds preferences, lessons of the team and failing checks.
func (w *waiting) learned(tx *store.Tx) error {
	wanted, err := report.Preferences(tx, w.project)
	if err != nil {
		return err
	}
	for i := range wanted {
		if p := &wanted[i]; p.State == memory.Proposed {
			w.add(webpage.Accept, p.Words.String(), "heard in what you typed; kept, every command is compared with it", "ctxhook remember "+p.ID, "ctxhook preferences decline "+p.ID)
		}
	}
	lessons, err := report.Lessons(tx, report.LessonFilter{Project: w.project, States: []memory.LessonState{memory.Open, memory.Offered}})
	if err != nil {
		return err
	}
	for i := range lessons {
		v := newLessonView(&lessons[i])
		switch {
		case lessons[i].State == memory.Offered:
			w.add(webpage.Accept, v.fixWords(), "your team confirmed that it fixes: "+firstLine(v.What), "ctxhook lessons accept "+v.ID, "ctxhook lessons decline "+v.ID)
		case v.Kind == memory.LessonCheck:
			w.add(webpage.Fix, firstLine(v.What), v.countWords()+", last "+minute(v.Last), "ctxhook why "+v.ID, "ctxhook lessons close "+v.ID)
		}
	}
	return nil
}

// stopped adds commands that did not run, each once, and rules that the user overrules.
// What is blocked as critical is not offered.
func (w *waiting) stopped(views []*decisionView) {
	entries, _ := config.AllowEntries(w.st.Places, time.Now())
	for i, v := range slices.DeleteFunc(stillStopped(views), func(v *decisionView) bool { return v.Risk == policy.Critical.String() }) {
		if i == mostOffered {
			break
		}
		if !slices.ContainsFunc(entries, func(a config.Allow) bool { return a.Decision == v.ID }) && !w.refused(v) {
			w.add(webpage.Allow, v.Command, cmp.Or(firstLine(v.Message), "it was stopped")+" ("+v.Action+", "+minute(v.Time)+")", "ctxhook allow "+v.ID, "ctxhook why "+v.ID)
		}
	}
	if w.project == "" {
		return // a rule is allowed in a project
	}
	for _, r := range countRules(views) {
		if r.Often() && !safety.Fixed(r.ID) && w.st.HeldBy(r.ID) == "" && !slices.ContainsFunc(entries, func(a config.Allow) bool { return a.Rule == r.ID && (a.Project == "" || a.Project == w.project) }) {
			w.add(webpage.Allow, r.ID, "you let through "+display.Counted(r.Overruled, "command")+" of "+display.Counted(r.Stopped, "command")+" that it stopped", "ctxhook allow "+r.ID+" --for 7d", "ctxhook explain "+r.ID)
		}
	}
}

// refused reports whether the user said no to a command, or may not allow it.
func (w *waiting) refused(v *decisionView) bool {
	return v.Ended != nil && v.Ended.How == memory.Declined || w.st.Config.Machine.Allows != "" || slices.ContainsFunc(v.Rules, func(r string) bool { return w.st.HeldBy(r) != "" })
}

// sorted returns what waits: answers first, then what to allow, then what to fix.
func (w *waiting) sorted() []webpage.Wait {
	place := []string{webpage.Accept, webpage.Allow, webpage.Fix}
	order.By(w.list, func(a, b webpage.Wait) int { return slices.Index(place, a.Deed) - slices.Index(place, b.Deed) })
	return w.list
}

// stillStopped are the decisions that kept a command from running and can be let
// through, each command once.
func stillStopped(views []*decisionView) []*decisionView {
	var known []string // commands that are listed already
	return slices.DeleteFunc(slices.Clone(views), func(v *decisionView) bool {
		over := v.Ended != nil && v.Ended.How != memory.Declined && v.Ended.How != memory.NotRun
		again := slices.Contains(known, v.Command) // or an older ask about it is over, too
		known = append(known, v.Command)
		return over || again || !v.allowable()
	})
}

// countRules counts how often each rule led to a decision, the most frequent first.
func countRules(views []*decisionView) []webpage.Rule {
	var rules []webpage.Rule
	for _, v := range views { // the latest first
		if v.Action == memory.Allowed || v.Action == memory.Paused {
			continue // the user spoke, and not a rule
		}
		for _, id := range v.Rules {
			i := slices.IndexFunc(rules, func(r webpage.Rule) bool { return r.ID == id })
			if i < 0 {
				i = len(rules)
				rules = append(rules, webpage.Rule{ID: id, Last: v.Time.Local()})
			}
			rules[i].N++
			if v.stopped() {
				rules[i].Stopped++
				if v.overruled() {
					rules[i].Overruled++
				}
			}
		}
	}
	order.By(rules, func(a, b webpage.Rule) int { return cmp.Or(b.N-a.N, cmp.Compare(a.ID, b.ID)) })
	return rules
}
