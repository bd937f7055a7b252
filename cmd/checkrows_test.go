package cmd

import (
	"encoding/json"
	"reflect"
	"testing"
)

// FuzzRow states that a row that is read as a plain one is the row that
// encoding/json reads.
func FuzzRow(f *testing.F) {
	plain := 0
	for _, text := range []string{
		`{"command":"rm -rf \"$X\"/\n\t\\\/\b\f\r","cwd":"/w"}`, ` { "home" : "/h" , "surface":"ci","command":"ls" } `, `{"command":"a","command":"b"}`,
		`{}`, `{"command":null}`, `{"command":1}`, `{"Command":"ls"}`, `{"command":"\u00e9é"}`, "{\"command\":\"a\nb\"}", `{"command":"ls"}}`, `{"command":"ls",}`,
		`{"command":"ls"`, `{"command":"\`, `{"command":"\x"}`, `{"command" "ls"}`, `[]`, `"`, "",
	} {
		f.Add(text)
		if new(row).plain([]byte(text)) {
			plain++
		}
	}
	if plain != 4 {
		f.Errorf("%d rows are plain, want 4", plain)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got, want row
		if !got.plain([]byte(text)) {
			return
		}
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatalf("%q is plain: %v", text, err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	})
}
