// Package rules holds what ctxhook knows, as values: the safety rules, the
// models of programs, and what their output says. They are written as YAML in
// this directory and generated into source that costs nothing when the program
// starts: a rule is made when a call may fire it, a model is unpacked when its
// program is first asked for, a check or an error when a line calls for it. It
// judges nothing and reads nothing.
//
// The values are shared: callers must not change them.
package rules

import (
	"math/bits"
	"sync/atomic"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

//go:generate go run ../pkg/rulefile/gen

// Safety returns all safety rules, ordered by pack and name.
func Safety() []*rule.Rule {
	list := make([]*rule.Rule, 0, count)
	for i := range count {
		list = append(list, numbered(i))
	}
	return list
}

// AppendFor appends to a list the rules that may fire on something, in the
// order of Safety. Every rule that does fire is among them.
func AppendFor(list []*rule.Rule, t rule.Trigger) []*rule.Rule {
	for w, word := range candidates(t) {
		for ; word != 0; word &= word - 1 {
			list = append(list, numbered(w*64+bits.TrailingZeros64(word)))
		}
	}
	return list
}

// set is a set of rules: a bit for each, by number.
type set [(count + 63) / 64]uint64

// candidates are the rules that a call has the program and an effect for.
func candidates(t rule.Trigger) set {
	if t.Problem != "" {
		return ofProblem(t.Problem)
	}
	s, effects := ofProgramAny, ofEffectAny
	s.add(ofProgram(t.Program))
	if t.Model != t.Program {
		s.add(ofProgram(t.Model))
	}
	for _, kind := range t.Effects {
		effects.add(ofEffect(string(kind)))
	}
	for i := range s {
		s[i] &= effects[i]
	}
	return s
}

func (s *set) add(more set) {
	for i := range s {
		s[i] |= more[i]
	}
}

// known holds the rules that were asked for. Of two that are made at the same
// time one is kept, so that an id has one rule.
var known [count]atomic.Pointer[rule.Rule]

func numbered(i int) *rule.Rule {
	if r := known[i].Load(); r != nil {
		return r
	}
	known[i].CompareAndSwap(nil, made(i))
	return known[i].Load()
}

// Command returns the model of a program by its base name, or nil.
func Command(name string) *rule.Command {
	if i := modelOf(name); i >= 0 {
		return model(i)
	}
	return nil
}

// unpacked holds the models that were asked for. Of two that are unpacked at
// the same time one is kept, so that a program has one model.
var unpacked [models]atomic.Pointer[rule.Command]

func model(i int) *rule.Command {
	if c := unpacked[i].Load(); c != nil {
		return c
	}
	c, ok := rule.Unpack(packed(i))
	if !ok {
		return nil // never: the generator has unpacked them all
	}
	unpacked[i].CompareAndSwap(nil, c)
	return unpacked[i].Load()
}

// Book returns what is known of the output of programs.
func Book() rule.Book {
	return rule.Book{Checks: checks, Fixes: fixes, Ways: ways, Index: rule.Index{
		Rows: rows[:], Open: open, Needles: needles[:], Rests: rests, Heads: &heads, Follow: &follow, Fours: &fours,
	}}
}
