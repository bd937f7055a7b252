package members

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// thing has a field of each kind.
type thing struct {
	Name    string           `json:"name,omitempty"`
	Text    redact.Text      `json:"text,omitzero"`
	Flag    bool             `json:"flag,omitempty"`
	Count   int              `json:"count,omitempty"`
	At      int64            `json:"at,omitempty"`
	Small   uint8            `json:"small,omitempty"`
	Mode    uint32           `json:"mode,omitempty"`
	Took    time.Duration    `json:"took,omitempty"`
	Exit    *int             `json:"exit,omitempty"`
	Well    *bool            `json:"well,omitempty"`
	Start   time.Time        `json:"start"`
	End     time.Time        `json:"end,omitzero"`
	Words   []string         `json:"words,omitempty"`
	Texts   []redact.Text    `json:"texts,omitempty"`
	Numbers map[string]int64 `json:"numbers,omitempty"`
	Other   *thing           `json:"other,omitempty"`
	Others  []thing          `json:"others,omitempty"`
}

func (t *thing) members() []Member {
	return []Member{
		{"name", &t.Name}, {"text", &t.Text}, {"flag", &t.Flag}, {"count", &t.Count}, {"at", &t.At}, {"small", &t.Small}, {"mode", &t.Mode}, {"took", &t.Took},
		{"exit", &t.Exit}, {"well", &t.Well}, {"start", &t.Start}, {"end", (*Sometime)(&t.End)}, {"words", &t.Words}, {"texts", &t.Texts}, {"numbers", &t.Numbers},
		{"other", Object(&t.Other, (*thing).members)}, {"others", List(&t.Others, (*thing).members)},
	}
}

// What is written is what encoding/json writes, and both read it.
func TestMembers(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 5000, time.UTC)
	full := thing{
		"a \"b\"\n\u2028ü", redact.Clean("<a> & b"), true, -5, 1 << 60, 255, 1 << 31, time.Hour, new(0), new(false), at, at.Add(time.Hour),
		[]string{"", "x"}, []redact.Text{redact.Clean("y"), {}}, map[string]int64{"b": -1, "a\\": 2}, &thing{Name: "inner", Start: at}, []thing{{Start: at}, {Count: 1, Start: at}},
	}
	for _, want := range []thing{full, {Start: at}} {
		data := Append(nil, want.members())
		var a, b any
		tagged, err := json.Marshal(&want)
		if err != nil || json.Unmarshal(tagged, &a) != nil || json.Unmarshal(data, &b) != nil {
			t.Fatalf("%v\n%s\n%s", err, tagged, data)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("(-by the tags +by the members):\n%s", diff)
		}
		var got thing
		if !Read(string(tagged), got.members()) {
			t.Errorf("not read: %s", tagged)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(redact.Text{})); diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`: true, `null`: true, `{"name":null,"count":null,"exit":null,"others":null,"other":null,"numbers":null,"start":null}`: true,
		`{"new":{"a":[1]},"name":"x"}`: true, `{"others":[null,{}]}`: true,
		``: false, `{`: false, `[]`: false, `"x"`: false, `{"name":1}`: false, `{"name":"x"}}`: false, `{"text":[]}`: false, `{"flag":"true"}`: false, `{"count":"1"}`: false,
		`{"count":1.5}`: false, `{"count":1e3}`: false, `{"small":256}`: false, `{"mode":-1}`: false, `{"took":{}}`: false, `{"exit":true}`: false, `{"start":5}`: false,
		`{"start":"yesterday"}`: false, `{"end":"2026-13-01T00:00:00Z"}`: false, `{"words":"x"}`: false, `{"words":[1]}`: false, `{"texts":{}}`: false, `{"numbers":[]}`: false,
		`{"numbers":{"a":"1"}}`: false, `{"other":[]}`: false, `{"other":{"count":"1"}}`: false, `{"others":{}}`: false, `{"others":[{"flag":1}]}`: false,
	} {
		var v thing
		if got := Read(text, v.members()); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// FuzzRead: what was read of any text, written and read again, is the same.
func FuzzRead(f *testing.F) {
	for _, text := range []string{`{"name":"\ud800","text":"\u0000","numbers":{"a":1,"a":2}}`, `{"others":[{"others":[{}]}],"other":{"other":null}}`, "{\"name\":\"\xff\"}", `{"start":"2026-01-01T00:00:00+01:00","end":"0000-01-01T00:00:00Z"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var first, second thing
		if !Read(text, first.members()) {
			return
		}
		data := Append(nil, first.members())
		if !json.Valid(data) || !Read(string(data), second.members()) {
			t.Fatalf("%q is written as %q", text, data)
		}
		if again := Append(nil, second.members()); string(again) != string(data) {
			t.Errorf("%q becomes %q, and that %q", text, data, again)
		}
	})
}
