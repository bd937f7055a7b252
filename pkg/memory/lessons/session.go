package lessons

import "slices"

// sessionHistory is the commands of a session, in order.
type sessionHistory struct {
	commands []turn
}

// turn is a command, and the edits before it.
type turn struct {
	did   []int // indexes of steps
	well  bool
	edits []int // indexes of steps
}

// count returns how often one step was due after another (chances), and how
// often it was then done within the window (kept).
func (c *sessionHistory) count(from, to int) (kept, chances int) {
	edited, did := -1, -1 // the last command with edits before it, and the last that does the second step
	open := -1            // up to here, another chance is the same as the one before
	for i := range c.commands {
		m := &c.commands[i]
		if len(m.edits) > 0 {
			edited = i
		}
		done := did >= 0 && did >= edited
		does := slices.Contains(m.did, to)
		if does {
			did = i
		}
		start := i // the command after which the second step is due
		switch {
		case i <= open:
			continue
		case slices.Contains(m.edits, from):
			start--
		case done, does, !m.well, !slices.Contains(m.did, from):
			continue
		}
		chances++
		open = start + habitWindow
		if next := c.next(to, start+1, open); next >= 0 {
			kept++
			open = next
		}
	}
	return kept, chances
}

// next returns the first command in a range that does a step, or -1.
func (c *sessionHistory) next(step, from, to int) int {
	for i := from; i <= to && i < len(c.commands); i++ {
		if slices.Contains(c.commands[i].did, step) {
			return i
		}
	}
	return -1
}

// near returns the number of commands that are followed by a step within the
// window.
func (c *sessionHistory) near(step int) int {
	n, until := 0, -1
	for i := len(c.commands) - 1; i >= 0; i-- {
		if until >= 0 && until-i <= habitWindow {
			n++
		}
		if slices.Contains(c.commands[i].did, step) {
			until = i
		}
	}
	return n
}
