package store

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// This file says what the JSON consists of that hooks write and read at every
// command: entries of the spool, and the columns that hold lists. A test compares
// it with the tags of pkg/memory.

func runMembersWithOutput(r *memory.Run) []members.Member {
	return []members.Member{
		{"id", &r.ID},
		{"start", &r.Start},
		{"took_ns", &r.Duration},
		{"session", &r.Session},
		{"project", &r.Project},
		{"cwd", &r.Cwd},
		{"agent", &r.Agent},
		{"call", &r.Call},
		{"subagent", &r.Subagent},
		{"command", &r.Command},
		{"template", &r.Template},
		{"outcome", &r.Outcome},
		{"exit", &r.Exit},
		{"output", &r.Output},
		{"errors", members.List(&r.Errors, errorMembers)},
		{"check", members.Object(&r.Check, checkMembers)},
		{"record", &r.Record},
	}
}

// runMembers leaves out the output, so that it is neither read nor searched for secrets.
func runMembers(r *memory.Run) []members.Member {
	return slices.DeleteFunc(runMembersWithOutput(r), func(m members.Member) bool { return m.Name == "output" })
}

func errorMembers(e *memory.Error) []members.Member {
	return []members.Member{{"class", &e.Class}, {"rule", &e.Rule}, {"signature", &e.Signature}, {"line", &e.Line}, {"shape", &e.Shape}, {"cause", &e.Cause}, {"missing", &e.Missing}, {"package", &e.Package}, {"vague", &e.Vague}}
}

func checkMembers(c *memory.Check) []members.Member {
	return []members.Member{
		{"tool", &c.Tool},
		{"kind", &c.Kind},
		{"key", &c.Key},
		{"all", &c.All},
		{"failed", &c.Failed},
		{"masked", &c.Masked},
		{"tests", &c.Tests},
		{"files", &c.Files},
		{"lines", &c.Lines},
		{"counts", members.Object(&c.Counts, countsMembers)},
		{"also", members.List(&c.Also, passedMembers)},
		{"beside", members.List(&c.Beside, besideMembers)},
		{"saw", members.Object(&c.Saw, treeMembers)},
		{"seen", members.Object(&c.Seen, sightingMembers)},
		{"flaky", &c.Flaky},
		{"weakened", &c.Weakened},
		{"dropped", &c.Dropped},
	}
}

// besideMembers are those of a check that failed beside another one.
func besideMembers(c *memory.Red) []members.Member {
	return []members.Member{
		{"tool", &c.Tool},
		{"kind", &c.Kind},
		{"key", &c.Key},
		{"all", &c.All},
		{"masked", &c.Masked},
		{"tests", &c.Tests},
		{"files", &c.Files},
		{"lines", &c.Lines},
		{"counts", members.Object(&c.Counts, countsMembers)},
	}
}

func treeMembers(t *memory.Tree) []members.Member {
	return []members.Member{{"commit", &t.Commit}, {"dirty", &t.Dirty}, {"made", &t.Made}}
}

func countsMembers(c *memory.Counts) []members.Member {
	return []members.Member{{"passed", &c.Passed}, {"failed", &c.Failed}, {"skipped", &c.Skipped}}
}

func passedMembers(p *memory.Passed) []members.Member {
	return []members.Member{{"tool", &p.Tool}, {"kind", &p.Kind}, {"key", &p.Key}, {"all", &p.All}, {"counts", members.Object(&p.Counts, countsMembers)}}
}

func sightingMembers(s *memory.Sighting) []members.Member {
	return []members.Member{
		{"command", &s.Command}, {"cwd", &s.Cwd}, {"tree", &s.Tree}, {"branch", &s.Branch}, {"commit", &s.Commit}, {"ended", (*members.Sometime)(&s.Ended)}, {"red", (*members.Sometime)(&s.Red)}, {"tests", &s.Tests},
	}
}

func stepMembers(s *memory.Step) []members.Member {
	return []members.Member{{"text", &s.Text}, {"edit", &s.Edit}}
}

func summaryMembers(s *memory.Summary) []members.Member {
	return []members.Member{
		{"until", &s.Until}, {"commands", &s.Commands}, {"failures", &s.Failures}, {"fixes", &s.Fixes}, {"lessons", &s.Lessons}, {"blocked", &s.Blocked},
	}
}

func editMembers(e *memory.Edit) []members.Member {
	return []members.Member{
		{"id", &e.ID}, {"time", &e.Time}, {"session", &e.Session}, {"project", &e.Project}, {"call", &e.Call}, {"path", &e.Path}, {"subagent", &e.Subagent}, {"weakens", &e.Weakens},
	}
}

func adviceMembers(a *memory.Advice) []members.Member {
	return []members.Member{
		{"id", &a.ID},
		{"time", &a.Time},
		{"session", &a.Session},
		{"project", &a.Project},
		{"run", &a.Run},
		{"source", (*string)(&a.Source)},
		{"signature", &a.Signature},
		{"command", &a.Command},
		{"text", &a.Text},
		{"safe", &a.Safe},
		{"rule", &a.Rule},
		{"lesson", &a.Lesson},
		{"followed", &a.Followed},
		{"worked", &a.Worked},
	}
}

func decisionMembers(d *memory.Decision) []members.Member {
	return []members.Member{
		{"id", &d.ID},
		{"time", &d.Time},
		{"session", &d.Session},
		{"project", &d.Project},
		{"cwd", &d.Cwd},
		{"agent", &d.Agent},
		{"action", &d.Action},
		{"risk", &d.Risk},
		{"rules", &d.Rules},
		{"allowed_by", &d.AllowedBy},
		{"message", &d.Message},
		{"command", &d.Command},
		{"hash", &d.Hash},
	}
}

// The columns that hold JSON are NULL when there is nothing to hold. One that
// cannot be read is nothing.

// listColumn returns the column that holds a list.
func listColumn[T any](list []T, of func(*T) []members.Member) any {
	if len(list) == 0 {
		return nil
	}
	return string(members.AppendList(nil, list, of))
}

// objectColumn returns the column that holds an object.
func objectColumn[T any](v *T, of func(*T) []members.Member) any {
	if v == nil {
		return nil
	}
	return string(members.Append(nil, of(v)))
}

// readList reads the column that holds a list.
func readList[T any](column string, of func(*T) []members.Member) []T {
	if list, ok := members.ReadList(column, of); ok {
		return list
	}
	return nil
}

// readObject reads the column that holds an object.
func readObject[T any](column string, of func(*T) []members.Member) *T {
	if column == "" || column == "null" {
		return nil
	}
	v := new(T)
	if !members.Read(column, of(v)) {
		return nil
	}
	return v
}

// decodeColumn reads a column that hooks seldom read.
func decodeColumn[T any](column string) T {
	var v, none T
	if column == "" || json.Unmarshal([]byte(column), &v) != nil {
		return none
	}
	return v
}

// encode writes a value as one line without its end, in which < and & stay
// readable.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
