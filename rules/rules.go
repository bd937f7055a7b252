// Package rules holds what ctxhook knows, as values: the safety rules and
// the models of programs. They are written as YAML in this directory and
// generated into literals that cost nothing when the program starts; a model
// is unpacked when its program is first asked for. It judges nothing and reads
// nothing.
//
// The values are shared: callers must not change them.
package rules

import (
	"sync/atomic"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

//go:generate go run ../pkg/rulefile/gen

// Safety returns all safety rules, ordered by pack and name.
func Safety() []*rule.Rule { return safetyList[:] }

// ByID returns the rule of an id, or nil.
func ByID(id string) *rule.Rule { return byID(id) }

// Commands returns the models of all programs, ordered by name.
func Commands() []*rule.Command {
	list := make([]*rule.Command, 0, models)
	for i := range models {
		list = append(list, model(i))
	}
	return list
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
