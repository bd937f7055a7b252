// Package rules holds what ctxhook knows, as values: the safety rules and
// the models of programs. They are written as YAML in this directory and
// generated into literals that cost nothing when the program starts. It
// judges nothing and reads nothing.
//
// The values are shared: callers must not change them.
package rules

import "github.com/ctxhook/ctxhook/pkg/rule"

//go:generate go run ../pkg/rulefile/gen

// Safety returns all safety rules, ordered by pack and name.
func Safety() []*rule.Rule { return safetyList[:] }

// ByID returns the rule of an id, or nil.
func ByID(id string) *rule.Rule { return byID(id) }

// Commands returns the models of all programs, ordered by name.
func Commands() []*rule.Command { return commandsList[:] }

// Command returns the model of a program by its base name, or nil.
func Command(name string) *rule.Command { return command(name) }
