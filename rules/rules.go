// Package rules holds what ctxhook knows: the safety rules, the models of
// programs, and what their output says. They are written as YAML in this
// directory, from which knowledge.txt is generated: an entry is looked up and
// decoded when it is first asked for, and costs nothing when the program
// starts. It judges nothing.
//
// The values are shared: callers must not change them.
package rules

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

//go:generate go run ../pkg/rulefile/gen

//go:embed knowledge.txt
var text string

// Knowledge returns everything that is known, as text.
func Knowledge() rule.Knowledge { return rule.Knowledge(text) }

// Safety returns all safety rules, ordered by id.
func Safety() []*rule.Rule {
	var list []*rule.Rule
	for id := range Knowledge().Names(rule.KindRule) {
		list = append(list, safety.get(id, decodeRule))
	}
	return list
}

// AppendFor appends to a list the rules that may fire on something, in the
// order of Safety. Every rule that does fire is among them.
func AppendFor(list []*rule.Rule, t rule.Trigger) []*rule.Rule {
	from := len(list)
	rule.RulesFor(t, func(group, name string) string { return indexLine(t, group, name) }, func(id string) {
		i, there := slices.BinarySearchFunc(list[from:], id, func(r *rule.Rule, id string) int { return strings.Compare(r.ID, id) })
		if !there {
			list = slices.Insert(list, from+i, safety.get(id, decodeRule))
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

// What was decoded so far, and found in the index of rules.
var (
	safety                                cache[rule.Rule]
	models                                cache[rule.Command]
	onAny, onProgram, onEffect, onProblem cache[string]
)

// indexLine returns what stands in a line of the index of rules.
func indexLine(t rule.Trigger, group, name string) string {
	find := func(name string) *string {
		text := Knowledge().Index(group, name)
		return &text
	}
	var lines *cache[string]
	switch group {
	case rule.OnAny:
		lines = &onAny
	case rule.OnEffect:
		lines = &onEffect
	case rule.OnProblem:
		lines = &onProblem
	case rule.OnProgram:
		if t.Model == "" {
			return *find(name) // names without number are not kept
		}
		lines = &onProgram
	}
	return *lines.get(name, find)
}

func decodeRule(id string) *rule.Rule {
	text, _, ok := Knowledge().Find(rule.KindRule, id)
	r := new(rule.Rule)
	if !ok || !rule.Decode(text, r) {
		return nil // never: the generator has decoded them all
	}
	return r
}

func decodeModel(name string) *rule.Command {
	text, of, ok := Knowledge().Find(rule.KindProgram, name)
	if of != name {
		return Command(of) // by all its names a program has one model
	}
	c := new(rule.Command)
	if !ok || !rule.Decode(text, c) {
		return nil
	}
	return c
}
