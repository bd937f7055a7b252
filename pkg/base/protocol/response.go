package protocol

import "github.com/tidwall/gjson"

// Response returns what the tool answered, as JSON; "" where it could not be read whole.
func (c *Call) Response() string { return c.response }

// MapResponse returns what a tool answered, as JSON of the same shape, with its
// texts put through a function that also counts what it changed. It returns ""
// where nothing changed, where the agent does not let a hook replace an answer,
// and where the answer could not be read whole. Images stay as they are.
func (c *Call) MapResponse(change func(string) (string, int)) (response string, n int) {
	if !c.Agent.Replaces || c.Event != After || c.EventName != "PostToolUse" || c.response == "" {
		return "", 0
	}
	m := mapper{change: change}
	m.value(gjson.Parse(c.response))
	if m.n == 0 {
		return "", 0
	}
	return string(m.out), m.n
}

// Texts goes through the texts that a tool answered, but for images.
func (c *Call) Texts(do func(string)) {
	if c.response == "" {
		return
	}
	m := mapper{change: func(s string) (string, int) {
		do(s)
		return "", 0
	}}
	m.value(gjson.Parse(c.response))
}

// mapper writes JSON again with other texts.
type mapper struct {
	change func(string) (string, int)
	out    []byte
	n      int
	cut    bool // the end of the next text was left out when it was read
}

// leftOut follows a text whose end was left out, so that it is not taken for whole.
const leftOut = "\n\n... [the rest was left out: read it in smaller parts] ..."

// isCut reports whether the text of a member may have been cut: it is within a character of
// the longest text that is read under that name.
func isCut(key string, v gjson.Result) bool {
	b := boundOf([]byte(key))
	return b.head > 0 && b.tail == 0 && v.Type == gjson.String && len(v.Raw) > b.head-len(`\ud83d\ude00`)
}

func (m *mapper) value(v gjson.Result) {
	switch {
	case v.Type == gjson.String:
		text, n := m.change(v.Str)
		if m.n += n; n == 0 && !m.cut {
			m.out = append(m.out, v.Raw...)
			return
		}
		if m.cut {
			text += leftOut
		}
		m.out = AppendString(m.out, text)
	case v.IsObject():
		m.list('{', '}', v)
	case v.IsArray():
		m.list('[', ']', v)
	default:
		m.out = append(m.out, v.Raw...)
	}
}

// list writes the members of an object, or of an array.
func (m *mapper) list(opens, closes byte, v gjson.Result) {
	m.out = append(m.out, opens)
	first := true
	v.ForEach(func(key, v gjson.Result) bool {
		if !first {
			m.out = append(m.out, ',')
		}
		first = false
		if opens == '{' {
			m.out = append(append(m.out, key.Raw...), ':')
		}
		if opens == '{' && (key.Str == "base64" || key.Str == "data") {
			m.out = append(m.out, v.Raw...)
		} else {
			m.cut = isCut(key.Str, v)
			m.value(v)
		}
		return true
	})
	m.out = append(m.out, closes)
}
