// Package rules holds what ctxhook knows: the safety rules, the models of
// programs, functions of languages, checks and known errors. They are written as
// YAML in this directory. knowledge.txt is generated from them; an entry is
// looked up and decoded when it is first needed, and costs nothing at startup.
// The package judges nothing.
//
// The values are shared: callers must not change them.
package rules

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

//go:generate go run ../pkg/guard/rulefile/gen

//go:embed knowledge.txt
var text string

// Knowledge returns the content of knowledge.txt.
func Knowledge() rule.Knowledge { return rule.Knowledge(text) }

// Safety returns all safety rules, ordered by id.
func Safety() []*rule.Rule {
	var list []*rule.Rule
	for id := range Knowledge().Names(rule.KindRule) {
		list = append(list, safety.get(id, decodeRule).Whole())
	}
	return list
}

// For returns the rules that may fire on something, in the order of Safety. Every
// rule that does fire is among them. They may have to be made whole: see rule.Rule.
func For(t rule.Trigger) []*rule.Rule { return recent.rulesFor(t) }

// rulesFor returns the rules that may fire on something, ordered by id.
func rulesFor(t rule.Trigger) []*rule.Rule {
	list := make([]*rule.Rule, 0, 8)
	rule.RulesFor(t, indexLine, func(id string) {
		i, there := slices.BinarySearchFunc(list, id, func(r *rule.Rule, id string) int { return strings.Compare(r.ID, id) })
		if !there {
			list = slices.Insert(list, i, safety.get(id, decodeRule))
		}
	})
	return list
}

// Command returns the model of a program by its base name, or nil.
func Command(name string) *rule.Command { return models.get(name, decodeModel) }

// Function returns what a function of an embedded language does.
func Function(language, name string) (rule.Function, bool) {
	text, _, ok := Knowledge().Find(rule.KindFunction, language+" "+name)
	return rule.FunctionOf(text), ok
}

// Decoded entries, and index lines that were looked up.
var (
	safety                                cache[rule.Rule]
	models                                cache[rule.Command]
	onAny, onProgram, onEffect, onProblem cache[[]rule.IndexItem]
	recent                                answers
)

// indexLine returns the items of a line of the index of rules.
func indexLine(group, name string) []rule.IndexItem {
	var lines *cache[[]rule.IndexItem]
	switch group {
	case rule.OnAny:
		lines = &onAny
	case rule.OnEffect:
		lines = &onEffect
	case rule.OnProblem:
		lines = &onProblem
	case rule.OnProgram:
		lines = &onProgram
	}
	items := lines.get(name, func(name string) *[]rule.IndexItem {
		items := rule.IndexItems(Knowledge().Index(group, name))
		if items == nil {
			return nil
		}
		return &items
	})
	if items == nil {
		return nil
	}
	return *items
}

func decodeRule(id string) *rule.Rule {
	text, _, ok := Knowledge().Find(rule.KindRule, id)
	r := new(rule.Rule)
	if !ok || !rule.Decode(text, r) {
		return nil // cannot happen: the generator decodes them all
	}
	return r
}

func decodeModel(name string) *rule.Command {
	text, of, ok := Knowledge().Find(rule.KindProgram, name)
	if of != name {
		return Command(of) // one model for all names of a program
	}
	c := new(rule.Command)
	if !ok || !rule.Decode(text, c) {
		return nil
	}
	return c
}
