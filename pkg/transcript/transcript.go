// Package transcript reads the records that the client keeps of sessions: the
// end of one, for what became of calls that no hook heard the end of, and all
// of many, for what happened before there was a hook. It writes nothing, it
// follows no link and no path that leads away from the records, and what it
// returns is as raw as they are.
package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Call is one shell command that the model asked for.
type Call struct {
	ID      string // of the tool call
	Command string
	Time    time.Time // when it was asked for
	Ended   time.Time // zero while there is no result
	// Outcome is what the record shows: Denied, Refused or Interrupted, of
	// which hooks hear nothing; OK or Failed, of which they do; Unknown while
	// there is no result.
	Outcome memory.Outcome
}

// The bounds of what is read: of the file its end, and of that the latest
// calls.
const (
	maxTail  = 1 << 20
	maxCalls = 256
)

// ErrForeign is the error for a path that is no transcript of the client.
var ErrForeign = errors.New("not a transcript of the client")

// Calls lists the shell commands at the end of a transcript, in the order in
// which the model asked for them. The path comes from outside: it has to name
// a regular file below root, where the client keeps its transcripts. One that
// is not there has no calls: a session's first events come before it.
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
		_, data, _ = bytes.Cut(data, []byte("\n")) // the line that the cut is in
	}
	var r record
	for line := range bytes.Lines(data) {
		r.line(bytes.TrimSpace(line), session)
	}
	return r.calls, nil
}

// record gathers calls from the lines of a transcript.
type record struct{ calls []Call }

// line reads one line. What is no JSON, or of another session, tells nothing.
func (r *record) line(line []byte, session string) {
	// Most of a transcript is text and the client's own notes.
	if len(line) < 2 || line[0] != '{' || line[len(line)-1] != '}' || !bytes.Contains(line, []byte(`"tool_`)) {
		return
	}
	entry := gjson.ParseBytes(line)
	if id := entry.Get("sessionId").String(); id != "" && id != session {
		return
	}
	by := entry.Get("type").Str // the client's notes repeat what it sent
	entry.Get("message.content").ForEach(func(_, block gjson.Result) bool {
		switch kind := block.Get("type").Str; {
		case by == "assistant" && kind == "tool_use":
			r.asked(entry, block)
		case by == "user" && kind == "tool_result":
			r.ended(entry, block)
		}
		return true
	})
}

func (r *record) asked(entry, block gjson.Result) {
	c := Call{ID: block.Get("id").Str, Command: block.Get("input.command").Str, Time: at(entry)}
	if block.Get("name").Str != "Bash" || c.ID == "" || c.Command == "" || r.find(c.ID) != nil {
		return
	}
	if len(r.calls) == maxCalls {
		r.calls = append(r.calls[:0], r.calls[1:]...)
	}
	r.calls = append(r.calls, c)
}

func (r *record) ended(entry, block gjson.Result) {
	if c := r.find(block.Get("tool_use_id").Str); c != nil {
		c.Ended, c.Outcome = at(entry), outcome(entry, block)
	}
}

// find looks for a call; a result mostly belongs to one of the last.
func (r *record) find(id string) *Call {
	for i := len(r.calls) - 1; i >= 0; i-- {
		if r.calls[i].ID == id {
			return &r.calls[i]
		}
	}
	return nil
}

func at(entry gjson.Result) time.Time {
	t, err := time.Parse(time.RFC3339Nano, entry.Get("timestamp").Str)
	if err != nil {
		return time.Time{}
	}
	return t
}
