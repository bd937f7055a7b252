package store

import (
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

// object writes a JSON object. What hooks write is written by hand: a process
// that writes one line has no use for what encoding/json learns of a type
// first. Values that are nothing are left out.
type object struct{ b []byte }

func (o *object) open() { o.b = append(o.b, '{') }

func (o *object) close() { o.b = append(o.b, '}') }

func (o *object) key(name string) {
	if n := len(o.b); n > 0 && o.b[n-1] != '{' {
		o.b = append(o.b, ',')
	}
	o.b = append(append(append(o.b, '"'), name...), '"', ':')
}

func (o *object) string(name, value string) {
	if value != "" {
		o.key(name)
		o.b = appendString(o.b, value)
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
		o.b = appendList(o.b, values, func(b []byte, t text) []byte { return appendString(b, t.String()) })
	}
}

func appendList[T any](b []byte, values []T, add func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = add(b, v)
	}
	return append(b, ']')
}

// appendString writes a JSON string. What is no UTF-8 is replaced, as
// encoding/json does.
func appendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	done := 0
	for i := plainUntil(s, 0); i < len(s); i = plainUntil(s, i) {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[done:i]...), "\ufffd"...)
				done = i + size
			}
			i += size
			continue
		}
		b = append(b, s[done:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, `\n`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		done = i
	}
	return append(append(b, s[done:]...), '"')
}

// plainUntil returns where, at or behind i, the next character is that cannot
// stand in a JSON string as it is, or is not ASCII: len(s) when there is none.
// It looks at eight at a time.
func plainUntil(s string, i int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(s); i += 8 {
		x := s[i : i+8]
		w := uint64(x[0]) | uint64(x[1])<<8 | uint64(x[2])<<16 | uint64(x[3])<<24 |
			uint64(x[4])<<32 | uint64(x[5])<<40 | uint64(x[6])<<48 | uint64(x[7])<<56
		below, deleted := w-ones*' ', w+ones
		quote, slash := (w^ones*'"')-ones, (w^ones*'\\')-ones
		if (w|below|deleted|quote|slash)&tops != 0 {
			break
		}
	}
	for ; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= 0x7f {
			break
		}
	}
	return i
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
		o.b = appendList(o.b, w.Errors, appendError)
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
