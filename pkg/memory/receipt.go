package memory

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Counts is how many tests a check ran, as its output says.
type Counts struct {
	Passed  int `json:"passed,omitempty"`
	Failed  int `json:"failed,omitempty"`
	Skipped int `json:"skipped,omitempty"`
}

// Ran returns how many tests ran.
func (c *Counts) Ran() int { return c.Passed + c.Failed }

// Passed is a check that passed beside a more important one in the same run.
type Passed struct {
	Tool   string  `json:"tool,omitempty"`
	Kind   string  `json:"kind,omitempty"`
	Key    string  `json:"key,omitempty"`
	All    bool    `json:"all,omitempty"`
	Counts *Counts `json:"counts,omitempty"`
}

// Red is a check that failed beside a more important one in the same run.
type Red struct {
	Tool   string        `json:"tool,omitempty"`
	Kind   string        `json:"kind,omitempty"`
	Key    string        `json:"key,omitempty"`
	All    bool          `json:"all,omitempty"`
	Masked bool          `json:"masked,omitempty"`
	Tests  []redact.Text `json:"tests,omitempty"`
	Files  []redact.Text `json:"files,omitempty"`
	Lines  redact.Text   `json:"lines,omitzero"`
	Counts *Counts       `json:"counts,omitempty"`
}

// Fails returns the checks that failed in a run, the most important first.
func (c *Check) Fails() []*Check {
	if !c.Verifies() || !c.Failed {
		return nil
	}
	list := []*Check{c}
	for _, r := range c.Beside {
		list = append(list, &Check{Tool: r.Tool, Kind: r.Kind, Key: r.Key, All: r.All, Failed: true, Masked: r.Masked, Tests: r.Tests, Files: r.Files, Lines: r.Lines, Counts: r.Counts, Saw: c.Saw})
	}
	return list
}

// Passes returns the checks that passed in a run, the most important first: where it
// failed those beside what failed.
func (c *Check) Passes() []*Check {
	if !c.Verifies() {
		return nil
	}
	var list []*Check
	if !c.Failed {
		list = append(list, c)
	}
	for _, p := range c.Also {
		list = append(list, &Check{Tool: p.Tool, Kind: p.Kind, Key: p.Key, All: p.All, Counts: p.Counts})
	}
	return list
}

// Without returns the words of a check that leave out tests by their names, as they
// stand in its key; "" for none.
func (c *Check) Without() string {
	var list []string
	for _, w := range c.selection().words {
		if name, is := strings.CutPrefix(w, Omits); is {
			list = append(list, name)
		}
	}
	return strings.Join(list, " ")
}
