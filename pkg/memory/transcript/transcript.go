// Package transcript reads the records that the client keeps of sessions: the
// end of one, for calls whose end no hook saw, and many as a whole, for what
// happened before ctxhook was installed. It writes nothing, it follows no link
// and no path out of the records, and it does not redact what it returns.
package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Call is one shell command that the model asked for.
type Call struct {
	ID      string // of the tool call
	Command string
	Cwd     string    // when the call was made; "" when unknown
	Time    time.Time // when it was asked for
	Ended   time.Time // zero while there is no result
	// Outcome is what the record shows: Denied, Refused or Interrupted, which
	// no hook gets; OK or Failed, which hooks get; Unknown while there is no
	// result.
	Outcome memory.Outcome
	Said    string // what the user typed when refusing it, which no event reports
}

// The bounds of what is read: the end of the file, and the latest calls in it.
const (
	maxTail  = 1 << 20
	maxCalls = 256
)

// ErrForeign is the error for a path that is not a transcript of the client.
var ErrForeign = errors.New("not a transcript of the client")

// Calls lists the shell commands at the end of a transcript, in the order in
// which the model asked for them. The path comes from outside: it has to name
// a regular file below root, where the client keeps its transcripts. A missing
// file has no calls: a session's first events come before it.
func Calls(root, path, session string) ([]Call, error) {
	if filepath.Ext(path) != ".jsonl" {
		return nil, fmt.Errorf("%s: %w", path, ErrForeign)
	}
	data, cut, err := Tail(root, path, maxTail)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if cut {
		_, data, _ = bytes.Cut(data, []byte("\n")) // the line that was cut
	}
	r := record{session: session}
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); worthOf(line) == telling {
			parse(line, r.request, r.result)
		}
	}
	return r.calls, nil
}

// record collects the shell commands of a session.
type record struct {
	session string
	calls   []Call
}

// of reports whether a line belongs to the session. A line without a session
// does.
func (r *record) of(session string) bool { return session == "" || session == r.session }

func (r *record) request(a request) {
	if a.command == "" || !r.of(a.session) || r.find(a.id) != nil {
		return
	}
	if len(r.calls) == maxCalls {
		r.calls = append(r.calls[:0], r.calls[1:]...)
	}
	r.calls = append(r.calls, Call{ID: a.id, Command: a.command, Cwd: a.cwd, Time: a.at})
}

func (r *record) result(e callResult) {
	if c := r.find(e.id); c != nil && r.of(e.session) {
		c.Ended, c.Outcome = e.at, outcome(e.entry, e.block)
		if c.Outcome == memory.Refused || c.Outcome == memory.Interrupted {
			c.Said = e.entry.Get("userFeedback").Str
		}
	}
}

// find looks for a call from the end: a result mostly belongs to a late one.
func (r *record) find(id string) *Call {
	for i := len(r.calls) - 1; i >= 0; i-- {
		if r.calls[i].ID == id {
			return &r.calls[i]
		}
	}
	return nil
}
