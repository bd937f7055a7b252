package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// index returns the index lines of rules: which rules may fire on a program, an
// effect or a problem. With them a call decodes only rules whose program and
// effect it has.
func (k knowledge) index() []string {
	on := make(map[string][]string) // name of a line -> its items
	add := func(item, prefix string, names ...string) {
		for _, n := range names {
			if list := on[prefix+n]; !slices.Contains(list, item) {
				on[prefix+n] = append(list, item)
			}
		}
	}
	for i := range k.safety {
		r := &k.safety[i]
		if len(r.When.Problem) > 0 { // it is held against no call
			add(r.ID, rule.OnProblem, r.When.Problem...)
			continue
		}
		for _, n := range needs(&r.When) {
			item := rule.IndexItem{ID: r.ID, Classes: n.classes}
			switch {
			case n.programs != nil:
				item.Kinds = strings.Join(n.effects, ",")
				add(item.String(), rule.OnProgram, n.programs...)
			case n.effects != nil:
				add(item.String(), rule.OnEffect, n.effects...)
			default:
				add(item.String(), rule.OnAny, "")
			}
		}
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(on)) {
		lines = append(lines, rule.IndexLine(name, on[name]))
	}
	return lines
}

// need lists programs, effects and classes of targets, one of each of which a call
// must have for a condition to hold; nil means that it needs none.
type need struct {
	programs, effects []string
	classes           rule.ClassSet
}

// needs returns the alternatives in which a condition may hold. It may return
// too many, never too few.
func needs(w *rule.When) []need {
	own := need{words(w.Program), words(w.Effect), w.Path}
	if len(w.Any) == 0 {
		return []need{own}
	}
	var list []need
	for i := range w.Any {
		for _, n := range needs(&w.Any[i]) {
			if own.programs != nil {
				n.programs = own.programs
			}
			if own.effects != nil {
				n.effects = own.effects
			}
			if own.classes != 0 {
				n.classes = own.classes
			}
			list = append(list, n)
		}
	}
	return list
}

// words returns names in order, or nil if there are none or one of them is *.
func words[S ~string](names []S) []string {
	var list []string
	for _, n := range names {
		if n == "*" {
			return nil
		}
		list = append(list, string(n))
	}
	slices.Sort(list)
	return list
}
