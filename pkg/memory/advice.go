package memory

import "time"

// Advice is a way out that was told to an agent, and what came of it.
type Advice struct {
	ID       string // v-...
	Time     time.Time
	Session  string
	Project  string
	Run      string // the run after which it was told
	Fix      Fix
	Followed string // the run that did as it says; "" none did so far
	Worked   *bool  // nil until it is known
}

// Activity is one thing that was done in a session: one of the two is set.
type Activity struct {
	Run  *Run // without Output
	Edit *Edit
}

// Time returns when it was done.
func (s Activity) Time() time.Time {
	if s.Run != nil {
		return s.Run.Start
	}
	return s.Edit.Time
}
