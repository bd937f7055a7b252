package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
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
	if slices.Contains(packsOf(set), name) {
		return nil, withHint(fmt.Errorf("%s is a pack of rules", quote(name)), "to see its rules: ctxhook rules list --pack "+name)
	}
	if near := nearRules(set, name); len(near) > 0 {
		return nil, withHint(err, "did you mean: "+or(near))
	}
	if pack, _, _ := strings.Cut(name, "/"); slices.Contains(packsOf(set), pack) {
		return nil, withHint(err, "to see the pack: ctxhook rules list --pack "+pack)
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
	if pack, ok := strings.CutSuffix(name, "/"+base); ok && slices.Contains(packsOf(set), pack) {
		if near := nearRules(rulesOf(set, pack), base); len(near) > 0 {
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
		for _, n := range []string{spelling.Nearest(name, names), spelling.Nearest(base, names)} {
			for _, r := range set {
				if n != "" && (r.ID == n || ruleName(r) == n) && !slices.Contains(near, r.ID) {
					near = append(near, r.ID)
				}
			}
		}
		if word := spelling.Nearest(base, words); len(near) == 0 && min(len(word), len(base)) > short+1 {
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

// allRules is every rule that holds here, those of the user and the project
// included.
func (e *Env) allRules() ([]*rule.Rule, error) {
	made, err := e.judgeOf(&judgeFlags{})
	if err != nil {
		return nil, err
	}
	e.problems(made.Problems)
	return slices.Concat(made.Rules(), ownRules()), nil
}

// ownRules returns the rules that have no file.
func ownRules() []*rule.Rule {
	return slices.Concat(safety.OwnRules(), lint.OwnRules(), journal.OwnRules())
}
