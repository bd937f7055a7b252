package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/hook"
	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/rulefile"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// findRule finds a rule by its id, or by its name alone where only one rule
// goes by it.
func findRule(set []*rule.Rule, name string) (*rule.Rule, error) {
	var named []*rule.Rule
	for _, r := range set {
		if r.ID == name {
			return r, nil
		}
		if ruleName(r) == name {
			named = append(named, r)
		}
	}
	if len(named) == 1 {
		return named[0], nil
	}
	err := fmt.Errorf("there is no rule %s", quote(name))
	if near := nearRules(set, name); len(near) > 0 {
		return nil, withHint(err, "did you mean: "+or(near))
	}
	return nil, withHint(err, "to see them all: ctxhook rules list")
}

// ruleName is the id without the pack.
func ruleName(r *rule.Rule) string { return strings.TrimPrefix(r.ID, r.Pack()+"/") }

// nearRules lists a few ids that may have been meant: those that go by the
// name or hold it, else the one with the nearest spelling, else the pack's.
func nearRules(set []*rule.Rule, name string) []string {
	const most = 5
	_, base, _ := strings.Cut("/"+name, "/")
	base = base[strings.LastIndexByte(base, '/')+1:]
	var ids, names, near []string
	for _, r := range set {
		ids, names = append(ids, r.ID), append(names, ruleName(r))
		if base != "" && strings.Contains(r.ID, base) {
			near = append(near, r.ID)
		}
	}
	if len(near) == 0 {
		if id := rulefile.Nearest(name, ids); id != "" {
			near = append(near, id)
		}
		if n := rulefile.Nearest(base, names); n != "" {
			id := ids[slices.Index(names, n)]
			if !slices.Contains(near, id) {
				near = append(near, id)
			}
		}
	}
	if len(near) == 0 {
		near = packRules(set, strings.TrimSuffix(name, "/"+base))
	}
	return near[:min(len(near), most)]
}

func packRules(set []*rule.Rule, pack string) []string {
	var ids []string
	for _, r := range set {
		if r.Pack() == pack {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// completeRules completes a rule's id.
func (e *Env) completeRules(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	set, err := e.allRules()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ids []string
	for _, r := range set {
		ids = append(ids, r.ID+"\t"+r.Title)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}

// ruleRow is a rule as JSON.
type ruleRow struct {
	ID         string       `json:"id"`
	Title      string       `json:"title"`
	Risk       string       `json:"risk"`
	Why        string       `json:"why"`
	Mitigation string       `json:"mitigation,omitempty"`
	Instead    []string     `json:"instead"`
	Fires      []string     `json:"fires"`
	Facts      []factRow    `json:"facts,omitempty"`
	Examples   exampleLists `json:"examples"`
}

type factRow struct {
	If   string `json:"if"`
	Risk string `json:"risk"`
	Say  string `json:"say,omitempty"`
}

type exampleLists struct {
	Hit  []string `json:"hit"`
	Miss []string `json:"miss"`
}

func ruleJSON(r *rule.Rule) ruleRow {
	row := ruleRow{
		ID: r.ID, Title: r.Title, Risk: r.Risk.String(), Why: r.Why, Mitigation: r.Mitigation,
		Instead: append([]string{}, r.Instead...), Fires: append([]string{}, whenWords(&r.When)...),
		Examples: exampleLists{append([]string{}, r.Examples.Hit...), append([]string{}, r.Examples.Miss...)},
	}
	for _, f := range r.Facts {
		row.Facts = append(row.Facts, factRow{f.If, f.Risk.String(), f.Say})
	}
	return row
}

// allRules is every rule that holds here, those of the user and the project
// included.
func (e *Env) allRules() ([]*rule.Rule, error) {
	made, err := e.made(&judging{})
	if err != nil {
		return nil, err
	}
	e.problems(made.Problems)
	return slices.Concat(made.Rules(), safety.OwnRules(), lint.OwnRules(), hook.OwnRules()), nil
}
