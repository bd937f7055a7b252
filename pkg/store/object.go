package store

import (
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// object writes a JSON object by hand. Values that are nothing are left out.
type object struct{ b []byte }

func (o *object) open() { o.b = append(o.b, '{') }

func (o *object) close() { o.b = append(o.b, '}') }

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

func (o *object) texts(name string, values []text) {
	if len(values) > 0 {
		o.key(name)
		o.b = protocol.AppendList(o.b, values, func(b []byte, t text) []byte { return protocol.AppendString(b, t.String()) })
	}
}

func (w *wireRun) append(b []byte) []byte {
	o := object{b}
	o.open()
	o.string("id", w.ID)
	o.time("start", w.Start)
	o.integer("took_ns", int64(w.Took))
	o.string("session", w.Session)
	o.string("project", w.Project)
	o.string("cwd", w.Cwd)
	o.string("agent", w.Agent)
	o.string("call", w.Call)
	o.string("subagent", w.Subagent)
	o.text("command", w.Command.Text)
	o.text("template", w.Template.Text)
	o.string("outcome", w.Outcome)
	if w.Exit != nil {
		o.key("exit")
		o.b = strconv.AppendInt(o.b, int64(*w.Exit), 10)
	}
	o.text("output", w.Output.Text)
	if len(w.Errors) > 0 {
		o.key("errors")
		o.b = protocol.AppendList(o.b, w.Errors, appendError)
	}
	if w.Check != nil {
		o.key("check")
		o.b = w.Check.append(o.b)
	}
	o.close()
	return o.b
}

func appendError(b []byte, w wireError) []byte {
	o := object{b}
	o.open()
	o.string("class", w.Class)
	o.string("rule", w.Rule)
	o.string("signature", w.Signature)
	o.text("line", w.Line.Text)
	o.text("shape", w.Shape.Text)
	o.close()
	return o.b
}

func appendDeed(b []byte, w wireDeed) []byte {
	o := object{b}
	o.open()
	o.text("text", w.Text.Text)
	o.flag("edit", w.Edit)
	o.close()
	return o.b
}

func (w *wireCheck) append(b []byte) []byte {
	o := object{b}
	o.open()
	o.string("tool", w.Tool)
	o.string("kind", w.Kind)
	o.string("key", w.Key)
	o.flag("all", w.All)
	o.flag("failed", w.Failed)
	o.flag("masked", w.Masked)
	o.texts("tests", w.Tests)
	o.texts("files", w.Files)
	o.text("lines", w.Lines.Text)
	o.close()
	return o.b
}
