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
	if pack, _, _ := strings.Cut(name, "/"); slices.Contains(packsOf(set), pack) {
		return nil, withHint(err, "to see those of the pack: ctxhook rules list --pack "+pack)
	}
	return nil, withHint(err, "to see them all: ctxhook rules list")
}

// ruleName is the id without the pack.
func ruleName(r *rule.Rule) string { return strings.TrimPrefix(r.ID, r.Pack()+"/") }

// nearRules lists a few ids that may have been meant: those with a word that
// begins so, else those with the nearest spelling, of the whole or of a word.
func nearRules(set []*rule.Rule, name string) []string {
	const most, short = 5, 3
	base := name[strings.LastIndexByte(name, '/')+1:]
	if len(base) < short {
		return nil
	}
	if slices.Contains(packsOf(set), strings.TrimSuffix(name, "/"+base)) {
		if near := nearRules(rulesOf(set, strings.TrimSuffix(name, "/"+base)), base); len(near) > 0 {
			return near
		}
	}
	near := rulesWith(set, base)
	if len(near) == 0 {
		var names, words []string
		for _, r := range set {
			names = append(names, r.ID, ruleName(r))
			words = append(words, strings.Split(ruleName(r), "-")...)
		}
		for _, n := range []string{rulefile.Nearest(name, names), rulefile.Nearest(base, names)} {
			for _, r := range set {
				if n != "" && (r.ID == n || ruleName(r) == n) && !slices.Contains(near, r.ID) {
					near = append(near, r.ID)
				}
			}
		}
		if word := rulefile.Nearest(base, words); len(near) == 0 && min(len(word), len(base)) > short+1 {
			near = rulesWith(set, word)
		}
	}
	return near[:min(len(near), most)]
}

// rulesWith lists the rules with a word in their names that begins so.
func rulesWith(set []*rule.Rule, word string) []string {
	var ids []string
	for _, r := range set {
		if strings.Contains("-"+ruleName(r), "-"+word) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// rulesOf returns the rules of a pack.
func rulesOf(set []*rule.Rule, pack string) []*rule.Rule {
	var of []*rule.Rule
	for _, r := range set {
		if r.Pack() == pack {
			of = append(of, r)
		}
	}
	return of
}

// completeRules completes a rule's id.
func (e *Env) completeRules(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return e.ruleWords(false), cobra.ShellCompDirectiveNoFileComp
}

// ruleWords are the ids of rules as they are completed, and the packs.
func (e *Env) ruleWords(packs bool) []string {
	set, err := e.allRules()
	if err != nil {
		return nil // without an answer nothing is offered
	}
	var words []string
	if packs {
		words = packsOf(set)
	}
	for _, r := range set {
		words = append(words, r.ID+"\t"+r.Title)
	}
	return words
}

// completeNamed completes an option that names a rule, or a pack as well.
func (e *Env) completeNamed(c *cobra.Command, name string, packs bool) {
	e.completeWith(c, name, func(string) []string { return e.ruleWords(packs) })
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
	made, err := e.judgeOf(&judging{})
	if err != nil {
		return nil, err
	}
	e.problems(made.Problems)
	return slices.Concat(made.Rules(), safety.OwnRules(), lint.OwnRules(), hook.OwnRules()), nil
}
