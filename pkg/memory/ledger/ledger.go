// Package ledger is the account of what the sessions of agents did: each tool call,
// how it was judged and how it ended, what the work tree was like between calls, and
// what was told. An event writes down once what it saw, as a line of the file of its
// session, and every question about the past is answered from these lines.
//
// It is pure: lines in, answers out. It reads no clock and no disk, judges no
// command, and what no line says it calls unknown.
package ledger

import (
	"bytes"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Kind is what a line speaks of.
type Kind string

// The kinds of lines.
const (
	Session   Kind = "session"   // the first line of a file: whose it is
	Judged    Kind = "call"      // a tool call was judged, and begins if it may
	Edits     Kind = "edit"      // a file is about to be edited
	Ended     Kind = "end"       // a tool call ended
	Looked    Kind = "look"      // the work tree was looked at
	Started   Kind = "started"   // a command goes on whose call has ended
	Told      Kind = "told"      // the session was told or denied something
	Claimed   Kind = "claim"     // a process answers an event, for which others may run
	Answered  Kind = "answer"    // what it answered
	Compacted Kind = "compacted" // the model of the session forgot what it was told
	Closed    Kind = "closed"    // the session, or a subagent of it, ended
)

// Line is one line: a JSON object that begins with its kind. Fields that a kind has
// no use for are left out.
type Line struct {
	Is Kind  `json:"is"`
	At int64 `json:"at,omitempty"` // microseconds since 1970

	Call     string `json:"call,omitempty"`     // the client's id of the tool call; "": it has none
	Subagent string `json:"subagent,omitempty"` // that made it, or was told; "": the main agent

	// Session:
	Session string `json:"session,omitempty"`
	Project string `json:"project,omitempty"` // root of its project
	Agent   string `json:"agent,omitempty"`
	Began   int64  `json:"began,omitempty"` // when an earlier file of the session began

	// Judged and Ended:
	Action  string      `json:"action,omitempty"` // what became of it: a letter
	Writes  bool        `json:"writes,omitempty"` // it may change files
	Cwd     redact.Text `json:"cwd,omitzero"`     // of Session, too
	Command redact.Text `json:"command,omitzero"` // of a call that may change files
	Runs    []string    `json:"runs,omitempty"`   // masked paths of the files that it runs
	Names   []string    `json:"names,omitempty"`  // what it writes by name: see names.go
	Open    bool        `json:"open,omitempty"`   // it may write more than that
	Makes   []string    `json:"makes,omitempty"`  // what files that it runs make or take away for certain, as shell texts
	Shown   []string    `json:"shown,omitempty"`  // what its output says: see rule.Past
	Holds   []string    `json:"holds,omitempty"`  // where it puts what is not the session's work: see holds.go
	Outcome string      `json:"outcome,omitempty"`
	Took    int64       `json:"took,omitempty"`  // microseconds
	Calls   []string    `json:"calls,omitempty"` // lines of the file that was written that call programs
	Check   string      `json:"check,omitempty"` // the kind of check that it made

	// Edits and Looked:
	Path  redact.Text      `json:"path,omitzero"`   // of the file
	Since int64            `json:"since,omitempty"` // when it was changed last; 0: it is in a commit as it is, or is not there
	Sum   int64            `json:"sum,omitempty"`   // of its content, see Sum; 0: not taken
	Root  redact.Text      `json:"root,omitzero"`   // of the work tree
	Head  string           `json:"head,omitempty"`  // commit that is checked out
	Dirty map[string]int64 `json:"dirty,omitempty"` // files with content in no commit, by their masked paths below Root, and when they were changed last
	Sums  map[string]int64 `json:"sums,omitempty"`  // of the content of those in Dirty for which it was taken
	Clean []string         `json:"clean,omitempty"` // files that were dirty at the look before, and are no more
	Whole bool             `json:"whole,omitempty"` // Dirty has all files, not only those changed since the look before

	// Told, Claimed, Answered, Ended: what it resulted in, and Started: by what its end is told
	Key   string `json:"key,omitempty"`
	By    string `json:"by,omitempty"`    // the process that claims
	Reply string `json:"reply,omitempty"` // JSON of the answer
}

func (l *Line) members() []members.Member {
	return []members.Member{
		{Name: "is", Field: (*string)(&l.Is)}, {Name: "at", Field: &l.At}, {Name: "call", Field: &l.Call}, {Name: "subagent", Field: &l.Subagent},
		{Name: "session", Field: &l.Session}, {Name: "project", Field: &l.Project}, {Name: "agent", Field: &l.Agent}, {Name: "began", Field: &l.Began},
		{Name: "action", Field: &l.Action}, {Name: "writes", Field: &l.Writes}, {Name: "cwd", Field: &l.Cwd}, {Name: "command", Field: &l.Command}, {Name: "runs", Field: &l.Runs}, {Name: "names", Field: &l.Names}, {Name: "open", Field: &l.Open}, {Name: "makes", Field: &l.Makes}, {Name: "shown", Field: &l.Shown}, {Name: "holds", Field: &l.Holds},
		{Name: "outcome", Field: &l.Outcome}, {Name: "took", Field: &l.Took}, {Name: "check", Field: &l.Check}, {Name: "calls", Field: &l.Calls},
		{Name: "path", Field: &l.Path}, {Name: "since", Field: &l.Since}, {Name: "sum", Field: &l.Sum}, {Name: "root", Field: &l.Root}, {Name: "head", Field: &l.Head},
		{Name: "dirty", Field: &l.Dirty}, {Name: "sums", Field: &l.Sums}, {Name: "clean", Field: &l.Clean}, {Name: "whole", Field: &l.Whole},
		{Name: "key", Field: &l.Key}, {Name: "by", Field: &l.By}, {Name: "reply", Field: &l.Reply},
	}
}

// Append appends a line to others. It begins with a newline: what a process that died
// left of its line before is not taken for a part of it.
func (l *Line) Append(b []byte) []byte {
	return append(members.Append(append(b, '\n'), l.written()), '\n')
}

// written returns the members that may have a value. A call that changes nothing is what
// most lines tell, and each start of the program pays for one.
func (l *Line) written() []members.Member {
	if l.Is == Judged && !l.Writes {
		return []members.Member{
			{Name: "is", Field: (*string)(&l.Is)}, {Name: "at", Field: &l.At}, {Name: "call", Field: &l.Call}, {Name: "subagent", Field: &l.Subagent},
			{Name: "action", Field: &l.Action},
		}
	}
	return l.members()
}

// isOf reports whether the text of a line is of a kind. It costs nothing beside
// reading the line.
func isOf(text []byte, k Kind) bool {
	rest, ok := bytes.CutPrefix(text, []byte(`{"is":"`))
	return ok && bytes.HasPrefix(rest, []byte(k)) && len(rest) > len(k) && rest[len(k)] == '"'
}

// read reads a line. One that is torn or no line of ours is not read.
func read(text []byte) (l Line, ok bool) {
	if !bytes.HasPrefix(text, []byte(`{"is":"`)) || !bytes.HasSuffix(text, []byte("}\n")) {
		return l, false
	}
	return l, members.Read(strings.TrimSuffix(string(text), "\n"), l.members())
}

// Lines visits the lines of some kinds in a file, in their order; without a kind all
// of them.
func Lines(data []byte, visit func(*Line), kinds ...Kind) {
	for text := range bytes.Lines(data) {
		wanted := len(kinds) == 0
		for _, k := range kinds {
			wanted = wanted || isOf(text, k)
		}
		if !wanted {
			continue
		}
		if l, ok := read(text); ok {
			visit(&l)
		}
	}
}
