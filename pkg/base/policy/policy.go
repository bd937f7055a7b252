// Package policy turns a risk into an action. It does not know commands, rules
// or machines.
package policy

import (
	"fmt"
	"slices"
	"strings"
)

// Risk says how bad the outcome of a command may be.
type Risk uint8

// The risks, in rising order.
const (
	Safe Risk = iota
	Low
	Medium
	High
	Critical
)

var riskNames = [...]string{"safe", "low", "medium", "high", "critical"}

// String returns the lower-case name, as in JSON and rule files.
func (r Risk) String() string {
	if int(r) < len(riskNames) {
		return riskNames[r]
	}
	return fmt.Sprintf("risk(%d)", r)
}

// Title returns the name with a capital, as the neutral envelope writes it.
func (r Risk) Title() string {
	s := r.String()
	return string(s[0]-'a'+'A') + s[1:]
}

// ParseRisk reads a lower-case risk name.
func ParseRisk(s string) (Risk, error) {
	i, err := numberOf(riskNames[:], s, "risk")
	return Risk(i), err
}

// Action is what ctxhook does about a command.
type Action uint8

// The actions, in rising order.
const (
	Silent Action = iota
	Warn
	Ask
	Block
)

var actionNames = [...]string{"silent", "warn", "ask", "block"}

// String returns the lower-case name, as in JSON and configuration.
func (a Action) String() string {
	if int(a) < len(actionNames) {
		return actionNames[a]
	}
	return fmt.Sprintf("action(%d)", a)
}

// ParseAction reads a lower-case action name.
func ParseAction(s string) (Action, error) {
	i, err := numberOf(actionNames[:], s, "action")
	return Action(i), err
}

// Level is the user's choice of how risks become actions.
type Level uint8

// The levels, in rising strictness.
const (
	Permissive Level = iota
	Standard
	Strict
)

var levelNames = [...]string{"permissive", "standard", "strict"}

// String returns the name used for safety_level.
func (l Level) String() string {
	if int(l) < len(levelNames) {
		return levelNames[l]
	}
	return fmt.Sprintf("level(%d)", l)
}

// ParseLevel reads the value of safety_level.
func ParseLevel(s string) (Level, error) {
	i, err := numberOf(levelNames[:], s, "level")
	if err != nil {
		return Standard, err
	}
	return Level(i), nil
}

// numberOf finds a name among those of a kind, and lists them where it is none.
func numberOf(names []string, s, kind string) (int, error) {
	if i := slices.Index(names, s); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("unknown %s %q: one of %s", kind, s, strings.Join(names, ", "))
}

// Table gives the action for each risk.
type Table [Critical + 1]Action

// tables is the level table of the documentation. In standard a high warning
// is an ask, because a warning from PreToolUse reaches the model only after
// the command ran.
var tables = [...]Table{
	Permissive: {Critical: Block},
	Standard:   {Medium: Warn, High: Ask, Critical: Block},
	Strict:     {Low: Warn, Medium: Warn, High: Block, Critical: Block},
}

// For returns the table of a level.
func For(l Level) Table {
	if int(l) < len(tables) {
		return tables[l]
	}
	return tables[Standard]
}

// Decide returns the action for a risk.
func (t Table) Decide(r Risk) Action {
	if int(r) < len(t) {
		return t[r]
	}
	return Block
}
