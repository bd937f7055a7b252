package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// index returns the lines that say which rules may fire on a program, on a
// kind of effect and on a problem, so that only those are decoded that a call
// has both a program and an effect for.
func (k knowledge) index() []string {
	on := make(map[string][]string) // name of a line -> what stands in it
	for i := range k.safety {
		r := &k.safety[i]
		programs := needed(&r.When, func(w *rule.When) []string { return w.Program })
		effects := needed(&r.When, effectsOf)
		item := r.ID
		var names []string
		switch {
		case len(r.When.Problem) > 0: // it is held against no call
			names = prefixed(rule.OnProblem, r.When.Problem)
		case programs != nil:
			names = prefixed(rule.OnProgram, programs)
			if effects != nil {
				item += ":" + strings.Join(effects, ",")
			}
		case effects != nil:
			names = prefixed(rule.OnEffect, effects)
		default:
			names = []string{rule.OnAny}
		}
		for _, name := range names {
			on[name] = append(on[name], item)
		}
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(on)) {
		lines = append(lines, rule.Line(rule.KindIndex, name, strings.Join(on[name], " ")))
	}
	return lines
}

func effectsOf(w *rule.When) []string {
	var list []string
	for _, kind := range w.Effect {
		list = append(list, string(kind))
	}
	return list
}

func prefixed(prefix string, names []string) []string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = prefix + n
	}
	return list
}

// needed returns of what a call must have one if a condition is to hold, each
// once; nil when it may go without. It may be more than that, never less.
func needed(w *rule.When, of func(*rule.When) []string) []string {
	list := slices.Clone(of(w))
	if len(list) == 0 {
		for i := range w.Any {
			some := needed(&w.Any[i], of)
			if some == nil {
				return nil
			}
			list = append(list, some...)
		}
	}
	const anything = "*"
	if slices.Contains(list, anything) {
		return nil
	}
	slices.Sort(list)
	return slices.Compact(list)
}
