package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// How much of a rule is shown unless all of it is asked for. A rule over many programs has
// an offer in a notation for each, and an example for each false alarm that was avoided.
const (
	mostOffers      = 3
	mostFires       = 16
	mostExamples    = 8
	longestExample  = 100
	enoughToExplain = 60 // examples that are tried for what is offered
)

// shorten leaves out what a user does not ask for first, and shows for some examples what
// is offered instead of them.
func (v *ruleView) shorten(j *judge.Judge) {
	cut := func(list []string, most int) []string {
		if len(list) <= most+1 {
			return list
		}
		v.short = true
		return append(slices.Clone(list[:most]), fmt.Sprintf(".. and %d more", len(list)-most))
	}
	v.Instead = v.offers(j)
	v.Fires = cut(v.Fires, mostFires)
	v.Examples.Hit = cut(v.Examples.Hit, mostExamples)
	v.Examples.Miss = cut(v.Examples.Miss, mostExamples)
}

// offers lists what is offered instead of examples, where the rule has a notation for it:
// the commands that stand in the rule as they are typed, then some that it makes.
func (v *ruleView) offers(j *judge.Judge) []string {
	var list, typed []string
	for _, s := range v.Instead {
		if !strings.Contains(s, "{") {
			typed = append(typed, s)
		}
	}
	if len(typed) == len(v.Instead) {
		return v.Instead
	}
	v.short = true
	engine := engineJudge(j.Engine, safety.Dirs{})
	var others []string // by programs of which an offer is listed
	programs := make(map[string]bool)
	for _, hit := range v.Examples.Hit[:min(len(v.Examples.Hit), enoughToExplain)] {
		if len(list) == mostOffers {
			break
		}
		if strings.Contains(hit, "\n") || len(hit) > longestExample {
			continue
		}
		verdict := engine.judge(hit)
		i := slices.IndexFunc(verdict.Findings, func(f safety.Finding) bool { return f.Rule == v.ID && len(f.Instead) > 0 })
		if i < 0 || slices.Contains(typed, verdict.Findings[i].Instead[0]) {
			continue
		}
		offer := verdict.Findings[i].Instead[0]
		program, _, _ := strings.Cut(offer, " ")
		if offer += "  for: " + hit; programs[program] {
			others = append(others, offer)
			continue
		}
		programs[program] = true
		list = append(list, offer)
	}
	list = append(list, others[:min(len(others), mostOffers-len(list))]...)
	return append(typed, list...)
}
