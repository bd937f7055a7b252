// Package config reads the user's and the project's settings and says where
// each value came from. It does not judge commands, and only the user may
// loosen anything: a project's file and the environment may only tighten,
// unless the user has trusted that exact file. What an administrator sets for
// the machine not even the user loosens.
package config

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Config is the settings in force.
type Config struct {
	Level            policy.Level
	Table            policy.Table // Level, with policy laid over it
	Unattended       Unattended
	OnError          OnError
	MaxCommandLength int
	InjectContext    bool
	MaxLatency       time.Duration
	Blocked          []Pattern
	Allowed          []Pattern
	Packs            []Pack
	Types            []Type
	Wrappers         []Wrapper
	Learn            Learning
	Preferences      Preferences
	EnforceNever     bool // what the user forbade is asked about each time
	Rescue           Rescue
	MaskOutputs      bool // secrets in what a tool answers
	Lookthrough      bool
	UnknownPrograms  bool // are judged by their words
	Publish          Publishing
	Store            Store
	Lint             Lint
	Machine          Machine

	scalars [scalarKeys]scalar
	floor   policy.Table // the least that projects and the environment demand
}

// Unattended is the answer to an ask in an unattended session.
type Unattended uint8

// The answers, in rising strictness.
const (
	UnattendedWarn  Unattended = iota // run it, and say so
	UnattendedOnce                    // deny the first time; the same command passes when repeated
	UnattendedAsk                     // still ask: clients then deny
	UnattendedBlock                   // block
)

var unattendedNames = [...]string{"warn", "once", "ask", "block"}

func (u Unattended) String() string { return name(unattendedNames[:], int(u)) }

// OnError is the answer to a command when ctxhook itself fails.
type OnError uint8

// The answers, in rising strictness.
const (
	OnErrorOpen OnError = iota // the agent goes on
	OnErrorAsk
	OnErrorBlock
)

var onErrorNames = [...]string{"open", "ask", "block"}

func (o OnError) String() string { return name(onErrorNames[:], int(o)) }

// Pack switches the rules of a pack on or off.
type Pack struct {
	Name   string
	On     bool
	Origin Origin
}

// Type is a command type and the programs that the user gives it.
type Type struct {
	Name     string
	Programs []string
	Origin   Origin
}

// Wrapper is a program that runs the command among its arguments.
type Wrapper struct {
	rule.Command
	Origin Origin
}

// PackOn reports whether the rules of a pack are wanted.
func (c *Config) PackOn(name string) bool {
	for i := range c.Packs {
		if c.Packs[i].Name == name {
			return c.Packs[i].On
		}
	}
	return true
}

// Custom returns the custom command type of each program.
func (c *Config) Custom() map[string]string {
	if len(c.Types) == 0 {
		return nil
	}
	types := make(map[string]string)
	for _, t := range c.Types {
		for _, p := range t.Programs {
			types[p] = t.Name
		}
	}
	return types
}

// Default returns the settings without any file.
func Default() Config {
	var c Config
	for i := range c.scalars {
		c.scalars[i].value = keys[i].initial
	}
	c.settle()
	return c
}

// settle fills the fields from the values of the single keys.
func (c *Config) settle() {
	c.Level = policy.Level(c.scalars[keyLevel].value)
	c.Table = c.table(c.Level)
	c.Unattended = Unattended(c.scalars[keyUnattended].value)
	c.OnError = OnError(c.scalars[keyOnError].value)
	c.MaxCommandLength = c.scalars[keyMaxLength].value
	c.InjectContext = c.scalars[keyInject].value != 0
	c.Preferences = Preferences(c.scalars[keyPreferences].value)
	c.EnforceNever = c.scalars[keyEnforceNever].value != 0
	c.Rescue = Rescue(c.scalars[keyRescue].value)
	c.MaskOutputs = c.scalars[keyMask].value != 0
	c.Lookthrough = c.scalars[keyLookthrough].value != 0
	c.UnknownPrograms = c.scalars[keyUnknown].value != 0
	c.settleMemory()
	c.settlePublishing()
	c.Lint.MinRisk = policy.Risk(c.scalars[keyLintRisk].value)
	c.MaxLatency = time.Duration(c.scalars[keyLatency].value) * time.Millisecond
}

// table returns a level with the user's own policy over it, and never below
// what a project or the environment demands.
func (c *Config) table(l policy.Level) policy.Table {
	t := policy.For(l)
	for r := policy.Low; r <= policy.Critical; r++ {
		if v := c.scalars[policyKey(r)].value; v != unset {
			t[r] = policy.Action(v)
		}
		t[r] = max(t[r], c.floor[r])
	}
	return t
}

func name(names []string, i int) string {
	if i >= 0 && i < len(names) {
		return names[i]
	}
	return "?"
}
