package store

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// This file writes by hand the JSON that hooks write at every command: a run
// for the spool, and the columns that hold lists. encoding/json would first
// have to learn the types. The tags of pkg/memory are the model; a test
// compares the two.

// object writes a JSON object. Zero values are left out.
type object struct{ b []byte }

func (o *object) open() { o.b = append(o.b, '{') }

func (o *object) close() []byte {
	o.b = append(o.b, '}')
	return o.b
}

func (o *object) key(name string) { o.b = protocol.AppendKey(o.b, name) }

func (o *object) string(name, value string) {
	if value != "" {
		o.key(name)
		o.b = protocol.AppendString(o.b, value)
	}
}

func (o *object) text(name string, value redact.Text) { o.string(name, value.String()) }

func (o *object) integer(name string, value int64) {
	if value != 0 {
		o.key(name)
		o.b = strconv.AppendInt(o.b, value, 10)
	}
}

func (o *object) flag(name string, value bool) {
	if value {
		o.key(name)
		o.b = append(o.b, "true"...)
	}
}

func (o *object) time(name string, value time.Time) {
	o.key(name)
	o.b = append(o.b, '"')
	o.b = value.UTC().AppendFormat(o.b, time.RFC3339Nano)
	o.b = append(o.b, '"')
}

func (o *object) texts(name string, values []redact.Text) {
	if len(values) > 0 {
		o.key(name)
		o.b = protocol.AppendList(o.b, values, func(b []byte, t redact.Text) []byte { return protocol.AppendString(b, t.String()) })
	}
}

func appendRun(b []byte, r *memory.Run) []byte {
	o := object{b}
	o.open()
	o.string("id", r.ID)
	o.time("start", r.Start)
	o.integer("took_ns", int64(r.Duration))
	o.string("session", r.Session)
	o.string("project", r.Project)
	o.string("cwd", r.Cwd)
	o.string("agent", r.Agent)
	o.string("call", r.Call)
	o.string("subagent", r.Subagent)
	o.text("command", r.Command)
	o.text("template", r.Template)
	o.string("outcome", r.Outcome.String())
	if r.Exit != nil {
		o.key("exit")
		o.b = strconv.AppendInt(o.b, int64(*r.Exit), 10)
	}
	o.text("output", r.Output)
	if len(r.Errors) > 0 {
		o.key("errors")
		o.b = appendErrors(o.b, r.Errors)
	}
	if r.Check != nil {
		o.key("check")
		o.b = appendCheck(o.b, r.Check)
	}
	o.string("record", r.Record)
	return o.close()
}

func appendErrors(b []byte, list []memory.Error) []byte {
	return protocol.AppendList(b, list, func(b []byte, e memory.Error) []byte {
		o := object{b}
		o.open()
		o.string("class", e.Class)
		o.string("rule", e.Rule)
		o.string("signature", e.Signature)
		o.text("line", e.Line)
		o.text("shape", e.Shape)
		return o.close()
	})
}

func appendSteps(b []byte, list []memory.Step) []byte {
	return protocol.AppendList(b, list, func(b []byte, s memory.Step) []byte {
		o := object{b}
		o.open()
		o.text("text", s.Text)
		o.flag("edit", s.Edit)
		return o.close()
	})
}

func appendCheck(b []byte, c *memory.Check) []byte {
	o := object{b}
	o.open()
	o.string("tool", c.Tool)
	o.string("kind", c.Kind)
	o.string("key", c.Key)
	o.flag("all", c.All)
	o.flag("failed", c.Failed)
	o.flag("masked", c.Masked)
	o.texts("tests", c.Tests)
	o.texts("files", c.Files)
	o.text("lines", c.Lines)
	if s := c.Seen; s != nil {
		o.key("seen")
		o.open()
		o.text("command", s.Command)
		o.string("cwd", s.Cwd)
		o.string("tree", s.Tree)
		o.string("branch", s.Branch)
		o.string("commit", s.Commit)
		if !s.Ended.IsZero() {
			o.time("ended", s.Ended)
		}
		o.b = append(o.b, '}')
	}
	o.flag("flaky", c.Flaky)
	return o.close()
}

func appendSummary(b []byte, s *memory.Summary) []byte {
	o := object{b}
	o.open()
	o.time("until", s.Until)
	o.integer("commands", int64(s.Commands))
	o.integer("failures", int64(s.Failures))
	o.integer("fixes", int64(s.Fixes))
	o.integer("lessons", int64(s.Lessons))
	o.integer("blocked", int64(s.Blocked))
	return o.close()
}

// The columns that hold JSON are NULL when there is nothing to hold.

// listColumn returns the column that holds a list.
func listColumn[T any](list []T, appendList func([]byte, []T) []byte) any {
	if len(list) == 0 {
		return nil
	}
	return string(appendList(nil, list))
}

// objectColumn returns the column that holds an object.
func objectColumn[T any](v *T, appendObject func([]byte, *T) []byte) any {
	if v == nil {
		return nil
	}
	return string(appendObject(nil, v))
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
