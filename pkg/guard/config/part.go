package config

import (
	"os"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Part is a part of ctxhook that commands do not depend on. After max_failures
// failures in a row it is off for a while, so that it does not cost each event the
// time in which it fails. Judging is no part: it is never off.
type Part string

// The parts.
const (
	PartLearning   Part = "learning"   // what happened, and what it teaches
	PartRecall     Part = "recall"     // what is known of a command before it runs
	PartPublishing Part = "publishing" // what is written for the agent to read
	PartSnapshots  Part = "snapshots"  // what is kept of files that a command may lose
)

// Parts returns all parts.
func Parts() []Part { return []Part{PartLearning, PartRecall, PartPublishing, PartSnapshots} }

// rest is how long a part is off. Then it is tried once: it comes back, or is off
// again.
const rest = 10 * time.Minute

// file holds a byte for each failure since the part worked, and was last written
// when it failed last. There is none while it works.
func (p Part) file(places paths.Places) string { return places.FailuresFile(string(p)) }

// Off reports whether a part is off, after how many failures, and until when.
func (p Part) Off(places paths.Places, most int, now time.Time) (until time.Time, failures int, off bool) {
	info, err := os.Lstat(p.file(places))
	if err != nil || !info.Mode().IsRegular() {
		return time.Time{}, 0, false
	}
	until = info.ModTime().Add(rest)
	failures = int(info.Size())
	return until, failures, failures >= most && now.Before(until)
}

// Failed counts a failure of a part.
func (p Part) Failed(places paths.Places) {
	f, err := paths.OpenAppend(p.file(places))
	if err != nil {
		return // it is tried again, as if it worked
	}
	_, _ = f.WriteString("x") // and so it is then
	f.Close()
}

// Worked counts the failures of a part from zero.
func (p Part) Worked(places paths.Places) { os.Remove(p.file(places)) }
