package memory

import "time"

// Session is one session of an agent.
type Session struct {
	Key     string // as the agent calls it
	Agent   string
	Project string
	Started time.Time // its first event
	Ended   time.Time // zero: that was not told
	Before  string    // the session of the project before it
	Summary *Summary  // nil: none was made yet
	Told    []string  // what its model has heard of: ids of lessons
}

// Summary is what a session came to.
type Summary struct {
	Until    time.Time // the last thing it counts
	Commands int       // that ran
	Failures int       // of those, that went wrong
	Fixes    int       // errors that went away, and checks that passed again
	Lessons  int       // that are new
	Blocked  int       // commands that were not let through
}
