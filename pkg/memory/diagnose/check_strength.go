package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// strength says what options and variables do to a check: the rows of the check
// itself, and of all checks.
type strength struct{ rows []*rule.Check }

// strengthOf returns the strength of the check at a place; -1 is one of which
// nothing is known.
func (r *Reader) strengthOf(check int) *strength {
	if check < 0 {
		return &strength{[]*rule.Check{r.anyCheck()}}
	}
	return &strength{[]*rule.Check{r.check(check), r.anyCheck()}}
}

// anyCheck returns what holds for all checks.
func (r *Reader) anyCheck() *rule.Check { return r.rowOfAll(rule.AnyCheck) }

// rowOfAll returns a row that is of no tool; an empty one where nothing is known.
func (r *Reader) rowOfAll(id string) *rule.Check {
	if n := r.known.CheckNamed(id); n >= 0 {
		return r.check(n)
	}
	return &rule.Check{}
}

// of returns what an option of a call does to the check: one of memory.Narrows,
// Omits, Stricter and Unclear, or "" if it checks the same with it.
func (s *strength) of(c *shell.Call, name, value string) string {
	word := name
	if value != "" {
		word += "=" + value
	}
	if s.isDir(name) && value != "" {
		return "" // the directory is part of the key
	}
	if does, known := s.known(c, word, name); known {
		if value == "false" && does == memory.Stricter {
			return memory.Narrows
		}
		return does
	}
	if len(name) < 3 || name[0] != '-' || name[1] == '-' || value != "" {
		return memory.Unclear
	}
	// Single letters in one word, such as -xvs: all have to be known.
	worst := ""
	for _, letter := range name[1:] {
		does, known := s.known(c, "-"+string(letter), "-"+string(letter))
		switch {
		case !known:
			return memory.Unclear
		case worst == "" || does == memory.Narrows || does == memory.Omits:
			worst = does
		}
	}
	return worst
}

// ofVariable returns the same of a variable that is set. Most say where things are.
func (s *strength) ofVariable(c *shell.Call, name, value string) string {
	does, _ := s.known(c, name+"="+value, name)
	return does
}

// known returns what a word does, if a row or the model of the program has it.
func (s *strength) known(c *shell.Call, word, name string) (does string, known bool) {
	has := func(globs []string) bool {
		return slices.ContainsFunc(globs, func(glob string) bool {
			return shell.MatchGlob(glob, word) || shell.MatchGlob(strings.TrimSuffix(glob, "="), name)
		})
	}
	for _, row := range s.rows {
		switch {
		case has(row.Omits):
			return memory.Omits, true
		case has(row.Updates):
			return "", true // it checks as much, against what it has just written
		}
	}
	if c.About != nil && slices.ContainsFunc(c.About.Unchecked, func(glob string) bool {
		return !strings.Contains(glob, " ") && (shell.MatchGlob(glob, word) || shell.MatchGlob(glob, name))
	}) {
		return memory.Narrows, true
	}
	for _, row := range s.rows {
		switch {
		case has(row.Narrow):
			return memory.Narrows, true
		case has(row.Strict):
			return memory.Stricter, true
		case has(row.Neutral):
			return "", true
		}
	}
	return "", false
}
