package ledger

import "time"

// Pushed reports whether a call may have pushed a stash that was made at a time; if that is
// not exact, within a second of it.
func (c *Call) Pushed(made time.Time, exact bool) bool {
	if !c.stashes() {
		return false
	}
	if exact {
		return c.covers(made)
	}
	return c.Covers(made, Lag+time.Second)
}

// OwnStash reports whether nobody else's work is in the stash that a call of the session pushed:
// each of its files was as a commit has it, absent, or the session's when the call began, which
// was so short a time before that nobody wrote it meanwhile.
func (w *World) OwnStash(c *Call, made time.Time, files []string) bool {
	if made.Sub(c.From) > shortMake {
		return false
	}
	for _, file := range files {
		if !w.OwnBefore(c, file) {
			return false
		}
	}
	return len(files) > 0
}
