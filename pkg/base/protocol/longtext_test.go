package protocol

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

func TestTakeOut(t *testing.T) {
	most := strings.Repeat("a line of an output\\n\\\"quoted\\\" ", 200)
	tests := []struct {
		name, in string
		texts    int
	}{
		{"output", `{"a": {"stdout" : "` + most + `", "b": ["` + most + `"]}, "stderr": "` + most + `"}`, 2},
		{"short", `{"stdout": "short", "stderr": ""}`, 0},
		{"another key", `{"anything": "` + most + `"}`, 0},
		{"element", `{"stdout": ["` + most + `"]}`, 0},
		{"key", `{"` + most + `": 1, "stdout": "` + most + `"}`, 1},
		{"surrogates", `{"stdout": "\ud83d\ude00 \ud83d \ude00 \ud83d\u0041` + most + `"}`, 1},
		{"no escape of JSON", `{"stdout": "\q` + most + `"}`, 0},
		{"half an escape", `{"stdout": "` + most + `\u12"}`, 0},
		{"control", "{\"stdout\": \"\x01" + most + `"}`, 0},
		{"its own mark", `{"stdout": "` + most + `", "stderr": ` + longMark + `0"}`, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, texts := takeOut(tt.in)
			if len(texts) != tt.texts {
				t.Errorf("took out %d texts, want %d", len(texts), tt.texts)
			}
			if diff := cmp.Diff(tt.in, texts.whole(out)); diff != "" {
				t.Error("put in again (-want +got):\n", diff)
			}
		})
	}
}

// FuzzTakeOut reads a payload with and without its long texts taken out.
func FuzzTakeOut(f *testing.F) {
	f.Add(`{"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": {"stdout": "a\n\u00e9\ud83d\ude00", "interrupted": false}}`)
	f.Add(`{"stdout": "\ud83d`)
	f.Add(`{"tool_response": "\u12", "content": {"prompt": "b"}}`)
	f.Fuzz(func(t *testing.T, payload string) {
		// Each text becomes long, behind what it began with.
		payload = strings.ReplaceAll(payload, `": "`, `": "`+strings.Repeat("x", long))
		out, texts := takeOut(payload)
		if whole := texts.whole(out); whole != payload {
			t.Fatalf("put in again: %q, not %q", whole, payload)
		}
		if gjson.Valid(out) != gjson.Valid(payload) {
			t.Fatal("one of the two is valid, the other not")
		}
		if gjson.Valid(payload) {
			same(t, texts, gjson.Parse(out), gjson.Parse(payload))
		}
	})
}

// same compares what two values hold.
func same(t *testing.T, texts longTexts, a, b gjson.Result) {
	var values []gjson.Result
	b.ForEach(func(_, v gjson.Result) bool {
		values = append(values, v)
		return true
	})
	texts.each(a, func(_, v gjson.Result) bool {
		if len(values) == 0 {
			t.Fatal("more values than there were")
		}
		if w := values[0]; v.Type != w.Type || v.Str != w.Str {
			t.Fatalf("%q, want %q", v.Str, w.Str)
		} else if v.IsObject() || v.IsArray() {
			same(t, texts, v, w)
		}
		values = values[1:]
		return true
	})
}
