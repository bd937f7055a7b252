package rescue

import (
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// This file reads and writes moments as encoding/json would, which would have to
// learn the type at each prompt: that takes longer than all the rest. The tags of
// Moment are the model; a test compares the two.

// appendMoment appends a moment.
func appendMoment(b []byte, m *Moment) []byte {
	text := func(name, value string, always bool) {
		if value != "" || always {
			b = protocol.AppendString(protocol.AppendKey(b, name), value)
		}
	}
	at := func(name string, t time.Time) {
		b = append(t.AppendFormat(append(protocol.AppendKey(b, name), '"'), time.RFC3339Nano), '"')
	}
	number := func(name string, n int64, always bool) {
		if n != 0 || always {
			b = strconv.AppendInt(protocol.AppendKey(b, name), n, 10)
		}
	}
	b = append(b, '{')
	text("id", m.ID, true)
	at("time", m.Time)
	text("before", string(m.Before), true)
	text("session", m.Session, false)
	text("call", m.Call, false)
	text("command", m.Command.String(), false)
	text("undoes", m.Undoes, false)
	text("by", m.By, false)
	if !m.Ended.IsZero() {
		at("ended", m.Ended)
	}
	b = strconv.AppendBool(protocol.AppendKey(b, "whole"), m.Whole)
	text("head", m.Head, false)
	number("staged", int64(m.Staged), false)
	if len(m.Stashes) > 0 {
		b = protocol.AppendList(protocol.AppendKey(b, "stashes"), m.Stashes, appendStash)
	}
	number("dir_mode", int64(m.DirMode), true)
	if len(m.Unkept) > 0 {
		b = protocol.AppendList(protocol.AppendKey(b, "unkept"), m.Unkept, appendUnkept)
	}
	number("more", int64(m.More), false)
	return append(b, '}')
}

func appendStash(b []byte, s Stash) []byte {
	b = protocol.AppendString(protocol.AppendKey(append(b, '{'), "commit"), s.Commit)
	return append(protocol.AppendString(protocol.AppendKey(b, "message"), s.Message), '}')
}

func appendUnkept(b []byte, u Unkept) []byte {
	b = protocol.AppendString(protocol.AppendKey(append(b, '{'), "path"), u.Path)
	b = protocol.AppendString(protocol.AppendKey(b, "why"), u.Why)
	if u.Ignored {
		b = append(protocol.AppendKey(b, "ignored"), "true"...)
	}
	return append(b, '}')
}

// parseMoment reads a moment.
func parseMoment(text string) (m Moment, ok bool) {
	if !gjson.Valid(text) {
		return m, false
	}
	ok = true
	at := func(v gjson.Result) (t time.Time) {
		ok = ok && t.UnmarshalJSON([]byte(v.Raw)) == nil
		return t
	}
	gjson.Parse(text).ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "id":
			m.ID = v.Str
		case "time":
			m.Time = at(v)
		case "before":
			m.Before = Before(v.Str)
		case "session":
			m.Session = v.Str
		case "call":
			m.Call = v.Str
		case "command":
			m.Command = redact.Clean(v.Str)
		case "undoes":
			m.Undoes = v.Str
		case "by":
			m.By = v.Str
		case "ended":
			m.Ended = at(v)
		case "whole":
			m.Whole = v.Bool()
		case "head":
			m.Head = v.Str
		case "staged":
			m.Staged = int(v.Int())
		case "stashes":
			v.ForEach(func(_, v gjson.Result) bool {
				m.Stashes = append(m.Stashes, Stash{v.Get("commit").Str, v.Get("message").Str})
				return true
			})
		case "dir_mode":
			m.DirMode = uint32(v.Uint())
		case "unkept":
			v.ForEach(func(_, v gjson.Result) bool {
				m.Unkept = append(m.Unkept, Unkept{v.Get("path").Str, v.Get("why").Str, v.Get("ignored").Bool()})
				return true
			})
		case "more":
			m.More = int(v.Int())
		}
		return true
	})
	return m, ok && m.ID != ""
}
