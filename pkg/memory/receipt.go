package memory

import "strings"

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

// Passes returns the checks that passed in a run, the most important first; none if
// it failed.
func (c *Check) Passes() []*Check {
	if !c.Verifies() || c.Failed {
		return nil
	}
	list := []*Check{c}
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
